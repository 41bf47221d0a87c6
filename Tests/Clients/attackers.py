"""People of two tenants, and their calls over MCP and NocoBase's REST interface, as tests of attacks make them."""

import contextlib
import sqlite3

import httpx

from events import last_message

PASSWORD = "correct horse battery"
HEADERS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
ALL = "view,create,update,destroy"


class Attackers:
    """`admin` of everything, `ann` with the role `clerk` of `main`, `boss` who administers `main`, and `rita` who administers workspace `rival`."""

    def __init__(self, house):
        self.house = house.migrate()
        self.keys = {}
        for person in ["built-in/ann", "built-in/boss"]:
            self.person(person)
        house.run("role", "add", "built-in/clerk")
        house.run("role", "add", "built-in/narrowed")
        house.run("organization", "add", "rival")
        self.person("rival/rita")
        house.run("workspace", "add", "rival", "--organization", "rival")
        for workspace, person, role in [
            ("main", "built-in/ann", "clerk"), ("main", "built-in/boss", "admin"), ("main", "built-in/boss", "narrowed"), ("rival", "rival/rita", "admin"),
        ]:
            house.run("member", "add", workspace, person, "--role", role)

    def person(self, name, *more):
        self.house.run("user", "add", name, *more, "--password-stdin", stdin=PASSWORD + "\n")

    def key(self, who):
        if who not in self.keys:
            self.keys[who] = self.house.key("--user", f"rival/{who}" if who == "rita" else f"built-in/{who}")
        return self.keys[who]

    def call(self, who, tool, arguments, workspace=None):
        """The structured result of a tool; a refusal is `{"error": …}`."""
        place = f"{self.house.url}/api/__app/{workspace}/mcp" if workspace else self.house.mcp
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        answer = httpx.post(f"{place}?packages=*", headers={**HEADERS, "Authorization": f"Bearer {self.key(who)}"}, json=body, timeout=60)
        if answer.status_code == 404:
            return {"error": {"code": "not_found", "message": answer.text}}
        found = last_message(answer)
        return found["result"]["structuredContent"] if "result" in found else {"error": {**found["error"], "code": found["error"]["message"]}}

    def done(self, who, tool, arguments, **more):
        result = self.call(who, tool, arguments, **more)
        assert "error" not in result, result
        return result

    def refused(self, who, tool, arguments, **more):
        """The code and text of the refusal."""
        result = self.call(who, tool, arguments, **more)
        assert "error" in result, result
        return result["error"]["code"], result["error"]["message"]

    def crud(self, who, action, resource, **more):
        return self.call(who, "crud", {"action": action, "resource": resource, **more})

    def rest(self, who, method, path, body=None, **headers):
        """The status and text of a request of NocoBase's interface."""
        if who:
            headers["Authorization"] = f"Bearer {self.key(who)}"
        answer = httpx.request(method, self.house.url + path, headers=headers, json=body, timeout=60)
        return answer.status_code, answer.text

    def state(self, workspace=1):
        """All rows and definitions of a workspace's own database, read past the server."""
        with contextlib.closing(sqlite3.connect(self.house.data / "workspaces" / f"{workspace}.db")) as database:
            return list(database.iterdump())


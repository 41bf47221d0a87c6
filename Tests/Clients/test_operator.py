"""The command line beside a running server: what it changes is soon in force, also under load; and an orderly stop."""

import contextlib
import json
import sqlite3
import subprocess
import threading

import httpx
import pytest

from cluster import held_calls, hold_source, slow_source
from conftest import BINARY
from events import wait_for

def whoami(http, url, key):
    return http.post(
        url, headers={"Authorization": f"Bearer {key}"},
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "whoami", "arguments": {}}},
    )


def records(http, url, key, resource):
    answer = http.post(
        url, headers={"Authorization": f"Bearer {key}"},
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call",
              "params": {"name": "crud", "arguments": {"resource": resource, "action": "list", "pageSize": 1}}},
    )
    return answer.status_code, answer.json()


class Load:
    """Callers who never stop, so that rights change under load; keeps the statuses they saw."""

    def __init__(self, url, key):
        self.url, self.key, self.statuses, self.stopped = url, key, set(), threading.Event()
        self.threads = [threading.Thread(target=self.loop) for _ in range(4)]

    def loop(self):
        with httpx.Client(timeout=60) as http:
            while not self.stopped.is_set():
                self.statuses.add(whoami(http, self.url, self.key).status_code)

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        for thread in self.threads:
            thread.join()


def test_changes_of_the_command_line_are_in_force_without_a_restart(company, admin_key):
    company.run("user", "add", "built-in/otto", "--password-stdin", stdin="correct horse otto\n")
    company.run("role", "add", "built-in/tasters")
    company.run("member", "add", "main", "built-in/otto", "--role", "tasters")
    key = company.key("--user", "built-in/otto", "--workspace", "main")
    with httpx.Client(timeout=60) as http, Load(company.mcp, admin_key) as load:
        def sees(resource):
            status, answer = records(http, company.mcp, key, resource)
            return status == 200 and not answer.get("result", {"isError": True}).get("isError", False)

        assert not sees("products"), "a role without rules sees nothing"
        company.run("rule", "set", "main", "tasters", "main", "products", "--actions", "view")
        wait_for("a new rule gives a right", lambda: sees("products"))
        rule = [r for r in json.loads(company.run("rule", "list", "main", "--json").stdout) if r["role"] == "tasters"][0]
        company.run("rule", "remove", str(rule["id"]))
        wait_for("a removed rule takes the right", lambda: not sees("products"))
        company.run("user", "disable", "built-in/otto")
        wait_for("a disabled user is out", lambda: whoami(http, company.mcp, key).status_code == 401)
        company.run("user", "enable", "built-in/otto")
        wait_for("an enabled user is in again", lambda: whoami(http, company.mcp, key).status_code == 200)
        listed = json.loads(company.run("key", "list", "--json").stdout)
        company.run("key", "revoke", str([k for k in listed if k["user"] == "built-in/otto"][0]["id"]))
        wait_for("a revoked key is out", lambda: whoami(http, company.mcp, key).status_code == 401)
    assert load.statuses == {200}, "the load saw nothing of it"


def test_the_stop_is_orderly(fresh):
    """I12, small: not ready first, calls in flight finish, exit code 0."""
    fresh.migrate().run("source", "add", "slow", slow_source())
    key = fresh.key("--user", "built-in/admin")
    fresh.start()
    slow = {"dataSource": "slow", "sql": "SELECT number FROM held"}
    answers = []

    def ask():
        answers.append(httpx.post(
            fresh.mcp, timeout=60, headers={"Authorization": f"Bearer {key}"},
            json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "run_sql", "arguments": slow}},
        ))

    def is_ready():
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"{fresh.url}/health/ready").status_code == 200

    asking = [threading.Thread(target=ask) for _ in range(3)]
    with hold_source() as release:
        for thread in asking:
            thread.start()
        wait_for("the calls", lambda: held_calls() == 3)
        fresh.process.terminate()
        wait_for("the stop", lambda: not is_ready())
        release()
    for thread in asking:
        thread.join()
    assert fresh.process.wait(timeout=60) == 0
    answered = [json.loads(answer.json()["result"]["content"][0]["text"]) for answer in answers]
    assert [answer["rows"] for answer in answered] == [[[8]]] * 3


def test_verbs_without_a_tool_of_their_own_are_in_the_audit_log(fresh):
    fresh.migrate()
    fresh.run("organization", "add", "audited")
    fresh.run("role", "add", "audited/clerk")
    fresh.run("user", "add", "audited/eve", "--password-stdin", stdin="correct horse battery\n")
    refused = fresh.run("organization", "add", "audited", check=False)
    assert refused.returncode == 1
    rows = {(row["tool"], row["outcome"]) for row in fresh.audit()}
    assert {("organization_add", "ok"), ("role_add", "ok"), ("user_add", "ok"), ("organization_add", "error")} <= rows
    assert fresh.run("audit", "--verify").returncode == 0


@pytest.mark.parametrize("kind", ["user", "role", "application"])
def test_a_list_of_an_organization_that_is_not_there_is_an_error(company, kind):
    refused = company.run(kind, "list", "nobody", "--json", check=False)
    assert refused.returncode == 1 and "nobody" in refused.stderr and refused.stdout == ""
    assert all(row["name"].startswith("built-in/") for row in json.loads(company.run(kind, "list", "built-in", "--json").stdout))


def test_stdio_ends_with_its_key(company):
    key = company.key("--user", "built-in/admin", "--name", "short-lived")
    process = subprocess.Popen(
        [BINARY, "stdio"], env=company.environment(GATEHOUSE_API_KEY=key), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)

    def ask(identifier, method, params):
        process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": identifier, "method": method, "params": params}) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    try:
        who = {"name": "whoami", "arguments": {}}
        ask(0, "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
        assert "result" in ask(1, "tools/call", who)
        row = next(row for row in json.loads(company.run("key", "list", "--json").stdout) if row["name"] == "short-lived")
        company.run("key", "revoke", str(row["id"]))
        identifier = iter(range(2, 10_000))
        wait_for("the key's end on stdio", lambda: ask(next(identifier), "tools/call", who).get("error", {}).get("code") == -32001)
        assert "error" in ask(20_000, "tools/list", {})
    finally:
        process.stdin.close()
        process.wait(timeout=60)


def test_a_rule_is_removed_wherever_it_stands_in_the_list(fresh, tmp_path_factory):
    tables = 1_000
    file = tmp_path_factory.mktemp("wide") / "wide.db"
    with sqlite3.connect(file) as database:
        for number in range(tables):
            database.execute(f"CREATE TABLE t{number} (id INTEGER PRIMARY KEY, {', '.join(f'column_{c}_of_the_table INT' for c in range(12))})")
    fresh.migrate()
    fresh.run("source", "add", "wide", f"sqlite://{file}")
    fresh.run("role", "add", "built-in/tasters")
    key = fresh.key("--user", "built-in/admin")
    fresh.start()
    columns = [f"column_{c}_of_the_table" for c in range(12)]
    headers = {"Authorization": f"Bearer {key}", "MCP-Protocol-Version": "2025-11-25"}
    with httpx.Client(timeout=60, headers=headers) as http:
        def call(tool, arguments):
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
            return http.post(fresh.mcp, json=body).json()["result"]["structuredContent"]

        for number in range(tables):
            rule = {"role": "tasters", "dataSource": "wide", "resource": f"t{number}", "actions": ["view"], "columns": columns}
            assert "error" not in call("access_rules_set", rule)
        assert call("access_rules_list", {}).get("nextCursor"), "the list has more than one page"
    rules = json.loads(fresh.run("rule", "list", "main", "--json").stdout)
    assert len(rules) == tables
    fresh.run("rule", "remove", str(rules[-1]["id"]))
    left = json.loads(fresh.run("rule", "list", "main", "--json").stdout)
    assert [rule["id"] for rule in left] == [rule["id"] for rule in rules[:-1]]


def test_the_command_line_says_which_roles_count_together(fresh):
    fresh.migrate().start()
    fresh.run("role", "add", "built-in/auditor")
    fresh.run("user", "add", "built-in/mia", "--password-stdin", stdin="a long password\n")
    for role in ["auditor", "reader"]:
        fresh.run("member", "add", "main", "built-in/mia", "--role", role)
    key = fresh.key("--user", "built-in/mia")

    def roles(http):
        return json.loads(whoami(http, fresh.mcp, key).json()["result"]["content"][0]["text"])["roles"]

    with httpx.Client(timeout=60) as http:
        assert roles(http) == ["auditor", "reader"]
        fresh.run("workspace", "update", "main", "--role-mode", "default")
        wait_for("one role at a time", lambda: roles(http) == ["auditor"])
        refused = fresh.run("workspace", "update", "main", "--role-mode", "union", check=False)
        assert refused.returncode == 1 and "only-use-union" in refused.stderr
        assert roles(http) == ["auditor"]

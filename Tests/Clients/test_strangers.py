"""A flood of unknown client ids and keys beside valid callers: none of these is refused or fails (I28)."""

import json
import secrets
import threading

import httpx
import pytest

from cluster import PostgreSQL
from events import wait_for
from test_two_nodes import nodes  # noqa: F401

STRANGERS = 64
KEYS = 24
CALLS = 10
REVISION = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}


@pytest.fixture
def place(request):
    """A server whose state is in SQLite, or in PostgreSQL."""
    if request.param == "postgresql":
        return request.getfixturevalue("nodes")[0]
    return request.getfixturevalue("fresh").migrate().start()


class Flood:
    """Threads that show credentials which nobody has, until they are told to stop."""

    def __init__(self, house, kinds=(0, 1, 2)):
        self.kinds = kinds
        self.house, self.stopped, self.answers, self.running = house, threading.Event(), [], threading.Semaphore(0)
        self.threads = [threading.Thread(target=self.work, args=(number,)) for number in range(STRANGERS)]

    def work(self, number):
        with httpx.Client(timeout=60) as client:
            while not self.stopped.is_set():
                self.answers.append(self.show(client, number).status_code)
                self.running.release()

    def show(self, client, number):
        unknown = secrets.token_hex(16)
        kind = self.kinds[number % len(self.kinds)]
        if kind == 0:
            fields = {"grant_type": "client_credentials", "client_id": unknown, "client_secret": secrets.token_hex(32)}
            return client.post(f"{self.house.url}/api/login/oauth/access_token", data=fields)
        if kind == 1:
            query = {"client_id": unknown, "response_type": "code", "redirect_uri": "https://app.example/back", "state": "s"}
            return client.get(f"{self.house.url}/login/oauth/authorize", params=query)
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        # Of the form that a key has, so that the state has to be asked.
        key = f"gths_{secrets.token_urlsafe(32)}"
        return client.post(self.house.mcp, json=body, headers={**REVISION, "Authorization": f"Bearer {key}"})

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def wait(self):
        """Until so many were answered as there are strangers: all are at it when the valid callers begin."""
        for _ in range(STRANGERS):
            self.running.acquire(timeout=60)

    def __exit__(self, *_):
        self.stopped.set()
        for thread in self.threads:
            thread.join()


@pytest.mark.parametrize("place", ["sqlite", "postgresql"], indirect=True)
def test_unknown_credentials_hold_up_no_valid_caller(place):
    """I28 Calls with keys, new keys, changes of rights and tokens of an application, while strangers show what nobody has."""
    keys = [place.key("--user", "built-in/admin", "--name", f"k{number}") for number in range(KEYS)]
    robot = json.loads(
        place.run("application", "add", "built-in/robot", "--grant", "client_credentials", "--scopes", "read:application").stdout)
    failures = []

    def judged(answer, what):
        failed = answer.status_code != 200 or answer.json().get("result", {}).get("isError")
        if failed or "error" in answer.json():
            failures.append(f"{what}: {answer.status_code} {answer.text[:200]}")
        return answer.json()

    def call(client, key, tool, /, **arguments):
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        return judged(client.post(place.mcp, json=body, headers={**REVISION, "Authorization": f"Bearer {key}"}), tool)

    def use(number):
        with httpx.Client(timeout=60) as client:
            for turn in range(CALLS):
                call(client, keys[number], "whoami")
                call(client, keys[number], "get_applications", owner="built-in")
                if number == 0:
                    # Every cache of these rights is asked anew after it.
                    made = call(client, keys[0], "api_keys_create", name=f"n{turn}").get("result", {}).get("structuredContent", {})
                    call(client, made.get("key"), "whoami")
                    call(client, keys[0], "api_keys_revoke", id=made.get("id"))
                if number == 1:
                    fields = {"grant_type": "client_credentials", "client_id": robot["client_id"], "client_secret": robot["client_secret"], "scope": "read:application"}
                    token = judged(client.post(f"{place.url}/api/login/oauth/access_token", data=fields), "token").get("access_token")
                    call(client, token, "get_applications", owner="built-in")

    with Flood(place) as flood:
        flood.wait()
        users = [threading.Thread(target=use, args=(number,)) for number in range(KEYS)]
        for user in users:
            user.start()
        for user in users:
            user.join()
    assert not failures, (len(failures), failures[:3])
    assert set(flood.answers) <= {400, 401, 429}, sorted(set(flood.answers))


def test_look_ups_that_hang_leave_connections_to_known_callers(nodes):  # noqa: F811
    """I28 The state answers no look-up of a client; who is known goes on with reads and writes of the state."""
    node, other, _ = nodes
    other.stop()
    server = PostgreSQL.shared()
    key = node.key("--user", "built-in/admin")
    state = node.urls[0].split("?")[0].rsplit("/", 1)[1]
    failures = []
    with httpx.Client(timeout=60, headers={**REVISION, "Authorization": f"Bearer {key}"}) as client:

        def call(tool, **arguments):
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
            answer = client.post(node.mcp, json=body).json()
            if "error" in answer or answer.get("result", {}).get("isError"):
                failures.append(answer)
            return answer.get("result", {}).get("structuredContent", {})

        call("whoami")
        with Flood(node, kinds=[0]), server.holding("LOCK TABLE applications IN ACCESS EXCLUSIVE MODE", state):
            hanging = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            wait_for("look-ups that hang", lambda: int(server.sql(hanging)[0][0]) >= 4)
            for number in range(20):
                made = call("api_keys_create", name=f"n{number}")
                call("api_keys_revoke", id=made.get("id"))
                call("get_users", owner="built-in")
    assert not failures, (len(failures), failures[:2])

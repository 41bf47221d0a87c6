"""Two nodes on one PostgreSQL behind nginx: a node dies in mid-load, what counts once counts once, rights fall on both (I20, I21, A08, E08)."""

import base64
import concurrent.futures
import contextlib
import functools
import hashlib
import json
import os
import secrets
import signal
import threading
import time

import httpx
import pytest

from cluster import PostgreSQL, free_port, nginx
from conftest import Gatehouse
from events import sent, wait_for
from person import Person, query
from shared import once
from test_durability import create

WRITERS = 4


class Node(Gatehouse):
    """A node whose state and data are in PostgreSQL; its folder holds the key alone."""

    def __init__(self, data, urls, public):
        data.mkdir()
        super().__init__(data)
        self.urls, self.public = urls, public

    def environment(self, **more):
        return super().environment(
            GATEHOUSE_DATABASE=self.urls[0], GATEHOUSE_DATA_DATABASE=self.urls[1], GATEHOUSE_PUBLIC_URL=self.public,
            GATEHOUSE_NODE_LEASE="1s", **more)


NOTES = [
    "SET ROLE gate_data", "CREATE SCHEMA IF NOT EXISTS workspace_1",
    "CREATE TABLE workspace_1.notes (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, number BIGINT NOT NULL UNIQUE)",
    "CREATE VIEW workspace_1.endless AS SELECT 1 AS id FROM pg_sleep(3600)",
]


@pytest.fixture
def nodes(tmp_path):
    """Two nodes that run, and what runs SQL in their data."""
    server = PostgreSQL.shared()

    def make(folder):
        server.sql("CREATE DATABASE cluster_state OWNER gate_state", "CREATE DATABASE cluster_data OWNER gate_data")
        Node(folder / "first", [server.url("gate_state", "cluster_state"), server.url("gate_data", "cluster_data")], "http://127.0.0.1").run("migrate")
        server.sql(*NOTES, database="cluster_data")

    migrated = once("cluster", make) / "first"
    with server.database("gate_state", like="cluster_state") as state, server.database("gate_data", like="cluster_data") as data:
        urls = [server.url("gate_state", state), server.url("gate_data", data)]
        public = f"http://127.0.0.1:{free_port()}"
        # Both have the same key: what one node seals, the other must be able to open.
        first, second = (Node(tmp_path / name, urls, public).copy(migrated) for name in ["first", "second"])
        try:
            yield first.start(), second.start(), functools.partial(server.sql, database=data)
        finally:
            for node in [first, second]:
                node.stop(kill=True)


def balanced(folder, *nodes):
    """nginx before the nodes, on the port that they tell of themselves."""
    return nginx(folder, [node.url.rsplit(":", 1)[1] for node in nodes], nodes[0].public.rsplit(":", 1)[1])


class Writers:
    """Clients that never stop, each with numbers of its own."""

    def __init__(self, url, key):
        self.acknowledged, self.sent, self.refused, self.stopped = [], [], None, threading.Event()
        self.threads = [threading.Thread(target=self.write, args=(f"{url}/api/mcp", key, writer * 1_000_000)) for writer in range(WRITERS)]

    def write(self, url, key, number):
        with httpx.Client(timeout=60) as http:
            while not self.stopped.is_set():
                self.sent.append(number)
                try:
                    answer = create(http, url, key, number).json()
                    if "result" in answer and not answer["result"].get("isError"):
                        self.acknowledged.append(number)
                    else:
                        self.refused = answer
                except (httpx.HTTPError, ValueError):
                    time.sleep(0.02)
                number += 1

    def wait_for(self, more):
        """Waits until so many more calls than now are acknowledged."""
        goal = len(self.acknowledged) + more
        try:
            wait_for(f"the write {goal}", lambda: len(self.acknowledged) >= goal)
        except AssertionError as error:
            raise AssertionError(f"{error}: {len(self.acknowledged)} acknowledged; the last refusal: {self.refused}") from error

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        for thread in self.threads:
            thread.join()


def status(http, node, key):
    return http.post(
        node.mcp, headers={"Authorization": f"Bearer {key}"},
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "whoami", "arguments": {}}}).status_code


def test_i20_a_node_dies_in_mid_load_and_nothing_acknowledged_is_lost(nodes, tmp_path):
    """I20 Calls go on through the other node."""
    first, second, sql = nodes
    key = first.key("--user", "built-in/admin")
    with balanced(tmp_path, first, second) as url:
        with Writers(url, key) as writers:
            writers.wait_for(200)
            first.stop(kill=True)
            writers.wait_for(200)
            first.start()
            writers.wait_for(100)
    stored = {int(row[0]) for row in sql("SELECT number FROM workspace_1.notes")}
    assert set(writers.acknowledged) <= stored, "an acknowledged write is lost"
    assert stored <= set(writers.sent)
    wait_for("an outcome of every call", lambda: all(row["outcome"] for row in first.audit("--tool", "crud")))
    calls = first.audit("--tool", "crud")
    assert len(calls) >= len(stored), "a write has no audit row"
    assert {row["outcome"] for row in calls} <= {"ok", "unknown", "error"}
    assert first.run("audit", "--verify", check=False).returncode == 0


def test_rights_fall_on_every_node(nodes):
    first, second, _ = nodes
    key = first.key("--user", "built-in/admin", "--name", "falls")
    with httpx.Client(timeout=60) as http:
        assert {status(http, node, key) for node in [first, second]} == {200}
        second.run("user", "disable", "built-in/admin")
        wait_for("a refusal at both nodes", lambda: {status(http, node, key) for node in [first, second]} == {401})


def test_rights_taken_at_one_node_are_gone_at_both(nodes):
    """E08 A membership removed, a key revoked, a rule set: soon no call at either node has what was taken."""
    first, second, _ = nodes
    first.run("user", "add", "built-in/eve", "--password-stdin", stdin="correct horse battery\n")
    first.run("member", "add", "main", "built-in/eve", "--role", "reader")
    key = first.key("--user", "built-in/eve", "--name", "eve")

    def read(http, node):
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "crud", "arguments": {"resource": "notes", "action": "list"}}}
        answer = http.post(node.mcp, headers={"Authorization": f"Bearer {key}"}, json=body)
        return answer.status_code if answer.status_code != 200 else answer.json()["result"].get("isError", False)

    def both_answer(expected):
        wait_for(f"{expected} at both nodes", lambda: {read(http, node) for node in [first, second]} == {expected})

    with httpx.Client(timeout=60) as http:
        both_answer(False)
        second.run("rule", "set", "main", "reader", "main", "notes", "--actions", "view", "--deny")
        both_answer(True)
        rules = json.loads(first.run("rule", "list", "main", "--json").stdout)
        first.run("rule", "remove", str(rules[0]["id"]))
        both_answer(False)
        first.run("member", "remove", "main", "built-in/eve")
        both_answer(True)
        held = next(row for row in json.loads(second.run("key", "list", "--json").stdout) if row["name"] == "eve")
        second.run("key", "revoke", str(held["id"]))
        both_answer(401)


def test_a_session_of_one_node_is_served_by_the_other(nodes):
    """What one node begins in an older revision, the other goes on with; a session, where one is given, is a sealed value that no node has alone."""
    first, second, _ = nodes
    key = first.key("--user", "built-in/admin")
    headers = {"Authorization": f"Bearer {key}", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    with httpx.Client(timeout=60, headers=headers) as http:
        begun = http.post(first.mcp, json={"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello})
        given = begun.headers.get("mcp-session-id")
        session = {"Mcp-Session-Id": given} if given else {}
        for node in [second, first, second]:
            answer = http.post(node.mcp, headers=session, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})
            assert answer.status_code == 200 and answer.json()["result"]["tools"]
        stranger = {"Mcp-Session-Id": (given or "0123456789abcdef")[:-4] + "AAAA"}
        assert http.post(second.mcp, headers=stranger, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}).status_code == 404


def at_once(count, body):
    """What so many calls give that begin together."""
    barrier = threading.Barrier(count)

    def one(number):
        barrier.wait()
        return body(number)

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def test_a08_i21_what_is_redeemed_once_is_redeemed_once_on_both_nodes(nodes, tmp_path):
    """A08 I21 A code and a refresh token, each shown fifty times at the same moment to both nodes."""
    first, second, _ = nodes
    callback = "http://127.0.0.1:7777/callback"
    application = json.loads(first.run("application", "add", "built-in/program", "--redirect", callback, "--public").stdout)
    first.run("user", "add", "built-in/ann", "--password-stdin", stdin="a long password of ann\n")
    first.run("member", "add", "main", "built-in/ann", "--role", "reader")

    def token(number, **form):
        """Half of the calls go to each node."""
        node = [first, second][number % 2]
        return httpx.post(
            f"{node.url}/api/login/oauth/access_token", data={"client_id": application["client_id"], **form}, timeout=60,
            headers={"Host": first.public.removeprefix("http://")})

    with balanced(tmp_path, first, second) as url:
        first_url, first.url = first.url, url
        ann = Person(first, "built-in/ann", "a long password of ann")
        first.url = first_url

        def sign_in():
            verifier = secrets.token_urlsafe(48)
            challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
            asked = httpx.URL(f"{url}/login/oauth/authorize", params={
                "response_type": "code", "client_id": application["client_id"], "redirect_uri": callback, "scope": "mcp offline_access", "state": "s",
                "code_challenge": challenge, "code_challenge_method": "S256"})
            ann.house.url, kept = url, ann.house.url
            back = ann.answer(str(asked))
            ann.house.url = kept
            return {"grant_type": "authorization_code", "code": query(back)["code"], "redirect_uri": callback, "code_verifier": verifier}

        grant = sign_in()
        answers = at_once(50, lambda number: token(number, **grant))
        assert sorted(answer.status_code for answer in answers) == [200] + [400] * 49
        assert {answer.json()["error"] for answer in answers if answer.status_code == 400} == {"invalid_grant"}

        issued = token(0, **sign_in()).json()
        answers = at_once(50, lambda number: token(number, grant_type="refresh_token", refresh_token=issued["refresh_token"]))
        assert {answer.status_code for answer in answers} == {200}, [answer.text for answer in answers if answer.status_code != 200]
        successors = {answer.json()["refresh_token"] for answer in answers}
        assert len(successors) == 1 and issued["refresh_token"] not in successors, "two lines of tokens"
        # The one line goes on, at either node.
        for number in range(4):
            answer = token(number, grant_type="refresh_token", refresh_token=successors.pop())
            assert answer.status_code == 200, answer.text
            successors.add(answer.json()["refresh_token"])
            with httpx.Client(timeout=60) as http:
                assert {status(http, node, answer.json()["access_token"]) for node in [first, second]} == {200}


def test_i22_a_signing_key_is_rotated_while_a_node_is_behind(nodes):
    """I22 Tokens under the old key and under the new one are good at both nodes."""
    first, second, _ = nodes
    robot = json.loads(first.run("application", "add", "built-in/robot", "--grant", "client_credentials", "--scopes", "read:application").stdout)

    def token(node):
        answer = httpx.post(
            f"{node.url}/api/login/oauth/access_token", timeout=60, headers={"Host": first.public.removeprefix("http://")},
            data={"grant_type": "client_credentials", "client_id": robot["client_id"], "client_secret": robot["client_secret"], "scope": "read:application"})
        assert answer.status_code == 200, answer.text
        return answer.json()["access_token"]

    old = [token(node) for node in [first, second]]
    # A node that stands still knows nothing of the new key.
    os.kill(second.process.pid, signal.SIGSTOP)
    try:
        first.run("signing-key", "rotate", "--overlap", "0")
        kid = lambda text: json.loads(base64.urlsafe_b64decode(text.split(".")[0] + "=="))["kid"]
        fresh = wait_for("the new key", lambda: (text := token(first)) and kid(text) != kid(old[0]) and text)
    finally:
        os.kill(second.process.pid, signal.SIGCONT)
    with httpx.Client(timeout=60) as http:
        for text in [*old, fresh, token(second)]:
            for node in [first, second]:
                assert status(http, node, text) == 200


def test_guesses_are_counted_by_both_nodes_together_and_survive_a_restart(nodes):
    """A50 Two nodes let through as many wrong passwords and registrations as one, a killed node forgets none, and a known browser goes on."""
    first, second, _ = nodes
    first.run("user", "add", "built-in/eve", "--password-stdin", stdin="correct horse battery\n")

    def sign_in(http, node, password):
        body = {"type": "login", "organization": "built-in", "username": "eve", "password": password}
        return http.post(f"{node.url}/api/login", json=body)

    def register(http, node):
        return http.post(f"{node.url}/register", json={"redirect_uris": ["https://app.example.org/cb"], "token_endpoint_auth_method": "none"})

    with httpx.Client(timeout=60) as owner, httpx.Client(timeout=60) as stranger:
        assert sign_in(owner, first, "correct horse battery").status_code == 200
        known = {name: value for name, value in owner.cookies.items() if "device" in name}
        assert len(known) == 1
        answers = [sign_in(stranger, [first, second][round % 2], "wrong").status_code for round in range(8)]
        assert answers == [401] * 5 + [429] * 3
        registered = [register(stranger, [first, second][round % 2]).status_code for round in range(34)]
        assert registered == [201] * 30 + [429] * 4
        second.stop(kill=True)
        second.start()
        assert sign_in(stranger, second, "correct horse battery").status_code in (200, 429)
        assert register(stranger, second).status_code == 429
    with httpx.Client(timeout=60, cookies=known) as browser:
        assert sign_in(browser, second, "correct horse battery").status_code == 200


def test_statements_of_one_caller_count_at_both_nodes(nodes):
    """I11 Three endless statements at one node leave the caller no place at the other, others go on there, and the place is back when they end."""
    first, second, _ = nodes
    first.run("user", "add", "built-in/eve", "--password-stdin", stdin="correct horse battery\n")
    first.run("member", "add", "main", "built-in/eve", "--role", "reader")
    for node, timeout in [(first, "600s"), (second, "5s")]:
        node.stop()
        node.start("--call-timeout", timeout)
    keys = {name: first.key("--user", f"built-in/{name}") for name in ["admin", "eve"]}

    def run(http, who):
        body = {"sql": "SELECT count(*) FROM notes"}
        answer = http.post(f"{second.url}/api/tools/run_sql", headers={"Authorization": f"Bearer {keys[who]}"}, json=body)
        return answer.json().get("error", {}).get("message", "ok")

    running = [sent(first, keys["eve"], "run_sql", sql="SELECT id FROM endless") for _ in range(3)]
    with httpx.Client(timeout=60) as http:
        wait_for("the other node to hear of them", lambda: "other run_sql calls ran" in run(http, "eve"))
        wait_for("a call of another", lambda: run(http, "admin") == "ok")
        assert "other run_sql calls ran" in run(http, "eve"), "they still run"
        for connection in running:
            connection.close()
        wait_for("the caller's places to be back", lambda: run(http, "eve") == "ok")


def test_streams_of_one_person_count_at_both_nodes(nodes):
    """G06 A person with all streams at one node gets none at the other, others do, and there is one again when one ends."""
    first, second, _ = nodes
    first.run("user", "add", "built-in/eve", "--password-stdin", stdin="correct horse battery\n")
    first.run("member", "add", "main", "built-in/eve", "--role", "reader")
    for node in [first, second]:
        node.stop()
        node.start("--streams-per-caller", "3")
    keys = {name: first.key("--user", f"built-in/{name}") for name in ["admin", "eve"]}

    def status(http, who):
        with http.stream("GET", f"{second.url}/api/sse", headers={"Authorization": f"Bearer {keys[who]}", "Accept": "text/event-stream"}) as stream:
            return stream.status_code

    with httpx.Client(timeout=60) as http, contextlib.ExitStack() as streams:
        for _ in range(3):
            headers = {"Authorization": f"Bearer {keys['eve']}", "Accept": "text/event-stream"}
            assert streams.enter_context(http.stream("GET", f"{first.url}/api/sse", headers=headers)).status_code == 200
        wait_for("the other node to hear of them", lambda: status(http, "eve") == 429)
        assert status(http, "admin") == 200
        streams.close()
        wait_for("a place to be free again", lambda: status(http, "eve") == 200)

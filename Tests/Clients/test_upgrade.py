"""Upgrades: the state of an older release is taken over, and nodes are replaced one by one while clients see nothing of it (I24).

The old nodes run the program that `GATEHOUSE_OLD_BINARY` names, which `scripts/upgrade OLD NEW` sets; without it the same one as the new nodes.
"""

import contextlib
import json
import os
import sqlite3
from pathlib import Path

import httpx
import pytest

import conftest
from cluster import PostgreSQL, free_port
from events import wait_for
from test_faults import call
from test_two_nodes import NOTES, Node, Writers, balanced, status

OLD = os.environ.get("GATEHOUSE_OLD_BINARY") or conftest.BINARY
# Of each engine what a program before the migration `access 4` left: a table, a rule, a data source, an application, two keys, the audit log.
STATES = Path(__file__).parent / "old_states"


class Release:
    """Runs what is inside with the program of another release."""

    def __init__(self, binary):
        self.binary = binary

    def __enter__(self):
        self.kept, conftest.BINARY = conftest.BINARY, self.binary

    def __exit__(self, *_):
        conftest.BINARY = self.kept


def test_i24_nodes_are_replaced_one_by_one(tmp_path):
    """I24 Old and new node together, then new ones alone: writes go on, nothing acknowledged is lost, keys stay good."""
    server = PostgreSQL.shared()
    with server.database("gate_state") as state, server.database("gate_data") as data:
        urls = [server.url("gate_state", state), server.url("gate_data", data)]
        public = f"http://127.0.0.1:{free_port()}"
        first, second = Node(tmp_path / "first", urls, public), Node(tmp_path / "second", urls, public)
        try:
            with Release(OLD):
                first.run("migrate")
                server.sql(*NOTES, database=data)
                (second.data / "secret.key").write_bytes((first.data / "secret.key").read_bytes())
                (second.data / "secret.key").chmod(0o600)
                key = first.key("--user", "built-in/admin")
                first.start()
                second.start()
            with balanced(tmp_path, first, second) as url, Writers(url, key) as writers:
                writers.wait_for(50)
                # The ports stay, so that the balancer finds the new nodes where the old ones were.
                for node in [first, second]:
                    at = node.url.rsplit(":", 1)[1]
                    assert node.stop() == 0
                    node.start("--port", at)
                    writers.wait_for(50)
                    with httpx.Client(timeout=60) as http:
                        assert {status(http, other, key) for other in [first, second]} == {200}
            stored = {int(row[0]) for row in server.sql("SELECT number FROM workspace_1.notes", database=data)}
            assert set(writers.acknowledged) <= stored <= set(writers.sent)
            assert first.run("audit", "--verify", check=False).returncode == 0
        finally:
            for node in [first, second]:
                node.stop(kill=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def old_house(request, tmp_path):
    """A house with the state of an older release, and what its clients hold."""
    engine = request.param
    facts = json.loads((STATES / f"{engine}.json").read_text())
    with contextlib.ExitStack() as stack:
        if engine == "sqlite":
            house = conftest.Gatehouse(tmp_path / "old")
            (house.data / "workspaces").mkdir(parents=True, mode=0o700)
            for kind, file in [("state", "state.db"), ("data", "workspaces/1.db")]:
                with contextlib.closing(sqlite3.connect(house.data / file)) as database:
                    database.executescript((STATES / f"sqlite.{kind}.sql").read_text())
        else:
            server, urls = PostgreSQL.shared(), []
            for kind in ["state", "data"]:
                name = stack.enter_context(server.database(f"gate_{kind}"))
                server.load(STATES / f"postgresql.{kind}.sql", f"gate_{kind}", name)
                urls.append(server.url(f"gate_{kind}", name))
            house = Node(tmp_path / "old", urls, f"http://127.0.0.1:{free_port()}")
        (house.data / "secret.key").write_bytes(bytes.fromhex(facts["secret.key"]))
        (house.data / "secret.key").chmod(0o600)
        yield house, facts
        house.stop(kill=True)


def test_the_state_of_an_older_release_is_taken_over(old_house):
    """I24 Keys, passwords, applications, sealed secrets, rules, rows and the audit log count as before, also after a second start."""
    house, facts = old_house
    for number in [5, 6]:
        house.start()
        with httpx.Client(timeout=60) as http:

            def crud(key, action, **arguments):
                return call(http, house.mcp, facts["keys"][key], "crud", resource="notes", action=action, **arguments).json()["result"]

            listed = json.loads(crud("eve", "list")["content"][0]["text"])
            assert listed["data"] == [{"id": 1, "number": 1}, {"id": 2, "number": 2}]
            assert crud("eve", "destroy", filterByTk=1)["isError"]
            assert not crud("admin", "create", values={"id": number, "number": number}).get("isError")
            wanted = {"type": "login", "organization": "built-in", "username": "eve", "password": "correct horse eve"}
            host = {"Host": house.public.removeprefix("http://")} if isinstance(house, Node) else {}
            assert http.post(f"{house.url}/api/login", json=wanted, headers=host).status_code == 200
            form = {"grant_type": "client_credentials", "scope": "read:application", **facts["robot"]}
            token = http.post(f"{house.url}/api/login/oauth/access_token", data=form, headers=host).json()["access_token"]
            assert not call(http, house.mcp, token, "get_applications", owner="built-in").json()["result"].get("isError")
        assert house.stop() == 0
    tested = house.run("source", "test", "billing", check=False)
    assert "cannot be reached" in tested.stdout + tested.stderr, "its password is not opened"
    made = wait_for("the rows", lambda: [row for row in house.audit("--tool", "crud") if row["objects"] and row["outcome"] == "ok"])
    assert len(made) >= 3
    assert house.run("audit", "--verify").stdout == "intact\n"

"""Nodes and the audit log: what a dead process left open is closed by another one, a paused one writes its outcome after that (I25, I26), pruning (E14)."""

import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import threading

import httpx
import pytest

from cluster import PostgreSQL
from conftest import BINARY
from events import wait_for
from test_durability import create
from test_two_nodes import nodes  # noqa: F401 (a fixture)


def calls(house, tool, outcome):
    return [row for row in house.audit("--tool", tool) if row["outcome"] == outcome]


@contextlib.contextmanager
def in_flight(house, key, number):
    """A writing call that its caller no longer waits for at the end, at the latest."""

    def call():
        with contextlib.suppress(httpx.HTTPError), httpx.Client(timeout=60) as http:
            create(http, house.mcp, key, number)

    thread = threading.Thread(target=call)
    thread.start()
    try:
        yield thread
    finally:
        house.stop(kill=True)
        thread.join()


def locked_notes(database):
    """Keeps every write to the table `notes` waiting until the block ends, or what it yields is called."""
    return PostgreSQL.shared().holding("LOCK TABLE workspace_1.notes", database)


@pytest.fixture
def house(fresh):
    """A server with a table `notes`, and a key for it."""
    fresh.migrate()
    with contextlib.closing(sqlite3.connect(fresh.data / "workspaces" / "1.db")) as database:
        database.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE)")
    return fresh, fresh.key("--user", "built-in/admin")


def test_i25_what_a_killed_server_left_open_is_closed_by_the_next_command(house):
    """I25 No server has to come back for it, and none under the same host name."""
    house, key = house
    house.start()
    with contextlib.closing(sqlite3.connect(house.data / "workspaces" / "1.db", isolation_level=None)) as blocker:
        blocker.execute("BEGIN IMMEDIATE")
        with in_flight(house, key, 1):
            wait_for("the intent", lambda: calls(house, "crud", None))
            house.stop(kill=True)
        assert len(calls(house, "crud", "unknown")) == 1
    assert house.run("audit", "--verify").stdout == "intact\n"


def test_i25_what_a_killed_command_left_open_is_closed_by_the_running_server(house):
    """I25 The command waits for a database that never answers."""
    house, _ = house
    house.start()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgres://someone@127.0.0.1:{silent.getsockname()[1]}/nothing?sslmode=disable"
        command = subprocess.Popen(
            [BINARY, "source", "add", "silent", address], env=house.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for("the intent", lambda: calls(house, "data_sources_add", None))
        finally:
            command.kill()
            command.wait()
    state = sqlite3.connect(f"file:{house.data}/state.db?mode=ro", uri=True)
    with contextlib.closing(state):
        # The server does it: no other command runs meanwhile.
        wait_for("the outcome", lambda: state.execute(
            "SELECT 1 FROM audit o JOIN audit i ON i.call_id = o.call_id WHERE i.tool = 'data_sources_add' AND o.outcome = 'unknown'").fetchall())
        ends = state.execute("SELECT process FROM audit_heads WHERE node = 'terminal'").fetchall()
        assert ends == [(None,)], "the command's chain is not ended"
    assert house.run("audit", "--verify").stdout == "intact\n"


def test_i25_a_paused_server_beside_sqlite_is_not_dead(house):
    """I25 Its lock says that it lives, however long it stands still: its call has one outcome."""
    house, key = house
    house.start("--call-timeout", "600s")
    with contextlib.closing(sqlite3.connect(house.data / "workspaces" / "1.db", isolation_level=None)) as blocker:
        blocker.execute("BEGIN IMMEDIATE")
        with in_flight(house, key, 1) as caller:
            wait_for("the intent", lambda: calls(house, "crud", None))
            os.kill(house.process.pid, signal.SIGSTOP)
            try:
                # Each command looks for dead processes when it starts.
                for _ in range(3):
                    assert len(calls(house, "crud", None)) == 1
            finally:
                os.kill(house.process.pid, signal.SIGCONT)
            blocker.execute("ROLLBACK")
            caller.join()
            wait_for("the outcome", lambda: calls(house, "crud", "ok"))
    assert house.run("audit", "--verify").stdout == "intact\n"


def test_i25_i26_nodes_on_one_state(nodes):  # noqa: F811
    """I25 I26 Two nodes on one host have two chains; a paused one is closed by the other, and its late outcome is added and holds; a killed one is closed."""
    first, second, sql = nodes
    database = sql("SELECT current_database()")[0][0]
    state = first.urls[0].split("/")[-1].split("?")[0]

    def kinds(call):
        return [tuple(row) for row in sql(f"SELECT kind, outcome FROM audit WHERE call_id = '{call}'", database=state)]

    key = first.key("--user", "built-in/admin")
    with httpx.Client(timeout=60) as http:
        for number, node in enumerate([first, second]):
            assert "result" in create(http, node.mcp, key, number).json()
    made = wait_for("both rows", lambda: (rows := calls(first, "crud", "ok")) and len(rows) == 2 and rows)
    assert len({row["node"] for row in made}) == 2, "two nodes share a chain"

    with locked_notes(database) as release:
        with in_flight(first, key, 10) as caller:
            call = wait_for("the intent", lambda: calls(second, "crud", None))[0]["id"]
            os.kill(first.process.pid, signal.SIGSTOP)
            try:
                wait_for("unknown", lambda: calls(second, "crud", "unknown"))
                release()
            finally:
                os.kill(first.process.pid, signal.SIGCONT)
            caller.join()
            wait_for("the late outcome", lambda: [row for row in calls(second, "crud", "ok") if row["id"] == call])
            assert sorted(kinds(call)) == [("intent", ""), ("outcome", "ok"), ("outcome", "unknown")], "a row was written over"
            # The node goes on, and what it does is logged.
            with httpx.Client(timeout=60) as http:
                assert "result" in create(http, first.mcp, key, 11).json()
    assert second.run("audit", "--verify").stdout == "intact\n"

    first.start()
    with locked_notes(database):
        with in_flight(first, key, 20):
            call = wait_for("the intent", lambda: calls(second, "crud", None))[0]["id"]
            first.stop(kill=True)
            wait_for("unknown", lambda: [row for row in calls(second, "crud", "unknown") if row["id"] == call])
    assert second.run("audit", "--verify").stdout == "intact\n"


def test_e14_old_rows_are_removed_beside_a_running_server(house):
    """E14 What is left is verifiable, the server goes on, and the removal is in the log."""
    house, key = house
    house.start()
    with httpx.Client(timeout=60) as http:
        for number in range(5):
            assert "result" in create(http, house.mcp, key, number).json()
        time_of = lambda row: row["time"]
        rows = wait_for("the rows", lambda: (rows := calls(house, "crud", "ok")) and len(rows) == 5 and rows)
        done = house.run("audit", "prune", "--before", time_of(rows[3]))
        assert int(done.stdout.split()[0]) >= 6, done.stdout
        assert [row["id"] for row in calls(house, "crud", "ok")] == [row["id"] for row in rows[3:]]
        assert house.run("audit", "--verify").stdout == "intact\n"
        assert "result" in create(http, house.mcp, key, 6).json()
    pruned = calls(house, "audit_prune", "ok")
    assert [row["caller"] for row in pruned] == ["terminal"] and pruned[0]["objects"] == [f"before/{time_of(rows[3])}"]
    with contextlib.closing(sqlite3.connect(house.data / "state.db")) as state, state:
        state.execute("UPDATE audit SET tool = 'nothing' WHERE tool = 'audit_prune'")
    assert house.run("audit", "--verify", check=False).returncode == 3
    refused = house.run("audit", "prune", "--before", time_of(rows[4]), check=False)
    assert refused.returncode == 1 and "changed from outside" in refused.stderr
    assert house.run("audit", "prune", "--before", "2999-01-01T00:00:00Z", check=False).returncode == 2

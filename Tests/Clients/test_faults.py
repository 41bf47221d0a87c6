"""Faults of the machine around one server: a backup under load, no descriptors left, a key with little that asks for much."""

import contextlib
import itertools
import os
import socket
import sqlite3
import threading
from pathlib import Path

import httpx

from conftest import Gatehouse
from events import wait_for
from test_durability import create


def call(http, url, key, name, **arguments):
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    return http.post(url, headers={"Authorization": f"Bearer {key}", "MCP-Protocol-Version": "2025-06-18"}, json=body)


def notes(house):
    house.migrate()
    with contextlib.closing(sqlite3.connect(house.data / "workspaces" / "1.db")) as database, database:
        database.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE)")


def stored(data):
    with contextlib.closing(sqlite3.connect(data / "workspaces" / "1.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return {row[0] for row in database.execute("SELECT number FROM notes")}


def test_i06_a_backup_under_load_is_whole(fresh, tmp_path_factory):
    """I06 What was acknowledged before it began is in it; it opens elsewhere, and its keys are good."""
    notes(fresh)
    key = fresh.key("--user", "built-in/admin")
    fresh.start()
    acknowledged, stop = [], threading.Event()

    def write(first):
        with httpx.Client(timeout=60) as http:
            number = first
            while not stop.is_set():
                if "result" in create(http, fresh.mcp, key, number).json():
                    acknowledged.append(number)
                number += 1

    writers = [threading.Thread(target=write, args=(writer * 1_000_000,)) for writer in range(3)]
    for writer in writers:
        writer.start()
    wait_for("fifty writes", lambda: len(acknowledged) >= 50)
    # Repeated until something was written during the backup.
    for number in itertools.count():
        before = set(acknowledged)
        copy = tmp_path_factory.mktemp("restored") / f"copy{number}"
        fresh.run("backup", str(copy))
        if set(acknowledged) > before:
            break
    stop.set()
    for writer in writers:
        writer.join()
    assert before <= stored(copy)
    restored = Gatehouse(Path(copy))
    try:
        restored.start()
        with httpx.Client(timeout=60) as http:
            assert call(http, restored.mcp, key, "whoami").status_code == 200
        assert restored.run("audit", "--verify", check=False).returncode == 0
    finally:
        restored.stop(kill=True)


def test_i15_no_descriptors_left(fresh):
    """I15 Connections that find none wait; the server lives, does not spin, and serves as soon as some are free."""
    notes(fresh)
    key = fresh.key("--user", "built-in/admin")
    fresh.launcher = ["prlimit", "--nofile=192:192"]
    fresh.start()
    pid = fresh.process.pid
    port = int(fresh.url.rsplit(":", 1)[1])
    held = []
    for _ in range(200):
        peer = socket.socket()
        peer.setblocking(False)
        peer.connect_ex(("127.0.0.1", port))
        held.append(peer)

    def is_asleep():
        """Whether no thread of the server runs or wants to."""
        states = {task.joinpath("stat").read_text().rsplit(") ", 1)[1][0] for task in Path(f"/proc/{pid}/task").iterdir()}
        return states == {"S"}

    def serves():
        with contextlib.suppress(httpx.HTTPError):
            return call(httpx, fresh.mcp, key, "whoami").status_code == 200

    def taken():
        """How many of the connections the server has taken."""
        return sum(os.readlink(file).startswith("socket:") for file in Path(f"/proc/{pid}/fd").iterdir())

    # The server keeps 64 descriptors for all else.
    wait_for("as many connections as it takes", lambda: taken() >= 192 - 64)
    # One that tries again and again never sleeps.
    for _ in range(20):
        wait_for("its sleep", is_asleep)
    for peer in held:
        peer.close()
    wait_for("a served call", serves)
    assert fresh.process.poll() is None


def test_c52_a_key_that_can_only_read(fresh):
    """C52 Listed with the actions that it may use; every other is refused, and nothing is changed."""
    notes(fresh)
    fresh.run("user", "add", "built-in/eve", "--password-stdin", stdin="correct horse battery\n")
    fresh.run("member", "add", "main", "built-in/eve", "--role", "reader")
    narrow = fresh.key("--user", "built-in/admin", "--scopes", "read:record")
    reader = fresh.key("--user", "built-in/eve")
    fresh.start()
    writing = {"create": {"values": {"number": 1}}, "update": {"filterByTk": 1, "values": {"number": 2}}, "destroy": {"filterByTk": 1}}
    with httpx.Client(timeout=60) as http:
        listed = http.post(fresh.mcp, headers={"Authorization": f"Bearer {narrow}"}, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).json()
        tools = {tool["name"]: tool for tool in listed["result"]["tools"]}
        actions = tools["crud"]["inputSchema"]["properties"]["action"]["enum"]
        assert set(actions).isdisjoint(writing) and "list" in actions
        assert "data_sources_add" not in tools and "run_sql" not in tools
        for action, arguments in writing.items():
            refused = call(http, fresh.mcp, narrow, "crud", resource="notes", action=action, **arguments)
            assert refused.status_code == 403 and refused.json()["error"]["message"] == "insufficient_scope"
            refused = call(http, fresh.mcp, reader, "crud", resource="notes", action=action, **arguments).json()["result"]
            assert refused["isError"] and refused["structuredContent"]["error"]["code"] == "forbidden"
    fresh.stop()
    assert stored(fresh.data) == set()

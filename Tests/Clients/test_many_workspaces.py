"""Many workspaces with two data sources each, served in turn by one process whose open databases are bounded (I27)."""

import concurrent.futures
import contextlib
import os
import re
import sqlite3
from pathlib import Path

import httpx

# `make soak` has 2,000 of them, with the limit that holds without a setting.
WORKSPACES = int(os.environ.get("GATEHOUSE_WORKSPACES", "80"))
LIMIT = 256 if WORKSPACES >= 2_000 else 12
CALLERS = 3
# A SQLite database has a writer, a reader of the counter and up to eight readers; each has the file and its log.
DESCRIPTORS_EACH = 32


def fill(house, folder):
    """Workspaces beside `main`, each with the sources `one` and `two`, written as the server itself would."""
    for name in ["one", "two"]:
        with contextlib.closing(sqlite3.connect(folder / f"{name}.db")) as database:
            database.executescript(f"CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO things VALUES (1, '{name}')")
    with contextlib.closing(sqlite3.connect(house.data / "state.db")) as state:
        owner, user = state.execute("SELECT organization_id, id FROM users WHERE name = 'admin'").fetchone()
        role = state.execute("SELECT id FROM roles WHERE name = 'admin' AND organization_id = ?", [owner]).fetchone()[0]
        for number in range(WORKSPACES):
            name = f"w{number}"
            made = state.execute("INSERT INTO workspaces (organization_id, name, title, created_at) VALUES (?, ?, ?, 0)", [owner, name, name])
            state.execute(
                "INSERT INTO memberships (workspace_id, kind, member_id, role_id, created_at) VALUES (?, 'user', ?, ?, 0)",
                [made.lastrowid, user, role])
            for source in ["one", "two"]:
                state.execute(
                    "INSERT INTO data_sources (workspace_id, name, title, url, created_at) VALUES (?, ?, ?, ?, 0)",
                    [made.lastrowid, source, source, f"sqlite://{folder}/{source}.db"])
        state.commit()


def held(house):
    """Open databases, descriptors and threads of the server."""
    process = Path(f"/proc/{house.process.pid}")
    gauge = re.search(r"^gatehouse_open_databases (\d+)", httpx.get(f"{house.url}/metrics").text, re.MULTILINE)
    return int(gauge[1]), len(list((process / "fd").iterdir())), len(list((process / "task").iterdir()))


def test_i27_many_workspaces_are_served_in_turn(fresh, tmp_path_factory):
    """I27 Each call is served, and what the process holds stays within the limit."""
    house = fresh.migrate()
    fill(house, tmp_path_factory.mktemp("sources"))
    key = house.key("--user", "built-in/admin")
    house.settings = {"GATEHOUSE_OPEN_DATABASES": str(LIMIT), "GATEHOUSE_LOG_LEVEL": "warning"}
    house.start()
    failures, most = [], (0, 0, 0)
    _, descriptors, threads = held(house)
    with httpx.Client(headers={"Authorization": f"Bearer {key}"}, timeout=60) as client:

        def call(workspace, name, arguments):
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
            fields = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
            answer = client.post(f"{house.url}/api/__app/{workspace}/mcp", json=body, headers=fields)
            result = answer.json().get("result", {"isError": True})
            if answer.status_code != 200 or result.get("isError"):
                failures.append(answer.text)
            return result.get("structuredContent", {})

        def visit(number):
            for source in ["one", "two"]:
                row = call(f"w{number}", "crud", {"resource": "things", "action": "get", "dataSource": source, "filterByTk": 1})
                rows = call(f"w{number}", "run_sql", {"sql": "SELECT name FROM things", "dataSource": source})
                if row.get("data", {}).get("name") != source or rows.get("rows") != [[source]]:
                    failures.append(f"w{number}/{source}: {row} {rows}")
            call(f"w{number}", "run_sql", {"sql": "SELECT 1"})

        with concurrent.futures.ThreadPoolExecutor(CALLERS) as callers:
            for done in range(0, WORKSPACES, 16):
                list(callers.map(visit, range(done, min(done + 16, WORKSPACES))))
                most = tuple(max(pair) for pair in zip(most, held(house)))
            # Once more, in another order: each one is opened again.
            list(callers.map(visit, reversed(range(min(WORKSPACES, 200)))))
            most = tuple(max(pair) for pair in zip(most, held(house)))
    assert not failures, failures[:3]
    assert most[0] <= LIMIT, most
    assert most[1] <= descriptors + LIMIT * DESCRIPTORS_EACH, most
    # Each open database has a few threads of its own; those of the pools beside them are few.
    assert most[2] <= threads + LIMIT * 10, most
    assert house.stop() == 0

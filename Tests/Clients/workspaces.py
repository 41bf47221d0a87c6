"""Many workspaces with two data sources each, and calls that visit them in turn."""

import asyncio
import contextlib
import json
import re
import sqlite3
import urllib.request
from pathlib import Path

from crowd import Line, called, refusal

SOURCES = ["one", "two"]
# A SQLite database has a writer, a reader of the counter and up to eight readers; each has the file and its log.
DESCRIPTORS_EACH = 32


def fill(data, folder, count):
    """Workspaces beside `main`, each with the sources `one` and `two`, written as the server itself would."""
    for name in SOURCES:
        with contextlib.closing(sqlite3.connect(folder / f"{name}.db")) as database:
            database.executescript(f"CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO things VALUES (1, '{name}')")
    with contextlib.closing(sqlite3.connect(data / "state.db")) as state:
        owner, user = state.execute("SELECT organization_id, id FROM users WHERE name = 'admin'").fetchone()
        role = state.execute("SELECT id FROM roles WHERE name = 'admin' AND organization_id = ?", [owner]).fetchone()[0]
        for number in range(count):
            name = f"w{number}"
            made = state.execute("INSERT INTO workspaces (organization_id, name, title, created_at) VALUES (?, ?, ?, 0)", [owner, name, name])
            state.execute(
                "INSERT INTO memberships (workspace_id, kind, member_id, role_id, created_at) VALUES (?, 'user', ?, ?, 0)",
                [made.lastrowid, user, role])
            for source in SOURCES:
                state.execute(
                    "INSERT INTO data_sources (workspace_id, name, title, url, created_at) VALUES (?, ?, ?, ?, 0)",
                    [made.lastrowid, source, source, f"sqlite://{folder}/{source}.db"])
        state.commit()


def held(pid, origin):
    """Open databases, descriptors and threads of the server."""
    process = Path(f"/proc/{pid}")
    with urllib.request.urlopen(f"{origin}/metrics") as answer:
        gauge = re.search(r"^gatehouse_open_databases (\d+)", answer.read().decode(), re.MULTILINE)
    return int(gauge[1]), len(list((process / "fd").iterdir())), len(list((process / "task").iterdir()))


async def visit(line, key, number):
    """Why calls in a workspace were not served, or had the rows of another; and how many there were."""
    failures, path = [], f"/api/__app/w{number}/mcp"

    async def rows(tool, **arguments):
        status, _, body = await line.send(line.request(called(tool, **arguments), path, Authorization=f"Bearer {key}"))
        if found := refusal(status, body):
            failures.append(f"w{number} {tool}: {found}")
            return {}
        return json.loads(body)["result"]["structuredContent"]

    for source in SOURCES:
        row = await rows("crud", resource="things", action="get", dataSource=source, filterByTk=1)
        found = await rows("run_sql", sql="SELECT name FROM things", dataSource=source)
        if row.get("data", {}).get("name") != source or found.get("rows") != [[source]]:
            failures.append(f"w{number}/{source}: {row} {found}")
    await rows("run_sql", sql="SELECT 1")
    return failures


async def visit_all(origin, pid, key, order, callers=3):
    """Visits them, a few at a time; what failed, and the most that was held at any time."""
    failures, most, rest = [], (0, 0, 0), iter(order)

    async def work():
        nonlocal most
        async with Line(origin) as line:
            for number in rest:
                failures.extend(await visit(line, key, number))
                if number % 16 == 0:
                    most = tuple(max(pair) for pair in zip(most, held(pid, origin)))

    await asyncio.gather(*[work() for _ in range(callers)])
    return failures, tuple(max(pair) for pair in zip(most, held(pid, origin)))

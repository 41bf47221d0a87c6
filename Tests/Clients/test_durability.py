"""kill -9 during writes: what was acknowledged is there, the file is whole, and every write has its audit row (I01)."""

import sqlite3
import threading

import httpx
import pytest

ROUNDS = 20
WRITERS = 4


def create(http, url, key, number):
    return http.post(
        url,
        headers={"Authorization": f"Bearer {key}"},
        json={
            "jsonrpc": "2.0", "id": number, "method": "tools/call",
            "params": {"name": "crud", "arguments": {"resource": "notes", "action": "create", "values": {"number": number}}},
        },
    )


def write_until_killed(url, key, first, acknowledged, sent, started):
    number = first
    with httpx.Client(timeout=60) as http:
        while True:
            sent.append(number)
            try:
                answer = create(http, url, key, number).json()
            except (httpx.HTTPError, ValueError):
                return
            if "result" in answer and not answer["result"].get("isError"):
                acknowledged.append(number)
                started.set()
            number += 1


def test_i01_no_acknowledged_write_is_lost(fresh):
    """I01 Twenty times, each after some writes were acknowledged."""
    fresh.migrate()
    main = fresh.data / "workspaces" / "1.db"
    with sqlite3.connect(main) as database:
        database.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE)")
    database.close()
    key = fresh.key("--user", "built-in/admin")
    acknowledged, sent = [], []
    for round in range(ROUNDS):
        fresh.start()
        started = threading.Event()
        writers = [
            threading.Thread(
                target=write_until_killed,
                args=(fresh.mcp, key, (round * WRITERS + writer) * 100_000, acknowledged, sent, started),
            )
            for writer in range(WRITERS)
        ]
        for writer in writers:
            writer.start()
        assert started.wait(60), "no write was acknowledged"
        fresh.stop(kill=True)
        for writer in writers:
            writer.join()

    fresh.start()
    assert fresh.stop() == 0
    for file in [main, fresh.data / "state.db"]:
        database = sqlite3.connect(file)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        database.close()
    database = sqlite3.connect(main)
    stored = {row[0] for row in database.execute("SELECT number FROM notes")}
    database.close()
    assert set(acknowledged) <= stored, "an acknowledged write is lost"
    assert stored <= set(sent)

    calls = [row for row in fresh.audit() if row["tool"] == "crud"]
    assert len(calls) >= len(stored), "a write has no audit row"
    outcomes = {row["outcome"] for row in calls}
    assert outcomes <= {"ok", "unknown", "error"}
    assert sum(row["outcome"] == "ok" for row in calls) <= len(stored) <= len(calls)
    assert fresh.run("audit", "--verify", check=False).returncode == 0

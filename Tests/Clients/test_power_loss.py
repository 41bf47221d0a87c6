"""A power cut, as a model: everything that was written and not synced is gone, and what was acknowledged is still there (I04)."""

import contextlib
import shutil
import sqlite3
import subprocess
from pathlib import Path

import httpx
import pytest

from test_durability import create

WRITES = 40


@pytest.fixture(scope="module")
def shim(tmp_path_factory):
    """The library that keeps what was synced."""
    library = tmp_path_factory.mktemp("power") / "power.so"
    compiler = shutil.which("clang") or shutil.which("cc")
    source = Path(__file__).parent / "power.c"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"], check=True)
    return library


def cut_the_power(data, durable):
    """Puts the synced copies in the place of every database file; what was never synced is not there."""
    for file in [*data.glob("*.db*"), *data.glob("workspaces/*.db*")]:
        kept = durable / str(file.relative_to(data)).replace("/", "!")
        if kept.exists():
            shutil.copyfile(kept, file)
        elif not file.name.endswith(".db"):
            file.unlink()


def test_i04_what_was_acknowledged_survives_a_power_cut(fresh, shim, tmp_path_factory):
    """I04 Rows, keys and what takes rights away: each acknowledged, then all that was not synced is lost."""
    durable = tmp_path_factory.mktemp("durable")
    fresh.migrate()
    main = fresh.data / "workspaces" / "1.db"
    with contextlib.closing(sqlite3.connect(main)) as database, database:
        database.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE)")
    plain = fresh.environment
    power = {"LD_PRELOAD": str(shim), "POWER_ROOT": f"{fresh.data}/", "POWER_DURABLE": str(durable)}
    fresh.environment = lambda **more: plain(**power, **more)
    key = fresh.key("--user", "built-in/admin", "--name", "kept")
    fresh.run("user", "add", "built-in/eve", "--password-stdin", stdin="correct horse battery\n")
    lost = fresh.key("--user", "built-in/eve", "--name", "taken")
    fresh.start()
    acknowledged = []
    with httpx.Client(timeout=60) as http:
        for number in range(WRITES):
            answer = create(http, fresh.mcp, key, number).json()
            assert "result" in answer and not answer["result"].get("isError"), answer
            acknowledged.append(number)
    fresh.run("user", "disable", "built-in/eve")
    fresh.stop(kill=True)
    assert any(durable.iterdir()), "nothing was ever synced"
    cut_the_power(fresh.data, durable)
    fresh.environment = plain
    for file in [main, fresh.data / "state.db"]:
        with contextlib.closing(sqlite3.connect(file)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with contextlib.closing(sqlite3.connect(main)) as database:
        stored = {row[0] for row in database.execute("SELECT number FROM notes")}
    assert set(acknowledged) <= stored, "an acknowledged write is lost"
    fresh.start()
    who = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "whoami", "arguments": {}}}
    with httpx.Client(timeout=60) as http:
        assert http.post(fresh.mcp, headers={"Authorization": f"Bearer {key}"}, json=who).status_code == 200, "an acknowledged key is lost"
        assert http.post(fresh.mcp, headers={"Authorization": f"Bearer {lost}"}, json=who).status_code == 401, "a right that was taken is back"
    intents = [row for row in fresh.audit() if row["tool"] == "crud"]
    assert len(intents) >= len(stored), "a write has no audit row"
    assert fresh.run("audit", "--verify", check=False).returncode == 0

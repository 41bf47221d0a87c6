"""Two nodes on one PostgreSQL behind nginx: a node dies in mid-load, rights fall on both (I20, E08)."""

import shutil
import threading
import time

import httpx
import pytest

from cluster import nginx, postgresql
from conftest import Gatehouse
from test_durability import create

WRITERS = 4


class Node(Gatehouse):
    """A node whose state and data are in PostgreSQL; its folder holds the key alone."""

    def __init__(self, data, urls):
        data.mkdir()
        super().__init__(data)
        self.urls = urls

    def environment(self, **more):
        return super().environment(GATEHOUSE_DATABASE=self.urls[0], GATEHOUSE_DATA_DATABASE=self.urls[1], **more)


@pytest.fixture
def nodes(tmp_path):
    with postgresql() as (sql, port):
        sql("CREATE ROLE gate_state LOGIN", "CREATE ROLE gate_data LOGIN", "CREATE DATABASE state OWNER gate_state", "CREATE DATABASE data OWNER gate_data")
        urls = [f"postgres://gate_{name}@127.0.0.1:{port}/{name}?sslmode=disable" for name in ["state", "data"]]
        first = Node(tmp_path / "first", urls)
        first.run("migrate")
        sql(
            "SET ROLE gate_data", "CREATE SCHEMA IF NOT EXISTS workspace_1",
            "CREATE TABLE workspace_1.notes (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, number BIGINT NOT NULL UNIQUE)", database="data")
        second = Node(tmp_path / "second", urls)
        # What one node seals, the other must be able to open.
        shutil.copy(first.data / "secret.key", second.data / "secret.key")
        try:
            yield first.start(), second.start(), sql
        finally:
            for node in [first, second]:
                node.stop(kill=True)


class Writers:
    """Clients that never stop, each with numbers of its own."""

    def __init__(self, url, key):
        self.acknowledged, self.sent, self.stopped = [], [], threading.Event()
        self.threads = [threading.Thread(target=self.write, args=(f"{url}/api/mcp", key, writer * 1_000_000)) for writer in range(WRITERS)]

    def write(self, url, key, number):
        with httpx.Client(timeout=20) as http:
            while not self.stopped.is_set():
                self.sent.append(number)
                try:
                    answer = create(http, url, key, number).json()
                    if "result" in answer and not answer["result"].get("isError"):
                        self.acknowledged.append(number)
                except (httpx.HTTPError, ValueError):
                    time.sleep(0.02)
                number += 1

    def wait_for(self, more):
        """Waits until so many more calls than now are acknowledged."""
        goal, deadline = len(self.acknowledged) + more, time.monotonic() + 30
        while len(self.acknowledged) < goal:
            assert time.monotonic() < deadline, f"{len(self.acknowledged)} of {goal} acknowledged"
            time.sleep(0.02)

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
    first, second, sql = nodes
    key = first.key("--user", "built-in/admin")
    with nginx(tmp_path, [node.url.rsplit(":", 1)[1] for node in [first, second]]) as url:
        with Writers(url, key) as writers:
            writers.wait_for(200)
            first.stop(kill=True)
            writers.wait_for(200)
            first.start()
            writers.wait_for(100)
    stored = {int(row[0]) for row in sql("SELECT number FROM workspace_1.notes", database="data")}
    assert set(writers.acknowledged) <= stored, "an acknowledged write is lost"
    assert stored <= set(writers.sent)
    calls = [row for row in first.audit() if row["tool"] == "crud"]
    assert len(calls) >= len(stored), "a write has no audit row"
    assert {row["outcome"] for row in calls} <= {"ok", "unknown", "error"}
    assert first.run("audit", "--verify", check=False).returncode == 0


def test_rights_fall_on_every_node_within_five_seconds(nodes):
    first, second, _ = nodes
    key = first.key("--user", "built-in/admin", "--name", "falls")
    with httpx.Client(timeout=20) as http:
        assert {status(http, node, key) for node in [first, second]} == {200}
        second.run("user", "disable", "built-in/admin")
        deadline = time.monotonic() + 5
        while {status(http, node, key) for node in [first, second]} != {401}:
            assert time.monotonic() < deadline, "a node still serves the key"
            time.sleep(0.05)

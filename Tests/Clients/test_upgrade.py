"""A rolling upgrade: nodes of two releases share one state, one after the other is replaced, clients see nothing of it (I24).

Runs when `GATEHOUSE_OLD_BINARY` names the program of the release before; `scripts/upgrade OLD NEW` does.
"""

import os

import httpx
import pytest

import conftest
from cluster import PostgreSQL, free_port
from test_two_nodes import NOTES, Node, Writers, balanced, status

OLD = os.environ.get("GATEHOUSE_OLD_BINARY")

pytestmark = pytest.mark.skipif(not OLD, reason="GATEHOUSE_OLD_BINARY is not set")


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
                    with httpx.Client(timeout=20) as http:
                        assert {status(http, other, key) for other in [first, second]} == {200}
            stored = {int(row[0]) for row in server.sql("SELECT number FROM workspace_1.notes", database=data)}
            assert set(writers.acknowledged) <= stored <= set(writers.sent)
            assert first.run("audit", "--verify", check=False).returncode == 0
        finally:
            for node in [first, second]:
                node.stop(kill=True)

"""500 connections with 1,000 keys while rights change twenty times a second, on SQLite and on two nodes with PostgreSQL (I29)."""

import asyncio
import os

import pytest

from crowd import called, crowded
from test_two_nodes import nodes  # noqa: F401

CONNECTIONS = 500
KEYS = 1_000
# A second. `make bench` makes as many as its time has room for.
RATE = 20
CHANGES = int(os.environ.get("GATEHOUSE_CHANGES", "160"))


@pytest.fixture
def place(request):
    """An administrator's key, the nodes, a collection and a call: on SQLite one node, on PostgreSQL two."""
    if request.param == "sqlite":
        house = request.getfixturevalue("fresh").with_company().start()
        return house.key("--user", "built-in/admin"), [house.url], "products", called("crud", resource="orders", action="get", filterByTk=7)
    first, second, _ = request.getfixturevalue("nodes")
    origins = [first.url, second.url]
    return first.key("--user", "built-in/admin"), origins, "notes", called("crud", resource="notes", action="list")


@pytest.mark.parametrize("place", ["sqlite", "two nodes"], indirect=True)
def test_i29_no_valid_call_is_refused_while_rights_change(place):
    """I29 Each call is served, whatever keys, memberships, rules and sign-ins come and go meanwhile."""
    key, origins, collection, body = place
    refused, answers, speed = asyncio.run(crowded(origins, key, collection, body, KEYS, CONNECTIONS, CHANGES, RATE))
    print(f"\n{answers} calls, {len(refused)} refused, {speed:.1f} changes a second")
    assert not refused, (len(refused), answers, refused[:3])

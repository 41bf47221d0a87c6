"""500 connections with 1,000 keys while rights change twenty times a second (I29)."""

import asyncio
import os

from crowd import called, crowded

CONNECTIONS = 500
KEYS = 1_000
# A second. `make bench` makes as many as its time has room for.
RATE = 20
CHANGES = int(os.environ.get("GATEHOUSE_CHANGES", "160"))


def test_i29_no_valid_call_is_refused_while_rights_change(fresh):
    """I29 Each call is served, whatever keys, memberships, rules and sign-ins come and go meanwhile."""
    house = fresh.with_company().start()
    key, body = house.key("--user", "built-in/admin"), called("crud", resource="orders", action="get", filterByTk=7)
    refused, answers, speed = asyncio.run(crowded([house.url], key, "products", body, KEYS, CONNECTIONS, CHANGES, RATE))
    print(f"\n{answers} calls, {len(refused)} refused, {speed:.1f} changes a second")
    assert not refused, (len(refused), answers, refused[:3])

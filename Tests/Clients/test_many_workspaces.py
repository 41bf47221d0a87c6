"""Many workspaces with two data sources each, served in turn by one process whose open databases are bounded (I27)."""

import asyncio
import os

from workspaces import DESCRIPTORS_EACH, fill, held, visit_all

# `make soak` has 2,000 of them, with the limit that holds without a setting.
WORKSPACES = int(os.environ.get("GATEHOUSE_WORKSPACES", "80"))
LIMIT = 256 if WORKSPACES >= 2_000 else 12


def test_i27_many_workspaces_are_served_in_turn(fresh, tmp_path_factory):
    """I27 Each call is served, and what the process holds stays within the limit."""
    house = fresh.migrate()
    fill(house.data, tmp_path_factory.mktemp("sources"), WORKSPACES)
    key = house.key("--user", "built-in/admin")
    house.settings = {"GATEHOUSE_OPEN_DATABASES": str(LIMIT), "GATEHOUSE_LOG_LEVEL": "warning"}
    house.start()
    pid = house.process.pid
    _, descriptors, threads = held(pid, house.url)
    # Once more in another order: each one is opened again.
    for order in [range(WORKSPACES), reversed(range(min(WORKSPACES, 200)))]:
        failures, most = asyncio.run(visit_all(house.url, pid, key, order))
        assert not failures, failures[:3]
        assert most[0] <= LIMIT, most
        assert most[1] <= descriptors + LIMIT * DESCRIPTORS_EACH, most
        # Each open database has a few threads of its own; those of the pools beside them are few.
        assert most[2] <= threads + LIMIT * 10, most
    assert house.stop() == 0

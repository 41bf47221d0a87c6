"""Many workspaces with two data sources each, served in turn by one process: what is refused, and what the process holds."""

import asyncio
import time
from pathlib import Path

from house import House
from measure import resident_mb
from workspaces import fill, held, visit_all

WORKSPACES = 2_000
# Databases that are open at once without a setting.
LIMIT = 256


def run(gatehouse, folder, options):
    """- Returns: calls that were refused or had the rows of another, and bounds that were not kept."""
    sources = Path(folder) / "sources"
    sources.mkdir()
    with House.own(gatehouse, folder) as house:
        fill(house.data, sources, WORKSPACES)
        key = house.key()
        with house.serving() as (server, origin):
            before = resident_mb(server.pid), *held(server.pid, origin)
            start = time.monotonic()
            failures, most = asyncio.run(visit_all(origin, server.pid, key, range(WORKSPACES)))
            print(
                f"{WORKSPACES} workspaces with two data sources each, in turn: {WORKSPACES * 5} calls in {time.monotonic() - start:.1f} s, "
                f"{len(failures)} refused\n  at most {most[0]} databases open (limit {LIMIT}), {most[1] - before[2]} descriptors and {most[2] - before[3]} "
                f"threads more, {resident_mb(server.pid) - before[0]:.0f} MB more resident")
    for each in failures[:2]:
        print(f"    {each}")
    return len(failures) + int(most[0] > LIMIT)

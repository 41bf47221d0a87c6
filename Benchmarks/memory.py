"""What free SQL on SQLite takes of memory, and what the server keeps of it. A text of a few kilobytes must not cost a gigabyte."""

import asyncio
import time

from crowd import Line, called
from house import House
from measure import resident_mb, status_mb

# Over what is resident before. Unit: MB.
LIMIT = 768
KEPT = 100


def doubled(step, times):
    """WITH queries each of which names the one before twice."""
    parts = ["d0 AS (SELECT 1 AS x)"] + [f"d{number} AS ({step.format(f'd{number - 1}')})" for number in range(1, times)]
    return f"WITH {', '.join(parts)} SELECT count(*) FROM d{times - 1}"


def hungry():
    """A sort of long texts, a join of joins, and a statement whose program is large."""
    text = "'xxxxxxxxxx'"
    for one, other in ["xy", "yz", "za", "ab", "bc"]:
        text = f"replace({text}, '{one}', '{other * (9 if other == 'c' else 10)}')"
    numbers = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT i FROM n)"
    return [
        f"SELECT count(*) FROM (SELECT {text} || i AS t FROM {numbers} ORDER BY t DESC LIMIT 2900)",
        doubled("SELECT a.x FROM {0} a, {0} b", 6),
        doubled(f"SELECT a.x + {' + '.join(['(a.x * 2)'] * 60)} AS x FROM {{0}} a, {{0}} b", 16)]


def run(gatehouse, folder, options):
    """- Returns: what was not kept of the promise."""

    async def send(origin, key, sql):
        async with Line(origin) as line:
            return (await line.send(line.request(called("run_sql", sql=sql), Authorization=f"Bearer {key}")))[0]

    async def all_at_once(origin, keys):
        return await asyncio.gather(*[send(origin, key, sql) for key, sql in zip(keys, hungry() * 2)])

    with House.own(gatehouse, folder, "sample") as house:
        keys = [house.reader(f"hungry{number}") for number in range(6)]
        with house.serving() as (server, origin):
            asyncio.run(send(origin, keys[0], "SELECT 1"))
            before = resident_mb(server.pid)
            for _ in range(options.rounds):
                statuses = asyncio.run(all_at_once(origin, keys))
                assert set(statuses) == {200}, statuses
            asyncio.run(send(origin, keys[0], "SELECT 1"))
            highest, end = status_mb(server.pid, "VmHWM"), time.monotonic() + 30
            while (kept := resident_mb(server.pid)) > before + KEPT and time.monotonic() < end:
                time.sleep(0.5)
    print(
        f"six statements at once that want all memory, {options.rounds} times: {highest - before:.0f} MB more at most (at most {LIMIT}), "
        f"{kept - before:.0f} MB more afterwards (at most {KEPT})")
    return int(highest - before > LIMIT) + int(kept - before > KEPT)

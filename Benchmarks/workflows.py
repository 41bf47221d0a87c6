"""Ten thousand executions that wait: how fast they are run beside single creates of the same run, and whether kill -9 in the middle loses or doubles any."""

import concurrent.futures
import contextlib
import json
import sqlite3
import time
import urllib.request

from house import House

EXECUTIONS = 10_000
# Executions that a node runs at a time.
WIDTH = 8
# What is held to be enough. Unit: executions a second.
WANTED = 50
CREATES = 1_000
TABLES = ["plain", "tickets", "notes"]


def seen(path, query):
    """The first row of what a database of the house says."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)) as database:
        return database.execute(query).fetchone()


class Caller:
    def __init__(self, house, origin):
        self.house, self.origin, self.key = house, origin, house.key()

    def call(self, tool, **arguments):
        request = urllib.request.Request(
            f"{self.origin}/api/tools/{tool}", json.dumps(arguments).encode(),
            {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=300) as answer:
            return json.load(answer)

    def creates(self):
        """Single creates a second, as many at a time as executions."""
        def create(number):
            self.call("crud", resource="plain", action="create", values={"title": f"plain {number}"})

        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(WIDTH) as pool:
            list(pool.map(create, range(CREATES)))
        return CREATES / (time.monotonic() - start)

    def queue(self, name):
        """Rows each of which sets one execution off."""
        for batch in range(EXECUTIONS // 1_000):
            rows = [{"title": f"{name} {batch * 1_000 + number}"} for number in range(1_000)]
            self.call("crud", resource="tickets", action="create", values=rows)

    def ended(self, goal):
        """The rate at which executions end until there are so many, and the least rate of ten seconds."""
        def count():
            return seen(self.house.data / "state.db", "SELECT count(*) FROM workflow_executions WHERE state = 'ended'")[0]

        start = last = time.monotonic()
        first = before = done = count()
        least = None
        while done < goal:
            time.sleep(0.25)
            done, now = count(), time.monotonic()
            if now - last >= 10:
                least = min(least or 1e9, (done - before) / (now - last))
                before, last = done, now
        rate = (done - first) / max(now - start, 0.001) if done > first else 0
        return rate, least or rate


def run(gatehouse, folder, options):
    """- Returns: executions that were lost, doubled or not resolved; and one when the rate is below what is held to be enough."""
    with House.own(gatehouse, folder) as house:
        with house.serving() as (server, origin):
            caller = Caller(house, origin)
            for name in TABLES:
                caller.call("collections_apply", name=name, fields=[{"name": "title", "type": "string"}])
            floor = caller.creates()
            node = {"type": "create", "config": {"collection": "notes", "params": {"values": {"title": "{{$context.data.title}}"}}}}
            caller.call("workflows_apply", title="Copy", type="collection", enabled=True, config={"collection": "tickets", "mode": 1}, nodes=[node])
            caller.queue("first")
            rate, least = caller.ended(EXECUTIONS)
            print(
                f"{EXECUTIONS} executions that create a row each: {rate:.0f} a second, at least {least:.0f} over ten seconds (wanted: {WANTED})\n"
                f"  single creates by {WIDTH} clients: {floor:.0f} a second; an execution costs {floor / rate:.1f} of them")
            caller.queue("second")
            later, _ = caller.ended(EXECUTIONS + EXECUTIONS // 2)
            print(f"  with {EXECUTIONS} ended before: {later:.0f} a second")
            server.kill()
            server.wait()
        with house.serving() as (server, origin):
            caller = Caller(house, origin)
            caller.ended(2 * EXECUTIONS)
            rows, distinct = seen(house.data / "workspaces" / "1.db", "SELECT count(*), count(DISTINCT title) FROM notes")
            resolved = seen(house.data / "state.db", "SELECT count(*) FROM workflow_executions WHERE status = 1")[0]
    print(f"  kill -9 in the middle of {EXECUTIONS}: {resolved} of {2 * EXECUTIONS} resolved, {rows} rows, {distinct} different")
    return 2 * EXECUTIONS - resolved + abs(2 * EXECUTIONS - rows) + rows - distinct + int(rate < WANTED)

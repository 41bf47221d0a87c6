"""Many callers at once: while rights change, beside one with many connections, beside strangers. What counts is that no valid call is refused."""

import asyncio
import contextlib
import json
import multiprocessing
import secrets
import shutil
import statistics
import time

from cluster import PostgreSQL
from crowd import Crowd, Line, called, crowded, make_keys, refusal
from house import House

CONNECTIONS = 500
KEYS = 1_000
# Changes of rights a second.
RATE = 20
# How much longer a call may take beside a caller with many connections.
MOST = 2


def told(name, refused, answers, note):
    print(f"{name:44} {answers:8} calls, {len(refused):4} refused   {note}")
    for each in refused[:2]:
        print(f"    {each}")
    return len(refused)


@contextlib.contextmanager
def two_nodes(gatehouse, folder):
    """Two nodes with their state and data in PostgreSQL: their origins, and an administrator's key."""
    with PostgreSQL.alone() as server, contextlib.ExitStack() as stack:
        server.sql("CREATE DATABASE node_state OWNER gate_state", "CREATE DATABASE node_data OWNER gate_data")
        settings = {
            "GATEHOUSE_DATABASE": server.url("gate_state", "node_state"), "GATEHOUSE_DATA_DATABASE": server.url("gate_data", "node_data"),
            "GATEHOUSE_PUBLIC_URL": "http://127.0.0.1"}
        first = stack.enter_context(House.own(gatehouse, folder, **settings))
        server.sql(
            "SET ROLE gate_data", "CREATE SCHEMA IF NOT EXISTS workspace_1",
            "CREATE TABLE workspace_1.notes (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, number BIGINT NOT NULL UNIQUE)", database="node_data")
        # Both have the same key: what one node seals, the other must be able to open.
        second = House(gatehouse, f"{first.data}-second", **settings)
        shutil.copytree(first.data, second.data)
        yield [stack.enter_context(house.serving())[1] for house in [first, second]], first.key()


NOTES = called("crud", resource="notes", action="list")
ORDER = called("crud", resource="orders", action="get", filterByTk=7)


def rights(gatehouse, folder, options):
    """While keys, memberships, rules and sign-ins come and go."""
    changes = RATE * options.seconds * options.rounds

    def run(origins, key, collection, body, name):
        refused, answers, speed = asyncio.run(crowded(origins, key, collection, body, KEYS, CONNECTIONS, changes, RATE))
        return told(f"{CONNECTIONS} connections, {KEYS} keys, {name}", refused, answers, f"{speed:.1f} changes of rights a second")

    with House.own(gatehouse, folder, "sample") as house, house.serving() as (_, origin):
        failed = run([origin], house.key(), "products", ORDER, "SQLite")
    with two_nodes(gatehouse, folder) as (origins, key):
        return failed + run(origins, key, "notes", NOTES, "two nodes")


async def timed(origin, keys, body, times):
    """What each of the keys is told, one connection each, and how long each call took. Unit: seconds."""
    refused, spent = [], []

    async def work(key):
        async with Line(origin) as line:
            request = line.request(body, Authorization=f"Bearer {key}")
            for _ in range(times):
                start = time.monotonic()
                status, _, answer = await line.send(request)
                spent.append(time.monotonic() - start)
                if found := refusal(status, answer):
                    refused.append(found)

    await asyncio.gather(*[work(key) for key in keys])
    return refused, spent


def crowd_beside(origin, key, body, connections, begun, over, told):
    """The crowd of a process of its own: what it met with, once it is over."""

    async def run():
        async with Crowd([origin], [key] * connections, body, connections) as crowd:
            await crowd.everybody(1)
            begun.set()
            while not over.is_set():
                await asyncio.sleep(0.05)
        return crowd

    crowd = asyncio.run(run())
    told.put((crowd.refused, sum(crowd.answers)))


def callers(gatehouse, folder, options):
    """64 connections of one key with 10-row queries, and ten keys beside it: none refused, the ten within twice their time alone."""
    body = called("run_sql", sql="SELECT id, number, total FROM orders ORDER BY id LIMIT 10")
    begun, over, waiting = multiprocessing.Event(), multiprocessing.Event(), multiprocessing.Queue()
    with House.own(gatehouse, folder, "sample") as house, house.serving() as (_, origin):
        ten = [house.reader(f"u{number}") for number in range(10)]
        alone = asyncio.run(timed(origin, ten, body, 50 * options.seconds))
        many = multiprocessing.Process(target=crowd_beside, args=(origin, house.key(), body, 64, begun, over, waiting))
        many.start()
        begun.wait()
        beside = asyncio.run(timed(origin, ten, body, 50 * options.seconds))
        over.set()
        refused, answers = waiting.get()
        many.join()
    ratio = statistics.median(beside[1]) / statistics.median(alone[1])
    refused += alone[0] + beside[0]
    answers += len(alone[1]) + len(beside[1])
    failed = told("run_sql, ten keys beside 64 connections of one", refused, answers, f"the ten took {ratio:.2f} times as long as alone (at most {MOST})")
    return failed + int(ratio > MOST)


async def flood(line, over):
    """Shows client ids and keys that nobody has."""
    while not over.is_set():
        unknown = {"grant_type": "client_credentials", "client_id": secrets.token_hex(16), "client_secret": secrets.token_hex(32)}
        for request in [
            line.request(json.dumps(unknown), "/api/login/oauth/access_token"),
            line.request(called("whoami"), Authorization=f"Bearer gths_{secrets.token_urlsafe(32)}"),
        ]:
            status, _, body = await line.send(request)
            assert status in (400, 401, 429), (status, body)


def strangers(gatehouse, folder, options):
    """Valid callers beside 64 connections of strangers."""

    async def run(origins, key, body):
        keys, over = await make_keys(origins[0], key, 24), asyncio.Event()
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(Line(origins[number % len(origins)])) for number in range(64)]
            floods = [asyncio.create_task(flood(line, over)) for line in lines]
            async with Crowd(origins, keys, body, len(keys)) as crowd:
                await crowd.everybody(50 * options.seconds)
            over.set()
            await asyncio.gather(*floods)
        return crowd

    def judged(origins, key, body, name):
        crowd = asyncio.run(run(origins, key, body))
        return told(f"24 keys beside 64 strangers, {name}", crowd.refused, sum(crowd.answers), "")

    with House.own(gatehouse, folder, "sample") as house, house.serving() as (_, origin):
        failed = judged([origin], house.key(), ORDER, "SQLite")
    with two_nodes(gatehouse, folder) as (origins, key):
        return failed + judged(origins, key, NOTES, "two nodes")

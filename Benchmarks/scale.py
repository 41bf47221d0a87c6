"""What a call costs with ten and a hundred times as many users, rules, collections and audit rows: at most 1.2 times the CPU."""

import asyncio
import contextlib
import json
import sqlite3
import statistics

from crowd import Line, called, refusal
from house import House
from measure import cpu_seconds

TIMES = [1, 10, 100]
# At the first of these, each; of audit rows a hundred times as many.
AMOUNT = 20
MOST = 1.2
CALLERS = 4

CALLS = {
    "tools/list": lambda number: json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/list"}),
    "whoami": lambda number: called("whoami"),
    "crud get": lambda number: called("crud", resource="orders", action="get", filterByTk=number % 50_000 + 1),
    "crud list of 20": lambda number: called("crud", resource="orders", action="list", pageSize=20, page=number % 200 + 1, sort=["-id"]),
    "crud create": lambda number: called("crud", resource="c0", action="create", values={"name": f"n{number}"}),
    "run_sql": lambda number: called("run_sql", sql=f"SELECT id, number, total FROM orders WHERE customer_id = {number % 8_000 + 1} ORDER BY id LIMIT 10"),
    "collections_get": lambda number: called("collections_get", filterByTk="orders"),
    "data_sources_list": lambda number: called("data_sources_list"),
}


def fill(data, times):
    """Rows as the server itself would write them, before it starts."""
    count = AMOUNT * times
    with contextlib.closing(sqlite3.connect(data / "workspaces" / "1.db")) as main:
        for number in range(count):
            main.execute(f"CREATE TABLE c{number} (id INTEGER PRIMARY KEY, name TEXT)")
        main.commit()
    with contextlib.closing(sqlite3.connect(data / "state.db")) as state:
        users = [("users", {"name": f"u{number}", "name_key": f"u{number}", "email": f"u{number}@example.test", "email_key": f"u{number}@example.test",
                            "is_admin": 0}) for number in range(count)]
        rules = [("rules", {"role": "member", "collection": f"c{number}", "actions": '["view","create"]'}) for number in range(count)]
        like = {
            "users": state.execute("SELECT * FROM users WHERE name = 'admin'"), "rules": state.execute("SELECT * FROM rules WHERE collection = 'orders'")}
        columns = {table: [each[0] for each in found.description] for table, found in like.items()}
        rows = {table: dict(zip(columns[table], found.fetchone())) for table, found in like.items()}
        for table, changed in users + rules:
            row = {**rows[table], **changed}
            del row["id"]
            state.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", list(row.values()))
        # Of a chain of its own: that of the server goes on behind what it wrote itself.
        state.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO audit (node, sequence, kind, call_id, time, organization, "
            "workspace, user_name, tool, outcome, detail, hash) SELECT 'filler', i, 'call', 'filler-' || i, 1700000000000000 + i, 'built-in', 'main', "
            "'built-in/admin', 'crud', 'ok', '{}', zeroblob(32) FROM n", [count * 100])
        state.commit()


async def spent(pid, origin, key, call, count):
    """CPU of the server for one of so many calls in µs, and those that were not served."""
    refused, numbers = [], iter(range(count))

    async def work():
        async with Line(origin) as line:
            for number in numbers:
                status, _, body = await line.send(line.request(call(number), Authorization=f"Bearer {key}"))
                if found := refusal(status, body):
                    refused.append(found)

    before = cpu_seconds(pid)
    await asyncio.gather(*[work() for _ in range(CALLERS)])
    return (cpu_seconds(pid) - before) / count * 1e6, refused


def run(gatehouse, folder, options):
    """- Returns: refused calls, and calls that cost too much."""
    with contextlib.ExitStack() as stack:
        servers = []
        for times in TIMES:
            house = stack.enter_context(House.own(gatehouse, folder, "sample"))
            key = house.reader("caller")
            house.say("member", "add", "main", "built-in/caller", "--role", "member")
            house.say("rule", "set", "main", "member", "main", "orders", "--actions", "view")
            fill(house.data, times)
            server, origin = stack.enter_context(house.serving())
            servers.append((server.pid, origin, key))
        failures, bad = [], 0
        print(f"{'CPU of a call in µs':24}" + "".join(f"{times:>6} times" for times in TIMES) + "   ratios")
        for name, call in CALLS.items():
            figures = [[] for _ in servers]
            # One after the other, so that all of them see the machine as it is.
            for turn in range(options.rounds + 1):
                for each, (pid, origin, key) in zip(figures, servers):
                    cost, refused = asyncio.run(spent(pid, origin, key, call, 250 * options.seconds))
                    failures += refused
                    # The first fills caches.
                    if turn:
                        each.append(cost)
            costs = [statistics.median(each) for each in figures]
            ratios = [cost / costs[0] for cost in costs[1:]]
            bad += sum(ratio > MOST for ratio in ratios)
            print(f"{name:24}" + "".join(f"{cost:12.0f}" for cost in costs) + "   " + ", ".join(f"{ratio:.2f}" for ratio in ratios) + f" (at most {MOST})")
    for each in failures[:2]:
        print(f"    {each}")
    return len(failures) + bad

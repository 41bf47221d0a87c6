"""Questions: answers a second with audit and rights, what the first one of a server costs, and many streams at once."""

import asyncio
import json
import time
from pathlib import Path

from crowd import FIELDS, Line, called
from house import House
from measure import load, median, row, script

STREAMS = 200
ASKERS = 16
# Counts, groups, joins, a superlative, a list and a period, on a data source whose orders a rule leaves rows out of.
QUESTIONS = [
    "How many orders were placed in 2024?", "revenue per store", "top 5 products by price", "How many orders per month in 2024?", "average order value",
    "orders by channel", "How many customers per country?", "Which stores opened after 2021?", "how many gold customers",
    "How many orders of gold customers in 2024?",
]


def asker(house, number):
    """A key of somebody who sees all tables but only some of the orders."""
    name = f"built-in/asker{number}"
    house.say("user", "add", name, "--password-stdin", given="correct horse battery\n")
    house.say("member", "add", "main", name, "--role", "clerk")
    return house.key(user=name)


def keys_of(house):
    house.say("role", "add", "built-in/clerk")
    for table in ["stores", "customers", "products"]:
        house.say("rule", "set", "main", "clerk", "main", table, "--actions", "view")
    house.say("rule", "set", "main", "clerk", "main", "orders", "--actions", "view", "--filter", '{"channel":"online"}')
    return [asker(house, number) for number in range(ASKERS)]


async def first_and_next(origin, key):
    """How long the first question takes, for which the index is made, and the same again. Unit: ms."""
    spent = []
    async with Line(origin) as line:
        for _ in range(2):
            start = time.monotonic()
            answer = await line.call(key, "ask_question", question=QUESTIONS[0])
            spent.append((time.monotonic() - start) * 1000)
            assert answer["success"], answer
    return spent


async def streamed(origin, key, question):
    """One answer with progress: when its first part came and when it ended, and whether it is one. Unit: seconds since the start."""
    call = json.loads(called("ask_question", question=question))
    call["params"]["_meta"] = {"progressToken": "p"}
    async with Line(origin) as line:
        sent = line.request(json.dumps(call), Authorization=f"Bearer {key}")
        line.writer.write(sent.replace(FIELDS.encode(), FIELDS.replace("application/json\r\nMCP", "application/json, text/event-stream\r\nMCP").encode()))
        start, first, text = time.monotonic(), None, b""
        while b'"result"' not in text and b'"error"' not in text:
            part = await line.reader.read(65_536)
            if not part:
                break
            text += part
            if first is None and b"notifications/progress" in text:
                first = time.monotonic() - start
        return first, time.monotonic() - start, b'"success":true' in text


def run(gatehouse, folder, options):
    """- Returns: questions that were not answered."""
    failed = 0
    with House.own(gatehouse, folder, "sample") as house:
        keys = keys_of(house)
        with house.serving() as (server, origin):
            first, again = asyncio.run(first_and_next(origin, keys[0]))
            print(f"the first question of a server, with the index of its data source: {first:.0f} ms; the same again {again:.1f} ms")
            asked = ", ".join(f"[[{question}]]" for question in QUESTIONS)
            call = '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"ask_question","arguments":{"question":"%s"}}}'
            file = script(Path(folder), keys, f"string.format([[{call}]], count, ({{ {asked} }})[count % {len(QUESTIONS)} + 1])")
            for connections in [1, 16, 64]:
                runs = [load(server.pid, origin + "/api/mcp", file, options.seconds, connections) for _ in range(options.rounds)]
                row(f"questions, {connections} connections", median(runs))
                # What is under way when wrk stops is broken off.
                failed += sum(max(0, each["failed"] - connections) for each in runs)

            async def all_at_once():
                return await asyncio.gather(*[
                    streamed(origin, keys[number % ASKERS], QUESTIONS[number % len(QUESTIONS)]) for number in range(STREAMS)])

            answers = asyncio.run(all_at_once())
            whole = [(first, last) for first, last, is_whole in answers if is_whole and first is not None]
            print(
                f"{STREAMS} streams at once: {len(whole)} answered, first parts within {max((first for first, _ in whole), default=0):.2f} s, "
                f"all ends within {max((last for _, last in whole), default=0):.2f} s")
            failed += STREAMS - len(whole)
        audited = json.loads(house.say("audit", "--json", "--outcome", "ok", "--limit", "1"))
        assert audited[0]["tool"] == "ask_question" and audited[0]["objects"], audited
    return failed

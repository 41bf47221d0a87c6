"""Long lists that are read while their objects come and go: every object that stays is on one page."""

import asyncio
import json
import urllib.parse

from crowd import Line
from house import House

OBJECTS = 400


async def wanted(line, key):
    """Names of the applications, newest first, as one list."""
    names, cursor = [], {}
    while True:
        page = await line.call(key, "get_applications", owner="built-in", **cursor)
        names += [each["name"] for each in page["data"]]
        if not page["nextCursor"]:
            return names
        cursor = {"cursor": page["nextCursor"]}


async def paged(line, key, size):
    """The same in pages, with one that was given removed after each and another one added now and then; objects lost or given twice."""
    before, seen, cursor, number = await wanted(line, key), [], {}, 0
    while True:
        page = await line.call(key, "get_applications", owner="built-in", pageSize=size, **cursor)
        names = [each["name"] for each in page["data"]]
        seen += names
        if not page["nextCursor"]:
            break
        cursor, number = {"cursor": page["nextCursor"]}, number + 1
        # By their number all others move up, and at every third page one goes down again.
        await line.call(key, "delete_application", application={"owner": "built-in", "name": names[0]})
        if number % 3 == 0:
            await line.call(key, "add_application", application={"owner": "built-in", "name": f"new-{size}-{number}"})
    return len(set(before) - set(seen)), len(seen) - len(set(seen)), len(before)


async def rest(line, key, size):
    """Objects lost on the pages of REST, which are numbered and say the total, while nothing changes."""
    expected, seen, number = set(await wanted(line, key)), [], 0
    while True:
        number += 1
        query = urllib.parse.urlencode({"owner": "built-in", "p": number, "pageSize": size})
        request = line.request("", f"/api/get-applications?{query}", Authorization=f"Bearer {key}").replace(b"POST", b"GET", 1)
        status, _, body = await line.send(request)
        answer = json.loads(body)
        assert status == 200 and answer["status"] == "ok", body
        seen += [each["name"] for each in answer["data"]]
        assert answer["data2"] == len(expected), answer["data2"]
        if len(answer["data"]) < size:
            return len(expected - set(seen)), len(seen) - len(set(seen)), len(expected)


def run(gatehouse, folder, options):
    """- Returns: objects lost or given twice."""

    async def work(origin, key):
        async with Line(origin) as line:
            for number in range(OBJECTS):
                application = {"owner": "built-in", "name": f"app-{number}", "description": "x" * 900}
                await line.call(key, "add_application", application=application)
            return {
                "pages of 10 between which objects come and go": await paged(line, key, 10),
                "pages of 100, the same": await paged(line, key, 100), "numbered pages of 30 over REST": await rest(line, key, 30)}

    with House.own(gatehouse, folder) as house, house.serving() as (_, origin):
        found = asyncio.run(work(origin, house.key()))
    for name, (lost, twice, count) in found.items():
        print(f"{count} applications, {name:47} {lost} lost, {twice} twice")
    return sum(lost + twice for lost, twice, _ in found.values())

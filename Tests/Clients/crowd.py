"""Many connections that never stop calling while rights change, and every call that was not served."""

import asyncio
import itertools
import json

FIELDS = "Content-Type: application/json\r\nAccept: application/json\r\nMCP-Protocol-Version: 2025-11-25\r\n"
# Who change rights at a time. Under load each change waits behind the calls of all connections: with a few dozen callers it is they who are slow.
CHANGERS = 96
PASSWORD = "correct horse battery"


def called(tool, **arguments):
    """The body of one call."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})


def refusal(status, body):
    """Why a call was not served, be it said by the status or inside of it; nothing when it was."""
    if status == 200 and b'"isError":true' not in body and b'"result":' in body:
        return None
    return f"{status} {body[:300].decode(errors='replace')}"


class Line:
    """One connection, which sends one request after the other."""

    def __init__(self, origin):
        self.origin = origin

    async def __aenter__(self):
        host, port = self.origin.removeprefix("http://").split(":")
        self.reader, self.writer = await asyncio.open_connection(host, int(port))
        return self

    async def __aexit__(self, *_):
        self.writer.close()

    def request(self, body, path="/api/mcp", **fields):
        """To be made once and sent often."""
        named = "".join(f"{name}: {value}\r\n" for name, value in {"Host": self.origin.removeprefix("http://"), **fields}.items())
        return f"POST {path} HTTP/1.1\r\n{named}{FIELDS}Content-Length: {len(body.encode())}\r\n\r\n{body}".encode()

    async def send(self, request):
        """The status, the lines of the head and the body that come back."""
        self.writer.write(request)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = next(int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:"))
        return int(lines[0].split(" ")[1]), lines, await self.reader.readexactly(length)

    async def call(self, key, tool, **arguments):
        """What a call answers that has to be served."""
        status, _, body = await self.send(self.request(called(tool, **arguments), Authorization=f"Bearer {key}"))
        assert refusal(status, body) is None, refusal(status, body)
        return json.loads(body)["result"]["structuredContent"]


async def make_keys(origin, key, count):
    """So many keys of the owner of `key`, made on a few connections."""

    async def make(numbers):
        async with Line(origin) as line:
            return [(await line.call(key, "api_keys_create", name=f"crowd {number}"))["key"] for number in numbers]

    return list(itertools.chain(*await asyncio.gather(*[make(range(first, count, 8)) for first in range(8)])))


class Crowd:
    """Connections by the hundred, spread over the nodes of a server; each goes on with the next of its keys until the block ends."""

    def __init__(self, origins, keys, body, connections):
        self.origins, self.keys, self.body = origins, keys, body
        self.refused, self.answers, self.stopped = [], [0] * connections, False

    async def work(self, number):
        async with Line(self.origins[number % len(self.origins)]) as line:
            own = [line.request(self.body, Authorization=f"Bearer {key}") for key in self.keys[number::len(self.answers)]]
            for request in itertools.cycle(own):
                status, _, body = await line.send(request)
                if found := refusal(status, body):
                    self.refused.append(found)
                self.answers[number] += 1
                if self.stopped:
                    return

    async def everybody(self, times):
        """Waits until each connection has had so many answers more."""
        goals = [count + times for count in self.answers]
        while any(count < goal for count, goal in zip(self.answers, goals)):
            await asyncio.wait(self.tasks, timeout=0.05, return_when=asyncio.FIRST_COMPLETED)
            # A connection that has ended ended with an error.
            for task in self.tasks:
                if task.done():
                    task.result()

    async def __aenter__(self):
        self.tasks = [asyncio.create_task(self.work(number)) for number in range(len(self.answers))]
        return self

    async def __aexit__(self, *_):
        self.stopped = True
        await asyncio.gather(*self.tasks)


class Changes:
    """
    Changes of rights by which those who call lose nothing: a new key and its end, a membership of a person who does not call and its end, a rule for
    that person's role and its end, a sign-in and a sign-out. Each worker has a person and a role of its own.
    """

    def __init__(self, key, collection, number):
        self.key, self.collection, self.name, self.made = key, collection, f"spare-{number}", {}
        steps = [self.new_key, self.end_key, self.give_role, self.take_role, self.set_rule, self.remove_rule, self.sign_in, self.sign_out]
        # Few changes of many workers are of every kind, too.
        first = number % 4 * 2
        self.steps = itertools.cycle(steps[first:] + steps[:first])

    async def prepare(self, origin):
        """Makes the person and the role."""
        async with Line(origin) as line:
            await line.call(self.key, "add_user", user={"owner": "built-in", "name": self.name, "password": PASSWORD})
            await line.call(self.key, "add_role", role={"owner": "built-in", "name": self.name})

    async def work(self, origin, moments):
        """One change at each of the moments that it gets, or later."""
        clock = asyncio.get_running_loop()
        async with Line(origin) as line:
            for moment in moments:
                await asyncio.sleep(max(0, moment - clock.time()))
                await next(self.steps)(line)

    async def new_key(self, line):
        self.made["key"] = (await line.call(self.key, "api_keys_create", name="change"))["id"]

    async def end_key(self, line):
        await line.call(self.key, "api_keys_revoke", id=self.made["key"])

    async def give_role(self, line):
        await line.call(self.key, "members_add", member=f"built-in/{self.name}", role=self.name)

    async def take_role(self, line):
        await line.call(self.key, "members_remove", member=f"built-in/{self.name}", role=self.name)

    async def set_rule(self, line):
        self.made["rule"] = (await line.call(self.key, "access_rules_set", role=self.name, resource=self.collection, actions=["view"]))["id"]

    async def remove_rule(self, line):
        await line.call(self.key, "access_rules_remove", id=self.made["rule"])

    async def sign_in(self, line):
        body = json.dumps({"type": "login", "organization": "built-in", "username": self.name, "password": PASSWORD})
        status, lines, answer = await line.send(line.request(body, "/api/login"))
        assert status == 200, answer
        self.made["cookies"] = "; ".join(each.split(": ", 1)[1].split(";")[0] for each in lines if each.lower().startswith("set-cookie:"))

    async def sign_out(self, line):
        status, _, answer = await line.send(line.request("{}", "/api/logout", Cookie=self.made["cookies"], Origin=line.origin))
        assert status == 200, answer


async def change_rights(origins, key, collection, count, rate):
    """So many changes, at most `rate` a second, on all nodes; how many a second there were."""
    clock = asyncio.get_running_loop()
    changers = [(Changes(key, collection, number), origins[number % len(origins)]) for number in range(CHANGERS)]
    # Few at a time: the server takes no more passwords than it can hash soon.
    for first in range(0, CHANGERS, 16):
        await asyncio.gather(*[changer.prepare(origin) for changer, origin in changers[first:first + 16]])
    start = clock.time()
    moments = (start + number / rate for number in range(count))
    await asyncio.gather(*[changer.work(origin, moments) for changer, origin in changers])
    return count / (clock.time() - start)


async def crowded(origins, key, collection, body, keys, connections, changes, rate):
    """What a crowd met with while rights changed: refused calls, answers, and changes a second."""
    made = await make_keys(origins[0], key, keys)
    async with Crowd(origins, made, body, connections) as crowd:
        await crowd.everybody(1)
        speed = await change_rights(origins, key, collection, changes, rate)
        # Also after the last change.
        await crowd.everybody(2)
    return crowd.refused, sum(crowd.answers), speed

"""Waiting for what must come: a machine may be slow, so only what never comes fails a test."""

import asyncio
import contextlib
import json
import socket
import time

# At least a minute, and longer on a machine that seldom lets us look.
LOOKS = 1200


def wait_for(what, found):
    """What `found` gives when it gives something."""
    for _ in range(LOOKS):
        if value := found():
            return value
        time.sleep(0.05)
    raise AssertionError(f"{what} does not come")


async def comes(what, found):
    """The same for a coroutine; `found` may be one."""
    for _ in range(LOOKS):
        value = found()
        if value := (await value if asyncio.iscoroutine(value) else value):
            return value
        await asyncio.sleep(0.05)
    raise AssertionError(f"{what} does not come")


def sent(house, key, tool, **arguments):
    """A connection on which a call was sent and whose answer nobody reads: it is there until it is closed."""
    host, port = house.url.removeprefix("http://").split(":")
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
    connection = socket.create_connection((host, int(port)), timeout=60)
    connection.sendall(
        f"POST /api/mcp HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n"
        f"Accept: application/json, text/event-stream\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
    return connection


def last_message(answer):
    """The last message of a response of the MCP endpoint: a call that takes long is answered with a stream of events."""
    if answer.headers["content-type"].startswith("application/json"):
        return answer.json()
    return json.loads([line for line in answer.text.splitlines() if line.startswith("data:")][-1].removeprefix("data:"))


def listens(port):
    """Whether something takes connections there."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=60):
        return True
    return False

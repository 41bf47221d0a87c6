"""Event streams: calls that answer as one, and what many idle streams and sessions cost."""

import json
import resource
import selectors
import socket
import time

from measure import load, median, resident_mb, row, script

IDLE = 5_000
# All of them together, in MB.
LIMIT = 250


def request(origin, key, body, revision="2025-11-25", **fields):
    text = json.dumps(body)
    head = {
        "Host": origin.removeprefix("http://"), "Authorization": f"Bearer {key}", "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": revision, "Content-Length": len(text), **fields}
    return ("POST /api/mcp HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in head.items()) + "\r\n" + text).encode()


def open_one(origin, sent):
    """A connection and the head of its answer; the body goes on."""
    host, port = origin.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)), timeout=60)
    connection.sendall(sent)
    said = b""
    while b"\r\n\r\n" not in said:
        part = connection.recv(65_536)
        if not part:
            break
        said += part
    return connection, said.decode(errors="replace")


META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


def listen():
    return {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": {"notifications": {"toolsListChanged": True}, "_meta": META}}


def shake_hands(origin, key):
    """The id of a session."""
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
    connection, said = open_one(origin, request(origin, key, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}))
    connection.close()
    fields = dict(line.lower().split(": ", 1) for line in said.split("\r\n\r\n")[0].split("\r\n")[1:])
    found = said.lower().find("mcp-session-id: ")
    assert found >= 0 and "mcp-session-id" in fields, said
    return said[found:].split(": ", 1)[1].split("\r\n", 1)[0]


def subscription(origin, key):
    return request(origin, key, listen(), "2026-07-28", **{"Mcp-Method": "subscriptions/listen"})


def session_stream(origin, key):
    session = shake_hands(origin, key)
    return (f"GET /api/mcp HTTP/1.1\r\nHost: {origin.removeprefix('http://')}\r\nAuthorization: Bearer {key}\r\nAccept: text/event-stream\r\n"
            f"Mcp-Session-Id: {session}\r\n\r\n").encode()


def progress_call(origin, key, sql):
    params = {"name": "run_sql", "arguments": {"sql": sql}, "_meta": {**META, "progressToken": "p"}}
    return request(origin, key, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}, "2026-07-28",
                   **{"Mcp-Method": "tools/call", "Mcp-Name": "run_sql"})


def hold(origin, keys, count, made):
    """So many streams, or fewer and why the next was refused."""
    streams = []
    for number in range(count):
        connection, said = open_one(origin, made(origin, keys[number % len(keys)]))
        if " 200 " not in said.split("\r\n")[0] or "text/event-stream" not in said:
            connection.close()
            return streams, said.split("\r\n", 1)[0] + " " + said.split("\r\n\r\n", 1)[-1][:160]
        streams.append(connection)
    return streams, ""


def run(server, origin, another, folder, keys, options):
    """
    - Parameter another: starts a server with a folder and keys of its own.
    - Returns: requests that failed.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    failed = streaming_calls(server, origin, folder, keys, options)
    # Each on a server of its own, so that none has what another left.
    for name, made in [("subscriptions", subscription), ("streams of sessions", session_stream)]:
        with another() as (own, place, say, secrets):
            failed += idle(own, place, say, secrets, options, folder, name, made)
    with another() as (own, place, _, secrets):
        shake_hands(place, secrets[0])
        before = resident_mb(own.pid)
        for number in range(IDLE):
            shake_hands(place, secrets[number % len(secrets)])
        time.sleep(1)
        print(f"{IDLE} idle sessions: {(resident_mb(own.pid) - before) * 1024 / IDLE:.2f} KB each")
    return failed


def by_key(folder, keys, accept=None):
    call = '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"crud","arguments":{"resource":"orders","action":"get","filterByTk":%d}}}'
    file = script(folder, keys, f"string.format([[{call}]], count, math.random(1, 50000))")
    if accept:
        file.write_text(file.read_text().replace("application/json, text/event-stream", accept))
    return file


def streaming_calls(server, origin, folder, keys, options):
    """A short call for a client that reads events alone, and a long one with progress."""
    file = by_key(folder, keys, "text/event-stream")
    runs = [load(server.pid, origin + "/api/mcp", file, options.seconds) for _ in range(options.rounds)]
    row("crud get answered as an event", median(runs))
    # About three seconds by itself, so that progress is told before the answer.
    sql = "SELECT count(*) FROM orders a, (SELECT id FROM orders LIMIT 1500) b WHERE a.id + b.id > 0"
    start = time.monotonic()
    first, events, text = read_call(origin, progress_call(origin, keys[0], sql))
    assert '"result"' in text and "notifications/progress" in text, text[-300:]
    print(f"run_sql with progress: an event stream, first event after {first - start:.2f} s, {events} events in {time.monotonic() - start:.2f} s")

    return sum(run["failed"] for run in runs)


def read_call(origin, sent):
    """When the first event came, how many there were, and all of it."""
    connection, said = open_one(origin, sent)
    first = time.monotonic()
    while '"result"' not in said and '"error"' not in said:
        part = connection.recv(65_536)
        if not part:
            break
        said += part.decode(errors="replace")
    connection.close()
    return first, said.count("data: "), said


def idle(server, origin, verb, keys, options, folder, name, made):
    before = resident_mb(server.pid)
    streams, refused = hold(origin, keys, IDLE, made)
    if refused:
        print(f"further {name} are refused: {refused}")
    if not streams:
        return 1
    # Longer than the sign of life takes, so that each has given one.
    time.sleep(20)
    resident, alive = resident_mb(server.pid), 0
    for connection in streams:
        connection.setblocking(False)
        try:
            alive += b"keep-alive" in connection.recv(65_536)
        except BlockingIOError:
            pass
    print(
        f"{len(streams)} idle {name}, {alive} with a sign of life: {resident:.1f} MB resident (at most {LIMIT}), "
        f"{(resident - before) * 1024 / len(streams):.1f} KB each")
    start = time.monotonic()
    verb("rule", "set", "main", "reader", "main", "products", "--actions", "view")
    told = tell(streams, start)
    print(f"  a change of rights told to {len(told)} of them, to the first after {min(told, default=0):.2f} s, to the last after {max(told, default=0):.2f} s")
    beside = [load(server.pid, origin + "/api/mcp", by_key(folder, keys), options.seconds) for _ in range(options.rounds)]
    row("  crud get beside them", median(beside))
    for connection in streams:
        connection.close()
    time.sleep(2)
    return sum(run["failed"] for run in beside) + (len(streams) < IDLE) + len(streams) - len(told)


def tell(streams, start):
    """When each stream heard of a change. Unit: seconds since the start."""
    told = []
    with selectors.DefaultSelector() as waiting:
        for connection in streams:
            waiting.register(connection, selectors.EVENT_READ)
        while waiting.get_map() and time.monotonic() < start + 30:
            for key, _ in waiting.select(1):
                part = key.fileobj.recv(65_536)
                if b"list_changed" in part:
                    told.append(time.monotonic() - start)
                if b"list_changed" in part or not part:
                    waiting.unregister(key.fileobj)
    return told

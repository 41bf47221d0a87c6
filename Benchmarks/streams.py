"""Event streams: a call that answers as one, and what many idle streams and sessions cost."""

import json
import socket
import time

from measure import load, median, resident_mb, row, script

MANY = 1_000


def request(origin, key, body, revision="2025-11-25", **fields):
    text = json.dumps(body)
    head = {
        "Host": origin.removeprefix("http://"), "Authorization": f"Bearer {key}", "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": revision, "Content-Length": len(text), **fields}
    return ("POST /api/mcp HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in head.items()) + "\r\n" + text).encode()


def open_one(origin, sent):
    """A connection and the head of its answer; the body goes on."""
    host, port = origin.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)), timeout=20)
    connection.sendall(sent)
    said = b""
    while b"\r\n\r\n" not in said:
        part = connection.recv(65_536)
        if not part:
            break
        said += part
    return connection, said.decode(errors="replace")


def listen(key):
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    return {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": {"notifications": {"toolsListChanged": True}, "_meta": meta}}


def run(server, origin, folder, keys, options):
    """- Returns: requests that failed."""
    call = {"name": "crud", "arguments": {"resource": "orders", "action": "get", "filterByTk": 7}, "_meta": {"progressToken": "p"}}
    connection, said = open_one(origin, request(origin, keys[0], {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}))
    connection.close()
    kind = "an event stream" if "text/event-stream" in said else "JSON: it was done before it had progress to tell"
    text = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "tools/call", "params": call}).replace('"id": 0', '"id": %d')
    file = script(folder, keys, f"string.format([[{text}]], count)")
    runs = [load(server.pid, origin + "/api/mcp", file, options.seconds) for _ in range(options.rounds)]
    row("crud get with a progress token", median(runs), f"answered as {kind}")

    before = resident_mb(server.pid)
    streams = []
    refused = ""
    for number in range(MANY):
        connection, said = open_one(
            origin, request(origin, keys[number % len(keys)], listen(keys[0]), "2026-07-28", **{"Mcp-Method": "subscriptions/listen"}))
        if " 200 " in said.split("\r\n")[0] and "text/event-stream" in said:
            streams.append(connection)
        else:
            refused = said.split("\r\n\r\n")[0].split("\r\n")[0] + " " + said.split("\r\n\r\n", 1)[-1][:160]
            connection.close()
            break
    if streams:
        time.sleep(1)
        grown = (resident_mb(server.pid) - before) * 1024 / len(streams)
        print(f"{len(streams)} open streams: {resident_mb(server.pid):.1f} MB resident, {grown:.1f} KB a stream")
        row("crud get beside the streams", load(server.pid, origin + "/api/mcp", file, options.seconds))
    if refused:
        print(f"further streams are refused: {refused}")
    for connection in streams:
        connection.close()

    before = resident_mb(server.pid)
    sessions = 0
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    for number in range(MANY):
        connection, said = open_one(origin, request(origin, keys[number % len(keys)], hello))
        sessions += "mcp-session-id:" in said.lower()
        connection.close()
    time.sleep(1)
    grown = (resident_mb(server.pid) - before) * 1024
    print(f"{MANY} clients that shook hands: {sessions} sessions, {grown / MANY:.2f} KB each")
    return sum(run["failed"] for run in runs)

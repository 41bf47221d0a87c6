"""Other servers beside ours, where they are installed: the same row by its key, from the same file, in the same run."""

import os
import socket
import sys
import time
import urllib.request
from pathlib import Path

from measure import load, median, process, row, script

HERE = Path(__file__).parent


def python_with(module):
    """The interpreter of the client tests, or this one, when it has the module."""
    import subprocess
    cache = Path(os.environ.get("GATEHOUSE_CACHE", Path.home() / ".cache/gatehouse"))
    for python in [str(cache / "venv/bin/python"), sys.executable]:
        if Path(python).exists() and subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0:
            return python
    return None


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def run(server, origin, database, folder, keys, options):
    python = python_with("fastmcp")
    if python is None:
        print("FastMCP is not installed: pip install fastmcp")
        return
    port = free_port()
    with open(folder / "fastmcp.log", "wb") as log, process(python, HERE / "peer_fastmcp.py", database, str(port), log=log) as peer:
        address = f"http://127.0.0.1:{port}/api/mcp"
        call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"order_get","arguments":{"id":7}}}'
        asked = urllib.request.Request(address, data=call.encode(), headers={
            "Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"})
        deadline = time.monotonic() + 30
        while True:
            try:
                answer = urllib.request.urlopen(asked).read()
                break
            except OSError as error:
                if time.monotonic() > deadline or peer.poll() is not None:
                    print(f"FastMCP did not start: {error}; {(folder / 'fastmcp.log').read_text()[-300:]}")
                    return
                time.sleep(0.2)
        assert b'"isError":true' not in answer and b"error" not in answer[:40], answer
        theirs = script(folder, keys, "string.format([[" + call.replace('"id":1', '"id":%d', 1).replace('"id":7', '"id":%d')
                        + "]], count, math.random(1, 50000))").rename(folder / "theirs.lua")
        ours = script(folder, keys, 'string.format([[{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"crud","arguments":'
                      '{"resource":"orders","action":"get","filterByTk":%d}}}]], count, math.random(1, 50000))')
        runs = {"ours": [], "theirs": []}
        for _ in range(options.rounds):
            runs["ours"].append(load(server.pid, origin + "/api/mcp", ours, options.seconds))
            runs["theirs"].append(load(peer.pid, address, theirs, options.seconds))
        product, other = median(runs["ours"]), median(runs["theirs"])
        row("crud get by key", product, f"{product['rate'] / other['rate']:.1f} times a second, {other['cpu'] / product['cpu']:.1f} times per CPU")
        row("  FastMCP, one order by key", other, f"{other['failed']:.0f} failed" if other["failed"] else "")

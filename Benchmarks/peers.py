"""Other servers beside ours, where they are installed: the same page of orders and the same row, from the same file, in the same run."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from measure import load, median, process, row, script

HERE = Path(__file__).parent
# What is asked for: their tool with its one argument, ours, and the argument's value in Lua. The page is a model's usual question; ours counts all rows too.
QUESTIONS = {
    "a page of 20 orders": (
        "order_list", "page", "math.random(1, 200)", '{"resource":"orders","action":"list","pageSize":20,"page":%d,"sort":["-id"]}'),
    "one order by key": ("order_get", "id", "math.random(1, 50000)", '{"resource":"orders","action":"get","filterByTk":%d}'),
}
TOOLBOX = """kind: source
name: orders
type: sqlite
database: %s
---
kind: tool
name: order_get
type: sqlite-sql
source: orders
description: One order.
statement: SELECT * FROM orders WHERE id = ?
parameters:
  - {name: id, type: integer, description: key of the order}
---
kind: tool
name: order_list
type: sqlite-sql
source: orders
description: A page of orders, the newest first.
statement: SELECT * FROM orders ORDER BY id DESC LIMIT 20 OFFSET (? - 1) * 20
parameters:
  - {name: page, type: integer, description: counts from 1}
"""


def python_with(module):
    """The interpreter of the bench, of the client tests or this one, when it has the module."""
    cache = Path(os.environ.get("GATEHOUSE_CACHE", Path.home() / ".cache/gatehouse"))
    for python in [os.environ.get("BENCH_PYTHON", ""), str(cache / "bench/bin/python"), str(cache / "venv/bin/python"), sys.executable]:
        if python and Path(python).exists() and subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0:
            return python
    return None


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def fastmcp(database, folder, log):
    """Stateless, JSON answers, one process, no authentication."""
    port = free_port()
    with process(python_with("fastmcp"), HERE / "peer_fastmcp.py", database, str(port), log=log, output=log) as peer:
        yield peer, f"http://127.0.0.1:{port}/api/mcp"


@contextlib.contextmanager
def toolbox(database, folder, log):
    """Google's MCP Toolbox; the wheel carries the program. No authentication; a line for each request, as ours."""
    found = subprocess.run(
        [python_with("toolbox_server"), "-c", "import toolbox_server, os; print(os.path.dirname(toolbox_server.__file__))"],
        capture_output=True, text=True, check=True)
    (folder / "toolbox.yaml").write_text(TOOLBOX % database)
    port = free_port()
    program = Path(found.stdout.strip()) / "bin/toolbox"
    with process(
        program, "--config", folder / "toolbox.yaml", "-p", str(port), "--disable-version-check", "--disable-reload", log=log, output=log
    ) as peer:
        yield peer, f"http://127.0.0.1:{port}/mcp"


# Name, module, how it is started, and how many times its pages a CPU second gives us at least.
PEERS = [("FastMCP", "fastmcp", fastmcp, 15), ("MCP Toolbox", "toolbox_server", toolbox, 3.5)]


def call(tool, arguments):
    return '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"' + tool + '","arguments":' + arguments + "}}"


def run(server, origin, database, folder, keys, options):
    for name, module, start, floor in PEERS:
        if python_with(module) is None:
            print(f"{name} is not installed: pip install -r Benchmarks/requirements.txt")
            continue
        with open(folder / f"{module}.log", "wb") as log, start(database, folder, log) as (peer, address):
            if not all(answers(peer, address, tool, argument) for tool, argument, *_ in QUESTIONS.values()):
                print(f"{name} did not start: {(folder / f'{module}.log').read_text()[-300:]}")
                continue
            for question in QUESTIONS:
                compare(question, name, floor, server, origin, peer, address, folder, keys, options)


def answers(peer, address, tool, argument):
    asked = urllib.request.Request(address, data=(call(tool, '{"%s":7}' % argument) % 1).encode(), headers={
        "Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"})
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and peer.poll() is None:
        try:
            answer = urllib.request.urlopen(asked).read()
            assert b'"isError":true' not in answer and b"error" not in answer[:40], answer
            return True
        except OSError:
            time.sleep(0.2)
    return False


def compare(question, name, floor, server, origin, peer, address, folder, keys, options):
    tool, argument, value, arguments = QUESTIONS[question]

    def asking(body, path):
        return script(folder, keys, f"string.format([[{body}]], count, {value})", path)

    theirs = asking(call(tool, '{"%s":%%d}' % argument), "/" + address.split("/", 3)[3]).rename(folder / "theirs.lua")
    ours = asking(call("crud", arguments), "/api/mcp")
    runs = {"ours": [], "theirs": []}
    for _ in range(options.rounds):
        runs["ours"].append(load(server.pid, origin + "/api/mcp", ours, options.seconds))
        runs["theirs"].append(load(peer.pid, address, theirs, options.seconds))
    product, other = median(runs["ours"]), median(runs["theirs"])
    wanted = f" (at least {floor})" if tool == "order_list" else ""
    row(question, product,
        f"{product['rate'] / other['rate']:.1f} times a second, {other['cpu'] / product['cpu']:.1f} times per CPU{wanted}")
    row(f"  {name}", other, f"{other['failed']:.0f} failed" if other["failed"] else "")

"""What one run is measured with: wrk for the load, /proc for CPU and memory."""

import contextlib
import os
import re
import statistics
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

CONNECTIONS = 16
TICK = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def resident_mb(pid):
    return status_mb(pid, "VmRSS")


def status_mb(pid, name):
    """A line of the process's status, of those that are in kB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1]) / 1024
    return 0.0


def outcomes(url):
    """How many calls of tools were served and how many refused, as the server counts them; nothing of a server that does not."""
    try:
        with urllib.request.urlopen(url[:url.index("/", 8)] + "/metrics") as answer:
            text = answer.read().decode()
    except urllib.error.HTTPError:
        return None
    if "gatehouse_" not in text:
        return None
    lines = [line for line in text.splitlines() if line.startswith("gatehouse_calls_total{")]
    counts = {True: 0, False: 0}
    for line in lines:
        counts['outcome="ok"' in line] += int(line.rsplit(" ", 1)[1])
    return counts[True], counts[False]


def load(pid, url, script, seconds, connections=CONNECTIONS, counts=True):
    """
    One run of wrk: requests a second, p50 and p99 in ms, CPU of the server per request in µs, failures. A call that was refused inside of HTTP 200 is
    one, as the server counts it: wrk itself looks at the status alone.
    - Parameter counts: whether the server may count its calls; a floor takes calls alone.
    """
    counted, before = outcomes(url) if counts else None, cpu_seconds(pid)
    output = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", script, url], capture_output=True, text=True, check=True
    ).stdout
    spent = cpu_seconds(pid) - before
    requests = int(re.search(r"(\d+) requests in", output)[1])
    unit = {"us": 1e-3, "ms": 1, "s": 1e3}

    def latency(percent):
        match = re.search(rf"{percent}%\s+([\d.]+)(us|ms|s)\b", output)
        return float(match[1]) * unit[match[2]]

    found = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    failed = int(found[1]) if found else 0
    if counted and '"tools/call"' in script.read_text():
        served, refused = (now - then for now, then in zip(outcomes(url), counted))
        # What the server served beyond is under way when wrk stops. A call that waits then is cancelled, which counts as refused: one a connection.
        failed = max(failed, refused - connections, requests - served)
    return {
        "rate": float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]), "p50": latency(50), "p99": latency(99),
        "cpu": spent / max(requests, 1) * 1e6, "requests": requests, "failed": failed,
    }


def median(runs):
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}


def row(label, figures, note=""):
    print(f"{label:34} {figures['rate']:8.0f} {figures['p50']:8.2f} {figures['p99']:8.2f} {figures['cpu']:8.1f}   {note}")


@contextlib.contextmanager
def process(*arguments, environment=None, log=None, output=subprocess.PIPE):
    """- Parameter output: where standard output goes; by itself to a pipe, for a program that says one line there."""
    started = subprocess.Popen(arguments, stdout=output, stderr=log or subprocess.DEVNULL, text=True, env=environment)
    try:
        yield started
    finally:
        started.terminate()
        started.wait(timeout=40)


LUA = """
local keys = { %(keys)s }
local count = 0
math.randomseed(os.time())
request = function()
    count = count + 1
    local body = %(body)s
    return wrk.format("POST", "%(path)s", {
        ["Authorization"] = "Bearer " .. keys[count %% #keys + 1], ["Content-Type"] = "application/json",
        ["Accept"] = "application/json, text/event-stream", ["MCP-Protocol-Version"] = "2025-11-25" }, body)
end
"""


def script(folder, keys, body, path="/api/mcp"):
    """A script of wrk: every request with the next key and the body that the Lua expression gives."""
    file = folder / "load.lua"
    file.write_text(LUA % {"keys": ", ".join(f'"{key}"' for key in keys), "body": body, "path": path})
    return file

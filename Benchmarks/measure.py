"""What one run is measured with: wrk for the load, /proc for CPU and memory."""

import contextlib
import os
import re
import statistics
import subprocess
from pathlib import Path

CONNECTIONS = 16
TICK = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def resident_mb(pid):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def load(pid, url, script, seconds):
    """One run of wrk: requests a second, p50 and p99 in ms, CPU of the server per request in µs, failures."""
    before = cpu_seconds(pid)
    output = subprocess.run(
        ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", "-s", script, url], capture_output=True, text=True, check=True
    ).stdout
    spent = cpu_seconds(pid) - before
    requests = int(re.search(r"(\d+) requests in", output)[1])
    unit = {"us": 1e-3, "ms": 1, "s": 1e3}

    def latency(percent):
        match = re.search(rf"{percent}%\s+([\d.]+)(us|ms|s)\b", output)
        return float(match[1]) * unit[match[2]]

    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    return {
        "rate": float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]), "p50": latency(50), "p99": latency(99),
        "cpu": spent / max(requests, 1) * 1e6, "requests": requests, "failed": int(failed[1]) if failed else 0,
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

"""The server under everything at once for a while: what it holds afterwards is what it held before. `make soak` runs ten minutes of it."""

import itertools
import json
import os
import random
import socket
import statistics
import threading
import time
from pathlib import Path

import requests

from events import wait_for

SECONDS = float(os.environ.get("GATEHOUSE_SOAK", "20"))
# Of what was resident after the first tenth. A short run still fills caches and pools.
GROWTH = 1.05 if SECONDS >= 300 else 1.25
REVISION = {"MCP-Protocol-Version": "2025-11-25"}
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


class Load:
    """Workers that repeat one kind of use until the end, each once at least; what fails is kept."""

    def __init__(self, house, keys):
        self.house, self.keys = house, keys
        self.end = time.monotonic() + SECONDS
        self.failures, self.counts, self.numbers = [], {}, itertools.count(1)
        host, port = house.url.removeprefix("http://").split(":")
        self.place = (host, int(port))

    def work(self, use):
        while True:
            try:
                use()
                self.counts[use.__name__] = self.counts.get(use.__name__, 0) + 1
            except Exception as error:  # noqa: BLE001: the test shows it
                self.failures.append(f"{use.__name__}: {error!r}")
                return
            if time.monotonic() >= self.end:
                return

    def fields(self, **more):
        return {"Authorization": f"Bearer {random.choice(self.keys)}", "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream", **REVISION, **more}

    def post(self, method, params, expected=200, **fields):
        body = {"jsonrpc": "2.0", "id": next(self.numbers), "method": method, "params": params}
        answer = requests.post(self.house.mcp, json=body, headers=self.fields(**fields), timeout=60)
        assert answer.status_code == expected, answer.text
        return answer

    def calls(self):
        for arguments in [
            {"resource": "orders", "action": "get", "filterByTk": random.randint(1, 50_000)},
            {"resource": "orders", "action": "list", "pageSize": 20, "page": random.randint(1, 200)},
            {"resource": "orders", "action": "list", "filter": {"no_such_field": random.random()}},
        ]:
            self.post("tools/call", {"name": "crud", "arguments": arguments})
        self.post("tools/call", {"name": "run_sql", "arguments": {"sql": f"SELECT count(*), {random.random()} FROM orders"}})

    def writes(self):
        made = self.post("tools/call", {"name": "crud", "arguments": {"resource": "customers", "action": "list", "pageSize": 1}}).json()
        row = made["result"]["structuredContent"]["data"][0]
        change = {"resource": "customers", "action": "update", "filterByTk": row["id"], "values": {"name": row["name"]}}
        self.post("tools/call", {"name": "crud", "arguments": change})

    def strangers(self):
        secret = f"gths_{random.random()}"
        answer = requests.post(self.house.mcp, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}},
                               headers={**self.fields(), "Authorization": f"Bearer {secret}"}, timeout=60)
        assert answer.status_code in (401, 429), answer.text
        time.sleep(0.05)

    def sessions(self):
        client = {"name": f"soak {next(self.numbers)}", "version": "1"}
        key = random.choice(self.keys)
        hands = self.post("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}, Authorization=f"Bearer {key}")
        fields = {"Authorization": f"Bearer {key}", "Accept": "text/event-stream", "Mcp-Session-Id": hands.headers["mcp-session-id"], **REVISION}
        with requests.get(self.house.mcp, headers=fields, stream=True, timeout=60) as stream:
            assert stream.status_code == 200, stream.text
            next(stream.iter_content(1))
        assert requests.delete(self.house.mcp, headers=fields, timeout=60).status_code == 204

    def subscriptions(self):
        params = {"notifications": {"toolsListChanged": True}, "_meta": META}
        body = {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": params}
        fields = self.fields(**{"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen"})
        with requests.post(self.house.mcp, json=body, headers=fields, stream=True, timeout=60) as stream:
            assert stream.status_code == 200, stream.text
            next(stream.iter_content(1))

    def leavers(self):
        """A long statement whose client goes away, and a head that never ends."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "run_sql", "arguments": {"sql": "SELECT count(*) FROM orders a, orders b, orders c"}}})
        head = "".join(f"{name}: {value}\r\n" for name, value in {**self.fields(), "Host": f"{self.place[0]}:{self.place[1]}"}.items())
        for text in [f"POST /api/mcp HTTP/1.1\r\n{head}Content-Length: {len(body)}\r\n\r\n{body}", f"POST /api/mcp HTTP/1.1\r\n{head}"]:
            with socket.create_connection(self.place, timeout=60) as connection:
                connection.sendall(text.encode())
                time.sleep(0.3)


def resident(pid):
    return next(int(line.split()[1]) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))


def held(house):
    """Descriptors, threads, connections and streams."""
    pid = house.process.pid
    gauges = dict(line.rsplit(" ", 1) for line in requests.get(f"{house.url}/metrics", timeout=60, headers={"Connection": "close"}).text.splitlines()
                  if line.startswith(("gatehouse_connections ", "gatehouse_streams ")))
    return {
        "descriptors": len(os.listdir(f"/proc/{pid}/fd")), "threads": len(os.listdir(f"/proc/{pid}/task")),
        "connections": int(float(gauges["gatehouse_connections"])), "streams": int(float(gauges["gatehouse_streams"])),
    }


def test_nothing_grows(fresh):
    "G13 Memory, descriptors, threads, connections and streams are after the load what they were before"
    fresh.run("migrate")
    fresh.run("sample")
    keys = [fresh.key("--user", "built-in/admin", "--name", f"soak {n}") for n in range(4)]
    fresh.start()
    load = Load(fresh, keys)
    # Everything is used once, so that pools and threads are there.
    for use in [load.calls, load.writes, load.strangers, load.sessions, load.subscriptions, load.leavers]:
        use()
    uses = [load.calls, load.calls, load.writes, load.strangers, load.sessions, load.subscriptions, load.leavers]
    workers = [threading.Thread(target=load.work, args=(use,)) for use in uses]
    for worker in workers:
        worker.start()
    samples, start = [], time.monotonic()
    while time.monotonic() < load.end:
        time.sleep(SECONDS / 100)
        samples.append((time.monotonic() - start, resident(fresh.process.pid), len(os.listdir(f"/proc/{fresh.process.pid}/fd"))))
    for worker in workers:
        worker.join()
    assert not load.failures, load.failures[:3]
    assert set(load.counts) == {use.__name__ for use in uses}

    early = statistics.median(kb for second, kb, _ in samples if SECONDS * 0.1 < second < SECONDS * 0.25)
    late = statistics.median(kb for second, kb, _ in samples if second > SECONDS * 0.85)
    print(f"\n{SECONDS:.0f} s, {sum(load.counts.values())} rounds, {early / 1024:.1f} MB after a tenth, {late / 1024:.1f} MB at the end")
    print("MB over the time:", *(f"{kb / 1024:.0f}" for _, kb, _ in samples[::5]))
    assert late <= early * GROWTH, f"{early} KB became {late} KB"
    first, last = (statistics.median(count for second, _, count in part) for part in (samples[10:30], samples[-20:]))
    assert last <= first + 8, f"{first} descriptors became {last}"

    # What nobody uses ends: half heads after ten seconds, the rest at once.
    wait_for("the end of streams and connections", lambda: (after := held(fresh))["streams"] == 0 and after["connections"] <= 1)
    assert fresh.stop() == 0

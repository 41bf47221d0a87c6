"""The figures of the server in its shipped configuration, beside floors measured in the same run.

Each scenario is run in turn with its floors, which read a body of the same size and answer the same number of bytes; medians of the rounds
are printed. Keys, arguments and rows vary per request. Afterwards the audit log must have a row for every call.
"""

import argparse
import contextlib
import functools
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import charts
import identity
import peers
import streams
from measure import CONNECTIONS, load, median, process, resident_mb, row, script

sys.path.insert(0, str(Path(__file__).parent.parent / "Tests" / "Clients"))
import analytics  # noqa: E402
import crowds  # noqa: E402
import lists  # noqa: E402
import memory  # noqa: E402
import questions  # noqa: E402
import records  # noqa: E402
import scale  # noqa: E402
import tenants  # noqa: E402
import workflows  # noqa: E402
from cluster import PostgreSQL  # noqa: E402

# Each on servers of its own, and what it returns counts as failures: refused valid calls, lost objects, bounds that were not kept.
SECTIONS = {
    "rights": crowds.rights, "workspaces": tenants.run, "lists": lists.run, "memory": memory.run, "strangers": crowds.strangers, "callers": crowds.callers,
    "scale": scale.run, "questions": questions.run, "records": records.run, "workflows": workflows.run, "analytics": analytics.run}

parser = argparse.ArgumentParser()
parser.add_argument("binaries", type=Path)
parser.add_argument("--floors", type=Path, help="where gatehouse-floors is; beside the others when absent")
parser.add_argument("--seconds", type=int, default=4, help="of each measured run")
parser.add_argument("--rounds", type=int, default=3)
parser.add_argument("--rows", type=int, default=1_000_000, help="of the export, and of the table of records")
parser.add_argument("--only", choices=["calls", "identity", "streams", "peers", "postgresql", "charts", *SECTIONS], help="one section alone")
options = parser.parse_args()


def tool(arguments):
    """Lua that makes the body of one call of crud; %d in `arguments` becomes what follows it in the list."""
    text, *values = arguments
    body = '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"crud","arguments":' + text + "}}"
    return "string.format([[" + body + "]], " + ", ".join(["count", *values]) + ")"


def scenarios(ids, stamp):
    create = (
        '{"resource":"orders","action":"create","values":{"number":"B-' + stamp + '-%d","customer_id":%d,"store_id":1,"channel":"online",'
        '"status":"placed","ordered_at":"2026-06-30T10:00:00Z","total":12.5}}'
    )
    return {
        "tools/list": ('string.format([[{"jsonrpc":"2.0","id":%d,"method":"tools/list"}]], count)', False),
        "crud get by key": (tool(['{"resource":"orders","action":"get","filterByTk":%d}', f"math.random(1, {ids})"]), False),
        "crud list of 20 rows": (
            tool(['{"resource":"orders","action":"list","pageSize":20,"page":%d,"sort":["-id"]}', "math.random(1, 200)"]), False),
        "crud create": (tool([create, "math.random(1, 1000000000)", "math.random(1, 8000)"]), True),
    }


def statements(ids):
    """run_sql of ten rows by key: a text that differs from those before in its numbers alone, and one that nobody sent before."""
    call = '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"run_sql","arguments":{"sql":"SELECT id, number, status, total FROM orders WHERE id BETWEEN %d AND %d ORDER BY id'
    key = f"math.random(1, {ids})"
    return {
        "run_sql, other numbers": f"(function() local id = {key}; return string.format([[{call}\"}}}}}}]], count, id, id + 9) end)()",
        "run_sql, a new text": f"(function() local id = {key}; return string.format([[{call} -- %d-%d\"}}}}}}]], count, id, id + 9, count, {key}) end)()",
    }


def server_scenarios():
    """The same twenty rows of a data source on PostgreSQL, as records and as SQL."""
    sql = "SELECT * FROM orders WHERE customer_id = %d ORDER BY id DESC LIMIT 20"
    run = '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"run_sql","arguments":{"dataSource":"dw","sql":"' + sql + '"}}}'
    records = '{"dataSource":"dw","resource":"orders","action":"list","pageSize":20,"filter":{"customer_id":%d},"sort":["-id"]}'
    return {
        "crud list on PostgreSQL": tool([records, "math.random(1, 10000)"]),
        "run_sql on PostgreSQL": f"string.format([[{run}]], count, math.random(1, 10000))",
    }


def against_postgresql(bench, floors, verb, server, url, folder, keys):
    """Reads of a data source beside bare libpq, and the export of its table beside the engine's own COPY."""
    with PostgreSQL.alone() as postgresql:
        sql, port = postgresql.sql, postgresql.port
        sql("CREATE DATABASE dw")
        sql(
            "CREATE TABLE orders (id bigint PRIMARY KEY, number text, customer_id int, status text, ordered_at timestamptz, total numeric(12, 2))",
            f"INSERT INTO orders SELECT i, 'A-' || i, i % 10000 + 1, 'paid', timestamptz '2026-01-01' + i * interval '1 minute', i * 0.25 FROM generate_series(1, {options.rows}) AS n(i)",
            "CREATE INDEX ON orders (customer_id, id)", "ANALYZE orders", "GRANT SELECT ON orders TO reader", database="dw")
        place = f"postgres://reader@127.0.0.1:{port}/dw?sslmode=disable"
        verb("source", "add", "dw", place)
        failed = 0
        for name, lua in server_scenarios().items():
            answer_size(url, keys[0], sample_body(lua))
            requests = script(folder, keys, lua)
            runs, floors = [], []
            load(server.pid, url, requests, 1)
            for _ in range(options.rounds):
                runs.append(load(server.pid, url, requests, options.seconds))
                floors.append(json.loads(subprocess.run(
                    [floors, "libpq", place, "8", str(options.seconds)], capture_output=True, text=True, check=True).stdout))
            failed += sum(run["failed"] for run in runs)
            product, floor = median(runs), median(floors)
            print(f"{name:34} {product['rate']:8.0f} {product['p50']:8.2f} {product['p99']:8.2f} {product['cpu']:8.1f}   {product['rate'] / floor['rate']:.2f} of libpq")
            print(f"{'  libpq floor, prepared, 20 rows':34} {floor['rate']:8.0f} {floor['p50_ms']:8.2f} {floor['p99_ms']:8.2f}")
        export = json.loads(subprocess.run([bench, "export-postgres", place], capture_output=True, text=True, check=True).stdout)
        start = time.monotonic()
        subprocess.run(["psql", place, "-qAt", "-c", "COPY orders TO STDOUT"], stdout=subprocess.DEVNULL, check=True)
        copy = time.monotonic() - start
        print(
            f"export of {export['rows']} rows of PostgreSQL, {export['bytes'] >> 20} MB: {export['seconds']:.2f} s, {export['seconds'] / copy:.1f} times COPY, "
            f"memory grew {export['grown_kb'] / 1024:.1f} MB")
        return failed


def answer_size(url, key, body):
    request = urllib.request.Request(
        url, data=body.encode(),
        headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
                 "MCP-Protocol-Version": "2025-11-25"})
    with urllib.request.urlopen(request) as response:
        text = response.read()
    assert b'"isError":true' not in text, text
    return len(text)


def sample_body(lua):
    """The body that a scenario's Lua would send, with numbers in place of its randomness."""
    values = iter([7, 7, 7, 7])
    return re.sub(r"%d", lambda _: str(next(values)), re.search(r"\[\[(.*)\]\]", lua, re.S)[1])


def floors_alone(bench, floors, folder, results):
    """What the disk, the driver and the guard cost by themselves."""
    sync = json.loads(subprocess.run(
        [floors, "sync", str(folder / "data" / "sync.bin"), str(CONNECTIONS), str(options.seconds)], capture_output=True, text=True, check=True).stdout)
    p99 = results["crud create"]["product"]["p99"]
    print(f"\ngroup-committed fsync loop: p50 {sync['p50_ms']:.2f} ms, p99 {sync['p99_ms']:.2f} ms; create p99 is {p99 / sync['p99_ms']:.1f} times that")
    export = json.loads(subprocess.run(
        [bench, "export", str(folder / "export.db"), str(options.rows)], capture_output=True, text=True, check=True).stdout)
    print(f"export of {export['rows']} rows, {export['bytes'] >> 20} MB: {export['seconds']:.2f} s, memory grew {export['grown_kb'] / 1024:.1f} MB")

    decided = json.loads(subprocess.run([bench, "guard", str(folder), "2000"], capture_output=True, text=True, check=True).stdout)
    print(f"guard's decision on {decided['bytes']} bytes of SQL: p50 {decided['p50_ms']:.2f} ms, p99 {decided['p99_ms']:.2f} ms (at most 1)")


def sections(gatehouse):
    """- Returns: failures of those that are wanted."""
    failed = 0
    for name, run in SECTIONS.items():
        if options.only in (None, name):
            with tempfile.TemporaryDirectory(prefix="gatehouse-bench-") as folder:
                print(f"\n{name}")
                failed += run(gatehouse, folder, options)
    if failed:
        sys.exit(f"{failed} valid calls were refused, objects lost or bounds not kept")


def main():
    gatehouse, bench = options.binaries / "gatehouse", options.binaries / "gatehouse-bench"
    floors = (options.floors or options.binaries) / "gatehouse-floors"
    if options.only in SECTIONS:
        return sections(gatehouse)
    with tempfile.TemporaryDirectory(prefix="gatehouse-bench-") as folder:
        folder = Path(folder)
        environment = {k: v for k, v in os.environ.items() if not k.startswith("GATEHOUSE_")}
        environment |= {"GATEHOUSE_DATA": str(folder / "data"), "GATEHOUSE_ADMIN_PASSWORD": "correct horse battery"}
        # The bench is one machine with a few keys: each opens what many callers would.
        environment |= {"GATEHOUSE_STREAMS_PER_CALLER": str(streams.IDLE)}

        def verb(*arguments, given=None, environment=environment):
            done = subprocess.run([gatehouse, *arguments], env=environment, input=given, capture_output=True, text=True, check=True)
            return done.stdout.strip()

        @contextlib.contextmanager
        def another():
            """A second server with the sample company: process, origin, its verbs, and keys."""
            with tempfile.TemporaryDirectory(dir=folder) as place:
                own = environment | {"GATEHOUSE_DATA": place + "/data"}
                say = functools.partial(verb, environment=own)
                say("migrate")
                say("sample")
                secrets = [say("key", "create", "--user", "built-in/admin", "--name", f"bench {n}") for n in range(16)]
                with open(place + "/log", "wb") as log, process(
                    gatehouse, "serve", "--port", "0", "--ask-port", "off", environment=own, log=log
                ) as started:
                    yield started, json.loads(started.stdout.readline())["url"], say, secrets

        verb("migrate")
        start = time.monotonic()
        verb("sample")
        print(f"sample company at scale 1: {time.monotonic() - start:.1f} s")
        keys = [verb("key", "create", "--user", "built-in/admin", "--name", f"bench {n}") for n in range(16)]

        start = time.monotonic()
        with open(folder / "server.log", "wb") as log, process(
            gatehouse, "serve", "--port", "0", "--ask-port", "off", environment=environment, log=log
        ) as server:
            url = json.loads(server.stdout.readline())["url"] + "/api/mcp"
            print(f"start to ready: {(time.monotonic() - start) * 1000:.0f} ms")
            time.sleep(2)
            print(f"idle memory: {resident_mb(server.pid):.1f} MB")
            print(f"\n{CONNECTIONS} connections, {options.rounds} rounds of {options.seconds} s, medians")
            print(f"{'':34} {'req/s':>8} {'p50 ms':>8} {'p99 ms':>8} {'CPU µs':>8}   ratios")
            results = {}
            failed, of_the_key = 0, 1.0
            wanted = scenarios(50_000, str(int(time.time()))) if options.only in (None, "calls") else {}
            for name, (lua, writes) in wanted.items():
                body = sample_body(lua)
                size = answer_size(url, keys[0], body)
                file = script(folder, keys, lua)
                runs = {"product": [], "hummingbird": [], "nio": []}
                with process(floors, "hummingbird", "0", str(size)) as bird, process(floors, "nio", "0", str(size)) as nio:
                    targets = {
                        "product": (server.pid, url),
                        "hummingbird": (bird.pid, f"http://127.0.0.1:{bird.stdout.readline().strip()}/api/mcp"),
                        "nio": (nio.pid, f"http://127.0.0.1:{nio.stdout.readline().strip()}/api/mcp"),
                    }
                    for target, (pid, address) in targets.items():
                        load(pid, address, file, 1, counts=target == "product")
                    for _ in range(options.rounds):
                        for target, (pid, address) in targets.items():
                            runs[target].append(load(pid, address, file, options.seconds, counts=target == "product"))
                failed += sum(run["failed"] for run in runs["product"])
                product, floor, bare = (median(runs[target]) for target in ("product", "hummingbird", "nio"))
                results[name] = {"product": product, "hummingbird": floor, "nio": bare, "bytes": size}
                for label, figures in ((name, product), (f"  Hummingbird floor, {size} bytes", floor), ("  NIO floor", bare)):
                    ratios = ""
                    if figures is product:
                        ratios = f"{product['rate'] / floor['rate']:.2f} of Hummingbird, {product['rate'] / bare['rate']:.2f} of NIO, +{product['cpu'] - floor['cpu']:.0f} µs CPU"
                    row(label, figures, ratios)
            origin = url.removesuffix("/api/mcp")
            if options.only in (None, "identity"):
                more, of_the_key = identity.run(server, origin, verb, folder, keys, options)
                failed += more
            if options.only in (None, "streams"):
                failed += streams.run(server, origin, another, folder, keys, options)
            if options.only in (None, "peers"):
                peers.run(server, origin, folder / "data" / "workspaces" / "1.db", folder, keys, options)
            if options.only in (None, "postgresql"):
                readers = []
                for number in range(16):
                    verb("user", "add", f"built-in/u{number}", "--password-stdin", given="correct horse battery\n")
                    verb("member", "add", "main", f"built-in/u{number}", "--role", "reader")
                    readers.append(verb("key", "create", "--user", f"built-in/u{number}"))
                failed += against_postgresql(bench, floors, verb, server, url, folder, readers)
            print(f"memory after the load: {resident_mb(server.pid):.1f} MB")
            time.sleep(1)
            metrics = urllib.request.urlopen(url.removesuffix("/api/mcp") + "/metrics").read().decode()
            counted = [line for line in metrics.splitlines() if line.startswith("gatehouse_calls_total{")]
            calls = sum(int(line.rsplit(" ", 1)[1]) for line in counted)
            # Signing in and consent have rows of their own, and are no calls of tools.
            tools = sorted({re.search(r'tool="([^"]*)"', line)[1] for line in counted})

        if options.only in (None, "calls"):
            floors_alone(bench, floors, folder, results)
        if options.only in (None, "charts"):
            charts.run(bench, folder, peers.python_with("vl_convert"))
        state = sqlite3.connect(folder / "data" / "state.db")
        audited = state.execute(
            f"SELECT count(*) FROM audit WHERE kind IN ('call', 'intent') AND node <> 'terminal' AND tool IN ({', '.join('?' * len(tools))})", tools
        ).fetchone()[0]
        print(f"\naudit rows {audited}, calls {calls}, failed requests {failed}")
        if audited != calls or failed:
            sys.exit("the audit log and the calls differ, or requests failed: the figures above do not count")
        if of_the_key < identity.LEAST_OF_THE_KEY:
            sys.exit(f"a call with a token is {of_the_key:.2f} of the same call with a key: at least {identity.LEAST_OF_THE_KEY} is promised")
    if options.only is None:
        sections(gatehouse)


main()

"""Records of a large table on each engine, beside hand-written SQL: a list with filter, sort and append, figures by group, 1,000 rows created, an import.

The floor of a read or of created rows is the statement that a person would write, run by the engine's own client; of an import the engine's own loader.
"""

import contextlib
import http.client
import json
import shutil
import sqlite3
import statistics
import subprocess
import time
from pathlib import Path

from cluster import MariaDB, PostgreSQL
from house import House

STATES = ["new", "paid", "sent", "back"]
COLUMNS = "id, customer_id, state, total, placed"
TABLES = [
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(40))",
    "CREATE TABLE sales (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), state VARCHAR(8), total DECIMAL(12, 2), placed DATE)",
    "CREATE INDEX sales_by_state ON sales (state, placed)",
]
ONES = {
    "list of 20: filter, sort, append": (
        200, {"action": "list", "filter": {"state": "paid", "total": {"$gt": 10}}, "sort": ["-placed", "id"], "appends": ["customer"], "paginate": False},
        "SELECT s.*, c.* FROM sales s LEFT JOIN customers c ON c.id = s.customer_id WHERE s.state = 'paid' AND s.total > 10 "
        "ORDER BY s.placed DESC, s.id LIMIT 20"),
    "the same with the number of rows": (
        10, {"action": "list", "filter": {"state": "paid", "total": {"$gt": 10}}, "sort": ["-placed", "id"], "appends": ["customer"]},
        "SELECT count(*) FROM sales WHERE state = 'paid' AND total > 10"),
    "sum and count by group": (
        5, {"action": "query", "dimensions": [{"field": "state"}],
            "measures": [{"field": "total", "aggregation": "sum", "alias": "revenue"}, {"field": "id", "aggregation": "count", "alias": "sales"}]},
        "SELECT state, sum(total), count(id) FROM sales GROUP BY state"),
}


def row(id):
    return id, id % 1000 + 1, STATES[id % 7 % 4], f"{id % 9973}.{id % 90 + 10}", f"20{id % 20 + 10}-0{id % 9 + 1}-1{id % 10}"


def written(rows):
    return ", ".join(f"({id}, {customer}, '{state}', {total}, '{placed}')" for id, customer, state, total, placed in rows)


def csv(file, rows):
    file.write_text(COLUMNS.replace(" ", "") + "\n" + "".join(",".join(map(str, each)) + "\n" for each in rows))
    return file


class SQLite:
    def __init__(self, folder):
        self.file = folder / "sales.db"
        self.url = f"sqlite://{self.file}"

    def run(self, statements):
        with contextlib.closing(sqlite3.connect(self.file, timeout=60)) as database, database:
            for statement in statements:
                database.execute(statement).fetchall()

    def load(self, file):
        if not shutil.which("sqlite3"):
            return False
        subprocess.run(["sqlite3", self.file, f".import --csv --skip 1 {file} sales"], check=True)
        return True


class Client:
    """An engine with a server, by its command line: one process for all statements."""

    def run(self, statements):
        subprocess.run(self.command, input=";\n".join(statements) + ";\n", stdout=subprocess.DEVNULL, text=True, check=True)


class OnPostgreSQL(Client):
    def __init__(self, server):
        server.sql("CREATE DATABASE sales OWNER gate_data")
        self.url = server.url("gate_data", "sales")
        self.command = [server.programs / "psql", self.url, "-qAtX", "-v", "ON_ERROR_STOP=1"]

    def load(self, file):
        subprocess.run([*self.command, "-c", f"\\copy sales ({COLUMNS}) FROM '{file}' CSV HEADER"], check=True)
        return True


class OnMariaDB(Client):
    def __init__(self, server):
        self.url = server.url
        self.command = ["mariadb", "--no-defaults", "--skip-ssl", f"--socket={server.folder}/s", "-u", "root", "--batch", "--local-infile=1", "shop"]

    def load(self, file):
        self.run([f"LOAD DATA LOCAL INFILE '{file}' INTO TABLE sales FIELDS TERMINATED BY ',' IGNORE 1 LINES ({COLUMNS})"])
        return True


@contextlib.contextmanager
def engines(folder):
    """Those that are installed, by name."""
    with contextlib.ExitStack() as stack:
        found = {"SQLite": SQLite(folder), "PostgreSQL": OnPostgreSQL(stack.enter_context(PostgreSQL.alone()))}
        if shutil.which("mariadbd", path="/usr/sbin:/usr/bin"):
            found["MariaDB"] = OnMariaDB(stack.enter_context(contextlib.closing(MariaDB())))
        yield found


def seconds(body):
    start = time.monotonic()
    body()
    return time.monotonic() - start


class Caller:
    def __init__(self, origin, key):
        self.connection = http.client.HTTPConnection(origin.removeprefix("http://"), timeout=600)
        self.fields = {"Authorization": f"Bearer {key}", "Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25"}

    def crud(self, source, **arguments):
        call = {"name": "crud", "arguments": {"dataSource": source, "resource": "sales", **arguments}}
        self.connection.request(
            "POST", "/api/mcp", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}),
            {**self.fields, "Accept": "application/json, text/event-stream"})
        text = self.connection.getresponse().read()
        assert b'"isError":true' not in text and b'"result"' in text, text


def told(engine, name, product, floor, unit="ms"):
    print(f"{engine:10} {name:36} {product:10.2f} {unit}, floor {floor:10.2f}, {product / floor if unit == 'ms' else floor / product:6.1f} times the floor")


def measure(name, engine, caller, house, folder, rows):
    source, next = name.lower(), rows + 1
    for what, (count, arguments, sql) in ONES.items():
        caller.crud(source, **arguments)
        product = statistics.median(seconds(lambda: caller.crud(source, **arguments)) for _ in range(count))
        # What the client costs by itself is taken off.
        floor = max(seconds(lambda: engine.run([sql] * count)) - seconds(lambda: engine.run(["SELECT 1"])), 1e-6) / count
        told(name, what, product * 1000, floor * 1000)
    times = {"product": [], "floor": []}
    for _ in range(3):
        fields = COLUMNS.split(", ")
        values = [dict(zip(fields, row(id))) for id in range(next, next + 1000)]
        times["product"].append(seconds(lambda: caller.crud(source, action="create", values=values)))
        text = written(row(id) for id in range(next + 1000, next + 2000))
        times["floor"].append(seconds(lambda: engine.run([f"INSERT INTO sales VALUES {text}"])))
        next += 2000
    told(name, "1,000 rows created", statistics.median(times["product"]) * 1000, statistics.median(times["floor"]) * 1000)
    count = max(1000, rows // 10)
    ours = csv(folder / "ours.csv", (row(id) for id in range(next, next + count)))
    theirs = csv(folder / "theirs.csv", (row(id) for id in range(next + count, next + 2 * count)))
    spent = seconds(lambda: house.say("import", str(ours), "--collection", "sales", "--source", source))
    loaded = seconds(lambda: engine.load(theirs))
    told(name, f"import of {count} rows", count / spent, count / loaded, "rows/s")


def run(gatehouse, folder, options):
    """- Returns: no failures: a call that is refused ends the section."""
    folder, rows = Path(folder), options.rows
    with engines(folder) as found, House.own(gatehouse, folder) as house:
        for name, engine in found.items():
            engine.run(TABLES)
            engine.run(["INSERT INTO customers VALUES " + ", ".join(f"({id}, 'Customer {id}')" for id in range(1, 1001))])
            for start in range(1, rows + 1, 50_000):
                engine.run([f"INSERT INTO sales VALUES {written(row(id) for id in range(start, min(start + 50_000, rows + 1)))}"])
            engine.run(["ANALYZE TABLE sales" if name == "MariaDB" else "ANALYZE sales"])
            house.say("source", "add", name.lower(), engine.url)
        with house.serving() as (_, origin):
            caller = Caller(origin, house.key())
            print(f"{rows} rows, one caller, medians of one call")
            for name, engine in found.items():
                measure(name, engine, caller, house, folder, rows)
    return 0

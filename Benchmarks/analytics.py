"""Twenty analytical statements on each engine, with row rules and without: what the wall around the visible rows costs.

A member with rules runs each statement through `run_sql`. Beside it an administrator runs the same text, and the text into which a person wrote the rules.
The floor is the slower of the two: a rule's own condition may need columns that the plan without it finds in an index. Counts as a failure: a refused
statement, and rows that differ from those of the written rules.
"""

import http.client
import json
import statistics
import time
from pathlib import Path

from house import House
from records import engines

CUSTOMERS, ORDERS, LINES = 1_000, 50_000, 100_000
# What the wall may cost, in floors; beyond, a line says so.
LIMIT = 3.0
# Below this both times are those of a call, not of the statement.
LEAST = 0.004
TABLES = [
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, region VARCHAR(8) NOT NULL, tier INTEGER NOT NULL, note VARCHAR(40))",
    "CREATE TABLE sales (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), state VARCHAR(8) NOT NULL, total INTEGER NOT NULL, placed VARCHAR(10) NOT NULL)",
    "CREATE TABLE sale_lines (id INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL REFERENCES sales (id), product VARCHAR(12) NOT NULL, quantity INTEGER NOT NULL)",
    "CREATE INDEX sales_customer ON sales (customer_id)", "CREATE INDEX lines_sale ON sale_lines (sale_id)", "CREATE INDEX sales_placed ON sales (placed)",
]
ROLE = "built-in/analyst"
# Rows that the member may see, as the rule and as a person would write it.
RULES = {"customers": ({"region": {"$ne": "west"}}, "region <> 'west'"), "sales": ({"state": {"$ne": "void"}}, "state <> 'void'"), "sale_lines": (None, "1 = 1")}
STATEMENTS = {
    "count": "SELECT count(*) FROM sales",
    "by state": "SELECT state, count(*) AS n, sum(total) AS revenue FROM sales GROUP BY state ORDER BY state",
    "by month": "SELECT substr(placed, 1, 7) AS month, sum(total) AS revenue FROM sales GROUP BY substr(placed, 1, 7) ORDER BY month",
    "by region": "SELECT c.region, sum(s.total) AS revenue FROM sales s JOIN customers c ON c.id = s.customer_id GROUP BY c.region ORDER BY c.region",
    "three tables": "SELECT c.tier, l.product, sum(l.quantity) AS pieces FROM sale_lines l JOIN sales s ON s.id = l.sale_id JOIN customers c ON c.id = s.customer_id GROUP BY c.tier, l.product ORDER BY c.tier, l.product",
    "best customers": "SELECT c.id, c.name, sum(s.total) AS revenue FROM customers c JOIN sales s ON s.customer_id = c.id GROUP BY c.id, c.name ORDER BY revenue DESC, c.id LIMIT 10",
    "having": "SELECT customer_id, count(*) AS n FROM sales GROUP BY customer_id HAVING count(*) > 30 ORDER BY n DESC, customer_id LIMIT 50",
    "correlated count": "SELECT c.id, (SELECT count(*) FROM sales s WHERE s.customer_id = c.id) AS n FROM customers c ORDER BY c.id",
    "correlated sum of a part": "SELECT c.id, (SELECT sum(s.total) FROM sales s WHERE s.customer_id = c.id AND s.placed >= '2024-01-01') AS n FROM customers c ORDER BY c.id",
    "correlated latest": "SELECT c.id, (SELECT max(s.placed) FROM sales s WHERE s.customer_id = c.id) AS latest FROM customers c ORDER BY c.id",
    "exists": "SELECT count(*) FROM customers c WHERE EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.id AND s.total > 950)",
    "not exists": "SELECT c.id FROM customers c WHERE NOT EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.id AND s.total > 990) ORDER BY c.id",
    "in a list": "SELECT count(*) FROM sales WHERE customer_id IN (SELECT id FROM customers WHERE tier = 2)",
    "above the average": "SELECT count(*) FROM sales WHERE total > (SELECT avg(total) FROM sales)",
    "rank in each region": "SELECT region, name, revenue FROM (SELECT c.region, c.name, sum(s.total) AS revenue, row_number() OVER (PARTITION BY c.region ORDER BY sum(s.total) DESC, c.name) AS place FROM customers c JOIN sales s ON s.customer_id = c.id GROUP BY c.region, c.name) AS r WHERE place <= 3 ORDER BY region, place",
    "running total": "SELECT month, revenue, sum(revenue) OVER (ORDER BY month) AS until_then FROM (SELECT substr(placed, 1, 7) AS month, sum(total) AS revenue FROM sales GROUP BY substr(placed, 1, 7)) AS m ORDER BY month",
    "month before": "WITH m AS (SELECT substr(placed, 1, 7) AS month, sum(total) AS revenue FROM sales GROUP BY substr(placed, 1, 7)) SELECT month, revenue, revenue - lag(revenue) OVER (ORDER BY month) AS growth FROM m ORDER BY month",
    "share": "SELECT state, 100 * count(*) / (SELECT count(*) FROM sales) AS percent FROM sales GROUP BY state ORDER BY state",
    "left join": "SELECT c.region, count(s.id) AS n FROM customers c LEFT JOIN sales s ON s.customer_id = c.id AND s.placed >= '2025-06-01' GROUP BY c.region ORDER BY c.region",
    "union": "SELECT 'large' AS kind, count(*) AS n FROM sales WHERE total >= 900 UNION ALL SELECT 'small', count(*) FROM sales WHERE total < 100 ORDER BY kind",
}
STATES = ["new", "paid", "sent", "void"]
REGIONS = ["east", "north", "south", "west"]


def rows():
    """The rows of each table, the same on every engine and in every run."""
    yield "customers", [(id, f"'Customer {id}'", f"'{REGIONS[id * 7 % 11 % 4]}'", id % 3, "NULL") for id in range(1, CUSTOMERS + 1)]
    yield "sales", [
        (id, id * 31 % CUSTOMERS + 1, f"'{STATES[id * 13 % 17 % 4]}'", id * 7919 % 997, f"'20{id % 3 + 23}-{id % 12 + 1:02}-{id % 28 + 1:02}'")
        for id in range(1, ORDERS + 1)]
    yield "sale_lines", [(id, id * 17 % ORDERS + 1, f"'product {id % 23}'", id % 9 + 1) for id in range(1, LINES + 1)]


def filled(engine):
    engine.run(TABLES)
    for table, values in rows():
        for start in range(0, len(values), 10_000):
            part = ", ".join(f"({', '.join(map(str, each))})" for each in values[start:start + 10_000])
            engine.run([f"INSERT INTO {table} VALUES {part}"])


def written(sql):
    """The statement of a person who knows the rules, over tables that begin with the visible rows."""
    visible = ", ".join(f"v_{table} AS (SELECT * FROM {table} WHERE {rule})" for table, (_, rule) in RULES.items())
    for table in RULES:
        sql = sql.replace(f"FROM {table}", f"FROM v_{table}").replace(f"JOIN {table}", f"JOIN v_{table}")
    return f"WITH {visible}, {sql.removeprefix('WITH ')}" if sql.startswith("WITH ") else f"WITH {visible} {sql}"


class Caller:
    def __init__(self, origin, key):
        self.connection = http.client.HTTPConnection(origin.removeprefix("http://"), timeout=600)
        self.fields = {
            "Authorization": f"Bearer {key}", "Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25",
            "Accept": "application/json, text/event-stream"}

    def rows(self, source, sql):
        """The rows and the seconds of the call; None in place of rows that were refused."""
        call = {"name": "run_sql", "arguments": {"dataSource": source, "sql": sql, "maxRows": 1000}}
        start = time.monotonic()
        self.connection.request("POST", "/api/mcp", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}), self.fields)
        result = json.loads(self.connection.getresponse().read())["result"]
        spent = time.monotonic() - start
        return None if result.get("isError") else result["structuredContent"]["rows"], spent

    def median(self, source, sql):
        return statistics.median(self.rows(source, sql)[1] for _ in range(5))


def measure(engine, source, administrator, member):
    """- Returns: the number of statements that were refused or gave other rows."""
    failed, ratios = 0, []
    for name, sql in STATEMENTS.items():
        found, expected = member.rows(source, sql)[0], administrator.rows(source, written(sql))[0]
        free, hand, ruled = administrator.median(source, sql), administrator.median(source, written(sql)), member.median(source, sql)
        ratio = ruled / max(free, hand, LEAST)
        ratios.append(ratio)
        fault = "refused" if found is None else "other rows" if found != expected or not found else ""
        failed += bool(fault)
        print(f"{engine:10} {name:26} {free * 1000:9.2f} ms free, {hand * 1000:9.2f} written, {ruled * 1000:9.2f} with rules, {ratio:5.2f} times  {fault or 'over' * (ratio > LIMIT)}")
    print(f"{engine:10} {'median, most':26} {statistics.median(ratios):.2f}, {max(ratios):.2f} times")
    return failed


def run(gatehouse, folder, options):
    """- Returns: failures, as above."""
    with engines(Path(folder)) as found, House.own(gatehouse, folder) as house:
        house.say("role", "add", ROLE)
        for name, engine in found.items():
            filled(engine)
            engine.run([f"ANALYZE {'TABLE ' * (name == 'MariaDB')}{table}" for table in RULES])
            house.say("source", "add", name.lower(), engine.url)
            for table, (rule, _) in RULES.items():
                bounds = ["--filter", json.dumps(rule)] if rule else []
                house.say("rule", "set", "main", ROLE.split("/")[1], name.lower(), table, "--actions", "view", *bounds)
        house.say("user", "add", "built-in/ann", "--password-stdin", given="correct horse battery\n")
        house.say("member", "add", "main", "built-in/ann", "--role", ROLE.split("/")[1])
        key = house.key(user="built-in/ann")
        with house.serving() as (_, origin):
            administrator, member = Caller(origin, house.key()), Caller(origin, key)
            print(f"{CUSTOMERS} customers, {ORDERS} sales, {LINES} lines; medians of five calls; with rules at most {LIMIT:.0f} times as long")
            return sum(measure(name, name.lower(), administrator, member) for name in found)

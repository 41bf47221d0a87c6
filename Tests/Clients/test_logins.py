"""`gatehouse check` with strong and weak logins of a data source (threats, the first layer of the guard)."""

import functools
import json

import pytest

from cluster import PostgreSQL
from shared import once


@pytest.fixture
def shop():
    """What runs SQL in a database of a server whose roles are one that may do everything and one that may only read, and the address for a role."""
    server = PostgreSQL.shared()
    once("logins", lambda _: server.sql("CREATE ROLE strong LOGIN SUPERUSER", "CREATE ROLE weak LOGIN"))
    with server.database("postgres") as name:
        server.sql("CREATE TABLE orders (id int PRIMARY KEY, note text)", "GRANT SELECT ON orders TO weak", database=name)
        yield functools.partial(server.sql, database=name), functools.partial(server.url, database=name)


def everything(sql):
    """Tables, functions and schemas of the database, roles and databases of the server but those that other tests make."""
    return sql(
        "SELECT relname FROM pg_class UNION ALL SELECT proname FROM pg_proc UNION ALL SELECT rolname FROM pg_roles UNION ALL SELECT datname FROM pg_database "
        "WHERE datname NOT SIMILAR TO 'test_%|cluster_%|slow' UNION ALL SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg_%temp%' ORDER BY 1")


@pytest.mark.parametrize("login, code", [("strong", 3), ("weak", 0)])
def test_check_says_what_a_login_can_do_that_it_should_not(fresh, shop, login, code):
    sql, url = shop
    before = everything(sql)
    added = fresh.run("source", "add", "dw", url(login))
    assert ("superuser" in added.stderr) == (login == "strong")
    done = fresh.run("check", "--json", check=False)
    assert done.returncode == code, done.stdout + done.stderr
    found = [warning for warning in json.loads(done.stdout)["warnings"] if warning.startswith("main/dw: ")]
    powers = ["can run programs", "can write files", "can read files", "can make roles", "can read password hashes", "can make tables", "is a superuser"]
    assert [power for power in powers if any(power in warning for warning in found)] == (powers if login == "strong" else [])
    assert fresh.run("check", "--strict", check=False).returncode == 3
    assert everything(sql) == before


def test_rule_explain_says_why_a_statement_does_not_run(fresh):
    fresh.run("user", "add", "built-in/eve", "--password-stdin", stdin="correct horse battery\n")
    fresh.run("member", "add", "main", "built-in/eve", "--role", "member")
    told = fresh.run("rule", "explain", "main", "--user", "built-in/eve", "--sql", "DELETE FROM orders")
    assert "does not run" in told.stdout
    told = json.loads(fresh.run("rule", "explain", "main", "--user", "built-in/eve", "--sql", "SELECT 1", "--json").stdout)
    assert told["runs"] is True and told["sql"].startswith("SELECT 1")
    assert fresh.run("rule", "explain", "main", "--user", "built-in/eve", check=False).returncode == 2

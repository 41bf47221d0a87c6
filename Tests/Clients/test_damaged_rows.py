"""A row of the state that cannot be read: it fails by itself, the rest goes on, and the operator is told which it is."""

import json
import sqlite3


def spoil(house, statement):
    with sqlite3.connect(house.data / "state.db") as state:
        state.execute("PRAGMA ignore_check_constraints = 1")
        assert state.execute(statement).rowcount == 1
    state.close()


def test_check_names_damaged_rows_and_lists_go_on_without_them(fresh):
    fresh.with_company()
    for name in ["acme", "globex"]:
        fresh.run("organization", "add", name)
    fresh.run("application", "add", "globex/agent", "--grant", "client_credentials")
    fresh.run("rule", "set", "main", "reader", "main", "orders", "--actions", "view")
    assert "problem:" not in fresh.run("check", check=False).stdout
    spoil(fresh, "UPDATE organizations SET details = 'not JSON' WHERE name = 'acme'")
    spoil(fresh, "UPDATE applications SET source = 'found' WHERE name = 'agent'")
    spoil(fresh, "UPDATE rules SET filter = '{' WHERE collection = 'orders'")
    found = fresh.run("check", "--json", check=False)
    assert found.returncode == 3
    problems = json.loads(found.stdout)["problems"]
    assert [p for p in problems if "of organizations cannot be read: details: expected a JSON object" in p], problems
    assert "main: the rules of this workspace cannot be read" in problems
    assert [p for p in problems if "of rules cannot be read: filter: expected a filter" in p], problems
    assert [p for p in problems if "of applications cannot be read: source: expected one of registered, dynamic, document" in p], problems
    listed = fresh.run("organization", "list").stdout
    assert "globex" in listed and "acme" not in listed
    # The row that cannot be read is left as it is by what would change it.
    refused = fresh.run("application", "remove", "globex/agent", check=False)
    assert refused.returncode == 1 and "its operator finds the row with gatehouse check" in refused.stderr

"""A row of the state that cannot be read: it fails by itself, the rest goes on, and the operator is told which it is."""

import json
import sqlite3

import httpx


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


def test_damaged_rows_of_questions_and_workflows_fail_alone(fresh):
    fresh.with_company()
    key = fresh.key("--user", "built-in/admin")
    http = httpx.Client(headers={"Authorization": f"Bearer {key}"}, timeout=120)
    fresh.start()

    def call(tool, **arguments):
        answer = http.post(f"{fresh.url}/api/tools/{tool}", json=arguments)
        assert answer.status_code == 200, answer.text
        return answer.json()

    for name in ["spoiled", "whole"]:
        call("assistants_apply", name=name)
        call("models_apply", name=name, url="https://models.example/v1", model="m")
        call("verified_queries_apply", action="add", dataSource="main", pattern=f"how many {name} orders", sql="SELECT count(*) FROM orders")
        call("ask_question", question="how many orders", chat="new")
        made = call("workflows_apply", title=name, type="manual", nodes=[{"type": "end"}])
        call("workflows_execute", filterByTk=made["data"]["id"])
    kept = max(one["id"] for one in call("executions_list")["data"])
    fresh.stop()
    # No moment that there is, no word that is known, no bytes that were sealed.
    spoiled = {
        "assistants": ("changed_at", "9223372036854775807", "name = 'spoiled'"), "language_models": ("interface", "'spoiled'", "name = 'spoiled'"),
        "verified_queries": ("slots", "'spoiled'", "id = (SELECT min(id) FROM verified_queries)"), "chats": ("used_at", "9223372036854775807", "id = (SELECT min(id) FROM chats)"),
        "chat_records": ("status", "'spoiled'", "id = (SELECT min(id) FROM chat_records)"), "workflows": ("type", "'spoiled'", "title = 'spoiled'"),
        "workflow_versions": ("content", "X'00'", "workflow_id = (SELECT min(id) FROM workflows)"),
        "workflow_executions": ("state", "'spoiled'", "id = (SELECT min(id) FROM workflow_executions)")}
    for table, (column, value, rows) in spoiled.items():
        spoil(fresh, f"UPDATE {table} SET {column} = {value} WHERE {rows}")
    found = fresh.run("check", "--json", check=False)
    assert found.returncode == 3
    problems = json.loads(found.stdout)["problems"]
    for table, (column, *_) in spoiled.items():
        assert [p for p in problems if f"of {table} cannot be read: {column}: " in p], (table, problems)
    assert not [p for p in problems if "spoiled" in p]
    fresh.start()
    assert [one["title"] for one in call("workflows_list")["data"]] == ["whole"]
    assert [one["id"] for one in call("executions_list")["data"]] == [kept]
    for tool in ["assistants_list", "models_list"]:
        names = [one["name"] for one in call(tool)["data"]]
        assert "whole" in names and "spoiled" not in names
    assert len(call("verified_queries_list")["data"]) == 1 and len(call("chats_list")["data"]) == 1

"""`collections_apply`, `fields_apply` and their counterparts under attack: text that wants to be SQL, tables of others, hidden tables, and what reads a table."""

import contextlib
import json
import sqlite3

import pytest

from attackers import ALL, Attackers
from conftest import Gatehouse

# What would end a name, a literal, a list or a statement, or mean another table, in one dialect or another.
NAMES = [
    "x'; DROP TABLE open; --", 'x"', "x`", "x y", "x\u0000", "\u00e9", "main.open", "a" * 49, "", "1x", "sqlite_master", "pg_class", "gh_new_open", "users", "ROLES", "x/*", "x;", "[x]", "x\\",
]
DEFAULTS = [
    ("integer", "(SELECT 1)"), ("integer", 1.5), ("bigInt", "1"), ("decimal", "1; DROP TABLE open"), ("decimal", "NaN"), ("double", "inf"), ("boolean", "true"),
    ("dateOnly", "now"), ("dateOnly", "2024-01-01'"), ("datetimeTz", "now()"), ("datetimeTz", "2024-01-01T00:00:00Z'"), ("uuid", "'; DROP"), ("time", "12:00'"),
    ("datetimeNoTz", "2024-01-01 00:00:00'||(SELECT 1)"), ("string", "x\u0000y"), ("string", "x" * 1_001), ("nanoid", "x"), ("password", "x"),
]
FIELDS = [
    {"type": "string); DROP TABLE open; --"}, {"type": "string", "length": "1); DROP TABLE open"}, {"type": "string", "length": 10**9}, {"interface": "x'"},
    {"type": "decimal", "precision": "1,2"}, {"type": "string", "ownsKey": True}, {"type": "string", "validation": {"rules": [{"name": "pattern", "args": {"regex": "(a)\\1"}}]}},
    {"type": "sequence", "patterns": [{"type": "integer", "options": {"digits": 10**9}}]}, {"type": "belongsTo", "target": "open", "foreignKey": 'x"); DROP TABLE open; --'},
    {"type": "belongsTo", "target": "open", "onDelete": "CASCADE; DROP TABLE open"}, {"type": "belongsTo", "target": "open", "targetKey": 'name"); --'},
    {"type": "belongsToMany", "target": "open", "through": 't"; DROP TABLE open; --'}, {"type": "belongsToMany", "target": "open", "through": "../rival"},
    {"type": "belongsToMany", "target": "open", "through": "users"}, {"type": "belongsTo", "target": "nowhere"},
]


@pytest.fixture(scope="module")
def them(tmp_path_factory):
    """`salaries` and `audits` are hidden from boss, who administers the workspace; `audits` refers to `open`, and a view reads `open`."""
    house = Gatehouse(tmp_path_factory.mktemp("attacked"))
    them = Attackers(house)
    house.start()
    for name, fields in {
        "salaries": [{"name": "amount", "type": "integer"}],
        "open": [{"name": "name", "type": "string"}, {"name": "size", "type": "integer"}],
        "audits": [{"name": "finding", "type": "string"}, {"name": "open", "type": "belongsTo", "target": "open"}],
        "read": [{"name": "name", "type": "string"}, {"name": "note", "type": "string"}],
    }.items():
        them.done("admin", "collections_apply", {"name": name, "fields": fields})
    with contextlib.closing(sqlite3.connect(house.data / "workspaces/1.db")) as database:
        database.execute("CREATE VIEW sizes AS SELECT note AS n FROM read")
        database.execute("CREATE VIRTUAL TABLE pay USING fts5 (amount, content='salaries', content_rowid='id')")
        database.commit()
    them.done("admin", "data_sources_refresh", {"dataSource": "main"})
    for name in ["salaries", "audits", "sizes"]:
        rule = {"role": "narrowed", "resource": name, "actions": ["view"] if name == "sizes" else ALL.split(","), "effect": "deny"}
        them.done("admin", "access_rules_set", rule)
    assert "data" in them.crud("admin", "create", "salaries", values={"amount": 7})
    yield them
    assert house.stop() == 0


def test_C65_text_in_a_definition_becomes_no_sql(them):
    """C65 Names, types, sizes, defaults, keys and join tables; nothing changes."""
    before = them.state()
    orders = [{"name": name, "fields": []} for name in NAMES] + [{"name": "mine", "fields": [{"name": name, "type": "string"}]} for name in NAMES[:10]]
    orders += [{"name": "mine", "fields": [{"name": "f", "type": kind, "defaultValue": value}]} for kind, value in DEFAULTS]
    orders += [{"name": "mine", "fields": [{"name": "f", **field}]} for field in FIELDS]
    orders += [{"name": "mine", "title": "x" * 201}, {"name": "mine", "description": "x" * 2_001}, {"name": "mine", "fields": [{"name": f"f{n}", "type": "string"} for n in range(201)]}]
    for order in orders:
        code, text = them.refused("boss", "collections_apply", order)
        assert code == "invalid_argument", (order, text)
    assert them.state() == before


def test_C65_text_that_may_stand_in_a_definition_comes_back_as_it_was(them):
    """C65 As defaults and choices, with all that ends a literal."""
    hostile = ["'); DROP TABLE open; --", "\\'", "CURRENT_TIMESTAMP", '"', "''", "x\n--"]
    fields = [{"name": f"f{number}", "type": "string", "defaultValue": text, "title": text, "description": text} for number, text in enumerate(hostile)]
    them.done("boss", "collections_apply", {"name": "quotes", "title": hostile[0], "fields": fields})
    made = them.crud("boss", "create", "quotes", values={})["data"]
    assert [made[f"f{number}"] for number in range(len(hostile))] == hostile
    assert "data" in them.crud("boss", "list", "open")
    them.done("boss", "collections_destroy", {"filterByTk": "quotes", "confirm": True})


def test_C51_hidden_tables_are_no_targets_join_tables_or_tables_to_change(them):
    """C51 By the name of a collection, a target, a join table, a key; nothing changes."""
    before = them.state()
    relation = {"name": "s", "foreignKey": "sId"}
    for tool, arguments in [
        ("collections_destroy", {"filterByTk": "salaries", "confirm": True}), ("fields_destroy", {"collectionName": "salaries", "filterByTk": "amount", "confirm": True}),
        ("fields_apply", {"collectionName": "salaries", "name": "x", "type": "string"}), ("collections_apply", {"name": "salaries", "title": "mine"}),
        *[("collections_apply", {"name": "mine", "fields": [{**relation, "type": kind, "target": "salaries"}]}) for kind in ["belongsTo", "hasOne", "hasMany"]],
        ("collections_apply", {"name": "mine", "fields": [{"name": "s", "type": "belongsToMany", "target": "salaries"}]}),
        ("collections_apply", {"name": "mine", "fields": [{"name": "s", "type": "belongsToMany", "target": "open", "through": "audits", "foreignKey": "id", "otherKey": "openId"}]}),
        ("fields_apply", {"collectionName": "open", "name": "s", "type": "belongsTo", "target": "salaries", "foreignKey": "size"}),
    ]:
        code, text = them.refused("boss", tool, arguments)
        assert code == "not_found" and "amount" not in text, (tool, arguments, code, text)
    assert them.state() == before


def test_C44_a_virtual_table_shows_no_hidden_table_under_another_name(them):
    """C44 FTS5 reads the text of the table that it was made for."""
    assert [row["amount"] for row in them.crud("admin", "list", "pay")["data"]] in ([7], ["7"])
    for tool, arguments in [("crud", {"action": action, "resource": "pay"}) for action in ["list", "get", "query"]] + [("collections_get", {"filterByTk": "pay"})]:
        assert them.refused("boss", tool, arguments)[0] in ("not_found", "invalid_argument"), (tool, arguments)
    assert them.refused("boss", "run_sql", {"sql": "SELECT amount FROM pay"})[0] == "forbidden"


def test_C45_a_refusal_names_no_hidden_table_that_refers_to_a_table(them):
    """C45 Whoever may see it is told which it is."""
    for tool, arguments in [
        ("collections_destroy", {"filterByTk": "open", "confirm": True}), ("collections_destroy", {"filterByTk": "open", "dry_run": True}),
    ]:
        _, text = them.refused("boss", tool, arguments)
        assert "audits" not in text and "openId" not in text and "refers to 'open'" in text, text
        assert "audits.openId" in them.refused("admin", tool, arguments)[1]


def test_C68_what_a_view_reads_is_not_taken_from_it(them):
    """C68 Nor by somebody who may do with the table whatever there is to do, and does not see the view."""
    before = them.state()
    for tool, arguments in [
        ("fields_destroy", {"collectionName": "read", "filterByTk": "note", "confirm": True}), ("collections_destroy", {"filterByTk": "read", "confirm": True}),
    ]:
        code, text = them.refused("boss", tool, arguments)
        assert code == "invalid_argument" and "a view reads" in text and "sizes" not in text, text
    assert them.state() == before
    them.done("boss", "fields_destroy", {"collectionName": "read", "filterByTk": "name", "confirm": True})
    assert them.crud("admin", "list", "sizes")["data"] == []


def test_E05_only_who_administers_a_workspace_changes_its_tables(them):
    """E05 Members, administrators of other workspaces and keys without the scope; nothing changes here or there."""
    before = them.state()
    them.done("rita", "collections_apply", {"name": "own", "fields": [{"name": "n", "type": "string"}]}, workspace="rival")
    there = them.state(2)
    changes = [
        ("collections_apply", {"name": "evil", "fields": []}), ("fields_apply", {"collectionName": "open", "name": "x", "type": "string"}),
        ("collections_destroy", {"filterByTk": "open", "confirm": True}), ("fields_destroy", {"collectionName": "open", "filterByTk": "name", "confirm": True}),
    ]
    for who in ["ann", "rita"]:
        for tool, arguments in changes:
            assert them.refused(who, tool, arguments)[0] == "forbidden", (who, tool)
    for who in ["ann", "boss"]:
        for tool, arguments in changes:
            assert them.refused(who, tool, arguments, workspace="rival")[0] in ("not_found", "forbidden"), (who, tool)
    them.keys["narrow"] = them.house.key("--user", "built-in/boss", "--scopes", "read write:record")
    for tool, arguments in changes:
        assert them.refused("narrow", tool, arguments)[0] == "insufficient_scope", tool
    assert them.state() == before and them.state(2) == there
    assert json.dumps(them.done("rita", "collections_list", {}, workspace="rival")).count("open") == 0

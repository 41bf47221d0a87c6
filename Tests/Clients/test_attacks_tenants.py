"""Workspaces in schemas of one PostgreSQL, each with a login of its own, and an administrator of one who wants the other's tables."""

import json

import pytest

from attackers import Attackers
from cluster import PostgreSQL
from shared import once
from test_two_nodes import Node

OTHERS = "workspace_1"


@pytest.fixture
def them(tmp_path):
    """Workspace `main` has `notes`; rita administers `rival`, in the same database."""
    server = PostgreSQL.shared()
    once("tenants", lambda _: server.sql("CREATE ROLE gate_tenants LOGIN CREATEROLE"))
    with server.database("gate_state") as state, server.database("gate_tenants") as data:
        house = Node(tmp_path / "node", [server.url("gate_state", state), server.url("gate_tenants", data)], "http://127.0.0.1")
        them = Attackers(house)
        house.start("--allowed-source-hosts", "127.0.0.1")
        try:
            them.done("admin", "collections_apply", {"name": "notes", "fields": [{"name": "word", "type": "string"}]})
            assert "data" in them.crud("admin", "create", "notes", values={"word": "secret"})
            them.server, them.place = server, data
            yield them
        finally:
            house.stop(kill=True)


def test_E05_no_name_leads_into_the_schema_of_another_workspace(them):
    """E05 C47 In rows, SQL, definitions and questions; the engine itself would refuse it too."""
    rows = them.server.sql(f"SELECT id, word FROM {OTHERS}.notes", database=them.place)
    assert [word for _, word in rows] == ["secret"]
    assert them.done("rita", "collections_list", {}, workspace="rival")["total"] == 2, "users and roles"
    for name in [f"{OTHERS}.notes", f'"{OTHERS}"."notes"', "notes", "public.notes", f"{OTHERS}.NOTES", "pg_catalog.pg_authid", "information_schema.tables"]:
        for tool, arguments in [
            ("crud", {"action": "list", "resource": name}), ("crud", {"action": "destroy", "resource": name, "filterByTk": 1}),
            ("crud", {"action": "create", "resource": name, "values": {"word": "x"}}), ("collections_get", {"filterByTk": name}),
            ("collections_destroy", {"filterByTk": name, "confirm": True}), ("fields_apply", {"collectionName": name, "name": "x", "type": "string"}),
            ("collections_apply", {"name": "mine", "fields": [{"name": "n", "type": "belongsTo", "target": name}]}),
            ("collections_apply", {"name": "mine", "fields": [{"name": "n", "type": "hasMany", "target": name}]}),
            ("run_sql", {"sql": f"SELECT * FROM {name}"}), ("run_sql", {"sql": f"SELECT '{OTHERS}.notes'::regclass"}),
        ]:
            code, text = them.refused("rita", tool, arguments, workspace="rival")
            assert code in ("not_found", "invalid_argument", "forbidden") and "secret" not in text, (tool, arguments, text)
    for sql in ["SET ROLE gate_tenants", "SELECT set_config('role', 'gate_tenants', false)", f"SELECT * FROM dblink('', 'SELECT 1') AS t(a int)", "SELECT current_setting('search_path')", "SELECT pg_read_file('PG_VERSION')"]:
        assert them.refused("rita", "run_sql", {"sql": sql}, workspace="rival")[0] in ("forbidden", "invalid_argument"), sql
    assert them.server.sql(f"SELECT id, word FROM {OTHERS}.notes", database=them.place) == rows


def test_C54_the_servers_own_databases_are_no_data_sources(them):
    """C54 C63 Under any login and spelling, be its host allowed or not."""
    port = them.server.port
    for role, database in [("gate_tenants", them.place), ("gate_state", "postgres"), ("postgres", them.place)]:
        for host in ["127.0.0.1", "localhost", "127.1", "0x7f.1"]:
            if role == "gate_state":
                database = them.house.urls[0].rsplit("/", 1)[1].split("?")[0]
            url = f"postgres://{role}@{host}:{port}/{database}?sslmode=disable"
            result = them.call("rita", "data_sources_add", {"name": "back", "url": url}, workspace="rival")
            assert "error" in result, (url, result)
    assert "back" not in json.dumps(them.done("rita", "data_sources_list", {}, workspace="rival"))

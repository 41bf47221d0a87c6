"""Collections made from nothing by the official client, and a server that dies in the middle of making one."""

import contextlib
import json
import os
import shutil
import sqlite3
import threading

import httpx
import pytest
from calls import ERAS, crud, over_http
from cluster import MariaDB
from mcp import types

CUSTOMERS = [
    {"name": "name", "type": "string", "allowNull": False, "unique": True},
    {"name": "email", "type": "string", "interface": "email"},
    {"name": "since", "type": "dateOnly"},
    {"name": "secret", "type": "password"},
]
TAGS = [{"name": "word", "type": "string", "primaryKey": True, "length": 40}]
INVOICES = [{"name": "number", "type": "integer"}, {"name": "due", "type": "datetimeTz"}]
ORDERS = [
    {"name": "total", "type": "decimal", "precision": 12, "scale": 2, "defaultValue": "0"},
    {"name": "state", "type": "string", "enum": ["new", "paid"], "defaultValue": "new", "index": True},
    {"name": "extra", "type": "json"},
    {"name": "customer", "type": "belongsTo", "target": "customers", "onDelete": "RESTRICT"},
    {"name": "tags", "type": "belongsToMany", "target": "tags", "targetKey": "word"},
    {"name": "invoice", "type": "hasOne", "target": "invoices"},
    {"name": "replacements", "type": "hasMany", "target": "orders", "foreignKey": "replacedId"},
]


async def call(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content[0].text
    return result.structured_content["data"]


@pytest.mark.asyncio
@pytest.mark.parametrize("era", ERAS)
async def test_four_collections_from_nothing(fresh, era):
    """Made, described, filled, read through their relations, refused, changed and dropped."""
    fresh.migrate().start()
    key = fresh.key("--user", "built-in/admin")
    async with over_http(fresh.mcp, key, era) as client:
        shown = await call(client, "collections_apply", name="customers", title="Customers", fields=CUSTOMERS, dry_run=True)
        assert shown["dryRun"] and shown["ddl"][0].startswith("CREATE TABLE")
        assert await call(client, "collections_list") == [row for row in await call(client, "collections_list") if row["name"] in ("users", "roles")]
        for name, fields in [("customers", CUSTOMERS), ("tags", TAGS), ("invoices", INVOICES), ("orders", ORDERS)]:
            made = await call(client, "collections_apply", name=name, title=name.title(), fields=fields)
            assert made["changed"] and made["ddl"]
        for name, fields in [("customers", CUSTOMERS), ("tags", TAGS), ("invoices", INVOICES), ("orders", ORDERS)]:
            again = await call(client, "collections_apply", name=name, title=name.title(), fields=fields)
            assert not again["changed"] and again["ddl"] == [], (name, again)
        told = await call(client, "collections_get", filterByTk="orders")
        assert told["title"] == "Orders"
        kinds = {relation["name"]: (relation["kind"], relation["target"]) for relation in told["relations"]}
        assert kinds["customer"] == ("belongsTo", "customers")
        assert kinds["replacements"][1] == "orders" and kinds["invoice"][1] == "invoices"

        ada = (await crud(client, "create", resource="customers", values={"name": "Ada", "email": "ada@x.example", "secret": "correct horse"}))["data"]
        assert "secret" not in ada and ada["createdById"] is not None
        await crud(client, "create", resource="tags", values=[{"word": "gift"}, {"word": "late"}])
        order = (await crud(client, "create", resource="orders", values={"customerId": ada["id"], "total": "12.50"}))["data"]
        assert order["state"] == "new"
        await crud(client, "create", resource="invoices", values={"number": 7, "orderId": order["id"]})
        await crud(client, "create", resource="orders_tags", values=[{"orderId": order["id"], "tagWord": "gift"}])
        read = (await crud(client, "get", resource="orders", filterByTk=order["id"], appends=["customer"]))["data"]
        assert read["customer"]["name"] == "Ada"
        for values, word in [({"name": "Bo", "email": "nowhere"}, "email"), ({"email": "b@x.example"}, "name"), ({"name": "Bo", "secret": "short"}, "secret")]:
            refused = await client.call_tool("crud", {"action": "create", "resource": "customers", "values": values})
            assert refused.is_error and word in refused.content[0].text, refused.content[0].text
        refused = await client.call_tool("collections_destroy", {"filterByTk": "customers", "confirm": True})
        assert refused.is_error and "orders" in refused.content[0].text
        refused = await client.call_tool("collections_destroy", {"filterByTk": "orders"})
        assert refused.is_error and "confirm" in refused.content[0].text
        await call(client, "fields_apply", collectionName="orders", name="note", type="text")
        await call(client, "fields_destroy", collectionName="orders", filterByTk="customer", confirm=True)
        await call(client, "collections_destroy", filterByTk="customers", confirm=True)
        left = (await crud(client, "get", resource="orders", filterByTk=order["id"]))["data"]
        assert "customerId" not in left and left["note"] is None and float(left["total"]) == 12.5
    for file in ["state.db", "workspaces/1.db"]:
        with contextlib.closing(sqlite3.connect(fresh.data / file)) as database:
            assert not any("correct horse" in line for line in database.iterdump())


@pytest.mark.asyncio
@pytest.mark.parametrize("era", ERAS)
async def test_a_person_is_asked_before_a_loss(fresh, era):
    """Where the client can ask, a person decides in place of `confirm`; a dry run asks nobody."""
    fresh.migrate().start()
    key = fresh.key("--user", "built-in/admin")
    seen = []

    def answering(confirmed):
        async def answer(context, params):
            seen.append(params.message)
            return types.ElicitResult(action="accept" if confirmed else "decline", content={"confirmed": True} if confirmed else None)

        return {"elicitation_callback": answer}

    async with over_http(fresh.mcp, key, era) as client:
        await call(client, "collections_apply", name="tags", fields=[{"name": "word", "type": "string"}, {"name": "size", "type": "integer"}])
    async with over_http(fresh.mcp, key, era, answering(False)) as client:
        shown = await call(client, "collections_destroy", filterByTk="tags", dry_run=True)
        assert shown["losses"] and not seen
        await call(client, "collections_apply", name="tags", title="Tags")
        assert not seen, "nothing is lost by a title"
        text = [{"name": "size", "type": "string"}]
        for tool, arguments in [
            ("collections_destroy", {"filterByTk": "tags"}), ("collections_destroy", {"filterByTk": "tags", "confirm": True}),
            ("fields_destroy", {"collectionName": "tags", "filterByTk": "word"}),
            ("collections_apply", {"name": "tags", "fields": text, "confirm": True}),
        ]:
            before = len(seen)
            refused = await client.call_tool(tool, arguments)
            assert refused.is_error and refused.structured_content["error"]["code"] == "declined", refused
            assert len(seen) == before + 1 and "tags" in seen[-1]
        assert {f["name"] for f in (await call(client, "collections_get", filterByTk="tags"))["fields"]} >= {"word", "size"}
    async with over_http(fresh.mcp, key, era, answering(True)) as client:
        assert (await call(client, "collections_apply", name="tags", fields=text, confirm=True))["changed"]
        await call(client, "fields_destroy", collectionName="tags", filterByTk="word")
        await call(client, "collections_destroy", filterByTk="tags")
        assert "tags" not in [row["name"] for row in await call(client, "collections_list")]


# MARK: kill -9


def post(house, key, tool, **arguments):
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    result = httpx.post(house.mcp, headers={"Authorization": f"Bearer {key}"}, json=message).json()["result"]
    assert not result.get("isError"), result
    return json.loads(result["content"][0]["text"])["data"]


def begun(house, name):
    """Whether the change of a collection is written down and not ended."""
    with contextlib.closing(sqlite3.connect(house.data / "state.db", timeout=60)) as database:
        return bool(database.execute(
            "SELECT 1 FROM collection_definitions WHERE collection = ? AND pending IS NOT NULL", (name,)).fetchone())


@pytest.mark.parametrize("engine", ["sqlite", "mariadb"])
def test_i01_kill_in_mid_apply_is_completed_by_the_next(fresh, engine):
    """I01 Eight times: killed once the change was begun; the next call makes what is missing, and the one after it nothing."""
    fresh.migrate()
    source, server = "main", None
    if engine == "mariadb":
        if not shutil.which("mariadbd", path=os.environ["PATH"] + ":/usr/sbin"):
            pytest.skip("MariaDB is not installed")
        server = MariaDB()
        source = "shop"
        fresh.run("source", "add", "shop", server.url, "--allow-schema-changes")
    try:
        key = fresh.key("--user", "built-in/admin")
        fields = [{"name": f"f{n}", "type": "string", "index": n % 2 == 0} for n in range(20)]
        completed = 0
        for round in range(8):
            name = f"t{round}"
            fresh.start()
            if round >= 4:
                # Of a table that is there one field after the other is added.
                post(fresh, key, "collections_apply", dataSource=source, name=name, fields=fields[:1])
            caller = threading.Thread(target=attempt, args=(fresh, key, source, name, fields))
            caller.start()
            while caller.is_alive() and not begun(fresh, name):
                pass
            completed += not caller.is_alive()
            fresh.stop(kill=True)
            caller.join()
            fresh.start()
            post(fresh, key, "collections_apply", dataSource=source, name=name, fields=fields)
            again = post(fresh, key, "collections_apply", dataSource=source, name=name, fields=fields)
            assert not again["changed"] and again["ddl"] == []
            told = post(fresh, key, "collections_get", dataSource=source, filterByTk=name)
            assert {f["name"] for f in told["fields"]} >= {f["name"] for f in fields} | {"id", "createdAt"}
            assert post(fresh, key, "crud", dataSource=source, resource=name, action="create", values={"f1": "x"})["f1"] == "x"
            assert fresh.stop() == 0
        assert completed < 8, "every call had ended before the server was killed"
    finally:
        if server:
            server.close()


def attempt(house, key, source, name, fields):
    """A call whose server may die."""
    try:
        post(house, key, "collections_apply", dataSource=source, name=name, fields=fields)
    except (httpx.HTTPError, json.JSONDecodeError):
        return

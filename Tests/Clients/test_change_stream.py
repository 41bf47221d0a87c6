"""Clients hear of changed rows: in both eras, over every transport, whichever process changes them, and only while they may see them."""

import asyncio

import pytest
import mcp_types as types
from calls import TRANSPORTS, crud, over, over_http
from events import comes
from mcp import MCPError
from test_protocol_across_nodes import cluster  # noqa: F401
from test_two_nodes import nodes  # noqa: F401

pytestmark = pytest.mark.asyncio
ROWS = "gate://main/orders/rows"


async def next_update(news, uri):
    async with asyncio.timeout(60):
        async for event in news:
            if type(event).__name__ == "ResourceUpdated" and event.uri == uri:
                return


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_rows_that_other_processes_change_are_told(fresh, tmp_path, transport):
    fresh.with_company().start()
    key = fresh.key("--user", "built-in/admin")
    async with over(transport, fresh, key, "2026-07-28") as client, over_http(fresh.mcp, key, "legacy") as other:
        templates = (await client.list_resource_templates()).resource_templates
        assert "gate://{source}/{collection}/rows" in [template.uri_template for template in templates]
        async with client.listen(resource_subscriptions=[ROWS]) as news:
            assert news.honored.resource_subscriptions == [ROWS]
            await crud(other, "update", resource="orders", filterByTk=1, values={"status": "paid"})
            await next_update(news, ROWS)
            orders = tmp_path / "orders.csv"
            listed = await crud(other, "list", resource="orders", pageSize=1)
            columns = {name: value for name, value in listed["data"][0].items() if name not in ("id", "number", "createdAt", "updatedAt", "createdById")}
            orders.write_text(",".join(["number", *columns]) + "\n" + ",".join(["imported-1", *("" if v is None else str(v) for v in columns.values())]) + "\n")
            fresh.run("import", str(orders), "--collection", "orders")
            await next_update(news, ROWS)


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_client_of_the_handshake_hears_until_its_right_is_gone(fresh, transport):
    """C86 What the client may not see any more is not told, and its schema still is."""
    fresh.with_company().start()
    fresh.run("user", "add", "built-in/rita", "--password-stdin", stdin="a long password\n")
    fresh.run("member", "add", "main", "built-in/rita", "--role", "reader")
    admin, rita = fresh.key("--user", "built-in/admin"), fresh.key("--user", "built-in/rita")
    told = []

    async def hear(message):
        root = getattr(message, "root", message)
        if isinstance(root, types.ResourceUpdatedNotification):
            told.append(str(root.params.uri))

    async with over(transport, fresh, rita, "legacy", message_handler=hear) as client, over_http(fresh.mcp, admin, "legacy") as other:
        await client.subscribe_resource(ROWS)
        with pytest.raises(MCPError):
            await client.subscribe_resource("gate://main/none/rows")

        async def changed():
            # The client opens its stream beside us: what is changed before is not told.
            await crud(other, "update", resource="orders", filterByTk=1, values={"status": "paid"})
            return told

        await comes("a notice", changed)
        fresh.run("rule", "set", "main", "reader", "main", "orders", "--actions", "view", "--filter", '{"id": 2}')

        async def narrowed():
            return len((await crud(client, "list", resource="orders"))["data"]) == 1

        await comes("the rule", narrowed)
        # A schema that is subscribed to is told after each change of rights, after what was told of rows.
        await client.subscribe_resource("gate://main/orders")
        await crud(other, "update", resource="orders", filterByTk=1, values={"status": "shipped"})
        seen = len(told)
        fresh.run("rule", "set", "main", "reader", "main", "products", "--actions", "view")
        await comes("the end", lambda: "gate://main/orders" in told[seen:])
        assert ROWS not in told[seen:]
        # It may listen again, to what it still may see.
        await client.subscribe_resource(ROWS)
        await crud(other, "update", resource="orders", filterByTk=1, values={"status": "paid"})
        seen = len(told)
        await crud(other, "update", resource="orders", filterByTk=2, values={"status": "paid"})
        await comes("a notice of its own row", lambda: ROWS in told[seen:])
        assert told[seen:].count(ROWS) == 1


async def test_rows_that_one_node_changes_are_told_at_the_other(cluster):  # noqa: F811
    first, second, _, key, _, _ = cluster
    async with over_http(first.mcp, key, "2026-07-28") as client, over_http(second.mcp, key, "legacy") as other:
        async with client.listen(resource_subscriptions=["gate://main/notes/rows"]) as news:
            await crud(other, "create", resource="notes", values={"number": 900_001})
            await next_update(news, "gate://main/notes/rows")

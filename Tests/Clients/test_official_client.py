"""The official client, both eras, both transports: the work of an agent, and its refusals with zero effects."""

import json

import pytest
from calls import ERAS, crud, fingerprint, over_http, over_stdio, rows
from mcp import MCPError

pytestmark = pytest.mark.asyncio
SELECT = "SELECT status, count(*) AS orders FROM orders GROUP BY status ORDER BY status"


async def work(client, company):
    """Lists tools, then lists, creates, reads, updates and deletes an order, and runs SQL."""
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert {"crud", "run_sql", "collections_list", "whoami"} <= tools.keys()
    assert tools["run_sql"].input_schema["type"] == "object"

    listed = await crud(client, "list", resource="orders", pageSize=3, sort=["-id"])
    assert [row["id"] for row in listed["data"]] == [row[0] for row in rows(company, "SELECT id FROM orders ORDER BY id DESC LIMIT 3")]
    assert listed["meta"]["pageSize"] == 3

    model = rows(company, "SELECT customer_id, store_id, employee_id FROM orders WHERE store_id IS NOT NULL LIMIT 1")[0]
    values = {**{k: v for k, v in listed["data"][0].items() if k not in ("id", "createdAt", "createdById", "updatedAt", "updatedById")}}
    values.update(number="TEST-1", status="paid", customer_id=model[0])
    created = (await crud(client, "create", resource="orders", values=values))["data"]
    assert rows(company, "SELECT status FROM orders WHERE id = ?", created["id"]) == [("paid",)]
    assert created["createdById"] is not None

    read = (await crud(client, "get", resource="orders", filterByTk=created["id"]))["data"]
    assert read["status"] == "paid"
    await crud(client, "update", resource="orders", filterByTk=created["id"], values={"status": "cancelled"})
    assert rows(company, "SELECT status FROM orders WHERE id = ?", created["id"]) == [("cancelled",)]
    assert (await crud(client, "destroy", resource="orders", filterByTk=created["id"]))["data"] == 1
    assert rows(company, "SELECT 1 FROM orders WHERE id = ?", created["id"]) == []

    answer = (await client.call_tool("run_sql", {"sql": SELECT})).structured_content
    assert [tuple(row) for row in answer["rows"]] == rows(company, SELECT)
    assert [column["name"] for column in answer["columns"]] == ["status", "orders"]


@pytest.mark.parametrize("era", ERAS)
async def test_an_agent_works_over_http(company, admin_key, era):
    async with over_http(company.mcp, admin_key, era) as client:
        assert client.protocol_version == ("2025-11-25" if era == "legacy" else era)
        await work(client, company)


@pytest.mark.parametrize("era", ERAS)
async def test_an_agent_works_over_stdio(company, admin_key, era):
    async with over_stdio(company, admin_key, era) as client:
        await work(client, company)


async def test_the_client_finds_the_era_by_itself(company, admin_key):
    async with over_http(company.mcp, admin_key, "auto") as client:
        assert client.protocol_version == "2026-07-28"
        assert (await client.call_tool("whoami", {})).structured_content["user"] == "built-in/admin"


async def refused(call):
    """The error of a call that the protocol refuses, or the text of one that the tool refuses."""
    try:
        result = await call
    except MCPError as error:
        return str(error)
    assert result.is_error, result.content
    return result.content[0].text


@pytest.mark.parametrize("era", ERAS)
async def test_without_a_key_nothing_runs(company, admin_key, era):
    before = fingerprint(company)
    async with over_http(company.mcp, None, era) as client:
        assert (await client.list_tools()).tools, "tools can be discovered"
        with pytest.raises(Exception):  # the transport reports the 401 in its own way
            await client.call_tool("crud", {"resource": "orders", "action": "destroy", "filterByTk": 1})
    assert fingerprint(company) == before


@pytest.mark.parametrize("era", ERAS)
async def test_a_narrower_key_reads_and_does_not_write(company, era):
    key = company.key("--user", "built-in/admin", "--scopes", "read:record")
    before = fingerprint(company)
    async with over_http(company.mcp, key, era) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert "run_sql" not in tools and "crud" in tools
        assert sorted(tools["crud"].input_schema["properties"]["action"]["enum"]) == ["get", "history", "list", "query"]
        assert (await crud(client, "list", resource="orders", pageSize=1))["data"]
        for arguments in [
            {"action": "destroy", "resource": "orders", "filterByTk": 1},
            {"action": "update", "resource": "orders", "filterByTk": 1, "values": {"status": "x"}},
            {"action": "create", "resource": "orders", "values": {"number": "X"}},
        ]:
            with pytest.raises(Exception):
                result = await client.call_tool("crud", arguments)
                assert result.is_error, "a refusal comes as an error of the protocol or of the tool"
                raise PermissionError
        with pytest.raises(Exception):
            await client.call_tool("run_sql", {"sql": "SELECT 1"})
    assert fingerprint(company) == before


@pytest.mark.parametrize("era", ERAS)
async def test_another_workspace_sees_nothing_of_this_one(company, era):
    if not any(row["name"] == "annex" for row in json.loads(company.run("workspace", "list", "--json").stdout)):
        company.run("organization", "add", "annex-co")
        company.run("user", "add", "annex-co/ann", "--password-stdin", stdin="correct horse annex\n")
        company.run("workspace", "add", "annex", "--organization", "annex-co")
        company.run("member", "add", "annex", "annex-co/ann", "--role", "admin")
    key = company.key("--user", "annex-co/ann", "--workspace", "annex")
    before = fingerprint(company)
    async with over_http(f"{company.url}/api/__app/annex/mcp", key, era) as client:
        me = (await client.call_tool("whoami", {})).structured_content
        assert me["workspace"] == "annex" and me["organization"] == "annex-co"
        assert "not found" in await refused(client.call_tool("crud", {"resource": "orders", "action": "list"}))
        assert await refused(client.call_tool("run_sql", {"sql": "SELECT * FROM orders"}))
    with pytest.raises(Exception):
        async with over_http(company.mcp, key, era) as client:
            result = await client.call_tool("crud", {"resource": "orders", "action": "destroy", "filterByTk": 1})
            assert result.is_error
            raise PermissionError
    assert fingerprint(company) == before


async def test_stdio_without_a_key_refuses(company):
    done = company.run("stdio", check=False, stdin="")
    assert done.returncode == 2
    assert "GATEHOUSE_API_KEY" in done.stderr


@pytest.mark.parametrize("era", ERAS)
async def test_an_agent_works_through_the_facade(company, admin_key, era):
    url = company.mcp + "?packages=@gatehouse/facade"
    async with over_http(url, admin_key, era) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["tools_search", "tools_describe", "tools_call"]
        found = (await client.call_tool("tools_search", {"query": "run a SQL query", "limit": 3})).structured_content
        assert "run_sql" in [tool["name"] for tool in found["tools"]]
        described = (await client.call_tool("tools_describe", {"names": ["run_sql"]})).structured_content["tools"]
        assert described[0]["inputSchema"]["required"] == ["sql"]
        named = {"name": "run_sql", "arguments": {"sql": SELECT}}
        answer = (await client.call_tool("tools_call", named)).structured_content
        assert [tuple(row) for row in answer["rows"]] == rows(company, SELECT)
        assert "not found" in await refused(client.call_tool("run_sql", {"sql": SELECT}))
        assert "not found" in await refused(client.call_tool("tools_call", {"name": "tools_call", "arguments": named}))


async def test_a_narrower_key_gains_nothing_through_the_facade(company):
    key = company.key("--user", "built-in/admin", "--scopes", "read:record")
    before = fingerprint(company)
    async with over_http(company.mcp + "?packages=@gatehouse/facade", key, "legacy") as client:
        found = (await client.call_tool("tools_search", {"query": ""})).structured_content["tools"]
        assert {tool["name"] for tool in found} == {"crud", "whoami"}
        destroy = {"resource": "orders", "action": "destroy", "filterByTk": 1}
        with pytest.raises(Exception):  # the transport reports the 403 in its own way
            await client.call_tool("tools_call", {"name": "crud", "arguments": destroy})
    assert fingerprint(company) == before

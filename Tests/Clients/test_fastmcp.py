"""FastMCP's client: the same features through another library, in both eras, over HTTP and stdio."""

import asyncio
import contextlib
import json

import pytest
from calls import ERAS, TRANSPORTS, fingerprint, rows
from cluster import hold_source
from conftest import BINARY
from cutter import cutter
from events import comes
from fastmcp import Client
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import SSETransport, StdioTransport, StreamableHttpTransport
from fastmcp.exceptions import ToolError
from test_protocol_features import ENDLESS

pytestmark = pytest.mark.asyncio
ways = pytest.mark.parametrize("transport,era", [(transport, era) for transport in TRANSPORTS for era in ERAS])


def over(transport, house, key, era, **options):
    if transport == "http":
        way = StreamableHttpTransport(house.mcp, headers={"Authorization": f"Bearer {key}"})
    else:
        way = StdioTransport(BINARY, ["stdio", *(["--url", house.mcp] if transport == "bridge" else [])], env={"GATEHOUSE_DATA": str(house.data), "GATEHOUSE_API_KEY": key}, keep_alive=False)
    return Client(way, mode=era, **options)


@ways
async def test_tools_resources_prompts_and_completion(company, admin_key, transport, era):
    async with over(transport, company, admin_key, era) as client:
        assert {"crud", "run_sql", "whoami"} <= {tool.name for tool in await client.list_tools()}
        answer = await client.call_tool("run_sql", {"sql": "SELECT count(*) AS n FROM orders"})
        assert [tuple(row) for row in answer.structured_content["rows"]] == rows(company, "SELECT count(*) FROM orders")
        assert "gate://main/orders" in [str(resource.uri) for resource in await client.list_resources()]
        schema = json.loads((await client.read_resource("gate://main/orders"))[0].text)
        assert "status" in [field["name"] for field in schema["fields"]]
        assert [template.name for template in await client.list_resource_templates()] == ["collection", "rows"]
        assert "explore_data" in [prompt.name for prompt in await client.list_prompts()]
        prompt = await client.get_prompt("explain_access", {"collection": "orders"})
        assert "orders" in prompt.messages[0].content.text


@ways
async def test_a_no_of_the_person_changes_nothing(company, admin_key, transport, era):
    asked = []

    async def no(message, response_type, params, context):
        asked.append(message)
        return ElicitResult(action="decline")

    before = fingerprint(company)
    async with over(transport, company, admin_key, era, elicitation_handler=no) as client:
        with pytest.raises(ToolError):
            await client.call_tool("crud", {"resource": "orders", "action": "destroy", "filterByTk": 1})
    assert len(asked) == 1 and "orders" in asked[0] and fingerprint(company) == before


@ways
async def test_progress_of_a_long_call(company, admin_key, transport, era):
    told, enough = [], asyncio.Event()

    async def progress(value, total, message):
        told.append(value)
        if len(told) == 2:
            enough.set()

    async with over(transport, company, admin_key, era, progress_handler=progress) as client:
        call = asyncio.create_task(client.call_tool("run_sql", ENDLESS))
        await enough.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert told[:2] == sorted(told[:2])
        assert (await client.call_tool("whoami", {})).structured_content["user"] == "built-in/admin"


@pytest.mark.parametrize("era", ERAS)
async def test_a_call_of_a_minute_is_cancelled_half_way(fresh, era):
    fresh.run("migrate")
    fresh.run("sample")
    fresh.start("--call-timeout", "600s")
    told, half = [], asyncio.Event()

    async def progress(value, total, message):
        told.append(value)
        if len(told) == 30:
            half.set()

    async with over("http", fresh, fresh.key("--user", "built-in/admin"), era, progress_handler=progress) as client:
        call = asyncio.create_task(client.call_tool("run_sql", {"sql": "SELECT count(*) FROM orders a, orders b, orders c"}))
        await half.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        calls = await comes("the end of the call", lambda: [row for row in fresh.audit() if row["tool"] == "run_sql"])
        assert calls[-1]["outcome"] == "error" and told == sorted(set(told))
        assert (await client.call_tool("run_sql", {"sql": "SELECT 1 AS one"})).structured_content["rows"] == [[1]]


async def test_a_client_that_is_cut_off_gets_the_rest_of_its_call(company, admin_key):
    """The handshake era: the client resumes with Last-Event-ID by itself."""
    async with contextlib.AsyncExitStack() as stack:
        release = stack.enter_context(hold_source())
        relay = await stack.enter_async_context(cutter(company.url))
        told, cut = [], asyncio.Event()

        async def progress(value, total, message):
            told.append(value)
            if len(told) == 2 and not cut.is_set():
                cut.set()
                relay.cut()
                release()

        way = StreamableHttpTransport(f"http://127.0.0.1:{relay.port}/api/mcp", headers={"Authorization": f"Bearer {admin_key}"})
        async with Client(way, mode="legacy", progress_handler=progress) as client:
            answer = await client.call_tool("run_sql", {"dataSource": "slow", "sql": "SELECT number FROM held"})
            assert answer.structured_content["rows"] == [[8]]
    assert cut.is_set() and told == sorted(set(told)), "each message comes once"


async def test_the_transport_of_the_first_revision(company, admin_key):
    way = SSETransport(f"{company.url}/api/sse", headers={"Authorization": f"Bearer {admin_key}"})
    async with Client(way, mode="legacy") as client:
        assert (await client.call_tool("whoami", {})).structured_content["user"] == "built-in/admin"
        assert "gate://main/orders" in [str(resource.uri) for resource in await client.list_resources()]

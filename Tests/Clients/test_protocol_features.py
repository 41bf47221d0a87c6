"""Every feature of the protocol that the server has, with the official client, in both eras, over HTTP and stdio."""

import asyncio
import contextlib
import itertools
import json
import sqlite3
from typing import Any, ClassVar, Literal

import httpx
import mcp_types as types
import pytest
from calls import ERAS, TRANSPORTS, crud, fingerprint, over, over_http, rows
from cluster import hold_source, slow_source
from cutter import cutter
from events import comes
from mcp import MCPError
from mcp.client.extension import ClientExtension, ResultClaim

pytestmark = pytest.mark.asyncio
ways = pytest.mark.parametrize("transport,era", [(transport, era) for transport in TRANSPORTS for era in ERAS])
# Longer than any test waits; the other one as long as the test wants.
ENDLESS = {"dataSource": "slow", "sql": "SELECT count(*) FROM endless"}
HELD = {"dataSource": "slow", "sql": "SELECT number FROM held"}


def calls(company, tool, user="built-in/admin"):
    """The audit rows of a person's calls of a tool."""
    return [row for row in company.audit("--user", user) if row["tool"] == tool]


async def ended(company, tool, since, user="built-in/admin"):
    """The audit row of the next call of a tool, which is written when the engine has stopped."""
    return await comes(f"the end of {tool}", lambda: (found := calls(company, tool, user))[since:] and found[-1])


@ways
async def test_schemas_of_collections_are_resources(company, admin_key, transport, era):
    async with over(transport, company, admin_key, era) as client:
        listed = {resource.name: resource for resource in (await client.list_resources()).resources}
        assert str(listed["orders"].uri) == "gate://main/orders"
        schema = json.loads((await client.read_resource("gate://main/orders")).contents[0].text)
        assert {"id", "status"} <= {field["name"] for field in schema["fields"]} and "view" in schema["actions"]
        templates = (await client.list_resource_templates()).resource_templates
        assert [template.uri_template for template in templates] == ["gate://{source}/{collection}", "gate://{source}/{collection}/rows"]
        for uri in ["gate://main/nothing", "gate://none/orders", "gate://main", "file:///etc/passwd"]:
            with pytest.raises(MCPError):
                await client.read_resource(uri)


@ways
async def test_names_are_completed(company, admin_key, transport, era):
    async with over(transport, company, admin_key, era) as client:
        template = types.ResourceTemplateReference(type="ref/resource", uri="gate://{source}/{collection}")
        sources = await client.complete(template, {"name": "source", "value": "ma"})
        assert sources.completion.values == ["main"]
        collections = await client.complete(template, {"name": "collection", "value": "ord"}, {"source": "main"})
        assert collections.completion.values[0].startswith("ord") and "orders" in collections.completion.values
        assert (await client.complete(template, {"name": "collection", "value": "ord"}, {"source": "none"})).completion.values == []
        prompt = types.PromptReference(type="ref/prompt", name="ask_collection")
        assert "orders" in (await client.complete(prompt, {"name": "collection", "value": "ord"})).completion.values
        with pytest.raises(MCPError):
            await client.complete(types.PromptReference(type="ref/prompt", name="none"), {"name": "x", "value": ""})


@ways
async def test_prompts_begin_a_conversation(company, admin_key, transport, era):
    async with over(transport, company, admin_key, era) as client:
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["explore_data", "ask_collection", "explain_access"]
        prompt = await client.get_prompt("ask_collection", {"collection": "orders", "question": "How many are paid?"})
        assert "orders" in prompt.messages[0].content.text and "How many are paid?" in prompt.messages[0].content.text
        with pytest.raises(MCPError):
            await client.get_prompt("ask_collection", {"collection": "orders"})


@pytest.mark.parametrize("era", ERAS)
async def test_a_narrow_key_sees_no_schemas(company, era):
    key = company.key("--user", "built-in/admin", "--scopes", "read:record")
    async with over("http", company, key, era) as client:
        assert (await client.list_resources()).resources == []
        with pytest.raises(MCPError):
            await client.read_resource("gate://main/orders")
        template = types.ResourceTemplateReference(type="ref/resource", uri="gate://{source}/{collection}")
        for argument in ["source", "collection"]:
            assert (await client.complete(template, {"name": argument, "value": ""})).completion.values == []


def answering(action, seen, content=None):
    async def answer(context, params):
        seen.append(params.message)
        return types.ElicitResult(action=action, content=content)

    return answer


async def an_order(client):
    listed = await crud(client, "list", resource="orders", pageSize=1, sort=["-id"])
    kept = ("id", "createdAt", "createdById", "updatedAt", "updatedById")
    values = {k: v for k, v in listed["data"][0].items() if k not in kept}
    return (await crud(client, "create", resource="orders", values={**values, "number": "ASKED"}))["data"]["id"]


@ways
async def test_a_person_is_asked_before_an_order_is_destroyed(company, admin_key, transport, era):
    seen = []
    async with over(transport, company, admin_key, era) as client:
        order = await an_order(client)
    for action, content in [("decline", None), ("cancel", None), ("accept", {"confirmed": False})]:
        before = fingerprint(company)
        async with over(transport, company, admin_key, era, elicitation_callback=answering(action, seen, content)) as client:
            result = await client.call_tool("crud", {"resource": "orders", "action": "destroy", "filterByTk": order})
            assert result.is_error and result.structured_content["error"]["code"] == "declined"
        assert fingerprint(company) == before
    assert len(seen) == 3 and all(str(order) in message and "orders" in message for message in seen)
    async with over(transport, company, admin_key, era, elicitation_callback=answering("accept", seen, {"confirmed": True})) as client:
        assert (await crud(client, "destroy", resource="orders", filterByTk=order))["data"] == 1
    assert len(seen) == 4 and rows(company, "SELECT 1 FROM orders WHERE id = ?", order) == []


async def cancelled_after(client, company, seconds, query=ENDLESS, user="built-in/admin"):
    """Runs an endless query and cancels it after so many messages of progress."""
    before, told = len(calls(company, "run_sql", user)), []
    half_way = asyncio.Event()

    async def progress(value, total, message):
        told.append((value, message))
        if len(told) == seconds:
            half_way.set()

    call = asyncio.create_task(client.call_tool("run_sql", query, progress_callback=progress))
    await half_way.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert [value for value, _ in told] == sorted({value for value, _ in told}), "progress grows"
    assert (await ended(company, "run_sql", before, user))["outcome"] == "error"
    # The connection to the engine and the client are good for the next one.
    answer = await client.call_tool("run_sql", {"sql": "SELECT 1 AS one"})
    assert answer.structured_content.get("rows") == [[1]], answer


@ways
async def test_a_long_call_tells_its_progress_and_its_cancellation_reaches_the_engine(company, admin_key, transport, era):
    async with over(transport, company, admin_key, era) as client:
        await cancelled_after(client, company, 2)


@ways
async def test_a_client_that_asks_for_log_messages_is_told_what_became_of_its_call(company, admin_key, transport, era):
    heard = []

    async def hear(params):
        heard.append((params.level, params.data))

    options = {"logging_callback": hear, **({} if era == "legacy" else {"log_level": "info"})}
    async with over(transport, company, admin_key, era, **options) as client:
        assert (await client.call_tool("run_sql", {"sql": "SELECT 1 AS one"})).structured_content["rows"] == [[1]]
        if era == "legacy":
            assert heard == [], "nothing below a warning before the client says so"
            await client.set_logging_level("info")
        await client.call_tool("run_sql", {"sql": "SELECT 1 AS one, 'a secret' AS two"})
        await client.call_tool("run_sql", {"sql": "SELECT nothing FROM nowhere"})
        await comes("both messages", lambda: {"info", "notice"} <= {level for level, _ in heard})
    done, refused = (next(data for found, data in heard if found == level) for level in ["info", "notice"])
    assert done["tool"] == "run_sql" and done["rows"] == 1 and done["milliseconds"] >= 0
    assert refused["refused"] in ("not_found", "invalid_argument") and "a secret" not in json.dumps(heard)
    requests = {row["request"] if "request" in row else row.get("requestId") for row in company.audit() if row["tool"] == "run_sql"}
    assert done["request"] in requests, "the audit log has the call under that id"


async def test_a_cancellation_reaches_the_engine_that_runs_in_the_server(company, admin_key):
    async with over_http(company.mcp, admin_key, "2026-07-28") as client:
        await cancelled_after(client, company, 2, {"sql": "SELECT count(*) FROM orders a, orders b, orders c"})


async def test_calls_of_a_minute_are_cancelled_half_way(fresh):
    """One of each era, at the same time, after half a minute."""
    fresh.migrate().run("source", "add", "slow", slow_source())
    fresh.run("user", "add", "built-in/eve", "--password-stdin", stdin="correct horse battery\n")
    fresh.run("member", "add", "main", "built-in/eve", "--role", "admin")
    fresh.start("--call-timeout", "600s")

    async def half_a_minute(era, user):
        async with over_http(fresh.mcp, fresh.key("--user", user), era) as client:
            await cancelled_after(client, fresh, 30, user=user)

    await asyncio.gather(*map(half_a_minute, ERAS, ["built-in/admin", "built-in/eve"]))


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

        async with over_http(f"http://127.0.0.1:{relay.port}/api/mcp", admin_key, "legacy") as client:
            answer = await client.call_tool("run_sql", HELD, progress_callback=progress)
            assert answer.structured_content["rows"] == [[8]]
    assert cut.is_set() and told == sorted(set(told)), "each message comes once"


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_rule_set_at_the_command_line_is_told_to_who_listens(company, admin_key, transport):
    async with over(transport, company, admin_key, "2026-07-28") as client:
        async with client.listen(tools_list_changed=True, resources_list_changed=True, resource_subscriptions=["gate://main/orders"]) as news:
            assert news.honored.resource_subscriptions == ["gate://main/orders"]
            company.run("rule", "set", "main", "reader", "main", "products", "--actions", "view")
            kinds = set()
            async with asyncio.timeout(60):
                async for event in news:
                    kinds.add(type(event).__name__)
                    if kinds == {"ToolsListChanged", "ResourcesListChanged", "ResourceUpdated"}:
                        break


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_rule_set_at_the_command_line_is_told_to_a_client_of_the_handshake(company, admin_key, transport):
    told = asyncio.Queue()

    async def hear(message):
        if isinstance(message, types.ServerNotification) or hasattr(message, "method"):
            await told.put(getattr(getattr(message, "root", message), "method", None))

    async with over(transport, company, admin_key, "legacy", message_handler=hear) as client:
        await client.subscribe_resource("gate://main/orders")
        wanted = {"notifications/tools/list_changed", "notifications/resources/list_changed", "notifications/resources/updated"}
        actions = itertools.cycle(["view", "view,create"])

        def has_all():
            # The client opens its stream beside us: what is changed before is not told.
            company.run("rule", "set", "main", "reader", "main", "customers", "--actions", next(actions))
            while not told.empty():
                wanted.discard(told.get_nowait())
            return not wanted

        await comes("all notices", has_all)


class TaskCreated(types.Result):
    result_type: Literal["task"] = "task"
    model_config = {"extra": "allow"}


class Tasks(ClientExtension):
    identifier = "io.modelcontextprotocol/tasks"

    def __init__(self, finish):
        self.finish = finish

    def claims(self):
        return [ResultClaim(result_type="task", model=TaskCreated, resolve=self.finish)]


class TaskRequest(types.Request[Any, Any]):
    name_param: ClassVar[str | None] = "taskId"


class TaskState(types.Result):
    model_config = {"extra": "allow"}


async def ask_task(session, method, task):
    request = TaskRequest(method=method, params={"taskId": task})
    return (await session.send_request(request, TaskState)).model_dump(by_alias=True)


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_long_query_goes_on_as_a_task_and_is_cancelled_as_one(company, admin_key, transport):
    before, seen = len(calls(company, "run_sql")), {}

    async def finish(created, context):
        seen.update(created.model_dump(by_alias=True))
        state = await ask_task(context.session, "tasks/get", seen["taskId"])
        assert state["status"] == "working", state
        await ask_task(context.session, "tasks/cancel", seen["taskId"])
        seen["end"] = await ask_task(context.session, "tasks/get", seen["taskId"])
        return types.CallToolResult(content=[])

    async with over(transport, company, admin_key, "2026-07-28", extensions=[Tasks(finish)]) as client:
        await client.call_tool("run_sql", ENDLESS)
        assert seen["end"]["status"] == "cancelled"
        assert (await ended(company, "run_sql", before))["outcome"] == "error"


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_long_export_of_records_tells_its_progress_and_is_cancelled_as_a_task(fresh, transport):
    """Records that take an engine for ages, read as whole pages: without tasks by leaving, with them as a task."""
    fresh.run("migrate")
    fresh.run("sample")
    with sqlite3.connect(fresh.data / "workspaces" / "1.db") as database:
        database.execute("CREATE VIEW endless AS SELECT a.id + b.id + c.id AS id, a.number AS number FROM orders a, orders b, orders c")
    fresh.start("--call-timeout", "600s")
    key = fresh.key("--user", "built-in/admin")
    arguments = {"resource": "endless", "action": "list", "pageSize": 1000, "sort": ["-id"]}
    told, twice, seen = [], asyncio.Event(), {}

    async def progress(value, total, message):
        told.append(value)
        if len(told) == 2:
            twice.set()

    async with over(transport, fresh, key, "2026-07-28") as client:
        call = asyncio.create_task(client.call_tool("crud", arguments, progress_callback=progress))
        await twice.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    assert told[:2] == sorted(set(told))[:2]
    assert (await ended(fresh, "crud", 0))["outcome"] == "error"

    async def finish(created, context):
        seen.update(created.model_dump(by_alias=True))
        await ask_task(context.session, "tasks/cancel", seen["taskId"])
        seen["end"] = await ask_task(context.session, "tasks/get", seen["taskId"])
        return types.CallToolResult(content=[])

    async with over(transport, fresh, key, "2026-07-28", extensions=[Tasks(finish)]) as client:
        await client.call_tool("crud", arguments)
        assert seen["end"]["status"] == "cancelled"
        assert (await ended(fresh, "crud", 1))["outcome"] == "error"


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_client_with_tasks_is_still_asked_before_an_order_is_destroyed(company, admin_key, transport):
    async def never(created, context):
        raise AssertionError("nothing takes long")

    seen, before = [], fingerprint(company)
    more = {"extensions": [Tasks(never)], "elicitation_callback": answering("decline", seen)}
    async with over(transport, company, admin_key, "2026-07-28", **more) as client:
        result = await client.call_tool("crud", {"resource": "orders", "action": "destroy", "filterByTk": 1})
        assert result.is_error and result.structured_content["error"]["code"] == "declined"
    assert len(seen) == 1 and fingerprint(company) == before


async def test_a_session_goes_on_after_a_restart_and_is_told_that_lists_may_have_changed(fresh):
    """B23 The program may be another: whoever trusted its tools reads them again."""
    fresh.run("migrate")
    fresh.start()
    key = fresh.key("--user", "built-in/admin")
    fields = {"Authorization": f"Bearer {key}", "Accept": "application/json, text/event-stream"}
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    async with httpx.AsyncClient(headers=fields, timeout=60) as http:
        hands = await http.post(fresh.mcp, json={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello})
        session = {"Mcp-Session-Id": hands.headers["mcp-session-id"], "MCP-Protocol-Version": "2025-11-25"}
        assert fresh.stop() == 0
        fresh.start()
        kinds = set()
        async with asyncio.timeout(60), http.stream("GET", fresh.mcp, headers={**session, "Accept": "text/event-stream"}) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data: {"):
                    kinds.add(json.loads(line[6:])["method"])
                if kinds == {"notifications/tools/list_changed", "notifications/resources/list_changed"}:
                    break
        listed = await http.post(fresh.mcp, json={"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}, headers=session)
        assert "crud" in [tool["name"] for tool in listed.json()["result"]["tools"]]
    audited = [row for row in fresh.audit() if row["tool"] == "tools/list"]
    assert len(audited) == 1 and audited[0]["objects"][0].startswith("sha256:")


async def test_the_result_of_a_task_is_its_callers_alone(company, admin_key):
    seen, other = {}, company.key("--user", "built-in/admin", "--name", "other")

    async def finish(created, context):
        seen.update(created.model_dump(by_alias=True))
        async with over_http(company.mcp, other, "2026-07-28", {"extensions": [Tasks(finish)]}) as foreign:
            for method in ["tasks/get", "tasks/cancel"]:
                with pytest.raises(MCPError) as refusal:
                    await ask_task(foreign.session, method, seen["taskId"])
                assert refusal.value.error.code == -32602
        release()

        async def result():
            state = await ask_task(context.session, "tasks/get", seen["taskId"])
            return state["status"] != "working" and state

        state = await comes("the result", result)
        return types.CallToolResult(content=[], structured_content=state["result"]["structuredContent"])

    with hold_source() as release:
        async with over_http(company.mcp, admin_key, "2026-07-28", {"extensions": [Tasks(finish)]}) as client:
            answer = await client.call_tool("run_sql", HELD)
    assert answer.structured_content["rows"] == [[8]] and seen["taskId"]


@pytest.mark.parametrize("arguments", [[], ["--url"]], ids=["stdio", "bridge"])
async def test_lines_that_are_no_messages_are_answered_and_long_ones_are_read(company, admin_key, arguments):
    from conftest import BINARY

    environment = {"GATEHOUSE_DATA": str(company.data), "GATEHOUSE_API_KEY": admin_key}
    process = await asyncio.create_subprocess_exec(
        BINARY, "stdio", *arguments, *([company.mcp] if arguments else []), env=environment, stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE, limit=2**25)

    async def said(line):
        process.stdin.write(line if isinstance(line, bytes) else json.dumps(line).encode())
        process.stdin.write(b"\n")
        await process.stdin.drain()
        return json.loads(await asyncio.wait_for(process.stdout.readline(), 60))

    for line, code in [(b"garbage", -32700), ({}, -32600), (b'"' + b"y" * 2**24 + b'"', -32600)]:
        answer = await said(line)
        assert (answer["id"], answer["error"]["code"]) == (None, code)
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    call = {"name": "run_sql", "arguments": {"sql": "SELECT 1 AS one -- " + "x" * 10_000_000}, "_meta": meta}
    answer = await said({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
    # Beyond the bound of the text of SQL here, and of a body behind the bridge: either way the call is answered.
    assert answer["id"] == 1 and (answer["result"]["isError"] if not arguments else answer["error"])
    assert (await said({"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"_meta": meta}}))["result"]["tools"]
    process.stdin.close()
    assert await asyncio.wait_for(process.wait(), 60) == 0

"""Sessions, streams, questions, tasks and notices when requests of one client land on different nodes."""

import json

import httpx
import pytest
from calls import ERAS, over_http
from cluster import nginx
from events import sent, wait_for
import mcp_types as types
from test_protocol_features import Tasks, ask_task
from test_two_nodes import nodes  # noqa: F401

BOTH = "application/json, text/event-stream"
MODERN = {"MCP-Protocol-Version": "2026-07-28"}
ENDLESS = "SELECT count(*) FROM endless"


@pytest.fixture
def cluster(nodes):  # noqa: F811
    first, second, sql = nodes
    sql("INSERT INTO workspace_1.notes (number) SELECT * FROM generate_series(1, 3000)")
    key = first.key("--user", "built-in/admin")

    def running():
        """Statements of callers that the engine works on."""
        return sql("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND backend_type = 'client backend' "
            "AND query LIKE '%endless%' AND pid <> pg_backend_pid()")[0][0]

    with httpx.Client(headers={"Authorization": f"Bearer {key}", "Accept": BOTH}, timeout=60) as http:
        yield first, second, http, key, running, sql


def message(method, id=1, **params):
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def session(http, node, **capabilities):
    answer = http.post(node.mcp, json=message(
        "initialize", protocolVersion="2025-11-25", capabilities=capabilities, clientInfo={"name": "test", "version": "1"}))
    return {"Mcp-Session-Id": answer.headers["mcp-session-id"], "MCP-Protocol-Version": "2025-11-25"}


def events(stream):
    """The events of a stream as (id, message)."""
    id = None
    for line in stream.iter_lines():
        if line.startswith("id: "):
            id = line[4:]
        elif line.startswith("data: {"):
            yield id, json.loads(line[6:])


def long_call(sql=ENDLESS):
    return message("tools/call", 7, name="run_sql", arguments={"sql": sql}, _meta={"progressToken": "p"})


def test_a_session_is_known_to_every_node_until_one_is_told_that_it_ends(cluster):
    first, second, http, key, _, _ = cluster
    here = session(http, first)
    for node in [second, first]:
        assert http.post(node.mcp, headers=here, json=message("ping")).json()["result"] == {}
    other = first.key("--user", "built-in/admin", "--name", "other")
    for node in [first, second]:
        foreign = {**here, "Authorization": f"Bearer {other}"}
        assert http.post(node.mcp, headers=foreign, json=message("ping")).status_code == 404
    assert http.delete(second.mcp, headers=here).status_code == 204
    wait_for("the end of the session", lambda: http.post(first.mcp, headers=here, json=message("ping")).status_code == 404)
    assert http.post(second.mcp, headers=here, json=message("ping")).status_code == 404


@pytest.mark.parametrize("agrees", [True, False])
def test_a_question_of_one_node_is_answered_at_the_other(cluster, agrees):
    first, second, http, _, _, sql = cluster
    here = session(http, first, elicitation={})
    call = message("tools/call", 7, name="crud", arguments={"resource": "notes", "action": "destroy", "filterByTk": 5})
    with http.stream("POST", first.mcp, headers=here, json=call) as stream:
        told = events(stream)
        _, question = next(told)
        assert question["method"] == "elicitation/create"
        answer = {"action": "accept", "content": {"confirmed": True}} if agrees else {"action": "decline"}
        assert http.post(second.mcp, headers=here, json={"jsonrpc": "2.0", "id": question["id"], "result": answer}).status_code == 202
        _, result = next(told)
    assert result["id"] == 7 and bool(result["result"].get("isError")) is not agrees
    assert sql("SELECT count(*) FROM workspace_1.notes WHERE id = 5") == [["0" if agrees else "1"]]


def test_a_call_goes_on_at_the_other_node_behind_the_last_event(cluster):
    first, second, http, _, running, _ = cluster
    here = session(http, first)
    with http.stream("POST", first.mcp, headers=here, json=long_call()) as stream:
        last, progress = next(events(stream))
        assert progress["method"] == "notifications/progress"
    # The connection is gone and the call goes on; the other node has the rest.
    with http.stream("GET", second.mcp, headers={**here, "Last-Event-ID": last}) as stream:
        assert stream.status_code == 200
        told = events(stream)
        again, progress = next(told)
        assert again != last and progress["params"]["progress"] >= 2
        assert running() == "1"
        # Cancelled at the node where it does not run.
        cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}
        assert http.post(second.mcp, headers=here, json=cancel).status_code == 202
        wait_for("the end of the statement", lambda: running() == "0")
        assert all("id" not in late for _, late in told), "a cancelled call has no response"


def test_the_end_of_a_connection_ends_the_statement_in_the_engine(cluster):
    first, _, http, _, running, _ = cluster
    modern = {**long_call(), "params": {**long_call()["params"], "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}, "progressToken": 1}}}
    with http.stream("POST", first.mcp, headers={**MODERN, "Mcp-Method": "tools/call", "Mcp-Name": "run_sql"}, json=modern) as stream:
        # Kept: a reader that nobody has any more closes the connection.
        told = events(stream)
        next(told)
        wait_for("the statement", lambda: running() == "1")
    wait_for("the end of the statement", lambda: running() == "0")
    connection = sent(first, http.headers["Authorization"].removeprefix("Bearer "), "run_sql", sql=ENDLESS)
    wait_for("the statement", lambda: running() == "1")
    connection.close()
    wait_for("the end of the statement", lambda: running() == "0")


@pytest.mark.asyncio
async def test_a_task_is_everywhere(cluster):
    first, second, _, key, running, _ = cluster
    seen = {}

    async def finish(created, context):
        seen["id"] = created.model_dump(by_alias=True)["taskId"]
        async with over_http(second.mcp, key, "2026-07-28", {"extensions": [Tasks(finish)]}) as there:
            state = await ask_task(there.session, "tasks/get", seen["id"])
            assert state["status"] == "working" and running() == "1"
            await ask_task(there.session, "tasks/cancel", seen["id"])
        seen["end"] = await ask_task(context.session, "tasks/get", seen["id"])
        return types.CallToolResult(content=[])

    async with over_http(first.mcp, key, "2026-07-28", {"extensions": [Tasks(finish)]}) as client:
        await client.call_tool("run_sql", {"sql": ENDLESS})
    assert seen["end"]["status"] == "cancelled"
    wait_for("the end of the statement", lambda: running() == "0")


def test_who_listens_at_a_node_hears_what_was_changed_at_the_other(cluster):
    first, second, http, _, _, _ = cluster
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    listen = message("subscriptions/listen", 3, notifications={"toolsListChanged": True}, _meta=meta)
    with http.stream("POST", second.mcp, headers={**MODERN, "Mcp-Method": "subscriptions/listen"}, json=listen) as stream:
        told = events(stream)
        assert next(told)[1]["method"] == "notifications/subscriptions/acknowledged"
        with httpx.Client(headers=http.headers) as other:
            rule = {"role": "reader", "dataSource": "main", "resource": "notes", "actions": ["view"]}
            made = other.post(first.mcp, json=message("tools/call", name="access_rules_set", arguments=rule)).json()
            assert not made["result"].get("isError"), made
        assert next(told)[1]["method"] == "notifications/tools/list_changed"


def test_the_old_transport_takes_posts_at_the_other_node(cluster):
    first, second, http, _, _, _ = cluster
    with http.stream("GET", f"{first.url}/api/sse") as stream:
        lines = stream.iter_lines()
        path = next(line[6:] for line in lines if line.startswith("data: /api/sse"))
        with httpx.Client(headers=http.headers) as other:
            hello = message("initialize", protocolVersion="2024-11-05", capabilities={}, clientInfo={"name": "old", "version": "1"})
            assert other.post(second.url + path, json=hello).status_code == 202
        answer = next(json.loads(line[6:]) for line in lines if line.startswith("data: {"))
        assert answer["result"]["protocolVersion"] == "2024-11-05"


@pytest.mark.asyncio
@pytest.mark.parametrize("era", ERAS)
async def test_the_official_client_behind_a_load_balancer(cluster, tmp_path, era):
    first, second, _, key, _, sql = cluster

    async def yes(context, params):
        return types.ElicitResult(action="accept", content={"confirmed": True})

    with nginx(tmp_path, [node.url.rsplit(":", 1)[1] for node in [first, second]]) as url:
        async with over_http(f"{url}/api/mcp", key, era, {"elicitation_callback": yes}) as client:
            for id in range(10, 20):
                result = await client.call_tool("crud", {"resource": "notes", "action": "destroy", "filterByTk": id})
                assert not result.is_error, result
            assert "gate://main/notes" in [str(resource.uri) for resource in (await client.list_resources()).resources]
    assert sql("SELECT count(*) FROM workspace_1.notes WHERE id BETWEEN 10 AND 19") == [["0"]]

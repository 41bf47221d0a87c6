"""Answers as they are made: the Markdown and the events of the question server, progress over MCP, and what is left when somebody goes."""

import asyncio
import contextlib
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from mcp import ClientSession
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client

from cluster import PostgreSQL
from events import wait_for
from model_server import ModelServer, statement

PASSWORD = "correct horse battery"
QUESTION = "How many orders per region?"
LOCK = "LOCK TABLE orders IN ACCESS EXCLUSIVE MODE"
ROWS = [
    "CREATE TABLE orders (id int PRIMARY KEY, region text NOT NULL, total int NOT NULL)",
    "INSERT INTO orders SELECT n, CASE WHEN n % 3 = 0 THEN 'north' ELSE 'south' END, n FROM generate_series(1, 90) n",
    "GRANT SELECT ON orders TO reader",
]


@pytest.fixture(scope="module")
def database():
    server = PostgreSQL.shared()
    with server.database("gate_data") as name:
        server.sql(*ROWS, database=name)
        yield name


@pytest.fixture(scope="module")
def model():
    server = ModelServer(statement("SELECT 1"))
    yield server
    server.close()


@pytest.fixture
def house(tmp_path, database, model):
    from conftest import Gatehouse

    house = Gatehouse(tmp_path / "data").migrate()
    house.run("source", "add", "shop", PostgreSQL.shared().url("reader", database))
    house.run("model", "add", "small", f"{model.url}/v1", "scripted-1")
    house.start("--ask-port", "0", "--call-timeout", "600s")
    yield house
    house.stop(kill=True)


@pytest.fixture
def http():
    with httpx.Client(timeout=120) as client:
        yield client


def start(http, house):
    return http.post(f"{house.ask}/mcp/mcp_start", json={"username": "admin", "password": PASSWORD}).json()


def body(begun, question=QUESTION, **more):
    return {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": question, "datasource_id": "shop", "lang": "en", **more}


def warm(http, house, begun):
    """What the engine knows of the data source is there from here on, so that only the statement of an answer waits for a lock."""
    answer = http.post(f"{house.ask}/mcp/mcp_question", json=body(begun, stream=False)).json()
    assert answer["success"], answer


def running(database):
    """Statements of the data source's login that wait for a lock."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = '{}' AND usename = 'reader' AND wait_event_type = 'Lock'"
    return int(PostgreSQL.shared().sql(waiting.format(database))[0][0])


def active(database):
    busy = "SELECT count(*) FROM pg_stat_activity WHERE datname = '{}' AND usename = 'reader' AND state = 'active'"
    return int(PostgreSQL.shared().sql(busy.format(database))[0][0])


def read_until(pieces, word):
    """The text of a stream up to the piece with a word."""
    text = ""
    for piece in pieces:
        text += piece
        if word in text:
            return text
    raise AssertionError(f"no {word!r} in {text!r}")


def test_the_markdown_comes_part_by_part(house, http, database):
    begun = start(http, house)
    warm(http, house, begun)
    with PostgreSQL.shared().holding(LOCK, database) as release:
        with http.stream("POST", f"{house.ask}/mcp/mcp_question", json=body(begun)) as answer:
            assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/event-stream")
            assert answer.headers["x-accel-buffering"] == "no"
            pieces = answer.iter_text()
            first = read_until(pieces, "```\n\n")
            assert first.startswith("> Answer ID: ") and f"> {QUESTION}\n" in first and "```sql" in first
            # The rows cannot be there yet.
            assert "north" not in first and wait_for("the statement", lambda: running(database))
            release()
            rest = "".join(pieces)
            assert "north" in rest and "30" in rest and rest.rstrip().endswith(")") and "/images/" in rest
    number = int(first.split("Answer ID: ")[1].split("\n")[0])
    key = house.key("--user", "built-in/admin")
    listed = http.post(
        f"{house.url}/api/tools/chats_list", headers={"Authorization": f"Bearer {key}"}, json={"chat": begun["chat_id"]}).json()
    assert number in [record["id"] for record in listed["data"]], "the id that came first is the record's"


def test_events_come_part_by_part_and_end_with_finish(house, http, database):
    begun = start(http, house)
    warm(http, house, begun)
    with PostgreSQL.shared().holding(LOCK, database) as release:
        with http.stream("POST", f"{house.ask}/mcp/mcp_question", json=body(begun), headers={"Accept": "text/event-stream"}) as answer:
            lines = (json.loads(line.removeprefix("data:")) for line in answer.iter_lines() if line)
            assert [next(lines)["type"] for _ in range(4)] == ["id", "question", "reading", "sql"]
            release()
            rest = list(lines)
    assert [event["type"] for event in rest] == ["data", "image", "chart", "finish"] and rest[2]["content"]["type"] == "column"


def test_what_is_refused_has_its_status_and_what_fails_later_is_told_in_the_stream(house, http):
    begun = start(http, house)
    for more, status in [({"chat_id": 5}, 404), ({"datasource_id": "absent"}, 404), ({"token": "x.y.z"}, 401), ({"custom_model": "absent"}, 404)]:
        answer = http.post(f"{house.ask}/mcp/mcp_question", json={**body(begun), **more})
        assert answer.status_code == status and answer.headers["content-type"].startswith("application/json"), answer.text
    answer = http.post(f"{house.ask}/mcp/mcp_question", json=body(begun, "orders by submarine", custom_model="built-in"))
    assert answer.status_code == 200 and "**ERROR:**" in answer.text and "submarine" in answer.text


def test_a_slow_source_is_waited_for_where_no_other_can_answer(house, http, database):
    """Beside others it is left after three seconds; here the workspace's own database is empty."""

    def begins():
        waiting = "SELECT query_start::text FROM pg_stat_activity WHERE datname = '{}' AND usename = 'reader' AND wait_event_type = 'Lock'"
        return {row[0] for row in PostgreSQL.shared().sql(waiting.format(database))}

    begun = start(http, house)
    asked = {name: value for name, value in body(begun, stream=False).items() if name != "datasource_id"}
    with PostgreSQL.shared().holding(LOCK, database) as release, ThreadPoolExecutor(1) as pool:
        answer = pool.submit(http.post, f"{house.ask}/mcp/mcp_question", json=asked)
        first = wait_for("the first attempt", begins)
        wait_for("the second attempt", lambda: begins() - first)
        release()
        answer = answer.result().json()
    assert answer.get("success") and answer["tables"] == ["orders"], answer


@pytest.mark.parametrize("accept", ["*/*", "text/event-stream"])
def test_closing_the_stream_ends_the_work_in_the_database(house, http, database, accept):
    begun = start(http, house)
    warm(http, house, begun)
    with PostgreSQL.shared().holding(LOCK, database):
        with http.stream("POST", f"{house.ask}/mcp/mcp_question", json=body(begun), headers={"Accept": accept}) as answer:
            pieces = answer.iter_text()
            read_until(pieces, "SELECT")
            wait_for("the statement", lambda: running(database))
        wait_for("its end", lambda: active(database) == 0)
    # Nothing of it is left in the chat, and the log has it.
    wait_for("the row of the log", lambda: any(row["tool"] == "mcp_question" and row["outcome"] != "ok" for row in house.audit()))
    again = http.post(f"{house.ask}/mcp/mcp_question", json=body(begun, "/regenerate", stream=False)).json()
    assert again["success"]
    key = house.key("--user", "built-in/admin")
    listed = http.post(
        f"{house.url}/api/tools/chats_list", headers={"Authorization": f"Bearer {key}"}, json={"chat": begun["chat_id"]}).json()
    assert len(listed["data"]) == 2


def test_closing_a_call_over_mcp_ends_the_work_in_the_database(house, http, database):
    begun = start(http, house)
    warm(http, house, begun)
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "mcp_question", "arguments": body(begun), "_meta": {"progressToken": 1}}}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
    with PostgreSQL.shared().holding(LOCK, database):
        with http.stream("POST", f"{house.ask}/mcp", json=call, headers=headers) as answer:
            pieces = answer.iter_text()
            read_until(pieces, "SQL: ")
            wait_for("the statement", lambda: running(database))
        wait_for("its end", lambda: active(database) == 0)


REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]


@pytest.mark.parametrize("revision", REVISIONS)
def test_progress_tells_reading_sql_rows_and_chart_in_every_revision(house, http, revision):
    begun = start(http, house)
    meta = {"progressToken": "p-1"}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": revision}
    if revision == "2026-07-28":
        meta |= {
            "io.modelcontextprotocol/protocolVersion": revision, "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {}}
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": "mcp_question"}
    call = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "mcp_question", "arguments": body(begun), "_meta": meta}}
    answer = http.post(f"{house.ask}/mcp", json=call, headers=headers)
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/event-stream"), answer.text
    messages = [json.loads(line.removeprefix("data:")) for line in answer.text.splitlines() if line.startswith("data:")]
    told = [message["params"] for message in messages if message.get("method") == "notifications/progress"]
    values = [each["progress"] for each in told]
    assert values == sorted(set(values)) and {each["progressToken"] for each in told} == {"p-1"}
    assert messages[-1]["id"] == 7 and "north" in messages[-1]["result"]["content"][0]["text"]
    words = [each.get("message") for each in told]
    if revision == "2024-11-05":
        assert len(told) >= 4 and set(words) == {None}
    else:
        order = [next(place for place, word in enumerate(words) if word.startswith(start)) for start in ["Reading: ", "SQL: ", "Rows: 2", "Chart: "]]
        assert order == sorted(order) and "north | 30" in words[order[2]], words
    # Nobody who did not ask for it is told.
    del call["params"]["_meta"]["progressToken"]
    assert "notifications/progress" not in http.post(f"{house.ask}/mcp", json=call, headers=headers).text


@pytest.mark.parametrize("transport", ["streamable", "sse"])
def test_the_official_client_hears_of_progress(house, http, transport):
    begun = start(http, house)
    heard = []

    async def progress(value, total, message):
        heard.append((value, message))

    async def run():
        async with contextlib.AsyncExitStack() as stack:
            opened = streamable_http_client(f"{house.ask}/mcp") if transport == "streamable" else sse_client(f"{house.ask}/mcp")
            streams = await stack.enter_async_context(opened)
            session = await stack.enter_async_context(ClientSession(streams[0], streams[1]))
            await session.initialize()
            answer = await session.call_tool("mcp_question", body(begun), progress_callback=progress)
            assert "north" in answer.content[0].text

    asyncio.run(run())
    assert any(message.startswith("SQL: ") for _, message in heard) and any("north" in message for _, message in heard), heard


def test_what_a_model_writes_is_streamed_on(house, http, model):
    begun = start(http, house)
    release = threading.Event()
    text = statement("SELECT count(*) AS cosy FROM orders", interpretation="how many of them are there, cosy or not, in all of the regions together")

    def slowly(handler):
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream")
        handler.end_headers()
        for piece in [text[:100], text[100:]]:
            handler.wfile.write(f"data: {json.dumps({'choices': [{'delta': {'content': piece}, 'finish_reason': None}]})}\n\n".encode())
            handler.wfile.flush()
            assert release.wait(60)
        usage = {"choices": [], "usage": {"prompt_tokens": 700, "completion_tokens": 41}}
        handler.wfile.write(f'data: {{"choices":[{{"delta":{{}},"finish_reason":"stop"}}]}}\n\ndata: {json.dumps(usage)}\n\ndata: [DONE]\n\n'.encode())
        handler.close_connection = True

    model.script(slowly)
    asked = body(begun, "Which of them feel cosy in autumn?")
    with http.stream("POST", f"{house.ask}/mcp/mcp_question", json=asked, headers={"Accept": "text/event-stream"}) as answer:
        events = (json.loads(line.removeprefix("data:")) for line in answer.iter_lines() if line)
        written = next(event["content"] for event in events if event["type"] == "model")
        assert written == text[:100], "half of it, while the model still writes"
        release.set()
        rest = list(events)
    types = [event["type"] for event in rest]
    assert types[0] == "model" and written + rest[0]["content"] == text and types[1:4] == ["reading", "sql", "data"] and types[-1] == "finish"
    model.script(slowly)
    whole = http.post(f"{house.ask}/mcp/mcp_question", json={**asked, "stream": False}).json()
    assert whole["tokens"] == 741 and model.requests[0]["stream_options"] == {"include_usage": True}


def test_a_model_that_costs_too_much_is_asked_no_more_that_day(house, http, model):
    """F10 What questions cost counts as well as how many there are."""
    begun = start(http, house)
    house.run("model", "add", "small", f"{model.url}/v1", "scripted-1", "--daily-tokens", "1000")
    reply = statement("SELECT count(*) AS cosy FROM orders")

    def costly(handler):
        pieces = [{"choices": [{"delta": {"content": reply}, "finish_reason": "stop"}]},
                  {"choices": [], "usage": {"prompt_tokens": 990, "completion_tokens": 10}}]
        handler.respond("".join(f"data: {json.dumps(piece)}\n\n" for piece in pieces).encode() + b"data: [DONE]\n\n", "text/event-stream")

    model.script(costly)
    asked = body(begun, "Which of them feel cosy in autumn?", stream=False)
    first = http.post(f"{house.ask}/mcp/mcp_question", json=asked).json()
    assert first["success"] and first["tokens"] == 1000
    # Another credential of the same person is the same person.
    key = house.key("--user", "built-in/admin")
    own = http.post(f"{house.ask}/mcp/mcp_start", headers={"Authorization": f"Bearer {key}"}, json={}).json()["chat_id"]
    asked = {name: value for name, value in asked.items() if name != "token"} | {"chat_id": own}
    second = http.post(f"{house.ask}/mcp/mcp_question", headers={"Authorization": f"Bearer {key}"}, json=asked).json()
    assert not second["success"] and any("1000 tokens" in warning for warning in second["warnings"]) and len(model.requests) == 1


def outcomes(house):
    """Of all questions in chats, in their order."""
    return [row["outcome"] for row in house.audit() if row["tool"] == "mcp_question"]


def test_kill_9_during_a_question_leaves_no_half_chat_and_no_lost_row_of_the_log(house, http, database):
    begun = start(http, house)
    warm(http, house, begun)
    with PostgreSQL.shared().holding(LOCK, database):
        with contextlib.suppress(httpx.HTTPError), http.stream("POST", f"{house.ask}/mcp/mcp_question", json=body(begun)) as answer:
            pieces = answer.iter_text()
            read_until(pieces, "SELECT")
            wait_for("the statement", lambda: running(database))
            house.stop(kill=True)
    house.start("--ask-port", "0")
    key = house.key("--user", "built-in/admin")
    listed = http.post(
        f"{house.url}/api/tools/chats_list", headers={"Authorization": f"Bearer {key}"}, json={"chat": begun["chat_id"]}).json()
    assert [record["question"] for record in listed["data"]] == [QUESTION], "the one that was answered"
    wait_for("the end of what the dead process had begun", lambda: outcomes(house) == ["ok", "unknown"])
    asked = [row for row in house.audit() if row["tool"] == "mcp_question"]
    assert asked[0]["objects"] == ["shop/orders"] and asked[1]["user"] == "built-in/admin" and asked[1]["rows"] is None, asked
    assert house.run("audit", "--verify").returncode == 0
    again = http.post(f"{house.ask}/mcp/mcp_question", json=body(start(http, house) | {"chat_id": begun["chat_id"]}, "and per month?", stream=False))
    assert again.status_code == 200

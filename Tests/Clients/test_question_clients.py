"""The question server as shipping clients use it: Claude Desktop over the bridge, n8n, Dify and MaxKB over both transports, and plain REST."""

import asyncio
import contextlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest
from mcp import ClientSession
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client

from cluster import MariaDB, PostgreSQL
from events import last_message

PASSWORD = "correct horse battery"
BOTH = "application/json, text/event-stream"
NAMES = ["mcp_start", "mcp_question", "mcp_ws_list", "mcp_datasource_list", "mcp_assistant", "get_model_list"]
ROWS = {
    "customers": "CREATE TABLE customers (id int PRIMARY KEY, name varchar(40) NOT NULL, country varchar(20) NOT NULL)",
    "orders": "CREATE TABLE orders (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customers (id), ordered_on date NOT NULL, total int NOT NULL)",
    "people": "INSERT INTO customers VALUES (1, 'Ada', 'Austria'), (2, 'Ben', 'Austria'), (3, 'Cy', 'Belgium'), (4, 'Dot', 'Chile')",
    "sales": "INSERT INTO orders VALUES (1, 1, '2024-01-10', 10), (2, 1, '2024-02-11', 20), (3, 2, '2024-02-12', 30), (4, 3, '2025-03-01', 40), (5, 3, '2025-03-02', 50)",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    from conftest import Gatehouse

    house = Gatehouse(tmp_path_factory.mktemp("clients") / "data").with_company()
    house.start("--ask-port", "0", "--call-timeout", "600s")
    yield house
    assert house.stop() == 0


@pytest.fixture(scope="module")
def key(house):
    return house.key("--user", "built-in/admin", "--scopes", "ask")


@pytest.fixture
def http():
    with httpx.Client(timeout=120) as client:
        yield client


def body(method, id=None, **params):
    message = {"jsonrpc": "2.0", "method": method}
    if id is not None:
        message["id"] = id
    return message | ({"params": params} if params else {})


def test_claude_desktop_over_the_bridge_of_its_config_file(house, key):
    """The file is what `gatehouse connect` prints; the messages are Claude Desktop's: ids from 0, lists of everything, called or not."""
    shown = house.run("connect", "claude-desktop", "--questions", "--url", house.ask).stdout
    config = json.loads(re.search(r"```json\n(.*?)```", shown, re.S)[1])["mcpServers"]["gatehouse-questions"]
    assert config["args"] == ["stdio", "--url", f"{house.ask}/mcp"]
    from conftest import BINARY

    process = subprocess.Popen(
        [BINARY, *config["args"]], env={**os.environ, **config["env"], "GATEHOUSE_API_KEY": key}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(said):
        process.stdin.write(json.dumps(said) + "\n")
        process.stdin.flush()

    def ask(said):
        say(said)
        while True:
            answer = json.loads(process.stdout.readline())
            if answer.get("id") == said["id"]:
                return answer

    opened = ask(body("initialize", 0, protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "claude-ai", "version": "0.1.0"}))
    assert opened["result"]["protocolVersion"] == "2025-06-18"
    say(body("notifications/initialized"))
    assert [tool["name"] for tool in ask(body("tools/list", 1))["result"]["tools"]] == NAMES
    assert [prompt["name"] for prompt in ask(body("prompts/list", 2))["result"]["prompts"]] == ["ask_data", "explore_sources", "forecast_data"]
    guide = ask(body("resources/list", 3))["result"]["resources"][0]["uri"]
    assert "mcp_start" in ask(body("resources/read", 4, uri=guide))["result"]["contents"][0]["text"]
    chat = json.loads(ask(body("tools/call", 5, name="mcp_start", arguments={}))["result"]["content"][0]["text"])["chat_id"]
    arguments = {"chat_id": chat, "question": "orders by channel", "lang": "en"}
    answer = ask(body("tools/call", 6, name="mcp_question", arguments=arguments, _meta={"progressToken": 6}))["result"]
    assert "30352" in answer["content"][0]["text"] and answer["content"][1]["mimeType"] == "image/png"
    prompt = ask(body("prompts/get", 7, name="ask_data", arguments={"question": "orders by channel"}))["result"]
    assert "orders by channel" in prompt["messages"][0]["content"]["text"]
    process.stdin.close()
    assert process.wait(timeout=60) == 0
    process.stdout.close()


@pytest.mark.parametrize(("name", "version", "revision"), [
    ("@n8n/n8n-nodes-langchain.mcpClientTool", "1.1", "2025-06-18"), ("Dify", "1.9.1", "2025-06-18"), ("mcp", "0.1.0", "2025-11-25")],
    ids=["n8n", "dify", "maxkb"])
def test_streamable_http_as_workflow_tools_send_it(house, key, http, name, version, revision):
    headers = {"Accept": BOTH, "Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    opened = http.post(
        f"{house.ask}/mcp", headers=headers,
        json=body("initialize", 0, protocolVersion=revision, capabilities={}, clientInfo={"name": name, "version": version}))
    assert last_message(opened)["result"]["protocolVersion"] == revision
    headers |= {"MCP-Protocol-Version": revision, "Mcp-Session-Id": opened.headers["mcp-session-id"]}
    assert http.post(f"{house.ask}/mcp", headers=headers, json=body("notifications/initialized")).status_code == 202
    with http.stream("GET", f"{house.ask}/mcp", headers={**headers, "Accept": "text/event-stream"}) as stream:
        assert stream.status_code == 200
    assert [tool["name"] for tool in last_message(http.post(f"{house.ask}/mcp", headers=headers, json=body("tools/list", 1)))["result"]["tools"]] == NAMES
    begun = last_message(http.post(f"{house.ask}/mcp", headers=headers, json=body("tools/call", 2, name="mcp_start", arguments={})))
    chat = json.loads(begun["result"]["content"][0]["text"])["chat_id"]
    # Models of such tools write numbers and flags as text.
    arguments = {"chat_id": str(chat), "question": "orders by channel", "lang": "en", "stream": "false", "return_img": "false", "datasource_id": ""}
    answer = last_message(http.post(f"{house.ask}/mcp", headers=headers, json=body("tools/call", 3, name="mcp_question", arguments=arguments)))
    data = json.loads(answer["result"]["content"][0]["text"])
    assert data["success"] and {row["channel"]: row["count"] for row in data["data"]["data"]}["online"] == 30352
    assert http.delete(f"{house.ask}/mcp", headers=headers).status_code == 204


def test_the_older_transport_as_n8n_and_older_releases_of_dify_and_maxkb_use_it(house, key):
    async def run():
        async with contextlib.AsyncExitStack() as stack:
            streams = await stack.enter_async_context(sse_client(f"{house.ask}/mcp", headers={"Authorization": f"Bearer {key}"}))
            session = await stack.enter_async_context(ClientSession(*streams))
            await session.initialize()
            chat = json.loads((await session.call_tool("mcp_start", {})).content[0].text)["chat_id"]
            answer = await session.call_tool("mcp_question", {"chat_id": chat, "question": "orders by channel", "lang": "en"})
            assert "30352" in answer.content[0].text

    asyncio.run(run())


def test_rest_as_http_nodes_of_n8n_and_dify_send_it(house, key, http):
    headers = {"Authorization": f"Bearer {key}", "User-Agent": "n8n", "Accept": "application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9"}
    chat = http.post(f"{house.ask}/mcp/mcp_start", headers=headers, json={}).json()["chat_id"]
    asked = {"chat_id": chat, "question": "How many orders per month in 2024?", "lang": "en", "stream": False}
    answer = http.post(f"{house.ask}/mcp/mcp_question", headers=headers, json=asked).json()
    assert answer["success"] and len(answer["data"]["data"]) == 12 and http.get(answer["image_url"]).status_code == 200
    # Dify's flows read the envelope, and the password form of the page.
    begun = http.post(f"{house.ask}/api/v1/mcp/mcp_start", json={"username": "admin", "password": PASSWORD}).json()
    assert begun["code"] == 0
    asked = {"token": begun["data"]["access_token"], "chat_id": begun["data"]["chat_id"], "question": "orders by channel", "stream": False}
    assert http.post(f"{house.ask}/api/v1/mcp/mcp_question", json=asked).json()["success"]


def test_twenty_questions_in_a_row(house, http):
    """Each of the first twenty business questions, in one chat, beside the rows of its reference."""
    key = house.key("--user", "built-in/admin")
    begun = http.post(f"{house.ask}/mcp/mcp_start", json={"username": "admin", "password": PASSWORD}).json()
    lines = (Path(__file__).parents[1] / "AskTests/Questions/business.jsonl").read_text().splitlines()[:20]
    answered = right = 0
    for line in map(json.loads, lines):
        asked = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": line["question"], "lang": "en", "stream": False,
                 "return_img": False, "datasource_id": "main"}
        answer = http.post(f"{house.ask}/mcp/mcp_question", json=asked)
        assert answer.status_code == 200, answer.text
        answer = answer.json()
        if not answer["success"]:
            continue
        answered += 1
        reference = http.post(
            f"{house.url}/api/tools/run_sql", headers={"Authorization": f"Bearer {key}"}, json={"sql": line["sql"]}).json()
        right += len(reference["rows"]) == len(answer["data"]["data"])
    assert answered >= 18 and right >= answered - 1, (answered, right)


@pytest.fixture(scope="module", params=["postgresql", "mariadb"])
def shop(request):
    """The address of a data source with customers and orders."""
    if request.param == "postgresql":
        server = PostgreSQL.shared()
        with server.database("gate_data") as name:
            server.sql(*ROWS.values(), "GRANT SELECT ON customers, orders TO reader", database=name)
            yield server.url("reader", name)
        return
    if not shutil.which("mariadbd", path=os.environ["PATH"] + ":/usr/sbin"):
        pytest.skip("MariaDB is not installed")
    server = MariaDB()
    try:
        server.sql("USE shop; " + "; ".join(ROWS.values()))
        yield server.url
    finally:
        server.close()


@pytest.mark.parametrize("transport", ["streamable", "sse", "rest"])
def test_a_conversation_on_an_attached_database(shop, transport, tmp_path):
    from conftest import Gatehouse

    house = Gatehouse(tmp_path / "data").migrate()
    house.run("source", "add", "shop", shop)
    house.start("--ask-port", "0", "--call-timeout", "600s")
    turns = [
        ("How many customers are there?", [[4]]),
        ("How many orders per country?", [["Austria", 3], ["Belgium", 2]]),
        ("only 2024", [["Austria", 3]]),
        ("total of orders per year", [[2024, 60], [2025, 90]]),
        ("customers without orders", [["Dot"]]),
    ]

    def plain(value):
        with contextlib.suppress(ValueError):
            return int(float(value))
        return value

    async def conversation(ask):
        for question, expected in turns:
            answer = await ask(question)
            assert answer["success"], (question, answer)
            rows = [list(row.values()) for row in answer["data"]["data"]]
            rows = sorted([plain(value) for value in row] for row in rows)
            assert [row for row in rows if row[-1] != 0] == expected, (question, answer)

    async def run():
        async with contextlib.AsyncExitStack() as stack:
            if transport == "rest":
                client = await stack.enter_async_context(httpx.AsyncClient(timeout=120))
                begun = (await client.post(f"{house.ask}/mcp/mcp_start", json={"username": "admin", "password": PASSWORD})).json()

                async def ask(question):
                    asked = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": question, "lang": "en", "stream": False,
                             "datasource_id": "shop"}
                    return (await client.post(f"{house.ask}/mcp/mcp_question", json=asked)).json()
            else:
                opened = streamable_http_client(f"{house.ask}/mcp") if transport == "streamable" else sse_client(f"{house.ask}/mcp")
                streams = await stack.enter_async_context(opened)
                session = await stack.enter_async_context(ClientSession(streams[0], streams[1]))
                await session.initialize()
                begun = json.loads((await session.call_tool("mcp_start", {"username": "admin", "password": PASSWORD})).content[0].text)

                async def ask(question):
                    asked = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": question, "lang": "en", "stream": False,
                             "return_img": False}
                    return json.loads((await session.call_tool("mcp_question", asked)).content[0].text)
            await conversation(ask)

    try:
        asyncio.run(run())
    finally:
        house.stop(kill=True)


def test_an_analysis_and_a_forecast_in_four_languages(house, http):
    begun = http.post(f"{house.ask}/mcp/mcp_start", json={"username": "admin", "password": PASSWORD}).json()

    def ask(question, **more):
        asked = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": question, "stream": False, "datasource_id": "main", **more}
        return http.post(f"{house.ask}/mcp/mcp_question", json=asked).json()

    assert ask("How many orders per month?")["success"]
    for more, word in [({}, "合计"), ({"lang": "zh-TW"}, "合計"), ({"lang": "en"}, "total"), ({"lang": "ko-KR"}, "합계")]:
        analysis = ask("/analysis", **more)
        assert analysis["success"] and word in analysis["content"], analysis
    for more, word in [({}, "95 % 区间"), ({"lang": "zh-TW"}, "95 % 區間"), ({"lang": "en"}, "with 95 % intervals"), ({"lang": "ko-KR"}, "95 % 구간")]:
        forecast = ask("/predict", **more)
        assert forecast["success"] and word in forecast["content"], forecast
        assert forecast["chart"]["type"] == "line" and http.get(forecast["image_url"]).content.startswith(b"\x89PNG")
        assert all(point["lower"] <= point["count"] <= point["upper"] for point in forecast["predict_data"])
    assert "image" not in ask("/predict", return_img=False)
    assert ask("orders by channel")["success"]
    for more, title, reading, unknown in [
        ({}, "orders 数量", "分组：channel", "无法理解：submarine。"), ({"lang": "zh-TW"}, "orders 數量", "分組：channel", "無法理解：submarine。"),
        ({"lang": "en"}, "Number of orders", "for each channel", "Not understood: submarine."),
        ({"lang": "ko-KR"}, "orders 수", "그룹: channel", "이해하지 못했습니다: submarine."),
    ]:
        answer = ask("How many orders per channel?", **more)
        assert title in json.dumps(answer["chart"], ensure_ascii=False) and reading in answer["interpretation"], answer
        declined = ask("orders by submarine", **more)
        assert declined["message"].startswith(unknown) and ("optionLabels" in declined) == (more.get("lang") != "en"), declined
    for more, word in [({}, "无法预测"), ({"lang": "en"}, "No forecast"), ({"lang": "ko-KR"}, "예측할 수 없습니다")]:
        refused = ask("/predict", **more)
        assert not refused["success"] and word in refused["message"], refused

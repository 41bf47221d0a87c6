"""The question server: its six operations over REST and MCP, with both transports, as clients of its page send them."""

import asyncio
import base64
import contextlib
import json
import sqlite3
import time

import httpx
import pytest
from mcp import ClientSession
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client

from events import last_message, wait_for

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def questions(tmp_path_factory):
    """The sample company behind a question server, with a second tenant that has a person of its own."""
    from conftest import Gatehouse

    house = Gatehouse(tmp_path_factory.mktemp("questions") / "data").with_company()
    house.run("organization", "add", "rival")
    house.run("user", "add", "rival/rita", "--password-stdin", stdin=PASSWORD + "\n")
    house.run("workspace", "add", "rival", "--organization", "rival")
    house.run("member", "add", "rival", "rival/rita", "--role", "reader")
    house.start("--ask-port", "0", "--call-timeout", "600s")
    yield house
    assert house.stop() == 0


@pytest.fixture
def http():
    with httpx.Client(timeout=60) as client:
        yield client


def start(http, house, username="admin", **more):
    answer = http.post(f"{house.ask}/mcp/mcp_start", json={"username": username, "password": PASSWORD, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def ask(http, house, begun, question, **more):
    body = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": question, "stream": False, **more}
    return http.post(f"{house.ask}/mcp/mcp_question", json=body)


def test_the_flow_of_the_page_works_over_rest(questions, http):
    begun = start(http, questions)
    token = begun["access_token"]
    assert http.post(f"{questions.ask}/mcp/mcp_ws_list", params={"token": token}).json() == [{"id": "1", "name": "main"}]
    sources = http.post(f"{questions.ask}/mcp/mcp_datasource_list", json={"token": token}).json()
    assert [source["name"] for source in sources] == ["main", "slow"]
    assert not {"embedding", "table_relation", "configuration"} & set(sources[0])
    answer = ask(http, questions, begun, "orders by channel", datasource_id=sources[0]["id"]).json()
    assert answer["success"] and answer["status"] == "answered" and answer["title"] == "orders by channel"
    assert {row["channel"]: row["count"] for row in answer["data"]["data"]} == {"online": 30352, "store": 14166, "wholesale": 5482}
    assert answer["chart"]["type"] == "column" and answer["chart"]["axis"]["x"]["value"] == "channel"
    again = ask(http, questions, begun, "How many orders per year?").json()
    assert again["record_id"] > answer["record_id"] and "title" not in again and again["chart"]["type"] == "line"
    models = http.post(f"{questions.ask}/mcp/get_model_list", headers={"Authorization": f"Bearer {token}"}, json={}).json()
    assert models[0]["name"] == "built-in" and models[0]["default_model"]


def test_the_other_path_has_an_envelope_and_the_other_names_are_the_same_operations(questions, http):
    begun = http.post(f"{questions.ask}/api/v1/mcp/mcp_start", json={"username": "built-in/admin", "password": PASSWORD}).json()
    assert begun["code"] == 0 and begun["msg"] is None
    token = begun["data"]["access_token"]
    for name in ["mcp_ds_list", "mcp_datasource_list", "mcp_model_list", "mcp_ws_list"]:
        answer = http.post(f"{questions.ask}/api/v1/mcp/{name}", json={"token": token}).json()
        assert answer["code"] == 0 and isinstance(answer["data"], list)
    assert http.post(f"{questions.ask}/mcp/access_token", json={"username": "admin", "password": PASSWORD}).json()["access_token"]


def test_signing_in_answers_in_both_forms_at_both_paths(questions, http):
    """A client of either form finds what it looks for, wherever it signs in."""
    for path in ["/mcp/mcp_start", "/mcp/access_token", "/api/v1/mcp/mcp_start", "/api/v1/mcp/access_token"]:
        answer = http.post(questions.ask + path, json={"username": "admin", "password": PASSWORD}).json()
        assert set(answer) == {"access_token", "chat_id", "code", "data", "msg"} and answer["code"] == 0 and answer["msg"] is None, path
        assert answer["data"] == {"access_token": answer["access_token"], "chat_id": answer["chat_id"]}


def test_a_new_chat_goes_to_the_workspace_that_its_first_question_names(fresh, http, tmp_path_factory):
    """The page's client signs in, lists workspaces, and names one with its question."""
    fresh.with_company()
    fresh.run("workspace", "add", "second")
    notes = tmp_path_factory.mktemp("rows") / "notes.csv"
    notes.write_text("title\nfirst\n")
    fresh.run("import", str(notes), "--collection", "notes", "--create", "--workspace", "second")
    fresh.run("member", "add", "second", "built-in/admin", "--role", "admin")
    fresh.run("workspace", "add", "third")
    fresh.start("--ask-port", "0", "--call-timeout", "600s")

    def tables(answer):
        assert answer.status_code == 200, answer.text
        return {table["name"] for table in answer.json()["context"]["tables"]}

    token = start(http, fresh)["access_token"]
    places = {place["name"]: place["id"] for place in http.post(f"{fresh.ask}/mcp/mcp_ws_list", params={"token": token}).json()}
    assert set(places) == {"main", "second"}
    sources = http.post(f"{fresh.ask}/mcp/mcp_datasource_list", json={"token": token, "oid": places["second"]}).json()
    wanted = [{"oid": places["second"]}, {"oid": int(places["second"])}, {"oid": "second"}, {"datasource_id": sources[0]["id"]},
              {"datasource_id": str(sources[0]["id"]), "oid": places["main"]}]
    for more in wanted:
        begun = start(http, fresh, oid=places["main"])
        assert "orders" not in tables(ask(http, fresh, begun, "orders by channel", lang="en", **more)), more
        # Its questions stay there, and what would lead elsewhere is told.
        later = ask(http, fresh, begun, "orders by channel", lang="en", oid=places["main"])
        assert "orders" not in tables(later) and any("workspace second" in warning for warning in later.json()["warnings"])
        main = http.post(f"{fresh.ask}/mcp/mcp_datasource_list", json={"token": token, "oid": places["main"]}).json()[0]["id"]
        assert ask(http, fresh, begun, "orders by channel", datasource_id=main).status_code == 404
    # The workspace of the last chat is the one of the next.
    assert "orders" not in tables(ask(http, fresh, start(http, fresh), "orders by channel", lang="en"))
    # One that is not the caller's is no place to go to.
    third = [row for row in json.loads(fresh.run("workspace", "list", "--json").stdout) if row["name"] == "third"][0]["id"]
    begun = start(http, fresh, oid=places["main"])
    answer = ask(http, fresh, begun, "orders by channel", lang="en", oid=str(third)).json()
    assert answer["success"] and any("workspace main" in warning for warning in answer["warnings"])
    # Both workspaces have a data source of this name.
    named = ask(http, fresh, start(http, fresh, oid=places["main"]), "orders by channel", lang="en", datasource_id="main", oid=places["second"])
    assert "orders" not in tables(named)
    begun = start(http, fresh, oid=places["main"])
    answer = ask(http, fresh, begun, "orders by channel", lang="en", datasource_id="main", oid=str(third)).json()
    assert answer["success"] and any("workspace main" in warning for warning in answer["warnings"])


def test_E05_a_chat_is_moved_by_an_answered_question_and_within_its_credential_only(fresh, http):
    """Neither a refused question nor a key of one workspace takes a chat out of another."""
    fresh.with_company()
    fresh.run("workspace", "add", "second")
    fresh.run("member", "add", "second", "built-in/admin", "--role", "admin")
    fresh.start("--ask-port", "0", "--call-timeout", "600s")

    def chats(name, key):
        url = f"{fresh.url}/api/mcp" if name == "main" else f"{fresh.url}/api/__app/{name}/mcp"
        return call(url, key, "chats_list", {})

    def call(url, key, tool, arguments):
        meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
        answer = http.post(
            url, json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments, "_meta": meta}},
            headers={"Authorization": f"Bearer {key}", "Accept": "application/json, text/event-stream", "mcp-protocol-version": "2026-07-28",
                     "mcp-method": "tools/call", "mcp-name": tool, "x-mcp-packages": "*"})
        return last_message(answer)["result"]

    whole = fresh.key("--user", "built-in/admin")
    narrow = fresh.key("--user", "built-in/admin", "--workspace", "second")
    table = {"name": "orders", "fields": [{"name": "channel", "type": "string"}, {"name": "total", "type": "integer"}]}
    assert not call(f"{fresh.url}/api/__app/second/mcp", whole, "collections_apply", table).get("isError")
    begun = start(http, fresh, oid="main")
    chat = begun["chat_id"]
    places = {place["name"]: place["id"] for place in http.post(f"{fresh.ask}/mcp/mcp_ws_list", params={"token": begun["access_token"]}).json()}
    # Refused first questions.
    for more in [{"question": ""}, {"question": "x" * 5_000}, {"custom_model": "none"}, {"datasource_id": "none"}]:
        answer = ask(http, fresh, begun, more.pop("question", "orders by channel"), lang="en", oid=places["second"], **more)
        assert answer.status_code >= 400, (more, answer.text)
        assert str(chat) in json.dumps(chats("main", whole)) and str(chat) not in json.dumps(chats("second", whole))
    # A key that opens the other workspace alone, and an endpoint whose path names the workspace.
    for tool, arguments in [("ask_question", {"question": "orders by channel", "chat": str(chat)}),
                            ("mcp_question", {"question": "orders by channel", "chat_id": chat, "lang": "en", "stream": False})]:
        for key in [narrow, whole]:
            answer = call(f"{fresh.url}/api/__app/second/mcp", key, tool, arguments)
            assert answer["isError"] and "not found" in json.dumps(answer), answer
            assert str(chat) in json.dumps(chats("main", whole)) and str(chat) not in json.dumps(chats("second", whole))
    rows = [row for row in fresh.audit() if row["tool"] == "mcp_question"]
    assert rows and {row["outcome"] for row in rows} <= {"refused", "error"}
    # It is still free to go.
    moved = ask(http, fresh, begun, "orders by channel", lang="en", oid=places["second"])
    assert moved.status_code == 200, moved.text
    assert str(chat) in json.dumps(chats("second", whole)) and str(chat) not in json.dumps(chats("main", whole))
    assert [row["workspace"] for row in fresh.audit() if row["tool"] == "mcp_question"][-1] == "second"


def mcp_call(http, url, name, arguments, **headers):
    """The result of a tool call over Streamable HTTP."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    headers = {"MCP-Protocol-Version": "2025-11-25", "Accept": "application/json, text/event-stream", **headers}
    return last_message(http.post(url, headers=headers, json=message))["result"]


def test_null_is_an_absent_argument_and_false_for_a_flag_in_every_place(questions, http):
    """Workflow tools and models send null for what they leave out: the page gives it as the default of optional arguments."""
    begun = start(http, questions)
    key = {"Authorization": f"Bearer {questions.key('--user', 'built-in/admin')}"}
    nothing = {"datasource_id": None, "lang": None, "oid": None, "custom_model": None}
    body = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": "orders by channel", "return_img": None, **nothing}

    def rest(name, arguments):
        answer = http.post(f"{questions.ask}/mcp/{name}", json=arguments)
        return answer.json() if answer.headers["content-type"].startswith("application/json") else answer.text

    def mcp(name, arguments):
        result = mcp_call(http, f"{questions.ask}/mcp", name, arguments)
        assert not result.get("isError"), result
        text = result["content"][0]["text"]
        assert [item["type"] for item in result["content"]] == ["text"], "a picture is left out by null as by false"
        return text if text.startswith(">") else json.loads(text)

    def main(name, arguments):
        result = mcp_call(http, questions.mcp, name, arguments | {"token": None} if "token" in arguments else arguments, **key)
        assert not result.get("isError"), result
        text = result["content"][0]["text"]
        return text if text.startswith(">") else json.loads(text)

    for call in [rest, mcp, main]:
        answer = call("mcp_question", {**body, "stream": None})
        assert "image" not in answer and answer["success"] and not answer["warnings"], (call.__name__, answer)
        assert call("mcp_question", body).startswith("> 响应ID: "), call.__name__
        token = {"token": begun["access_token"]}
        assert [source["name"] for source in call("mcp_datasource_list", {**token, "oid": None})] == ["main", "slow"]
        assert call("get_model_list", {**token, "oid": None})[0]["name"] == "built-in"
        if call is not main:
            named = {"username": "admin", "password": PASSWORD, "token": None, "oid": None}
            assert call("mcp_start", named)["access_token"] and call("access_token", named)["access_token"]
    # A flag is also read from text.
    for call in [rest, mcp]:
        assert "image" not in call("mcp_question", {**body, "stream": "0", "return_img": "no"}), call.__name__
        assert call("mcp_question", {**body, "stream": "yes"}).startswith("> "), call.__name__
    # A required argument, one that there is not, and a value of the wrong kind are refused as before.
    assert http.post(f"{questions.ask}/mcp/mcp_question", json={**body, "question": None}).status_code == 422
    no_number = http.post(f"{questions.ask}/mcp/mcp_question", json={**body, "chat_id": "x", "stream": False, "lang": "en"})
    assert no_number.status_code == 400 and "'chat_id'" in no_number.json()
    for wrong, name in [({"question": None}, "question"), ({"chat_id": None}, "chat_id"), ({"nothing": None}, "nothing"), ({"lang": 5}, "lang")]:
        for url, headers in [(f"{questions.ask}/mcp", {}), (questions.mcp, {})]:
            refused = mcp_call(http, url, "mcp_question", {**body, "lang": "en", **wrong}, **headers)
            assert refused["isError"] and f"'{name}'" in refused["content"][0]["text"], (url, wrong, refused)


def test_one_entry_of_the_list_of_models_is_the_default(fresh, http):
    """That is what answers beside the built-in engine when a question names no model; without models the engine itself."""
    fresh.migrate()
    fresh.start("--ask-port", "0")
    token = {"token": start(http, fresh)["access_token"]}

    def defaults():
        answers = [http.post(f"{fresh.ask}/mcp/{name}", json=token).json() for name in ["get_model_list", "mcp_model_list"]]
        assert answers[0] == answers[1] and answers[0][0]["name"] == "built-in"
        assert all(set(entry) == {"id", "name", "default_model", "supplier"} and isinstance(entry["id"], str) for entry in answers[0])
        return [entry["name"] for entry in answers[0]], [entry["name"] for entry in answers[0] if entry["default_model"]]

    assert defaults() == (["built-in"], ["built-in"])
    fresh.run("model", "add", "first", "http://127.0.0.1:9/v1", "none")
    assert defaults() == (["built-in", "first"], ["first"])
    fresh.run("model", "add", "second", "http://127.0.0.1:9/v1", "none")
    assert defaults() == (["built-in", "first", "second"], ["first"])
    fresh.run("model", "add", "second", "http://127.0.0.1:9/v1", "none", "--default")
    assert defaults() == (["built-in", "first", "second"], ["second"])
    fresh.run("model", "remove", "second")
    assert defaults() == (["built-in", "first"], ["built-in"])


@pytest.mark.parametrize(("question", "fields", "count"), [
    ("top 10 products by revenue", ["name", "revenue"], 10), ("top 5 customers by number of orders", ["name", "count"], 5),
    ("5 most expensive products", ["name", "price"], 5), ("top 2 products per category by revenue", ["category", "name", "revenue"], None),
    ("which product has the highest revenue?", ["name", "revenue"], 1), ("top 10 products by revenue in 2025", ["name", "revenue"], 10)])
def test_a_list_in_an_order_shows_what_it_is_ordered_by(questions, http, question, fields, count):
    """With the measure beside the names there is something to draw."""
    answer = ask(http, questions, start(http, questions), question, lang="en").json()
    rows = answer["data"]["data"]
    assert answer["data"]["fields"] == fields and (count is None or len(rows) == count), answer
    measure = [float(row[fields[-1]]) for row in rows]
    if len(fields) == 2:
        assert measure == sorted(measure, reverse=True)
    if len(rows) > 1 and len(fields) == 2:
        axis = answer["chart"]["axis"]
        assert axis["x"]["value"] == fields[0] and [y["value"] for y in axis["y"]] == [fields[1]] and answer["image_url"]
    # The service that measures the engine is given the names alone.
    alone = questions.run("ask", question, "--json").stdout
    assert json.loads(alone)["data"]["fields"] == fields


def test_a_failure_over_mcp_has_its_response_as_json(questions, http):
    begun = start(http, questions)
    arguments = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": "orders", "datasource_id": 'a"b', "lang": "en"}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "mcp_question", "arguments": arguments}}
    headers = {"MCP-Protocol-Version": "2025-11-25", "Accept": "application/json, text/event-stream"}
    text = last_message(http.post(f"{questions.ask}/mcp", headers=headers, json=message))["result"]["content"][0]["text"]
    head, response = text.split(" Response: ")
    assert head == "Error calling mcp_question. Status code: 404." and 'a"b' in json.loads(response)


def test_texts_of_lists_have_an_envelope_where_the_operator_wants_it(fresh, http):
    fresh.with_company()
    fresh.settings = {"GATEHOUSE_ASK_ENVELOPE": "true"}
    fresh.start("--ask-port", "0")

    def call(name, **arguments):
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        headers = {"MCP-Protocol-Version": "2025-11-25", "Accept": "application/json, text/event-stream"}
        return last_message(http.post(f"{fresh.ask}/mcp", headers=headers, json=message))["result"]

    begun = call("mcp_start", username="admin", password=PASSWORD)
    enveloped = json.loads(begun["content"][0]["text"])
    assert enveloped == {"code": 0, "data": begun["structuredContent"], "msg": None}
    token = enveloped["data"]["access_token"]
    for name in ["mcp_ws_list", "mcp_datasource_list", "mcp_ds_list", "get_model_list", "mcp_model_list"]:
        result = call(name, token=token)
        assert json.loads(result["content"][0]["text"]) == {"code": 0, "data": result["structuredContent"]["data"], "msg": None}, name
    answer = call("mcp_question", token=token, chat_id=enveloped["data"]["chat_id"], question="orders by channel", stream=False)
    assert "success" in json.loads(answer["content"][0]["text"])


def test_a_stream_is_markdown_and_events_for_those_who_ask_for_them(questions, http):
    begun = start(http, questions)
    body = {"token": begun["access_token"], "chat_id": str(begun["chat_id"]), "question": "orders by channel", "lang": "en"}
    answer = http.post(f"{questions.ask}/mcp/mcp_question", json=body)
    assert answer.headers["content-type"].startswith("text/event-stream")
    lines = answer.text.splitlines()
    assert lines[0].startswith("> Answer ID: ") and lines[1] == "> orders by channel" and "```sql" in lines
    assert any("30352" in line for line in lines) and "data:" not in answer.text
    # The columns have the names that the chart shows.
    assert "| \u200bChannel | \u200bNumber of orders |" in lines
    assert http.post(f"{questions.ask}/mcp/mcp_question", json={**body, "lang": "zh-TW"}).text.startswith("> 響應ID: ")
    events = http.post(f"{questions.ask}/mcp/mcp_question", json=body, headers={"Accept": "text/event-stream"}).text
    types = [json.loads(event.removeprefix("data:"))["type"] for event in events.strip().split("\n\n")]
    assert types == ["id", "question", "reading", "sql", "data", "image", "chart", "finish"]


def test_a_picture_of_the_chart_comes_inside_and_by_a_link(questions, http):
    begun = start(http, questions)
    answer = ask(http, questions, begun, "How many orders per month in 2024?").json()
    picture = base64.b64decode(answer["image"])
    assert picture.startswith(b"\x89PNG") and answer["chart"]["type"] == "line"
    assert answer["image_url"].startswith(f"{questions.ask}/images/")
    fetched = http.get(answer["image_url"])
    assert fetched.content == picture and fetched.headers["content-type"] == "image/png"
    assert fetched.headers["cache-control"].startswith("private") and fetched.headers["x-content-type-options"] == "nosniff"
    name = answer["image_url"].rsplit("/", 1)[1]
    for wrong in [name[:-8] + "AAAA.png", "x.png", "..%2fstate.db", "../state.db", "%2e%2e/secret.key", name.removesuffix(".png"), ""]:
        assert http.get(f"{questions.ask}/images/{wrong}").status_code == 404, wrong
    without = ask(http, questions, begun, "How many orders per month in 2024?", return_img=False).json()
    assert "image" not in without and "image_url" not in without and without["chart"]["type"] == "line"


@pytest.mark.parametrize(("question", "kind"), [
    ("orders by channel as a pie chart", "pie"), ("bar chart of orders by channel", "bar"), ("orders per month in 2024, shown as columns", "column")])
def test_a_question_may_name_its_chart(questions, http, question, kind):
    answer = ask(http, questions, start(http, questions), question, lang="en", return_img=False).json()
    assert answer["status"] == "answered" and answer["chart"]["type"] == kind, answer


def test_a_declined_question_says_why_and_what_helps(questions, http):
    answer = ask(http, questions, start(http, questions), "Which customers own a submarine?").json()
    assert not answer["success"] and answer["status"] == "declined" and "submarine" in answer["message"]
    assert any(table["name"] == "customers" for table in answer["context"]["tables"])


def test_an_answer_says_how_long_it_took_and_how_the_logs_call_it(questions, http):
    for question in ["orders by channel", "Which customers own a submarine?"]:
        answer = ask(http, questions, start(http, questions), question).json()
        assert isinstance(answer["elapsed"], int) and answer["elapsed"] >= 0
        row = next(row for row in questions.audit("--limit", "20") if row["tool"] == "mcp_question" and row.get("request") == answer["query_id"])
        assert row["user"] == "built-in/admin"


def test_a_question_that_no_data_source_fits_names_them(fresh, http, tmp_path_factory):
    file = tmp_path_factory.mktemp("source") / "harbour.sqlite"
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT)")
    house = fresh.with_company()
    house.run("source", "add", "harbour", f"sqlite://{file}")
    house.start("--ask-port", "0")
    found = ask(http, house, start(http, house), "How many boats are there?").json()
    assert found["success"] and found["tables"] == ["boats"] and found["warnings"] == []
    token = {"token": start(http, house)["access_token"]}
    names = {source["name"] for source in http.post(f"{house.ask}/mcp/mcp_datasource_list", json=token).json()}
    assert {"main", "harbour"} <= names
    for lang, text in [("en", "No data source fits the question; there are: "), ("zh-CN", "没有与问题匹配的数据源，可选：")]:
        answer = ask(http, house, start(http, house), "Which customers own a submarine?", lang=lang).json()
        assert answer["status"] == "declined" and len(answer["warnings"]) == 1 and answer["warnings"][0].startswith(text)
        assert set(answer["warnings"][0].removeprefix(text).split(", ")) == names
        assert answer["warnings"][0] in ask(http, house, start(http, house), "Which customers own a submarine?", lang=lang, stream=True).text
    # A question that has one to go to has no choice.
    chosen = ask(http, house, start(http, house), "Which customers own a submarine?", datasource_id="main").json()
    assert chosen["status"] == "declined" and "warnings" not in chosen
    spoken = ask(http, house, start(http, house), "Which customers own a submarine?", datasource_id="main", lang="fr").json()
    assert spoken["status"] == "declined" and len(spoken["warnings"]) == 1 and "fr" in spoken["warnings"][0]


def test_refusals_have_their_status_and_change_nothing(questions, http):
    wrong = http.post(f"{questions.ask}/mcp/mcp_start", json={"username": "admin", "password": "wrong password"})
    assert (wrong.status_code, wrong.json()) == (400, "Incorrect account or password")
    begun = start(http, questions)
    nobody = http.post(f"{questions.ask}/mcp/mcp_question", json={"chat_id": begun["chat_id"], "question": "orders by channel"})
    assert nobody.status_code == 401 and "resource_metadata" in nobody.headers["www-authenticate"]
    forged = ask(http, questions, {**begun, "access_token": begun["access_token"][:-4] + "AAAA"}, "orders by channel")
    assert forged.status_code == 401
    missing = http.post(f"{questions.ask}/mcp/mcp_question", json={"token": begun["access_token"], "chat_id": begun["chat_id"]})
    assert missing.status_code == 422 and missing.json()["detail"][0]["loc"] == ["body", "question"]
    assert ask(http, questions, begun, "orders by channel", datasource_id=424242).status_code == 404
    assert ask(http, questions, begun, "orders by channel", oid="99").status_code == 200, "the chat's workspace rules"
    main = http.post(
        questions.mcp, headers={"Authorization": f"Bearer {begun['access_token']}"},
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "whoami", "arguments": {}}})
    assert main.status_code == 401, "its token opens nothing else"
    assistant = http.post(f"{questions.ask}/mcp/mcp_assistant", json={"token": begun["access_token"], "question": "x", "url": "http://127.0.0.1:1/"})
    assert assistant.status_code == 400 and "allowed_source_hosts" in assistant.text


def test_refusals_speak_the_language_that_is_asked_for(questions, http):
    """Chinese where none is named, over REST, in streams and over MCP; the status and what is wrong stay as they are."""
    begun = start(http, questions)

    def said(lang, transport, **more):
        body = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": "orders", **more, **({"lang": lang} if lang else {})}
        if transport == "mcp":
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "mcp_question", "arguments": {**body, "stream": False}}}
            headers = {"MCP-Protocol-Version": "2025-11-25", "Accept": "application/json, text/event-stream"}
            result = last_message(http.post(f"{questions.ask}/mcp", headers=headers, json=call))["result"]
            assert result["isError"]
            return result["content"][0]["text"]
        return http.post(f"{questions.ask}/mcp/mcp_question", json={**body, "stream": transport == "stream"}).json()

    for lang, texts in {
        None: ("ID 为 7 的数据源不属于当前工作空间", "您还没有提问", "未登录：", "question: 至多 2000 个字符，实际 9000 个", "请用文字提出问题", "没有模型“nope”"),
        "zh-TW": (
            "ID 為 7 的資料來源不屬於目前的工作空間", "您還沒有提問", "未登入：", "question: 至多 2000 個字元，實際 9000 個", "請用文字提出問題", "沒有模型「nope」"),
        "ko-KR": (
            "ID가 7인 데이터 소스는 현재 작업 공간에 속하지 않습니다", "아직 질문하지 않았습니다", "로그인하지 않았습니다: ",
            "question: 최대 2000자이며 9000자가 입력되었습니다", "질문을 글로 적어 주세요", "모델 'nope'이(가) 없습니다"),
        "en": (
            "Datasource with id 7 does not belong to current workspace", "You have not ask any question", "",
            "question: at most 2000 characters, found 9000", "question: expected a question in words", "no model 'nope' in this workspace; get_model_list"),
    }.items():
        for transport in ["rest", "stream", "mcp"]:
            wrong = [
                {"datasource_id": 7}, {"question": "/regenerate"}, {"token": "eyJ.no.token"}, {"question": "x" * 9000}, {"question": "  "},
                {"custom_model": "nope"}]
            for text, more in zip(texts, wrong):
                assert text in said(lang, transport, **more), (lang, transport, more)
    body = {"chat_id": begun["chat_id"], "question": "orders", "lang": "ko-KR"}
    bad = http.post(f"{questions.ask}/mcp/mcp_question", headers={"Authorization": "Bearer eyJ.no.token"}, json=body)
    assert bad.status_code == 401 and bad.json().startswith("로그인하지 않았습니다: ")


def refuses_everywhere(http, house, token, chat):
    """Every operation, under each of its names, over REST with the token as argument and as header, and over MCP."""
    question = {"question": "orders by channel", "chat_id": chat, "stream": False}
    operations = {
        "mcp_start": {}, "access_token": {}, "mcp_ws_list": {}, "mcp_datasource_list": {}, "mcp_ds_list": {}, "get_model_list": {}, "mcp_model_list": {},
        "mcp_question": question, "mcp_assistant": {"question": "orders by channel", "assistant": "none", "stream": False},
    }
    header = {"Authorization": f"Bearer {token}"}
    for name, arguments in operations.items():
        for path in ["/mcp", "/api/v1/mcp"]:
            assert http.post(f"{house.ask}{path}/{name}", json={**arguments, "token": token}).status_code == 401, name
            assert http.post(f"{house.ask}{path}/{name}", headers=header, json=arguments).status_code == 401, name
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": {**arguments, "token": token}}}
        headers = {"MCP-Protocol-Version": "2025-11-25", "Accept": "application/json, text/event-stream"}
        result = last_message(http.post(f"{house.ask}/mcp", headers=headers, json=call))["result"]
        assert result["isError"] and "Status code: 401" in result["content"][0]["text"], (name, result)
        assert http.post(f"{house.ask}/mcp", headers={**headers, **header}, json=call).status_code == 401, name


def test_E19_every_operation_refuses_a_forged_revoked_or_misdirected_token(questions, http):
    begun = start(http, questions)
    refuses_everywhere(http, questions, begun["access_token"][:-4] + "AAAA", begun["chat_id"])
    made = json.loads(questions.run("application", "add", "built-in/misled", "--grant", "client_credentials", "--scopes", "ask").stdout)
    questions.run("member", "add", "main", "built-in/misled", "--role", "reader", "--application")
    form = {"grant_type": "client_credentials", "scope": "ask", "resource": questions.mcp}
    token = http.post(f"{questions.url}/api/login/oauth/access_token", data=form, auth=(made["client_id"], made["client_secret"])).json()
    refuses_everywhere(http, questions, token["access_token"], begun["chat_id"])
    key = questions.key("--user", "built-in/admin")
    tools = {"Authorization": f"Bearer {key}"}
    for found in http.post(f"{questions.url}/api/tools/get_tokens", headers=tools, json={"owner": "built-in", "pageSize": 100}).json()["data"]:
        if "question-server" in json.dumps(found):
            http.post(f"{questions.url}/api/tools/delete_token", headers=tools, json={"token": {"owner": found["owner"], "name": found["name"]}})
    refuses_everywhere(http, questions, begun["access_token"], begun["chat_id"])


def test_a_revoked_token_is_refused_at_once(questions, http):
    begun = start(http, questions)
    key = questions.key("--user", "built-in/admin")
    tools = {"Authorization": f"Bearer {key}"}
    tokens = http.post(f"{questions.url}/api/tools/get_tokens", headers=tools, json={"owner": "built-in", "pageSize": 100}).json()["data"]
    mine = [token for token in tokens if "question-server" in json.dumps(token)]
    assert mine
    for token in mine:
        http.post(f"{questions.url}/api/tools/delete_token", headers=tools, json={"token": {"owner": token["owner"], "name": token["name"]}})
    assert ask(http, questions, begun, "orders by channel").status_code == 401


def test_an_api_key_in_the_header_asks_too(questions, http):
    key = questions.key("--user", "built-in/admin", "--scopes", "ask")
    headers = {"Authorization": f"Bearer {key}"}
    chat = http.post(f"{questions.ask}/mcp/mcp_start", headers=headers, json={}).json()["chat_id"]
    answer = http.post(
        f"{questions.ask}/mcp/mcp_question", headers=headers, json={"chat_id": chat, "question": "How many customers are there?", "stream": False})
    assert answer.json()["success"], answer.text
    powerless = questions.key("--user", "built-in/admin", "--scopes", "read:record")
    refused = http.post(f"{questions.ask}/mcp/mcp_start", headers={"Authorization": f"Bearer {powerless}"}, json={})
    assert refused.status_code == 403


def test_an_access_token_for_the_question_server_opens_it_alone(questions, http):
    made = json.loads(questions.run("application", "add", "built-in/robot", "--grant", "client_credentials", "--scopes", "ask read:record").stdout)
    questions.run("member", "add", "main", "built-in/robot", "--role", "reader", "--application")
    document = http.get(f"{questions.ask}/.well-known/oauth-protected-resource/mcp").json()
    assert document["resource"] == f"{questions.ask}/mcp" and document["authorization_servers"] == [questions.url]
    form = {"grant_type": "client_credentials", "scope": "ask read:record", "resource": document["resource"]}
    token = http.post(f"{questions.url}/api/login/oauth/access_token", data=form, auth=(made["client_id"], made["client_secret"])).json()
    headers = {"Authorization": f"Bearer {token['access_token']}"}
    chat = http.post(f"{questions.ask}/mcp/mcp_start", headers=headers, json={}).json()["chat_id"]
    body = {"chat_id": chat, "question": "How many customers are there?", "stream": False}
    assert http.post(f"{questions.ask}/mcp/mcp_question", headers=headers, json=body).json()["success"]
    listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert http.post(questions.mcp, headers=headers, json=listing).status_code == 401
    other = http.post(
        f"{questions.url}/api/login/oauth/access_token", data={**form, "resource": questions.mcp}, auth=(made["client_id"], made["client_secret"]))
    elsewhere = {"Authorization": f"Bearer {other.json()['access_token']}"}
    assert http.post(f"{questions.ask}/mcp/mcp_start", headers=elsewhere, json={}).status_code == 401
    assert http.post(f"{questions.ask}/mcp", headers=elsewhere, json=listing).status_code == 401


def test_ids_tell_the_time_and_nothing_of_others(questions, http):
    ours = [start(http, questions) for _ in range(3)]
    answers = [ask(http, questions, begun, "How many customers are there?").json() for begun in ours]
    theirs = http.post(f"{questions.ask}/mcp/mcp_ws_list", json={"token": start(http, questions, "rival/rita")["access_token"]}).json()
    questions.run("model", "add", "here", "http://127.0.0.1:9/v1", "none")
    models = http.post(f"{questions.ask}/mcp/get_model_list", json={"token": ours[0]["access_token"]}).json()
    questions.run("model", "remove", "here")
    others = [int(theirs[0]["id"]), int(models[1]["id"])]
    for number in [begun["chat_id"] for begun in ours] + [answer["record_id"] for answer in answers] + others:
        assert abs(number // 8192 + 1_704_067_200_000 - time.time() * 1000) < 600_000 and number < 2**53
    assert len({begun["chat_id"] % 8192 for begun in ours}) > 1


def test_ids_that_tools_show_tell_nothing_of_other_tenants(questions, http):
    """Rules, data sources, keys, workflows, executions and verified queries: a tenant that makes two of a kind sees no others between them."""
    headers = {"Authorization": f"Bearer {questions.key('--user', 'built-in/admin')}"}

    def call(tool, **arguments):
        answer = http.post(f"{questions.url}/api/tools/{tool}", headers=headers, json=arguments).json()
        return answer.get("data", answer)

    numbers = []
    for name in ["one", "two"]:
        questions.run("role", "add", f"built-in/{name}")
        numbers.append(call("access_rules_set", role=name, resource="orders", actions=["view"])["id"])
        numbers.append(call("api_keys_create", name=name)["id"])
        made = call("workflows_apply", title=name, type="manual", nodes=[{"type": "end"}], enabled=True)["id"]
        numbers += [made, call("workflows_execute", filterByTk=made)["execution"]["id"]]
        numbers.append(call("verified_queries_apply", action="add", pattern=f"{name} orders", sql="SELECT count(*) AS n FROM orders")["id"])
        file = questions.data.parent / f"{name}.sqlite"
        file.touch()
        numbers.append(json.loads(questions.run("source", "add", name, f"sqlite://{file}", "--json").stdout)["id"])
    for number in map(int, numbers):
        assert abs(number // 8192 + 1_704_067_200_000 - time.time() * 1000) < 600_000 and number < 2**53, numbers
    assert len(set(numbers)) == len(numbers)
    for name in ["one", "two"]:
        questions.run("source", "remove", name)


def test_the_same_words_of_two_people_are_answered_within_the_rights_of_each(questions, http):
    """F07 One after the other, again, and right after a rule has changed."""
    questions.run("user", "add", "built-in/cara", "--password-stdin", stdin=PASSWORD + "\n")
    questions.run("role", "add", "built-in/channel")
    questions.run("member", "add", "main", "built-in/cara", "--role", "channel")

    def open_to(channel):
        questions.run("rule", "set", "main", "channel", "main", "orders", "--actions", "view", "--filter", json.dumps({"channel": channel}))

    def counts(begun):
        answer = ask(http, questions, begun, "orders by channel", return_img=False).json()
        return {row["channel"]: row["count"] for row in answer["data"]["data"]}

    open_to("online")
    everything = {"online": 30352, "store": 14166, "wholesale": 5482}
    ours, theirs = start(http, questions), start(http, questions, "cara")
    for _ in range(2):
        assert counts(ours) == everything and counts(theirs) == {"online": 30352}
    told = ask(http, questions, theirs, "orders by channel", lang="zh-CN", return_img=False).json()["rulesApplied"]
    assert len(told) == 1 and told[0].startswith("orders：只含您的权限能看到的行（规则 "), told
    open_to("store")
    wait_for("the rule", lambda: counts(theirs) == {"store": 14166})
    assert counts(ours) == everything


def test_two_tenants_see_nothing_of_each_other(questions, http):
    ours, theirs = start(http, questions), start(http, questions, "rival/rita")
    assert [w["name"] for w in http.post(f"{questions.ask}/mcp/mcp_ws_list", json={"token": theirs["access_token"]}).json()] == ["rival"]
    foreign_chat = ask(http, questions, {**theirs, "chat_id": ours["chat_id"]}, "orders by channel")
    no_chat = ask(http, questions, {**theirs, "chat_id": 987654}, "orders by channel")
    assert foreign_chat.status_code == no_chat.status_code == 404
    assert foreign_chat.text.replace(str(ours["chat_id"]), "N") == no_chat.text.replace("987654", "N")
    sources = http.post(f"{questions.ask}/mcp/mcp_datasource_list", json={"token": ours["access_token"]}).json()
    foreign_source = ask(http, questions, theirs, "orders by channel", datasource_id=sources[0]["id"])
    assert foreign_source.status_code == 404
    for oid in ["1", "987654"]:
        refused = http.post(f"{questions.ask}/mcp/mcp_datasource_list", json={"token": theirs["access_token"], "oid": oid})
        assert (refused.status_code, refused.json()) == (400, "The current user is not in the selected workspace")


async def use(session):
    await session.initialize()
    names = [tool.name for tool in (await session.list_tools()).tools]
    assert names == ["mcp_start", "mcp_question", "mcp_ws_list", "mcp_datasource_list", "mcp_assistant", "get_model_list"]
    wrong = await session.call_tool("mcp_start", {"username": "admin", "password": "wrong password"})
    assert wrong.is_error and "Status code: 400" in wrong.content[0].text
    begun = json.loads((await session.call_tool("mcp_start", {"username": "admin", "password": PASSWORD})).content[0].text)
    answer = await session.call_tool(
        "mcp_question", {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": "orders by channel", "lang": "en"})
    assert "30352" in answer.content[0].text and answer.content[0].text.startswith("> Answer ID: ")
    assert answer.content[1].type == "image" and base64.b64decode(answer.content[1].data).startswith(b"\x89PNG")
    whole = await session.call_tool(
        "mcp_question", {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": "orders by channel", "stream": False})
    assert json.loads(whole.content[0].text)["data"]["fields"] == ["channel", "count"]
    forged = await session.call_tool("mcp_question", {"token": "eyJ.no.token", "chat_id": 1, "question": "orders by channel"})
    assert forged.is_error and "Status code: 401" in forged.content[0].text
    listed = await session.call_tool("mcp_ws_list", {"token": begun["access_token"]})
    assert json.loads(listed.content[0].text) == [{"id": "1", "name": "main"}]


@pytest.mark.parametrize("transport", ["streamable", "sse"])
def test_the_official_client_uses_all_operations(questions, transport):
    async def run():
        async with contextlib.AsyncExitStack() as stack:
            opened = streamable_http_client(f"{questions.ask}/mcp") if transport == "streamable" else sse_client(f"{questions.ask}/mcp")
            streams = await stack.enter_async_context(opened)
            await use(await stack.enter_async_context(ClientSession(streams[0], streams[1])))

    asyncio.run(run())


def test_the_same_tools_are_on_the_main_endpoint(questions, http):
    key = questions.key("--user", "built-in/admin")

    def call(name, arguments, header=True):
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        headers = {"MCP-Protocol-Version": "2025-11-25", **({"Authorization": f"Bearer {key}"} if header else {})}
        return http.post(questions.mcp, headers=headers, json=body).json()["result"]["structuredContent"]

    chat = call("mcp_start", {})["chat_id"]
    assert call("mcp_question", {"chat_id": chat, "question": "How many orders are there?", "stream": False})["data"]["data"] == [{"count": 50000}]
    begun = start(http, questions)
    arguments = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": "How many orders are there?", "stream": False}
    assert call("mcp_question", arguments, header=False)["success"], "a token of the question server counts among the arguments here too"


def test_what_was_asked_is_in_the_audit_log_without_its_words(questions, http):
    ask(http, questions, start(http, questions), "orders of customers named Zyxwvut")
    rows = [row for row in questions.audit("--limit", "50") if row["tool"] == "mcp_question"]
    assert any(row["user"] == "built-in/admin" for row in rows)
    assert "Zyxwvut" not in json.dumps(questions.audit("--limit", "200"))

"""Assistants: named ways to answer questions, and questions to databases that the caller's own service describes."""

import json

import httpx
import pytest

from assistant_service import AssistantService
from cluster import PostgreSQL
from events import last_message
from model_server import ModelServer, statement

PASSWORD = "correct horse battery"
JSON = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
ROWS = [
    "CREATE TABLE orders (id int PRIMARY KEY, region text NOT NULL, total int NOT NULL, kickback int NOT NULL)",
    "INSERT INTO orders SELECT n, CASE WHEN n % 3 = 0 THEN 'north' ELSE 'south' END, n, 7000 + n FROM generate_series(1, 90) n",
    "CREATE TABLE payroll (id int PRIMARY KEY, person text, salary int)", "INSERT INTO payroll VALUES (1, 'Zyxwvut', 99)",
    "GRANT SELECT ON orders, payroll TO reader",
]


@pytest.fixture(scope="module")
def service():
    service = AssistantService()
    yield service
    service.close()


@pytest.fixture(scope="module")
def model():
    server = ModelServer(statement("SELECT count(*) AS shops FROM stores"))
    yield server
    server.close()


@pytest.fixture(scope="module")
def shop():
    """A database that no workspace has."""
    server = PostgreSQL.shared()
    with server.database("gate_data") as name:
        server.sql(*ROWS, database=name)
        yield {"host": "127.0.0.1", "port": server.port, "dataBase": name, "user": "reader", "password": "hush-hush-77"}


@pytest.fixture(scope="module")
def house(tmp_path_factory, model):
    from conftest import Gatehouse

    house = Gatehouse(tmp_path_factory.mktemp("assistants") / "data").with_company()
    house.run("model", "add", "small", f"{model.url}/v1", "scripted-1")
    house.run("organization", "add", "rival")
    house.run("workspace", "add", "rival", "--organization", "rival")
    for name in ["built-in/ann", "built-in/cleo", "rival/rita"]:
        house.run("user", "add", name, "--password-stdin", stdin=PASSWORD + "\n")
    house.run("role", "add", "built-in/clerk")
    house.run("member", "add", "main", "built-in/ann", "--role", "reader")
    house.run("member", "add", "main", "built-in/cleo", "--role", "clerk")
    house.run("rule", "set", "main", "clerk", "main", "stores", "--actions", "view", "--columns", "id,name")
    house.run("member", "add", "rival", "rival/rita", "--role", "admin")
    house.start("--ask-port", "0", "--call-timeout", "600s", "--allowed-source-hosts", "127.0.0.1")
    yield house
    assert house.stop() == 0
    written = (house.data / "server.log").read_text() + json.dumps(house.audit())
    # Neither what the service was shown nor what it gave is in a log.
    for secret in ["hush-hush-77", "shown-to-the-service", "Zyxwvut"]:
        assert secret not in written, secret


@pytest.fixture
def http():
    with httpx.Client(timeout=120) as client:
        yield client


def token(http, house, user="built-in/ann"):
    return http.post(f"{house.ask}/mcp/mcp_start", json={"username": user, "password": PASSWORD}).json()["access_token"]


def ask(http, house, question, user="built-in/ann", **more):
    body = {"token": token(http, house, user), "question": question, "stream": False, "lang": "en", **more}
    return http.post(f"{house.ask}/mcp/mcp_assistant", json=body)


def call(http, house, tool, arguments, user, path="/api/mcp"):
    key = house.key("--user", user)
    answer = http.post(
        f"{house.url}{path}?packages=*", headers={**JSON, "Authorization": f"Bearer {key}"},
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
    return last_message(answer)["result"]


def described(shop, tables=None, **more):
    tables = tables or [{"name": "orders", "fields": [{"name": "id"}, {"name": "region"}, {"name": "total"}]}]
    return {"code": 0, "data": [{"name": "shop", "type": "pg", **shop, "tables": tables, **more}]}


def test_an_assistant_answers_on_its_sources_by_its_words_and_with_its_instructions(house, model, http, tmp_path):
    layer = tmp_path / "layer.yaml"
    layer.write_text("tables:\n  stores:\n    synonyms: [boutiques]\n")
    made = house.run(
        "assistant", "apply", "sales", "--source", "main", "--instructions", "Call the stores boutiques.", "--layer", str(layer), "--model", "small")
    assert json.loads(made.stdout) == {"name": "sales"}
    answer = ask(http, house, "How many boutiques are there?", assistant="sales").json()
    count = answer["data"]["data"][0]["count"]
    assert answer["success"] and answer["data"]["data"][0]["count"] > 0 and answer["assistant"] == "sales" and answer["chart"]
    begun = http.post(f"{house.ask}/mcp/mcp_start", json={"username": "built-in/ann", "password": PASSWORD}).json()
    plain = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": "How many boutiques are there?", "stream": False,
             "custom_model": "built-in"}
    assert not http.post(f"{house.ask}/mcp/mcp_question", json=plain).json()["success"], "the words are the assistant's alone"
    model.script(statement("SELECT count(*) AS shops FROM stores"))
    answer = ask(http, house, "Which shops feel cosy in autumn?", assistant="sales").json()
    assert answer["model"] == "small" and answer["tokens"] > 0 and "Call the stores boutiques." in model.said()
    text = ask(http, house, "How many boutiques are there?", assistant="sales", stream=True).text
    assert text.startswith("> How many boutiques are there?") and "```sql" in text and str(count) in text
    # Over MCP as well, and within the asker's rights.
    over = call(http, house, "mcp_assistant", {"assistant": "sales", "question": "How many boutiques are there?", "stream": False}, "built-in/cleo")
    assert over["structuredContent"]["success"]
    model.script(json.dumps({"clarification": "which orders?"}))
    hidden = call(http, house, "mcp_assistant", {"assistant": "sales", "question": "How many orders are there?", "stream": False}, "built-in/cleo")
    assert "data" not in hidden["structuredContent"]
    listed = json.loads(house.run("assistant", "list", "--json").stdout)
    assert [entry["name"] for entry in listed] == ["sales"] and listed[0]["sources"] == ["main"]


def test_what_an_assistant_names_must_be_there_and_a_wrong_layer_is_told(house, http):
    for arguments, word in [
        ({"name": "Sales"}, "name"), ({"name": "a", "sources": ["absent"]}, "absent"), ({"name": "a", "model": "absent"}, "absent"),
        ({"name": "a", "layer": "tables: {stores: {}}"}, "one data source"), ({"name": "a", "sources": ["main"], "layer": "tables: {nothing: {}}"}, "nothing"),
        ({"name": "a", "instructions": "x" * 4_001}, "4000"),
    ]:
        refused = call(http, house, "assistants_apply", arguments, "built-in/admin")
        assert refused["isError"] and word in refused["content"][0]["text"], refused
    for user in ["built-in/ann", "built-in/cleo"]:
        assert call(http, house, "assistants_apply", {"name": "a"}, user)["isError"]
        assert call(http, house, "assistants_list", {}, user)["isError"]
    assert "a" not in [entry["name"] for entry in json.loads(house.run("assistant", "list", "--json").stdout)]
    house.run("assistant", "apply", "brief")
    house.run("assistant", "remove", "brief")
    assert ask(http, house, "How many stores are there?", assistant="brief").status_code == 404


def test_an_assistant_of_another_tenant_is_as_none(house, http):
    house.run("assistant", "apply", "secret-plan", "--instructions", "Zyxwvut")
    foreign = ask(http, house, "How many stores are there?", "rival/rita", assistant="secret-plan")
    missing = ask(http, house, "How many stores are there?", "rival/rita", assistant="absent-plan")
    assert foreign.status_code == missing.status_code == 404
    assert foreign.text.replace("secret-plan", "absent-plan") == missing.text
    none = ask(http, house, "How many stores are there?", "rival/rita")
    assert none.status_code == 400 and "this workspace has no assistants" in none.text
    theirs = call(http, house, "assistants_list", {}, "rival/rita", "/api/__app/rival/mcp")
    assert theirs["structuredContent"]["data"] == []
    removed = call(http, house, "assistants_apply", {"name": "secret-plan", "action": "remove"}, "rival/rita", "/api/__app/rival/mcp")
    assert removed["isError"]
    assert "secret-plan" in house.run("assistant", "list").stdout
    house.run("assistant", "remove", "secret-plan")


def test_a_question_goes_to_the_database_that_the_callers_service_describes(house, http, service, shop):
    service.answer = described(shop)
    service.requests.clear()
    authorization = [
        {"target": "header", "key": "X-Key", "value": "shown-to-the-service"}, {"target": "cookie", "key": "session", "value": "c1"},
        {"target": "param", "key": "who", "value": "a&b"},
    ]
    answer = ask(http, house, "How many orders per region?", url=service.url, authorization=json.dumps(authorization)).json()
    assert answer["success"], answer
    assert {row["region"]: row["count"] for row in answer["data"]["data"]} == {"north": 30, "south": 60}
    shown = service.requests[0]
    assert shown["path"] == "/sources?who=a%26b" and shown["headers"]["X-Key"] == "shown-to-the-service" and shown["headers"]["Cookie"] == "session=c1"
    assert "hush" not in json.dumps(answer) and "external:" not in json.dumps(answer)
    # What it does not open is not there: a column, a table.
    for question in ["What is the total kickback of orders?", "How many payroll rows are there?", "salary of each person"]:
        closed = ask(http, house, question, url=service.url).json()
        assert "data" not in closed and "kickback" not in json.dumps(closed.get("context")) and "payroll" not in json.dumps(closed.get("context")), closed
    # A list instead of its text, and an assistant's words on top.
    again = ask(http, house, "How many orders are there?", url=service.url, authorization=authorization, stream=True)
    assert "90" in again.text


def test_what_a_model_writes_stays_within_what_the_service_opens(house, http, service, shop, model):
    service.answer = described(shop)
    for sql in ["SELECT kickback FROM orders", "SELECT person FROM payroll", "SELECT * FROM pg_catalog.pg_authid", "SELECT o.* FROM orders o"]:
        model.script(statement(sql))
        answer = ask(http, house, "Which of them feel cosy in autumn?", url=service.url).json()
        assert all("kickback" not in json.dumps(request["messages"][:2]) for request in model.requests)
        assert "kickback" not in json.dumps(answer.get("data", {}).get("fields", [])), answer
        if sql.endswith("orders o"):
            assert answer["data"]["fields"] == ["id", "region", "total"]
        else:
            assert "data" not in answer, answer


def test_C54_no_host_but_those_of_the_operator_no_redirect_and_no_file(house, http, service, shop):
    """C54 The service's address, and the database that it names, are where the operator allows, and nothing else is asked."""
    service.answer = described(shop)
    service.requests.clear()
    port = service.port
    for url in [
        f"http://localhost:{port}/sources", f"http://127.0.0.2:{port}/", "https://example.com/", "http://169.254.169.254/latest", f"http://127.0.0.1.example.com:{port}/",
        f"http://x@127.0.0.1:{port}/", f"ftp://127.0.0.1:{port}/", "file:///etc/passwd", f"http://127.0.0.1:{port}@example.com/", "", "127.0.0.1",
    ]:
        refused = ask(http, house, "How many orders are there?", url=url)
        assert refused.status_code == 400, (url, refused.text)
    assert service.requests == []
    for bad in ["x", "{}", '[{"target":"body","key":"a","value":"b"}]', '[{"target":"header","key":"Host","value":"b"}]',
                json.dumps([{"target": "header", "key": "A", "value": "b\r\nC: d"}]), json.dumps([{"target": "header", "key": "a:b", "value": "c"}])]:
        assert ask(http, house, "How many orders are there?", url=service.url, authorization=bad).status_code == 400, bad
    assert service.requests == []
    # A redirect is not followed.
    service.answer = lambda handler: handler.respond(b"{}", 302, location=f"http://127.0.0.1:{port}/elsewhere")
    assert ask(http, house, "How many orders are there?", url=service.url).status_code == 502
    assert [request["path"] for request in service.requests] == ["/sources"]
    # Neither a file nor a host that is not allowed, whatever the service says; the reason says which.
    for more in [{"type": "sqlite"}, {"type": "excel"}, {"type": "sqlite", "dataBase": f"{house.data}/state.db"}, {"host": "localhost"}, {"host": "/var/run/postgresql"},
                 {"host": ""}, {"port": 99999}, {"type": None}]:
        service.answer = described(shop, **more)
        refused = ask(http, house, "How many orders are there?", url=service.url)
        assert refused.status_code == 400 and "90" not in refused.text, (more, refused.text)
    for garbage in [{"code": 1, "data": []}, [], {"code": 0}, {"code": 0, "data": []}, {"code": 0, "data": [{"name": "x"}, 3, None]}]:
        service.answer = garbage
        assert ask(http, house, "How many orders are there?", url=service.url).status_code in (400, 502), garbage


def test_a_rule_of_the_service_leaves_rows_out(house, http, service, shop, model):
    plain = {"name": "orders", "fields": [{"name": "id"}, {"name": "region"}, {"name": "total"}]}
    for more, rows in [
        ({"rule": "region = 'north'"}, {"north": 30}), ({"rule": "NOT (region IN ('north'))"}, {"south": 60}),
        ({"sql": "SELECT id, region, total FROM orders o WHERE o.total <= 10"}, {"north": 3, "south": 7}),
        # A column that the question does not see decides.
        ({"rule": "kickback > 7080"}, {"north": 4, "south": 6}),
        ({"rule": "region = 'north'", "sql": "SELECT * FROM orders WHERE id < 10"}, {"north": 3}),
        ({"rule": "region = 'north' -- OR 1 = 1"}, {"north": 30}),
    ]:
        service.answer = described(shop, [{**plain, **more}])
        answer = ask(http, house, "How many orders per region?", url=service.url).json()
        assert answer["success"] and {row["region"]: row["count"] for row in answer["data"]["data"]} == rows, (more, answer)
        assert any("orders: only the rows" in rule for rule in answer["rulesApplied"]) and "kickback" not in json.dumps(answer)
        for sql in ["SELECT count(*) AS n FROM orders", "SELECT count(*) AS n FROM (SELECT * FROM orders) o", "SELECT count(*) AS n FROM public.orders"]:
            model.script(statement(sql))
            cosy = ask(http, house, "Which of them feel cosy in autumn?", url=service.url).json()
            assert cosy["data"]["data"] == [{"n": sum(rows.values())}], (more, cosy)


def test_C75_a_table_whose_rule_is_not_understood_is_closed_and_the_answer_says_so(house, http, service, shop, model):
    """C75 What a service says of rows is applied as it was meant or not at all."""
    plain = {"name": "orders", "fields": [{"name": "id"}, {"name": "region"}, {"name": "total"}]}
    for more in [
        {"rule": "salary < (SELECT max(total) FROM orders)"}, {"rule": "pg_sleep(9) IS NULL"}, {"rule": "salary < 10; DROP TABLE payroll"},
        {"rule": "absent = 1"}, {"rule": "1 = 1) OR (1 = 1"}, {"rule": 7}, {"rule": "salary < 10 UNION SELECT 1"}, {"sql": "SELECT * FROM orders"},
        {"sql": "SELECT * FROM payroll, orders"}, {"sql": "SELECT pg_read_file('/etc/passwd') AS person"}, {"sql": ["SELECT 1"]},
    ]:
        service.answer = described(shop, [plain, {"name": "payroll", **more}])
        answer = ask(http, house, "How many orders are there?", url=service.url).json()
        assert answer["data"]["data"] == [{"count": 90}] and any("'payroll' is left out" in warning for warning in answer["warnings"]), (more, answer)
        # Nor does a language model reach it.
        model.script(statement("SELECT person FROM payroll"))
        closed = ask(http, house, "How many payroll rows are there?", url=service.url).json()
        assert "data" not in closed and "Zyxwvut" not in json.dumps(closed), closed
        assert any("'payroll' is left out" in warning for warning in closed["warnings"])
        # Where nothing else is open the question is refused, with the reason.
        service.answer = described(shop, [{"name": "payroll", **more}])
        refused = ask(http, house, "How many payroll rows are there?", url=service.url)
        assert refused.status_code == 400 and "'payroll' is left out" in refused.text, (more, refused.text)


def test_what_one_persons_service_describes_is_nobody_elses(house, http, service, shop):
    service.answer = described(shop)
    assert ask(http, house, "How many orders are there?", url=service.url).json()["success"]
    # The name that it has inside is in the audit log, for administrators.
    names = {name.rsplit("/", 1)[0] for row in house.audit("--limit", "200") for name in row.get("objects", []) if name.startswith("external:")}
    assert names
    for name in names:
        for tool, arguments in [
            ("run_sql", {"sql": "SELECT count(*) FROM orders", "dataSource": name}), ("crud", {"resource": "orders", "action": "list", "dataSource": name}),
            ("collections_list", {"dataSource": name}), ("ask_question", {"question": "How many orders are there?", "dataSource": name}),
        ]:
            for user in ["built-in/admin", "built-in/cleo", "rival/rita"]:
                path = "/api/__app/rival/mcp" if user.startswith("rival") else "/api/mcp"
                answer = call(http, house, tool, arguments, user, path)
                told = json.dumps(answer)
                assert "region" not in told and "[[90" not in told and '": 90' not in told, (tool, user, answer)
    listed = http.post(f"{house.ask}/mcp/mcp_datasource_list", json={"token": token(http, house)}).json()
    assert [source["name"] for source in listed] == ["main", "slow"]

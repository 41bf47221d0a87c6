"""The wire facts of NocoBase's MCP server, sections 1 and 2, one row a fact: the request, and what this server answers.

Where it answers otherwise by decision, the fact says so. `test_nocobase_page.py` has the facts that take several requests.
"""

import json
import sqlite3

import httpx
import pytest
from nocobase import call, fits, names, refused, request, rest, result, send

CUSTOMERS = [
    {"name": "name", "type": "string"}, {"name": "tier", "type": "string"}, {"name": "born", "type": "dateOnly"}, {"name": "seen", "type": "datetimeTz"},
    {"name": "tags", "type": "array"}, {"name": "active", "type": "boolean"}, {"name": "score", "type": "integer"}, {"name": "secret", "type": "password"},
]
COLLECTIONS = {
    "customers": CUSTOMERS,
    "labels": [{"name": "word", "type": "string"}],
    "orders": [
        {"name": "number", "type": "integer"}, {"name": "total", "type": "decimal", "precision": 12, "scale": 2},
        {"name": "customer", "type": "belongsTo", "target": "customers"}, {"name": "labels", "type": "belongsToMany", "target": "labels"},
    ],
    "folders": [
        {"name": "name", "type": "string"}, {"name": "parent", "type": "belongsTo", "target": "folders", "foreignKey": "parentId"},
        {"name": "children", "type": "hasMany", "target": "folders", "foreignKey": "parentId"},
    ],
}
ROWS = {
    "labels": [{"word": "hot"}, {"word": "late"}, {"word": "cold"}],
    "customers": [
        {"name": "Ada", "tier": "gold", "born": "1990-05-05", "seen": "2026-03-31T23:30:00Z", "tags": ["a", "b"], "active": True, "score": 10,
         "secret": "correct horse"},
        {"name": "Ben", "tier": "silver", "seen": "2026-04-10T10:00:00Z", "tags": [], "active": False},
        {"name": "Cy", "born": "2001-01-01", "score": 30},
    ],
    "orders": [
        {"number": 1, "total": "10.50", "customer": 1, "labels": [1, 2]}, {"number": 2, "total": "20", "customer": 1, "labels": [1]},
        {"number": 3, "total": "30", "customer": 2}, {"number": 4},
    ],
    "folders": [{"name": "root", "children": [{"name": "a", "children": [{"name": "aa"}]}, {"name": "b"}]}, {"name": "other"}],
}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Customers with orders and labels, folders in folders, another workspace, an attached database, and a clerk with two roles."""
    from conftest import Gatehouse

    house = Gatehouse(tmp_path_factory.mktemp("facts"))
    house.start()
    house.run("workspace", "add", "crm")
    house.run("member", "add", "crm", "built-in/admin", "--role", "admin")
    house.secret = house.key("--user", "built-in/admin")
    for name, fields in COLLECTIONS.items():
        call(house, "collections_apply", name=name, fields=fields)
    call(house, "fields_apply", collectionName="customers", name="orders", type="hasMany", target="orders", foreignKey="customerId")
    for name, rows in ROWS.items():
        call(house, "crud", resource=name, action="create", values=rows)
    house.files = tmp_path_factory.mktemp("files")
    with sqlite3.connect(house.files / "shop.db") as shop:
        shop.executescript("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO things VALUES (1, 'lamp')")
    house.run("source", "add", "shop", f"sqlite://{house.files}/shop.db")
    house.run("user", "add", "built-in/ann", "--password-stdin", stdin="correct horse battery\n")
    for role, collection in [("buyer", "orders"), ("seller", "customers")]:
        house.run("role", "add", f"built-in/{role}")
        house.run("member", "add", "main", "built-in/ann", "--role", role)
        house.run("rule", "set", "main", role, "main", collection, "--actions", "view")
    house.ann = house.key("--user", "built-in/ann")
    house.buyer = house.key("--user", "built-in/ann", "--role", "buyer")
    yield house
    assert house.stop() == 0


def nested(pairs, row):
    """A row below so many pairs of an order's customer and the customer's only order."""
    for _ in range(pairs):
        row = {"customer": {"orders": [row], ...: ...}, ...: ...}
    return row


def cases(rows):
    """Parameters of a test, each named by its fact."""
    return [pytest.param(*row[1:], id=row[0]) for row in rows]


# 1.1 Paths, methods and the transport

HELLO = request("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "x", "version": "1"})
PING = request("ping")
PONG = {"jsonrpc": "2.0", "id": 1, "result": {}}
STREAM = {"Accept": "text/event-stream"}


def refusal(code, id=None):
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, ...: ...}}


@pytest.mark.parametrize(("method", "path", "message", "headers", "status", "expected"), cases([
    ("1.1 the main app is at /api/mcp", "POST", "/api/mcp", PING, {}, 200, PONG),
    ("1.1 another app is below __app", "POST", "/api/__app/crm/mcp", PING, {}, 200, PONG),
    ("1.1 the endpoint is a resource with the action list", "POST", "/api/mcp:list", PING, {}, 200, PONG),
    ("1.1 and with the action create", "POST", "/api/mcp:create", PING, {}, 200, PONG),
    ("1.1 both also below an app", "POST", "/api/__app/crm/mcp:create", PING, {}, 200, PONG),
    ("1.1 an app is also chosen by a header", "POST", "/api/mcp", PING, {"x-app": "crm"}, 200, PONG),
    ("1.1 and by the query", "POST", "/api/mcp?__appName=crm", PING, {}, 200, PONG),
    ("1.1 a host name chooses no app here, by decision", "POST", "/api/mcp", PING, {"x-hostname": "nothing.example"}, 200, PONG),
    ("1.1 a notification alone is 202 without a body", "POST", "/api/mcp", {"jsonrpc": "2.0", "method": "notifications/initialized"}, {}, 202, ""),
    ("1.1 a notification of any name too", "POST", "/api/mcp", {"jsonrpc": "2.0", "method": "x/y"}, {}, 202, ""),
    ("1.1 a batch is answered with a batch", "POST", "/api/mcp", [PING, request("ping", 2)], {}, 200, [PONG, {**PONG, "id": 2}]),
    ("1.1 initialize is refused in a batch", "POST", "/api/mcp", [HELLO, request("ping", 2)], {}, 200, [refusal(-32600, 1), {**PONG, "id": 2}]),
    ("1.1 ping is answered with an empty object", "POST", "/api/mcp", PING, {}, 200, PONG),
    ("1.1 other methods are unknown", "POST", "/api/mcp", request("nothing/here"), {}, 200, refusal(-32601, 1)),
    ("1.1 a GET opens nothing without a session, by decision", "GET", "/api/mcp", None, STREAM, 405, refusal(-32600)),
    ("1.1 a DELETE needs a session, by decision", "DELETE", "/api/mcp", None, {}, 400, refusal(-32600)),
    ("1.1 PUT is no action of the endpoint", "PUT", "/api/mcp", PING, {}, 405, refusal(-32600)),
    ("1.1 Accept must admit JSON or events", "POST", "/api/mcp", PING, {"Accept": "text/html"}, 406, refusal(-32600)),
    ("1.1 one of the two is enough, by decision", "POST", "/api/mcp", PING, {"Accept": "application/json"}, 200, PONG),
    ("1.1 Content-Type must be JSON", "POST", "/api/mcp", PING, {"Content-Type": "text/plain"}, 415, refusal(-32600)),
    ("1.1 a body that is no JSON", "POST", "/api/mcp", "{", {}, 400, refusal(-32700)),
    ("1.1 JSON that is no message", "POST", "/api/mcp", {"a": 1}, {}, 400, refusal(-32600)),
    ("1.1 an unknown revision", "POST", "/api/mcp", PING, {"MCP-Protocol-Version": "1999-01-01"}, 400, refusal(-32602, 1)),
    ("1.1 the oldest revision that NocoBase knows", "POST", "/api/mcp", PING, {"MCP-Protocol-Version": "2024-10-07"}, 200, PONG),
    ("1.1 a page of a foreign origin is refused, by decision", "POST", "/api/mcp", PING, {"Origin": "https://evil.example"}, 403, refusal(-32600)),
    ("1.5 an unknown app is 404, as JSON-RPC", "POST", "/api/__app/none/mcp", PING, {}, 404, refusal(-32600, 1)),
    ("1.5 also where a header names it", "POST", "/api/mcp", PING, {"x-app": "none"}, 404, refusal(-32600, 1)),
    ("1.5 and without a message", "GET", "/api/__app/none/mcp", None, STREAM, 404, refusal(-32600)),
]))
def test_requests_of_the_endpoint(house, method, path, message, headers, status, expected):
    answer = send(house, message, method, path, **headers)
    assert answer.status_code == status, answer.text
    assert "mcp-session-id" not in answer.headers
    assert fits(expected, answer.json() if answer.text else ""), answer.text


@pytest.mark.parametrize("version", ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])
def test_1_1_the_handshake_takes_the_revision_of_the_client_and_says_who_answers(house, version):
    hello = request("initialize", protocolVersion=version, capabilities={}, clientInfo={"name": "x", "version": "1"})
    told = send(house, hello).json()["result"]
    assert told["protocolVersion"] == version and told["serverInfo"]["name"] == "gatehouse" and told["serverInfo"]["version"]
    assert "tools" in told["capabilities"]
    # No session is needed afterwards, and none is made for a request.
    listed = send(house, request("tools/list"), MCP_Protocol_Version=version)
    assert listed.status_code == 200 and listed.json()["result"]["tools"] and "mcp-session-id" not in listed.headers


# 1.2 Headers of a request

LIST = {"resource": "customers", "action": "list", "fields": ["id"], "sort": ["id"]}
ALL = {"data": [{"id": 1}, {"id": 2}, {"id": 3}], "meta": {"count": 3, "page": 1, "pageSize": 20, "totalPage": 1}}


@pytest.mark.parametrize(("headers", "arguments", "expected"), cases([
    ("1.2 x-data-source does not count on a call over MCP", {"x_data_source": "shop"}, LIST, ALL),
    ("1.2 the argument dataSource does", {}, {"resource": "things", "action": "get", "dataSource": "shop", "filterByTk": 1}, {"data": {"id": 1, "name": "lamp"}}),
    ("1.2 x-authenticator is taken", {"x_authenticator": "basic"}, LIST, ALL),
    ("1.2 x-timezone does not count on a call over MCP", {"x_timezone": "+08:00"},
     {"resource": "customers", "action": "list", "fields": ["id"], "filter": {"seen": {"$dateOn": "2026-04-01"}}}, {"data": [], "meta": ...}),
    ("1.2 the argument timezone does", {},
     {"resource": "customers", "action": "list", "fields": ["id"], "filter": {"seen": {"$dateOn": "2026-04-01"}}, "timezone": "+08:00"},
     {"data": [{"id": 1}], "meta": ...}),
    ("1.2 x-locale is taken", {"x_locale": "zh-CN"}, LIST, ALL),
    ("1.2 x-with-acl-meta is for REST alone", {"x_with_acl_meta": "true"}, LIST, ALL),
    ("1.2 x-role names the role to act with", {"x_role": "admin"}, LIST, ALL),
    ("1.2 __union__ means all roles", {"x_role": "__union__"}, LIST, ALL),
]))
def test_headers_of_a_call(house, headers, arguments, expected):
    assert fits(expected, call(house, "crud", headers=headers, **arguments))


def test_1_2_the_role_of_a_request_counts_for_tools_of_all_packages(house):
    def seen(**headers):
        return {row["name"] for row in call(house, "collections_list", key=house.ann, headers=headers)["data"]} & set(COLLECTIONS)

    assert seen() == seen(x_role="__union__") == {"orders", "customers"}
    for role, own, other in [("buyer", "orders", "customers"), ("seller", "customers", "orders")]:
        assert seen(x_role=role) == {own}
        assert call(house, "crud", key=house.ann, headers={"x_role": role}, resource=own, action="list")["data"]
        assert call(house, "run_sql", key=house.ann, headers={"x_role": role}, sql=f"SELECT count(*) FROM {own}")["rows"]
        for tool, arguments in [("crud", {"resource": other, "action": "list"}), ("run_sql", {"sql": f"SELECT * FROM {other}"}),
                                ("collections_get", {"filterByTk": other})]:
            assert refused(house, tool, key=house.ann, headers={"x_role": role}, **arguments)


def test_1_2_the_role_of_a_key_is_its_only_one(house):
    assert call(house, "whoami", key=house.buyer)["roles"] == ["buyer"]
    assert call(house, "whoami", key=house.buyer, headers={"x_role": "__union__"})["roles"] == ["buyer"]
    assert send(house, request("tools/call", name="whoami", arguments={}), key=house.buyer, x_role="seller").status_code == 403


# 1.4 From packages to tools

def test_1_4_tools_have_names_descriptions_and_schemas_that_hosts_take(house):
    tools = send(house, request("tools/list"), x_mcp_packages="*").json()["result"]
    assert "nextCursor" not in tools
    found = [tool["name"] for tool in tools["tools"]]
    assert len(set(found)) == len(found) > 80
    for tool in tools["tools"]:
        schema = tool["inputSchema"]
        assert tool["name"].replace("_", "").isalnum() and tool["name"] == tool["name"].lower() and len(tool["name"]) <= 48
        assert len(tool["description"]) > 10 and schema["type"] == "object" and schema.get("additionalProperties") is not True
        assert set(schema.get("required", [])) <= set(schema.get("properties", {}))
        # Some models' services refuse members that are null, and types that are nothing else.
        text = json.dumps(schema)
        assert "nullable" not in text and '"type": "null"' not in text and ": null" not in text, tool["name"]


def test_1_4_the_list_has_what_the_caller_may_call_by_decision(house):
    mine = names(house)
    theirs = [tool["name"] for tool in send(house, request("tools/list"), key=house.ann).json()["result"]["tools"]]
    assert set(theirs) < set(mine) and "collections_apply" in mine and "collections_apply" not in theirs
    assert refused(house, "collections_apply", key=house.ann, name="x", fields=[])


# 1.5 Calls of tools

@pytest.mark.parametrize(("arguments", "expected"), cases([
    ("1.5 an object that is sent as text is read", {**LIST, "filter": '{"id": 1}'}, {"data": [{"id": 1}], "meta": ...}),
    ("1.5 a list that is sent as text too", {**LIST, "fields": '["name"]', "filter": {"id": 1}}, {"data": [{"name": "Ada"}], "meta": ...}),
    ("1.5 and numbers and flags", {**LIST, "pageSize": "2", "paginate": "true"}, {"data": [{"id": 1}, {"id": 2}], "meta": ...}),
    ("1.5 one name is a list of one", {**LIST, "sort": "-id"}, {"data": [{"id": 3}, {"id": 2}, {"id": 1}], "meta": ...}),
]))
def test_arguments_that_models_write(house, arguments, expected):
    assert fits(expected, call(house, "crud", **arguments))


@pytest.mark.parametrize(("tool", "arguments", "code", "text"), cases([
    ("1.5 arguments are checked against the schema, by decision", "crud", {**LIST, "nothing": 1}, "invalid_argument", "argument 'nothing'"),
    ("1.5 a missing argument is named", "crud", {"action": "list"}, "invalid_argument", "argument 'resource'"),
    ("1.5 an unknown resource", "resource_list", {"resource": "nothing"}, "not_found", "collection 'nothing'"),
    ("1.5 an unknown data source", "resource_list", {"resource": "orders", "dataSource": "none"}, "not_found", "data source 'none'"),
    ("1.5 an unknown column in a filter", "resource_list", {"resource": "orders", "filter": {"nothing": 1}}, "invalid_argument", "'nothing'"),
    ("1.5 an unknown column in an order", "resource_list", {"resource": "orders", "sort": ["nothing"]}, "invalid_argument", "\"nothing\""),
    ("1.5 a path that is no field and no relation", "resource_list", {"resource": "orders", "filter": {"a.b": 1}}, "invalid_argument", "'a'"),
    ("1.5 an update without a row", "resource_update", {"resource": "orders", "values": {"number": 9}}, "invalid_argument", "filterByTk or filter"),
    ("1.5 a destroy without a row", "resource_destroy", {"resource": "orders"}, "invalid_argument", "filterByTk or filter"),
    ("1.5 a value that breaks a unique key", "resource_create", {"resource": "orders", "values": {"id": 1}}, "conflict", "another row"),
    ("1.5 no right is said as such, and is no sign-in", "collections_apply", {"name": "users", "fields": []}, "invalid_argument", "users"),
]))
def test_errors_of_tools_change_nothing(house, tool, arguments, code, text):
    answer = result(house, tool, **arguments)
    assert answer["isError"] and [block["type"] for block in answer["content"]] == ["text"]
    assert text in answer["content"][0]["text"]
    modern = send(house, request("tools/call", name=tool, arguments=arguments), MCP_Protocol_Version="2025-11-25").json()["result"]
    assert modern["structuredContent"]["error"]["code"] == code
    assert [row["number"] for row in call(house, "resource_list", resource="orders", sort=["id"])["data"]] == [1, 2, 3, 4]


@pytest.mark.parametrize(("method", "path", "body", "headers", "status", "errors"), cases([
    ("1.5 no token", "GET", "orders:list", None, {"key": None}, 401, [{"code": "EMPTY_TOKEN", ...: ...}]),
    ("1.5 a bad token", "GET", "orders:list", None, {"key": "nonsense"}, 401, [{"code": "INVALID_TOKEN", ...: ...}]),
    ("1.5 a role that is not the user's, without a sign-in", "GET", "orders:list", None, {"x_role": "root"}, 403, [{"code": "forbidden", ...: ...}]),
    ("1.5 an unknown resource", "GET", "nothing:list", None, {}, 404, [{"code": "not_found", ...: ...}]),
    ("1.5 an unknown data source", "GET", "orders:list", None, {"x_data_source": "none"}, 404, [{"code": "not_found", ...: ...}]),
    ("1.5 several invalid values have an entry each", "POST", "customers:create", {"score": "x", "born": "y", "nothing": 1, "name": "Di"}, {}, 400,
     [{"code": "invalid_argument", "title": "Invalid input", "message": ...}] * 3),
    ("1.5 also where they are changed", "POST", "customers:update?filterByTk=1", {"score": "x", "active": "perhaps"}, {}, 400,
     [{"code": "invalid_argument", "title": "Invalid input", "message": ...}] * 2),
    ("1.5 a unique key is 409, by decision", "POST", "orders:create", {"id": 1}, {}, 409, [{"code": "conflict", ...: ...}]),
    ("1.5 the text of a title is in the client's language", "POST", "orders:destroy", None, {"x_locale": "zh-CN"}, 400, [{"title": "输入无效", ...: ...}]),
    ("1.5 a stopped or unknown app is told outside of MCP", "GET", "orders:list", None, {"x_app": "none"}, 404, [{"code": "not_found", ...: ...}]),
]))
def test_errors_of_rest_change_nothing(house, method, path, body, headers, status, errors):
    answer = rest(house, method, path, body, **headers)
    assert answer.status_code == status and fits({"errors": errors}, answer.json()), answer.text
    assert all(error["message"] for error in answer.json()["errors"])
    assert [row["name"] for row in call(house, "resource_list", resource="customers", sort=["id"])["data"]] == ["Ada", "Ben", "Cy"]


def test_1_5_an_unknown_action_is_no_path(house):
    answer = rest(house, "POST", "orders:nothing")
    assert answer.status_code == 404 and answer.json() == {"error": "not_found"}


# 1.6 Results that are trimmed

@pytest.mark.parametrize(("path", "row"), cases([
    ("1.6 a list of collections has names and no fields", "collections:list", {"name": "customers", "title": ..., "description": None, ...: ...}),
    ("1.6 with all loaded ones too", "collections:listMeta", {"name": "customers", "title": ..., "description": None, ...: ...}),
    ("1.6 a list of data sources has key, name, type", "dataSources:list", {"key": "main", "displayName": "Main", "type": "main", ...: ...}),
    ("1.6 and of the enabled ones", "dataSources:listEnabled", {"key": "main", "displayName": "Main", "type": "main", ...: ...}),
]))
def test_lists_of_metadata(house, path, row):
    found = rest(house, "GET", path).json()
    assert any(fits(row, one) for one in found["data"]), found
    assert not any("fields" in one or "relations" in one for one in found["data"])


# 1.7 The challenge

@pytest.mark.parametrize(("path", "key", "document"), cases([
    ("1.7 no credential", "/api/mcp", None, "/api/mcp"), ("1.7 a bad one", "/api/mcp", "nonsense", "/api/mcp"),
    ("1.7 another app has its own document", "/api/__app/crm/mcp", None, "/api/__app/crm/mcp"),
    ("1.7 so has each spelling", "/api/mcp:create", None, "/api/mcp:create"),
]))
def test_1_7_a_401_says_where_to_sign_in(house, path, key, document):
    answer = send(house, request("tools/call", name="whoami", arguments={}), path=path, key=key)
    assert answer.status_code == 401
    challenge = answer.headers["www-authenticate"]
    url = f"{house.url}/.well-known/oauth-protected-resource{document}"
    assert challenge.startswith("Bearer ") and f'resource_metadata="{url}"' in challenge and "scope=" in challenge
    told = httpx.get(url).json()
    assert told["resource"] == house.url + document and told["authorization_servers"] == [house.url]
    assert "mcp" in told["scopes_supported"]


def test_1_7_offline_access_is_a_scope_of_the_authorization_server_by_decision(house):
    """It opens nothing at the endpoint, so that the endpoint's own document does not list it."""
    assert {"mcp", "offline_access"} <= set(httpx.get(f"{house.url}/.well-known/oauth-authorization-server").json()["scopes_supported"])
    assert "offline_access" not in httpx.get(f"{house.url}/.well-known/oauth-protected-resource/api/mcp").json()["scopes_supported"]


# 1.8 Pages of other origins

def test_1_8_preflight_and_the_headers_that_pages_may_read(house):
    asked = {"Access_Control_Request_Method": "POST", "Access_Control_Request_Headers": "authorization, content-type, x-mcp-packages"}
    ready = send(house, None, "OPTIONS", key=None, Origin="http://localhost:6274", **asked)
    assert ready.status_code in (200, 204) and ready.headers["access-control-allow-origin"] == "http://localhost:6274"
    assert {"authorization", "content-type", "x-mcp-packages"} <= {
        name.strip().lower() for name in ready.headers["access-control-allow-headers"].split(",")}
    answer = send(house, PING, Origin="http://localhost:6274")
    exposed = answer.headers["access-control-expose-headers"].lower()
    assert "www-authenticate" in exposed and "mcp-session-id" in exposed
    foreign = send(house, None, "OPTIONS", key=None, Origin="https://evil.example", **asked)
    assert foreign.status_code == 403 and "access-control-allow-origin" not in foreign.headers
    # A program has no origin.
    assert send(house, PING).status_code == 200


# 2.1 and 2.2 The generic tools and their arguments

def test_2_1_the_generic_tool_is_listed_with_every_action_and_a_closed_schema(house):
    tools = {tool["name"]: tool for tool in send(house, request("tools/list"), MCP_Protocol_Version="2025-11-25").json()["result"]["tools"]}
    schema = tools["crud"]["inputSchema"]
    assert set(schema["required"]) == {"resource", "action"}
    # Lists are short; a description is whole.
    [whole] = call(house, "tools_describe", headers={"x_mcp_packages": "@gatehouse/facade"}, names=["crud"])["tools"]
    assert whole["inputSchema"]["additionalProperties"] is False and set(whole["inputSchema"]["properties"]) == set(schema["properties"])
    assert {"list", "get", "create", "update", "destroy", "query", "firstOrCreate", "updateOrCreate", "add", "set", "remove", "toggle", "move"} <= set(
        schema["properties"]["action"]["enum"])
    assert {"dataSource", "sourceId", "filterByTk", "filter", "fields", "appends", "except", "sort", "page", "pageSize", "paginate", "values", "whitelist",
            "blacklist", "updateAssociationValues", "measures", "dimensions", "orders", "having", "limit", "offset", "timezone"} <= set(schema["properties"])
    # The other names are taken, and not listed twice.
    assert not any(name.startswith("resource_") for name in tools)


def ids(*numbers):
    return {"data": [{"id": number} for number in numbers], ...: ...}


@pytest.mark.parametrize(("tool", "arguments", "expected"), cases([
    ("2.2 list: resource", "resource_list", {"resource": "customers", "fields": ["id"]}, ids(1, 2, 3)),
    ("2.2 list: an association with the key of its row", "resource_list", {"resource": "customers.orders", "sourceId": 1, "fields": ["id"]}, ids(1, 2)),
    ("2.2 list: the key may be text", "resource_list", {"resource": "customers.orders", "sourceId": "1", "fields": ["id"]}, ids(1, 2)),
    ("2.2 list: sourceId null is as none", "resource_list", {"resource": "customers", "sourceId": None, "fields": ["id"]}, ids(1, 2, 3)),
    ("2.2 list: dataSource", "resource_list", {"resource": "things", "dataSource": "shop"}, {"data": [{"id": 1, "name": "lamp"}], "meta": ...}),
    ("2.2 list: filter", "resource_list", {"resource": "customers", "fields": ["id"], "filter": {"tier": "gold"}}, ids(1)),
    ("2.2 list: except", "resource_list", {"resource": "labels", "except": ["createdAt", "updatedAt", "createdById", "updatedById"], "pageSize": 1},
     {"data": [{"id": 1, "word": "hot"}], "meta": ...}),
    ("2.2 list: sort", "resource_list", {"resource": "customers", "fields": ["id"], "sort": ["-name"]}, ids(3, 2, 1)),
    ("2.2 list: page and pageSize", "resource_list", {"resource": "customers", "fields": ["id"], "page": 2, "pageSize": 2},
     {"data": [{"id": 3}], "meta": {"count": 3, "page": 2, "pageSize": 2, "totalPage": 2}}),
    ("2.2 list: paginate", "resource_list", {"resource": "customers", "fields": ["id"], "paginate": False}, {"data": [{"id": 1}, {"id": 2}, {"id": 3}]}),
    ("2.2 get: filterByTk", "resource_get", {"resource": "customers", "filterByTk": 1, "fields": ["name"]}, {"data": {"name": "Ada"}}),
    ("2.2 get: filterByTk as text", "resource_get", {"resource": "customers", "filterByTk": "1", "fields": ["name"]}, {"data": {"name": "Ada"}}),
    ("2.2 get: an array of keys", "resource_get", {"resource": "customers", "filterByTk": [2, 1], "fields": ["id"]}, {"data": [{"id": 1}, {"id": 2}]}),
    ("2.2 get: a filter, as over REST", "resource_get", {"resource": "customers", "filter": {"name": "Cy"}, "fields": ["id"]}, {"data": {"id": 3}}),
    ("2.2 get: a filter beside the key", "resource_get", {"resource": "customers", "filterByTk": 1, "filter": {"name": "Cy"}}, {"data": None}),
    ("2.2 get: an association", "resource_get", {"resource": "customers.orders", "sourceId": 1, "filterByTk": 2, "fields": ["number"]}, {"data": {"number": 2}}),
    ("2.2 get: a row of another parent is none", "resource_get", {"resource": "customers.orders", "sourceId": 1, "filterByTk": 3}, {"data": None}),
    ("2.2 get: appends", "resource_get", {"resource": "orders", "filterByTk": 3, "fields": ["id"], "appends": ["customer.name"]},
     {"data": {"id": 3, "customer": {"name": "Ben"}}}),
    ("2.2 query: sums and counts by the field of a relation", "resource_query", {
        "resource": "orders", "measures": [{"field": "total", "type": "float", "aggregation": "sum", "alias": "s"}, {"field": "id", "aggregation": "count", "alias": "n"}],
        "dimensions": [{"field": ["customer", "tier"], "type": "string", "alias": "t", "options": {}}]},
     {"data": [{"t": "gold", "s": "30.5", "n": 2}, {"t": "silver", "s": "30", "n": 1}, {"t": None, "s": None, "n": 1}]}),
    ("2.2 query: distinct", "resource_query", {"resource": "orders", "measures": [{"field": "customerId", "aggregation": "count", "distinct": True, "alias": "n"}]},
     {"data": [{"n": 2}]}),
    ("2.2 query: avg, min and max", "resource_query", {"resource": "customers", "measures": [
        {"field": "score", "aggregation": name, "alias": name} for name in ["avg", "min", "max"]]}, {"data": [{"avg": ..., "min": 10, "max": 30}]}),
    ("2.2 query: filter", "resource_query", {"resource": "orders", "measures": [{"field": "id", "aggregation": "count", "alias": "n"}],
                                             "filter": {"customer.tier": "gold"}}, {"data": [{"n": 2}]}),
    ("2.2 query: having names aliases", "resource_query", {
        "resource": "orders", "measures": [{"field": "id", "aggregation": "count", "alias": "n"}], "dimensions": [{"field": ["customer", "name"], "alias": "w"}],
        "having": {"n": {"$gt": 1}}}, {"data": [{"w": "Ada", "n": 2}]}),
    ("2.2 query: orders, with empty values first", "resource_query", {
        "resource": "customers", "dimensions": [{"field": "tier"}], "orders": [{"field": "tier", "order": "desc", "nulls": "first"}]},
     {"data": [{"tier": None}, {"tier": "silver"}, {"tier": "gold"}]}),
    ("2.2 query: or last", "resource_query", {
        "resource": "customers", "dimensions": [{"field": "tier"}], "orders": [{"field": "tier", "order": "desc", "nulls": "last"}]},
     {"data": [{"tier": "silver"}, {"tier": "gold"}, {"tier": None}]}),
    ("2.2 query: limit and offset", "resource_query", {"resource": "customers", "dimensions": [{"field": "name"}], "limit": 1, "offset": 1},
     {"data": [{"name": "Ben"}], ...: ...}),
    ("2.2 query: dates are grouped in the zone of the call", "resource_query", {
        "resource": "customers", "dimensions": [{"field": "seen", "format": "YYYY-MM-DD", "alias": "day"}], "filter": {"id": 1}, "timezone": "+08:00"},
     {"data": [{"day": "2026-04-01"}]}),
    ("2.2 query: by months", "resource_query", {
        "resource": "customers", "measures": [{"field": "id", "aggregation": "count", "alias": "n"}],
        "dimensions": [{"field": "seen", "format": "YYYY-MM", "alias": "month"}], "orders": [{"alias": "month"}]},
     {"data": [{"month": "2026-03", "n": 1}, {"month": "2026-04", "n": 1}, {"month": None, "n": 1}]}),
]))
def test_arguments_of_reading_calls(house, tool, arguments, expected):
    assert fits(expected, call(house, tool, **arguments))
    # Both names are one tool.
    assert fits(expected, call(house, "crud", action=tool.removeprefix("resource_"), **arguments))


@pytest.mark.parametrize(("tool", "arguments", "text"), cases([
    ("2.2 query: associations are no resource of it", "resource_query", {"resource": "customers.orders", "measures": [{"field": "id", "aggregation": "count"}]},
     "customers.orders"),
    ("2.2 query: not with the key of a row either", "resource_query", {"resource": "customers.orders", "sourceId": 1, "measures": []}, "sourceId"),
    ("2.2 forceUpdate does not lift the guard, by decision", "resource_update", {"resource": "orders", "values": {"number": 9}, "forceUpdate": True}, "forceUpdate"),
    ("2.2 an empty filter is as none", "resource_update", {"resource": "orders", "values": {"number": 9}, "filter": {}}, "filterByTk or filter"),
    ("2.5 query: other aggregations", "resource_query", {"resource": "orders", "measures": [{"field": "id", "aggregation": "median"}]}, "sum, count, avg, min, max"),
    ("2.5 query: having another name", "resource_query", {"resource": "orders", "measures": [{"field": "id", "aggregation": "count", "alias": "n"}],
                                                         "having": {"number": 1}}, "unknown field 'number'"),
    ("2.5 query: nothing to give", "resource_query", {"resource": "orders"}, "measures, dimensions"),
    ("2.5 unknown appends are refused, by decision", "resource_list", {"resource": "orders", "appends": ["nothing"]}, "nothing"),
    ("2.5 a page has a maximum, by decision", "resource_list", {"resource": "orders", "pageSize": 1001}, "at most 1000"),
    ("2.5 hidden fields are unknown", "resource_list", {"resource": "customers", "fields": ["secret"]}, "secret"),
    ("2.5 also to filters", "resource_list", {"resource": "customers", "filter": {"secret.$notEmpty": True}}, "unknown field 'secret'"),
]))
def test_refused_arguments_change_nothing(house, tool, arguments, text):
    assert text in refused(house, tool, **arguments)
    assert [row["number"] for row in call(house, "resource_list", resource="orders", sort=["id"])["data"]] == [1, 2, 3, 4]


def test_2_2_the_arguments_of_writing_calls(house):
    """Each step with the answer of its call; the last one leaves the collection as it was."""
    made = call(house, "resource_create", resource="labels", values={"word": "x"}, whitelist=["word"])["data"]["id"]
    steps = [
        ("create: blacklist", "resource_create", {"values": {"word": "y"}, "blacklist": ["word"]}, {"data": {"id": made + 1, "word": None, ...: ...}}),
        ("create: an array", "resource_create", {"values": [{"word": "v"}, {"word": "w"}]}, {"data": [{"word": "v", ...: ...}, {"word": "w", ...: ...}]}),
        ("update: filterByTk", "resource_update", {"filterByTk": made, "values": {"word": "a"}}, {"data": [{"id": made, "word": "a", ...: ...}]}),
        ("update: keys", "resource_update", {"filterByTk": [made, made + 1], "values": {"word": "b"}}, {"data": [{"word": "b", ...: ...}] * 2}),
        ("update: filter", "resource_update", {"filter": {"word": "w"}, "values": {"word": "b"}}, {"data": [{"word": "b", ...: ...}]}),
        ("update: whitelist", "resource_update", {"filterByTk": made, "values": {"word": "b"}, "whitelist": ["word"]}, {"data": [{"word": "b", ...: ...}]}),
        ("update: what clients send by habit", "resource_update",
         {"filterByTk": made, "values": {"word": "d"}, "forceUpdate": False, "updateAssociationValues": [], "sourceId": None, "dataSource": "main"},
         {"data": [{"word": "d", ...: ...}]}),
        ("update: no such row", "resource_update", {"filterByTk": 999, "values": {"word": "e"}}, {"data": []}),
        ("destroy: filter", "resource_destroy", {"filter": {"word": "b"}}, {"data": 2}),
        ("destroy: filterByTk", "resource_destroy", {"filterByTk": made}, {"data": 1}),
        ("destroy: no such row", "resource_destroy", {"filterByTk": made}, {"data": 0}),
        ("destroy: keys", "resource_destroy", {"filterByTk": [made + 2, made + 3]}, {"data": 1}),
    ]
    for fact, tool, arguments, expected in steps:
        found = call(house, tool, resource="labels", **arguments)
        assert fits(expected, found), (fact, found)
    assert [row["word"] for row in call(house, "resource_list", resource="labels", sort=["id"])["data"]] == ["hot", "late", "cold"]


# 2.3 The same over REST

def quoted(value):
    return str(httpx.QueryParams({"": json.dumps(value)}))[1:]


@pytest.mark.parametrize(("method", "path", "body", "expected"), cases([
    ("2.3 everything in the query of a POST", "POST", f"customers:list?fields=id&filter={quoted({'tier': 'gold'})}", None, ids(1)),
    ("2.3 GET is the same", "GET", f"customers:list?fields=id&filter={quoted({'tier': 'gold'})}", None, ids(1)),
    ("2.3 arrays are repeated names", "GET", "customers:list?fields=id&fields=name&pageSize=1", None, {"data": [{"id": 1, "name": "Ada"}], "meta": ...}),
    ("2.3 with brackets too", "GET", "customers:list?fields[]=id&fields[]=name&pageSize=1", None, {"data": [{"id": 1, "name": "Ada"}], "meta": ...}),
    ("2.3 or as JSON", "GET", f"customers:list?fields={quoted(['id', 'name'])}&pageSize=1", None, {"data": [{"id": 1, "name": "Ada"}], "meta": ...}),
    ("2.3 get", "GET", "customers:get?filterByTk=1&fields=name", None, {"data": {"name": "Ada"}}),
    ("2.3 get by POST", "POST", "customers:get?filterByTk=1&fields=name", None, {"data": {"name": "Ada"}}),
    ("2.3 get with a filter alone", "GET", f"customers:get?fields=id&filter={quoted({'name': 'Ben'})}", None, {"data": {"id": 2}}),
    ("2.3 query has its arguments in the body", "POST", "orders:query", {"measures": [{"field": ["id"], "aggregation": "count", "alias": "n"}]}, {"data": [{"n": 4}]}),
    ("2.3 GET of a collection lists", "GET", "customers?fields=id", None, ids(1, 2, 3)),
    ("2.3 GET of a row gets", "GET", "customers/2?fields=name", None, {"data": {"name": "Ben"}}),
    ("2.3 GET of an association lists", "GET", "customers/1/orders?fields=id", None, ids(1, 2)),
    ("2.3 GET of a row in it gets", "GET", "customers/1/orders/2?fields=number", None, {"data": {"number": 2}}),
    ("2.3 an association by its action", "POST", "customers/1/orders:list?fields=id", None, ids(1, 2)),
    ("2.3 an association to one row", "GET", "orders/3/customer:get?fields=name", None, {"data": {"name": "Ben"}}),
    ("2.3 a tree", "GET", "folders:list?tree=true&fields=name", None,
     {"data": [{"name": "root", "children": [{"name": "a", "children": [{"name": "aa"}]}, {"name": "b"}]}, {"name": "other"}], "meta": ...}),
]))
def test_rest_forms_of_reading(house, method, path, body, expected):
    answer = rest(house, method, path, body)
    assert answer.status_code == 200 and fits(expected, answer.json()), answer.text


@pytest.mark.parametrize(("headers", "path", "expected"), cases([
    ("1.2 x-data-source over REST", {"x_data_source": "shop"}, "things:list", {"data": [{"id": 1, "name": "lamp"}], "meta": ...}),
    ("1.2 x-timezone over REST", {"x_timezone": "+08:00"}, f"customers:list?fields=id&filter={quoted({'seen': {'$dateOn': '2026-04-01'}})}", ids(1)),
    ("1.2 x-timezone of a get", {"x_timezone": "+08:00"}, f"customers:get?fields=id&filter={quoted({'seen': {'$dateOn': '2026-04-01'}})}", {"data": {"id": 1}}),
    ("1.2 x-with-acl-meta over REST", {"x_with_acl_meta": "true"}, "customers:list?fields=id&pageSize=1",
     {"data": [{"id": 1}], "meta": {"allowedActions": {"view": [1], "update": [1], "destroy": [1]}, ...: ...}}),
    ("1.2 x-role over REST", {"x_role": "admin"}, "customers:list?fields=id", ids(1, 2, 3)),
]))
def test_headers_over_rest(house, headers, path, expected):
    assert fits(expected, rest(house, "GET", path, **headers).json())


def test_2_3_the_rest_forms_of_writing(house):
    """Each step with the answer of its request; the last one leaves the collections as they were."""
    made = rest(house, "POST", "labels", {"word": "x"}).json()["data"]["id"]
    steps = [
        ("the body of create is the row", "POST", "labels:create", {"word": "y"}, {"data": {"id": made + 1, "word": "y", ...: ...}}),
        ("the body of update too", "POST", f"labels:update?filterByTk={made}", {"word": "a"}, {"data": [{"word": "a", ...: ...}]}),
        ("PUT of a row updates", "PUT", f"labels/{made}", {"word": "b"}, {"data": [{"word": "b", ...: ...}]}),
        ("PATCH too", "PATCH", f"labels/{made}", {"word": "c"}, {"data": [{"word": "c", ...: ...}]}),
        ("firstOrCreate finds", "POST", "labels:firstOrCreate?filterKeys[]=word", {"word": "c"}, {"data": {"id": made, ...: ...}}),
        ("firstOrCreate creates", "POST", "labels:firstOrCreate?filterKeys[]=word", {"word": "d"}, {"data": {"id": made + 2, ...: ...}}),
        ("updateOrCreate changes", "POST", "labels:updateOrCreate?filterKeys[]=id", {"id": made, "word": "e"}, {"data": {"id": made, "word": "e", ...: ...}}),
        ("add", "POST", f"orders/4/labels:add?filterByTk={made}", None, {"data": "ok", ...: ...}),
        ("add by keys in the body", "POST", "orders/4/labels:add", [made + 1], {"data": "ok", ...: ...}),
        ("a row of the association is updated", "PUT", f"orders/4/labels/{made}", {"word": "f"}, {"data": [{"id": made, "word": "f", ...: ...}]}),
        ("remove", "POST", f"orders/4/labels:remove?filterByTk={made}", None, {"data": "ok", ...: ...}),
        ("toggle", "POST", f"orders/4/labels:toggle?filterByTk={made}", None, {"data": "ok", "meta": {"added": 1, "removed": 0}}),
        ("set", "POST", "orders/4/labels:set", [1], {"data": "ok", "meta": {"added": 1, "removed": 2}}),
        ("set of none", "POST", "orders/4/labels:set", [], {"data": "ok", "meta": {"added": 0, "removed": 1}}),
        ("POST of an association creates in it", "POST", "orders/4/labels", {"word": "g"}, {"data": {"id": made + 3, "word": "g", ...: ...}}),
        ("DELETE of a row in it destroys", "DELETE", f"orders/4/labels/{made + 3}", None, {"data": 1}),
        ("DELETE of a row destroys", "DELETE", f"labels/{made}", None, {"data": 1}),
        ("destroy by keys", "POST", f"labels:destroy?filterByTk[]={made + 1}&filterByTk[]={made + 2}", None, {"data": 2}),
        ("DELETE of a row that is gone", "DELETE", f"labels/{made}", None, {"data": 0}),
    ]
    for fact, method, path, body, expected in steps:
        answer = rest(house, method, path, body)
        assert answer.status_code == 200 and fits(expected, answer.json()), (fact, answer.text)
    assert [row["word"] for row in rest(house, "GET", "labels?sort=id").json()["data"]] == ["hot", "late", "cold"]
    assert rest(house, "GET", "orders/4/labels").json()["data"] == []


# 2.4 The filter language

@pytest.mark.parametrize(("resource", "filter", "expected"), cases([
    ("2.4 a value is equality", "customers", {"name": "Ada"}, [1]),
    ("2.4 an operator under a field", "customers", {"name": {"$eq": "Ada"}}, [1]),
    ("2.4 dotted keys", "orders", {"customer.tier.$in": ["gold"]}, [1, 2]),
    ("2.4 flat keys", "customers", {"score.$gt": 10}, [3]),
    ("2.4 nested objects through a relation", "orders", {"customer": {"tier": "gold"}}, [1, 2]),
    ("2.4 to any depth", "customers", {"orders": {"labels": {"orders": {"customer": {"name": "Ada"}}}}}, [1]),
    ("2.4 through a join table", "orders", {"labels.word": "late"}, [1]),
    ("2.4 through a join table behind a relation", "customers", {"orders.labels.word": "hot"}, [1]),
    ("2.4 several conditions on relations", "customers", {
        "orders.number": 1, "orders.total.$gt": 15, "orders.labels.word": "hot", "orders.labels.id.$in": [2], "orders.customer.name": "Ada"}, [1]),
    ("2.4 $and", "customers", {"$and": [{"tier": "gold"}, {"score": 10}]}, [1]),
    ("2.4 $or", "customers", {"$or": [{"tier": "gold"}, {"name": "Cy"}]}, [1, 3]),
    ("2.4 several keys are all true", "customers", {"tier": "gold", "name": "Ben"}, []),
    ("2.4 $eq of an array is $in", "customers", {"tier": {"$eq": ["gold", "silver"]}}, [1, 2]),
    ("2.4 $eq casts for text", "customers", {"name": {"$eq": 5}}, []),
    ("2.4 $ne holds for null", "customers", {"tier": {"$ne": "gold"}}, [2, 3]),
    ("2.4 $ne null is not null", "customers", {"tier": {"$ne": None}}, [1, 2]),
    ("2.4 $ne of an array leaves null out", "customers", {"tier": {"$ne": ["gold"]}}, [2]),
    ("2.4 $in", "customers", {"tier": {"$in": ["gold"]}}, [1]),
    ("2.4 $in of nothing", "customers", {"tier": {"$in": []}}, []),
    ("2.4 $in null", "customers", {"tier": {"$in": None}}, []),
    ("2.4 $notIn holds for null", "customers", {"tier": {"$notIn": ["gold"]}}, [2, 3]),
    ("2.4 $includes", "customers", {"name": {"$includes": "d"}}, [1]),
    ("2.4 $includes: % and _ are characters", "customers", {"$or": [{"name": {"$includes": "%"}}, {"name": {"$includes": "_"}}]}, []),
    ("2.4 $includes of an array is any", "customers", {"name": {"$includes": ["d", "e"]}}, [1, 2]),
    ("2.4 $includes null is null", "customers", {"tier": {"$includes": None}}, [3]),
    ("2.4 $notIncludes of an array is none", "customers", {"name": {"$notIncludes": ["d", "e"]}}, [3]),
    ("2.4 $notIncludes null is not null", "customers", {"tier": {"$notIncludes": None}}, [1, 2]),
    ("2.4 $startsWith", "customers", {"tier": {"$startsWith": "g"}}, [1]),
    ("2.4 $notStartsWith", "customers", {"tier": {"$notStartsWith": "g"}}, [2, 3]),
    ("2.4 $endWith", "customers", {"tier": {"$endWith": "d"}}, [1]),
    ("2.4 $endsWith, as the documentation has it", "customers", {"tier": {"$endsWith": "d"}}, [1]),
    ("2.4 $notEndWith", "customers", {"tier": {"$notEndWith": "d"}}, [2, 3]),
    ("2.4 $empty of text", "customers", {"tier": {"$empty": True}}, [3]),
    ("2.4 $empty of an array is its length", "customers", {"tags": {"$empty": True}}, [2, 3]),
    ("2.4 $empty of other fields is null", "customers", {"score": {"$empty": True}}, [2]),
    ("2.4 $notEmpty of text", "customers", {"tier": {"$notEmpty": True}}, [1, 2]),
    ("2.4 $notEmpty of an array", "customers", {"tags": {"$notEmpty": True}}, [1]),
    ("2.4 $exists", "customers", {"orders": {"$exists": True}}, [1, 2]),
    ("2.4 $exists behind a dot", "customers", {"orders.$exists": True}, [1, 2]),
    ("2.4 $notExists", "orders", {"labels": {"$notExists": True}}, [3, 4]),
    ("2.4 $isTruly", "customers", {"active": {"$isTruly": True}}, [1]),
    ("2.4 $isTruly false is the opposite", "customers", {"active": {"$isTruly": False}}, [2, 3]),
    ("2.4 $isFalsy holds for null", "customers", {"active": {"$isFalsy": True}}, [2, 3]),
    ("2.4 $isFalsy false is the opposite", "customers", {"active": {"$isFalsy": False}}, [1]),
    ("2.4 $match", "customers", {"tags": {"$match": ["b", "a"]}}, [1]),
    ("2.4 $notMatch", "customers", {"tags": {"$notMatch": ["b", "a"]}}, [2, 3]),
    ("2.4 $anyOf", "customers", {"tags": {"$anyOf": ["b", "x"]}}, [1]),
    ("2.4 $noneOf", "customers", {"tags": {"$noneOf": ["b"]}}, [2, 3]),
    ("2.4 $arrayEmpty", "customers", {"tags": {"$arrayEmpty": True}}, [2, 3]),
    ("2.4 $arrayNotEmpty", "customers", {"tags": {"$arrayNotEmpty": True}}, [1]),
    ("2.4 $dateOn a day", "customers", {"seen": {"$dateOn": "2026-03-31"}}, [1]),
    ("2.4 $dateOn a month", "customers", {"seen": {"$dateOn": "2026-04"}}, [2]),
    ("2.4 $dateOn a year", "customers", {"born": {"$dateOn": "1990"}}, [1]),
    ("2.4 $dateOn a quarter", "customers", {"seen": {"$dateOn": "2026Q2"}}, [2]),
    ("2.4 $dateOn a week", "customers", {"seen": {"$dateOn": "2026W14"}}, [1]),
    ("2.4 $dateOn days of a name", "customers", {"createdAt": {"$dateOn": {"type": "today"}}}, [1, 2, 3]),
    ("2.4 $dateOn the past", "customers", {"createdAt": {"$dateOn": {"type": "past", "number": 2, "unit": "week"}}}, []),
    ("2.4 $dateNotOn holds for null", "customers", {"seen": {"$dateNotOn": "2026-03-31"}}, [2, 3]),
    ("2.4 $dateBefore", "customers", {"seen": {"$dateBefore": "2026-04"}}, [1]),
    ("2.4 $dateNotBefore", "customers", {"seen": {"$dateNotBefore": "2026-04"}}, [2]),
    ("2.4 $dateAfter", "customers", {"seen": {"$dateAfter": "2026-03"}}, [2]),
    ("2.4 $dateNotAfter", "customers", {"seen": {"$dateNotAfter": "2026-03"}}, [1]),
    ("2.4 $dateBetween", "customers", {"seen": {"$dateBetween": ["2026-03-01", "2026-03-31"]}}, [1]),
    ("2.4 the user as a variable", "customers", {"createdById": "{{$user.id}}"}, [1, 2, 3]),
    ("2.4 its fields by NocoBase's names", "customers", {"name": {"$ne": "{{$user.username}}"}}, [1, 2, 3]),
    ("2.4 the nickname too", "customers", {"name": {"$ne": "{{$user.nickname}}"}}, [1, 2, 3]),
    ("2.4 the role as a variable", "customers", {"name": {"$ne": "{{$nRole}}"}}, [1, 2, 3]),
    ("2.4 the current user as a variable", "customers", {"createdById": "{{ctx.state.currentUser.id}}"}, [1, 2, 3]),
    ("2.4 days as variables", "customers", {"createdAt": {"$dateOn": "{{$nDate.today}}"}}, [1, 2, 3]),
    ("2.4 $gt and $lte", "customers", {"score": {"$gt": 5, "$lte": 10}}, [1]),
    ("2.4 $gte and $lt", "customers", {"score": {"$gte": 10, "$lt": 30}}, [1]),
    ("2.4 $between", "customers", {"score": {"$between": [1, 10]}}, [1]),
    ("2.4 $notBetween", "customers", {"score": {"$notBetween": [1, 10]}}, [2, 3]),
    ("2.4 $like", "customers", {"name": {"$like": "A%"}}, [1]),
    ("2.4 $notLike", "customers", {"name": {"$notLike": "A%"}}, [2, 3]),
    ("2.4 $iLike", "customers", {"name": {"$iLike": "a%"}}, [1]),
    ("2.4 $notILike", "customers", {"name": {"$notILike": "a%"}}, [2, 3]),
    ("2.4 $is", "customers", {"tier": {"$is": None}}, [3]),
    ("2.4 $not", "customers", {"tier": {"$not": None}}, [1, 2]),
    ("2.4 $not of conditions", "customers", {"score": {"$not": {"$gt": 10}}}, [1, 2]),
    ("2.4 $or under a field", "customers", {"tier": {"$or": ["gold", None]}}, [1, 3]),
    ("2.4 $and under a field", "customers", {"score": {"$and": [{"$gte": 10}, {"$lt": 30}]}}, [1]),
    ("2.4 a relation without a row is null", "orders", {"customer.tier": {"$ne": "gold"}}, [3, 4]),
]))
def test_filters_find_the_same_rows_over_mcp_and_rest(house, resource, filter, expected):
    found = call(house, "crud", resource=resource, action="list", filter=filter, fields=["id"])["data"]
    assert [row["id"] for row in found] == expected
    answer = rest(house, "GET", f"{resource}:list?fields=id&filter={quoted(filter)}")
    assert [row["id"] for row in answer.json()["data"]] == expected
    assert call(house, "resource_query", resource=resource, filter=filter, measures=[{"field": "id", "aggregation": "count", "alias": "n"}])["data"] == [
        {"n": len(expected)}]


@pytest.mark.parametrize("filter", [
    {"name": {"$regexp": "^A"}}, {"name": {"$notRegexp": "^A"}}, {"name": {"$iRegexp": "^a"}}, {"name": {"$notIRegexp": "^a"}}, {"name": {"$col": "tier"}},
    {"score": {"$any": [1]}}, {"score": {"$all": [1]}}, {"tags": {"$contains": ["a"]}}, {"tags": {"$contained": ["a"]}}, {"tags": {"$overlap": ["a"]}},
    {"id": {"$childIn": ["x"]}}, {"id": {"$childNotIn": ["x"]}},
], ids=lambda filter: "2.4 by decision there is no " + next(iter(next(iter(filter.values())))))
def test_operators_of_engines_alone_are_refused_with_those_that_there_are(house, filter):
    text = refused(house, "resource_list", resource="customers", filter=filter)
    assert text.startswith("filter: unknown operator") and "$includes" in text


# 2.5 and 2.6 Fields, relations, order and shapes

@pytest.mark.parametrize(("arguments", "expected"), cases([
    ("2.5 fields name relations too", {"resource": "orders", "action": "get", "filterByTk": 1, "fields": ["number", "customer.name", "labels.word"]},
     {"data": {"number": 1, "customer": {"name": "Ada"}, "labels": [{"word": "hot"}, {"word": "late"}]}}),
    ("2.5 a whole relation", {"resource": "orders", "action": "get", "filterByTk": 3, "fields": ["id"], "appends": ["customer"]},
     {"data": {"id": 3, "customer": {"id": 2, "name": "Ben", "tier": "silver", ...: ...}}}),
    ("2.5 one field of a relation", {"resource": "customers", "action": "get", "filterByTk": 1, "fields": ["id"], "appends": ["orders.number"]},
     {"data": {"id": 1, "orders": [{"number": 1}, {"number": 2}]}}),
    ("2.5 a relation of a relation", {"resource": "customers", "action": "get", "filterByTk": 1, "fields": ["id"], "appends": ["orders.labels.word"]},
     {"data": {"id": 1, "orders": [{"labels": [{"word": "hot"}, {"word": "late"}], ...: ...}, {"labels": [{"word": "hot"}], ...: ...}]}}),
    ("2.5 at any depth", {"resource": "orders", "action": "get", "filterByTk": 3, "fields": ["id"], "appends": [".".join(["customer.orders"] * 12) + ".number"]},
     {"data": {"id": 3, **nested(12, {"number": 3})}}),
    ("2.5 six relations one inside another", {"resource": "orders", "action": "get", "filterByTk": 3, "fields": ["id"], "appends": ["customer.orders.customer.orders.customer.orders.number"]},
     {"data": {"id": 3, "customer": {"orders": [{"customer": {"orders": [{"customer": {"orders": [{"number": 3}], ...: ...}, ...: ...}], ...: ...}, ...: ...}], ...: ...}}}),
    ("2.5 a tree of children", {"resource": "folders", "action": "get", "filterByTk": 1, "fields": ["name", "children.name"], "appends": ["children(recursively=true)"]},
     {"data": {"name": "root", "children": [{"name": "a", "children": [{"name": "aa", "children": [], ...: ...}], ...: ...}, {"name": "b", "children": [], ...: ...}]}}),
    ("2.5 and of parents", {"resource": "folders", "action": "list", "filter": {"name": "aa"}, "fields": ["name"], "appends": ["parent(recursively=true)"]},
     {"data": [{"name": "aa", "parent": {"name": "a", "parent": {"name": "root", "parent": None, ...: ...}, ...: ...}}], "meta": ...}),
    ("2.5 hidden fields are in no row", {"resource": "customers", "action": "get", "filterByTk": 1},
     {"data": {name: ... for name in [
         "id", "name", "tier", "born", "seen", "tags", "active", "score", "createdAt", "updatedAt", "createdById", "updatedById"]}}),
    ("2.5 the key decides where the order does not", {"resource": "orders", "action": "list", "fields": ["id"], "sort": ["customerId"]}, ids(1, 2, 3, 4)),
    ("2.5 empty values are last", {"resource": "customers", "action": "list", "fields": ["id"], "sort": ["score"]}, ids(1, 3, 2)),
    ("2.5 also in descending order", {"resource": "customers", "action": "list", "fields": ["id"], "sort": ["-score"]}, ids(3, 1, 2)),
    ("2.5 an order through a relation", {"resource": "orders", "action": "list", "fields": ["id"], "sort": ["-customer.name", "-id"]}, ids(3, 2, 1, 4)),
    ("2.5 page and pageSize have defaults", {"resource": "customers", "action": "list", "fields": ["id"]}, ALL),
    ("2.6 a row that is not there", {"resource": "customers", "action": "get", "filterByTk": 99}, {"data": None}),
    ("2.6 a tree nests children", {"resource": "folders", "action": "list", "tree": True, "fields": ["name"]},
     {"data": [{"name": "root", "children": [{"name": "a", "children": [{"name": "aa"}]}, {"name": "b"}]}, {"name": "other"}],
      "meta": {"count": 2, "page": 1, "pageSize": 20, "totalPage": 1}}),
    ("2.6 of the rows that a filter finds", {"resource": "folders", "action": "list", "tree": True, "fields": ["name"], "filter": {"name": "a"}},
     {"data": [{"name": "a", "children": [{"name": "aa"}]}], "meta": ...}),
    ("2.6 numbers of a query are numbers", {"resource": "customers", "action": "query", "measures": [{"field": "score", "aggregation": "sum", "alias": "n"}]},
     {"data": [{"n": 40}]}),
]))
def test_shapes_of_answers(house, arguments, expected):
    found = call(house, "crud", **arguments)
    assert fits(expected, found), found


def test_2_6_a_tree_within_rights_and_in_a_circle(house):
    """A hidden row hides what is below it; rows that lead to each other end."""
    house.run("role", "add", "built-in/filer")
    house.run("user", "add", "built-in/bea", "--password-stdin", stdin="correct horse battery\n")
    house.run("member", "add", "main", "built-in/bea", "--role", "filer")
    house.run("rule", "set", "main", "filer", "main", "folders", "--actions", "view", "--filter", json.dumps({"name": {"$ne": "a"}}))
    key = house.key("--user", "built-in/bea")
    tree = {"resource": "folders", "action": "list", "tree": True, "fields": ["name"]}
    found = call(house, "crud", key=key, **tree)
    assert found["data"] == [{"name": "root", "children": [{"name": "b"}]}, {"name": "other"}] and found["meta"]["count"] == 2
    below = call(house, "crud", key=key, resource="folders", action="list", filter={"name": "aa"}, fields=["name"], appends=["parent(recursively=true)"])
    assert below["data"] == [{"name": "aa", "parent": None}]
    first, second = (call(house, "crud", resource="folders", action="create", values={"name": name})["data"]["id"] for name in ["x", "y"])
    for child, parent in [(first, second), (second, first)]:
        call(house, "crud", resource="folders", action="update", filterByTk=child, values={"parent": parent})
    circle = call(house, "crud", resource="folders", action="get", filterByTk=first, fields=["name"], appends=["children(recursively=true)"])["data"]
    assert circle["children"][0]["name"] == "y" and circle["children"][0]["children"][0]["name"] == "x"
    assert circle["children"][0]["children"][0]["children"] == []
    assert [row["name"] for row in call(house, "crud", **tree)["data"]] == ["root", "other"]
    assert call(house, "crud", resource="folders", action="destroy", filterByTk=[first, second])["data"] == 2


def test_2_5_a_large_collection_is_not_counted(house):
    """Above 300,000 rows by the engine's own estimate a page says whether there is a next one."""
    with sqlite3.connect(house.files / "large.db") as large:
        large.executescript("""
            CREATE TABLE numbers (id INTEGER PRIMARY KEY);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 310000) INSERT INTO numbers SELECT i FROM n;
            ANALYZE""")
    house.run("source", "add", "large", f"sqlite://{house.files}/large.db")
    page = {"dataSource": "large", "resource": "numbers", "action": "list", "pageSize": 10}
    assert call(house, "crud", **page)["meta"] == {"hasNext": True, "page": 1, "pageSize": 10}
    assert call(house, "crud", **page, page=31000)["meta"] == {"hasNext": False, "page": 31000, "pageSize": 10}


# 2.7 Rows with their relations

def test_2_7_values_name_rows_of_relations(house):
    """Each step with the rows that it leaves; the last one leaves the collections as they were."""
    made = call(house, "resource_create", resource="orders", values={"number": 9, "customer": 1})["data"]["id"]
    new = made * 10
    steps = [
        ("to one by its key", {"customer": 2}, {}, {"customer": {"name": "Ben"}}),
        ("to one by an object with the key", {"customer": {"id": 3}}, {}, {"customer": {"name": "Cy"}}),
        ("to one by the foreign key", {"customerId": 1}, {}, {"customer": {"name": "Ada"}}),
        ("an object with a key is only linked", {"customer": {"id": 2, "name": "changed"}}, {}, {"customer": {"name": "Ben"}}),
        ("to none", {"customer": None}, {}, {"customer": None}),
        ("to many by keys", {"labels": [1, 2]}, {}, {"labels": [{"word": "hot"}, {"word": "late"}]}),
        ("the set is replaced", {"labels": [{"id": 3}]}, {}, {"labels": [{"word": "cold"}]}),
        ("an object without a key is created", {"labels": [3, {"id": new, "word": "new"}]}, {"updateAssociationValues": ["labels"]}, None),
        ("what is named is written too", {"labels": [{"id": 3, "word": "chilly"}]}, {"updateAssociationValues": ["labels"]}, {"labels": [{"word": "chilly"}]}),
        ("and back", {"labels": [{"id": 3, "word": "cold"}]}, {"updateAssociationValues": ["labels"]}, {"labels": [{"word": "cold"}]}),
        ("an empty list leaves none", {"labels": []}, {}, {"labels": []}),
        ("an object without a key is created", {"labels": [{"word": "new"}]}, {}, {"labels": [{"word": "new"}]}),
    ]
    for fact, values, more, expected in steps:
        if expected is None:
            # A key that no row has is refused, and nothing of the call happens.
            assert refused(house, "resource_update", resource="orders", filterByTk=made, values=values, **more), fact
            continue
        call(house, "resource_update", resource="orders", filterByTk=made, values=values, **more)
        found = call(house, "resource_get", resource="orders", filterByTk=made, fields=["customer.name", "labels.word"])["data"]
        assert {name: found[name] for name in expected} == expected, fact
    nested = call(house, "resource_create", resource="orders", values={"number": 10, "customer": {"name": "Di"}, "labels": [{"word": "nested"}, 1]})["data"]["id"]
    found = call(house, "resource_get", resource="orders", filterByTk=nested, fields=["customer.name", "labels.word"])["data"]
    assert found["customer"] == {"name": "Di"} and [label["word"] for label in found["labels"]] == ["hot", "nested"]
    call(house, "resource_destroy", resource="orders", filterByTk=[made, nested])
    call(house, "resource_destroy", resource="customers", filter={"name": "Di"})
    call(house, "resource_destroy", resource="labels", filter={"word": {"$in": ["new", "nested"]}})
    assert [row["name"] for row in call(house, "resource_list", resource="customers", sort=["id"])["data"]] == ["Ada", "Ben", "Cy"]
    assert [row["word"] for row in call(house, "resource_list", resource="labels", sort=["id"])["data"]] == ["hot", "late", "cold"]


def test_2_7_a_nested_write_needs_the_rights_on_what_it_writes(house):
    """A clerk may create orders and see customers: a row of another collection is linked, and neither changed nor made."""
    house.run("role", "add", "built-in/orderer")
    house.run("user", "add", "built-in/olga", "--password-stdin", stdin="correct horse battery\n")
    house.run("member", "add", "main", "built-in/olga", "--role", "orderer")
    house.run("rule", "set", "main", "orderer", "main", "orders", "--actions", "view,create,update,destroy")
    house.run("rule", "set", "main", "orderer", "main", "customers", "--actions", "view")
    key = house.key("--user", "built-in/olga")
    before = [call(house, "resource_list", resource=name, paginate=False)["data"] for name in ["customers", "orders"]]
    for values, more in [
        ({"number": 9, "customer": {"name": "Eve"}}, {}), ({"number": 9, "customer": {"id": 1, "name": "Eve"}}, {"updateAssociationValues": ["customer"]}),
    ]:
        assert refused(house, "resource_create", key=key, resource="orders", values=values, **more)
    assert [call(house, "resource_list", resource=name, paginate=False)["data"] for name in ["customers", "orders"]] == before
    made = call(house, "resource_create", key=key, resource="orders", values={"number": 9, "customer": {"id": 1, "name": "Eve"}})["data"]
    assert made["customerId"] == 1 and call(house, "resource_get", resource="customers", filterByTk=1)["data"]["name"] == "Ada"
    call(house, "resource_destroy", resource="orders", filterByTk=made["id"])

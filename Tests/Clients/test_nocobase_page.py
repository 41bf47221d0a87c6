"""The NocoBase page and the wire facts of its server, as its clients meet them: endpoints, headers, packages, the generic tool, REST forms and errors."""

import json
import re

import httpx
import pytest
from nocobase import BOTH, call, names, refused, request, rest, send

NINE = ["data-source-main", "data-source-manager", "workflow*", "acl", "users", "auth", "client", "flow-engine", "ai"]
ROWS = [{"id": 1, "name": "Ada", "tier": "gold", "note": None}, {"id": 2, "name": "Ben", "tier": "silver", "note": "x"}, {"id": 3, "name": "Cy", "tier": None, "note": ""}]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Two workspaces with collections of the same name, and a person who may enter both."""
    from conftest import Gatehouse

    house = Gatehouse(tmp_path_factory.mktemp("nocobase"))
    house.start()
    house.run("workspace", "add", "crm")
    house.run("member", "add", "crm", "built-in/admin", "--role", "admin")
    house.secret = house.key("--user", "built-in/admin")
    for path in ["/api/mcp", "/api/__app/crm/mcp"]:
        call(house, "collections_apply", path=path, name="people", fields=[
            {"name": "name", "type": "string"}, {"name": "tier", "type": "string"}, {"name": "note", "type": "string"}])
    call(house, "collections_apply", name="visits", fields=[
        {"name": "minutes", "type": "integer"}, {"name": "visitor", "type": "belongsTo", "target": "people"}])
    for row in ROWS:
        call(house, "crud", resource="people", action="create", values=row)
    call(house, "crud", resource="people", action="create", path="/api/__app/crm/mcp", values={"name": "Eve"})
    for minutes, visitor in [(10, 1), (20, 1), (30, 2)]:
        call(house, "crud", resource="visits", action="create", values={"minutes": minutes, "visitor": visitor})
    yield house
    assert house.stop() == 0


# Endpoints (1.1, 1.2)

def test_both_endpoints_of_the_page_and_the_other_ways_to_name_an_app(house):
    def people(path="/api/mcp", **headers):
        arguments = {"resource": "people", "action": "list", "fields": ["name"]}
        return [row["name"] for row in call(house, "crud", path=path, headers=headers, **arguments)["data"]]

    assert people() == ["Ada", "Ben", "Cy"]
    for path in ["/api/mcp", "/API/MCP", "/mcp", "/api/mcp/"]:
        assert people(path) == ["Ada", "Ben", "Cy"], path
    assert people("/api/__app/crm/mcp") == ["Eve"]
    # Path before query before header.
    assert people(x_app="crm") == people("/api/mcp?__appName=crm") == people("/api/mcp?__appName=crm", x_app="main") == ["Eve"]
    assert people("/api/__app/main/mcp", x_app="crm") == people("/api/mcp?__appName=main", x_app="crm") == ["Ada", "Ben", "Cy"]
    for path, headers in [("/api/__app/none/mcp", {}), ("/api/mcp", {"x_app": "none"}), ("/api/mcp?__appName=none", {})]:
        assert send(house, request("tools/list"), path=path, **headers).status_code == 404, path
    bare = send(house, request("tools/call", name="whoami", arguments={}), key=None, x_app="crm")
    assert bare.status_code == 401 and "/.well-known/oauth-protected-resource/api/__app/crm/mcp" in bare.headers["www-authenticate"]


def test_requests_stand_alone_and_the_handshake_says_who_answers(house):
    hello = request("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "x", "version": "1"})
    for version in ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]:
        hello["params"]["protocolVersion"] = version
        assert send(house, hello).json()["result"]["protocolVersion"] == version
    hello["params"]["protocolVersion"] = "2024-10-07"
    assert send(house, hello).json()["result"]["protocolVersion"] in {"2025-11-25", "2024-11-05"}
    assert "tools" in send(house, hello).json()["result"]["capabilities"]
    assert send(house, request("ping")).json()["result"] == {}
    assert send(house, request("nothing/here")).json()["error"]["code"] == -32601
    assert send(house, {"jsonrpc": "2.0", "method": "notifications/initialized"}).status_code == 202
    batch = send(house, [request("ping", 1), request("ping", 2)], MCP_Protocol_Version="2025-03-26").json()
    assert sorted(answer["id"] for answer in batch) == [1, 2]


def test_what_the_transport_refuses(house):
    listing = request("tools/list")
    for message, headers, status in [
        (listing, {"Accept": "text/html"}, 406), (listing, {"Content_Type": "text/plain"}, 415), ("{", {}, 400), ({"a": 1}, {}, 400),
        (listing, {"MCP_Protocol_Version": "1999-01-01"}, 400),
    ]:
        answer = send(house, message, **headers)
        assert answer.status_code == status and "error" in answer.json(), answer.text
    assert send(house, "{").json()["error"]["code"] == -32700
    assert send(house, None, "PUT").status_code == 405
    both = send(house, [request("initialize", protocolVersion="2025-03-26", capabilities={}, clientInfo={"name": "x", "version": "1"}), request("ping", 2)])
    assert both.json()[0]["error"]["code"] == -32600


def test_without_a_credential_the_way_to_sign_in_is_told(house):
    calling = request("tools/call", name="whoami", arguments={})
    for key in [None, "nonsense", "gths_" + "x" * 43]:
        answer = send(house, calling, key=key)
        assert answer.status_code == 401 and answer.json()["error"]["code"] == -32001
        metadata = re.search(r'resource_metadata="([^"]+)"', answer.headers["www-authenticate"])[1]
        document = httpx.get(metadata).json()
        assert document["resource"] == f"{house.url}/api/mcp" and {"mcp"} <= set(document["scopes_supported"])
        assert document["authorization_servers"] == [house.url]
    # A token in the URL is in every log on its way: it is not read, and the answer says so.
    answer = send(house, calling, key=None, path=f"/api/mcp?token={house.secret}")
    assert answer.status_code == 401 and "Authorization: Bearer" in answer.json()["error"]["data"]
    ready = send(house, None, "OPTIONS", key=None, Origin="http://localhost:6274", Access_Control_Request_Method="POST")
    exposed = ready.headers["access-control-expose-headers"].lower()
    assert "www-authenticate" in exposed and "mcp-session-id" in exposed and "mcp-protocol-version" in exposed


def test_the_role_of_a_request(house):
    assert call(house, "whoami", headers={"x_role": "admin"})["roles"] == ["admin"]
    assert call(house, "whoami", headers={"x_role": "__union__", "x_authenticator": "basic", "x_timezone": "+08:00", "x_locale": "zh-CN"})["roles"]
    assert send(house, request("tools/call", name="whoami", arguments={}), x_role="nobody").status_code == 403


# Packages (1.3) and calls (1.5)

def test_the_header_of_the_page_chooses_packages(house):
    standard = names(house)
    assert standard == names(house, "") == names(house, ",".join(f"@nocobase/plugin-{name}" for name in NINE))
    assert len(standard) <= 84 and standard[0] == "crud"
    listed = send(house, request("tools/list"), MCP_Protocol_Version="2025-11-25").json()["result"]
    assert len(json.dumps(listed, ensure_ascii=False, separators=(",", ":")).encode()) <= 56 * 1024
    some = names(house, "@nocobase/server,plugin-workflow*,plugin-users")
    assert {"crud", "server_info", "workflows_apply", "get_users"} <= set(some) and not {"run_sql", "ask_question"} & set(some)
    assert names(house, "plugin-users , ,plugin-users") == names(house, "@nocobase/plugin-users") == names(house, "@gatehouse/plugin-users")
    everything = names(house, "*")
    assert set(standard) < set(everything) and "server_info" in everything
    for nothing in ["@acme/plugin-x*", "Plugin-Users", "plugin-*-users", "plugin-client", "plugin-flow-engine", "unknown"]:
        assert names(house, nothing) == ["crud"], nothing
    # Two header lines are one list.
    two = httpx.post(f"{house.url}/api/mcp", json=request("tools/list"), headers=[
        ("Authorization", f"Bearer {house.secret}"), ("Accept", BOTH), ("x-mcp-packages", "plugin-users"), ("x-mcp-packages", "plugin-acl")])
    assert [tool["name"] for tool in two.json()["result"]["tools"]] == names(house, "plugin-users,plugin-acl")
    facade = send(house, request("tools/list"), x_mcp_packages="@gatehouse/facade").json()["result"]
    assert [tool["name"] for tool in facade["tools"]] == ["tools_search", "tools_describe", "tools_call"]
    assert len(json.dumps(facade, ensure_ascii=False, separators=(",", ":"))) <= 4 * 900


def test_a_tool_that_was_not_chosen_is_unknown_and_arguments_are_checked(house):
    for tool, headers in [("nothing_like_this", {}), ("run_sql", {"x_mcp_packages": "plugin-users"})]:
        answer = send(house, request("tools/call", name=tool, arguments={"sql": "SELECT 1"}), **headers).json()
        assert answer["error"]["code"] == -32602 and answer["error"]["message"] == f"Tool '{tool}' not found"
    assert "resource" in refused(house, "crud", action="list")
    listing = request("tools/call", name="crud", arguments={"resource": "people", "action": "list"})
    result = send(house, listing, MCP_Protocol_Version="2025-11-25").json()["result"]
    assert [block["type"] for block in result["content"]] == ["text"] and json.loads(result["content"][0]["text"]) == result["structuredContent"]


# The generic tool (2)

def test_resource_tools_are_the_generic_one(house):
    assert call(house, "resource_list", resource="people", fields=["id"], pageSize=2) == {
        "data": [{"id": 1}, {"id": 2}], "meta": {"count": 3, "page": 1, "pageSize": 2, "totalPage": 2}}
    assert call(house, "resource_get", resource="people", filterByTk=1, fields=["name"]) == {"data": {"name": "Ada"}}
    assert call(house, "resource_get", resource="people", filterByTk=99) == {"data": None}
    assert call(house, "resource_list", resource="people", fields=["id"], paginate=False) == {"data": [{"id": 1}, {"id": 2}, {"id": 3}]}
    made = call(house, "resource_create", resource="people", values={"name": "Tmp", "tier": "t"}, whitelist=["name"])["data"]
    assert made["name"] == "Tmp" and made["tier"] is None
    changed = call(house, "resource_update", resource="people", filterByTk=made["id"], values={"tier": "new", "name": "no"}, blacklist=["name"],
                   forceUpdate=False, updateAssociationValues=[])["data"]
    assert [(row["tier"], row["name"]) for row in changed] == [("new", "Tmp")]
    assert call(house, "resource_update", resource="people", filterByTk=99, values={"tier": "x"}) == {"data": []}
    assert call(house, "resource_destroy", resource="people", filterByTk=99) == {"data": 0}
    assert call(house, "resource_destroy", resource="people", filterByTk=[made["id"]]) == {"data": 1}
    assert {row["who"]: row["total"] for row in call(
        house, "resource_query", resource="visits", measures=[{"field": "minutes", "aggregation": "sum", "alias": "total"}],
        dimensions=[{"field": ["visitor", "name"], "alias": "who"}])["data"]} == {"Ada": 30, "Ben": 30}


FILTERS = [
    ({"name": "Ada"}, [1]), ({"name": ["Ada", "Cy"]}, [1, 3]), ({"name.$in": ["Ada", "Ben"]}, [1, 2]), ({"name": {"$in": []}}, []),
    ({"tier": {"$ne": "gold"}}, [2, 3]), ({"tier": {"$ne": None}}, [1, 2]), ({"tier": {"$ne": ["gold"]}}, [2]), ({"tier": {"$notIn": ["gold"]}}, [2, 3]),
    ({"name": {"$includes": "d"}}, [1]), ({"name": {"$includes": "%"}}, []), ({"name": {"$includes": ["d", "e"]}}, [1, 2]), ({"name": {"$notIncludes": "d"}}, [2, 3]),
    ({"name": {"$startsWith": "A"}}, [1]), ({"name": {"$endWith": "n"}}, [2]), ({"name": {"$notEndWith": "n"}}, [1, 3]),
    ({"note": {"$empty": True}}, [1, 3]), ({"note": {"$notEmpty": True}}, [2]), ({"id": {"$gt": 1, "$lte": 3}}, [2, 3]), ({"id": {"$between": [1, 2]}}, [1, 2]),
    ({"$and": [{"id.$gt": 1}, {"name": "Cy"}]}, [3]), ({"$or": [{"id": 1}, {"name": "Cy"}]}, [1, 3]), ({"name": {"$like": "Ad%"}}, [1]),
    ({"createdAt": {"$dateOn": {"type": "today"}}}, [1, 2, 3]), ({"createdAt": {"$dateBefore": "2020"}}, []), ({"createdAt": {"$dateAfter": "2020-01"}}, [1, 2, 3]),
    ({"createdById": "{{$user.id}}"}, [1, 2, 3]), ({"createdById": "{{ctx.state.currentUser.id}}"}, [1, 2, 3]),
]


@pytest.mark.parametrize(("filter", "ids"), FILTERS, ids=[json.dumps(filter) for filter, _ in FILTERS])
def test_filters_over_mcp_and_rest(house, filter, ids):
    assert [row["id"] for row in call(house, "crud", resource="people", action="list", filter=filter, fields=["id"])["data"]] == ids
    answer = httpx.get(f"{house.url}/api/people:list", params={"filter": json.dumps(filter), "fields": "id"}, headers={"Authorization": f"Bearer {house.secret}"})
    assert [row["id"] for row in answer.json()["data"]] == ids


def test_paths_through_relations_in_filter_sort_and_appends(house):
    listed = call(house, "crud", resource="visits", action="list", filter={"visitor.name.$startsWith": "A"}, sort=["-visitor.name", "-minutes"], appends=["visitor"])
    assert [(row["minutes"], row["visitor"]["name"]) for row in listed["data"]] == [(20, "Ada"), (10, "Ada")]
    nested = call(house, "crud", resource="visits", action="list", filter={"visitor": {"name": "Ben"}}, fields=["minutes", "visitor.name"])
    assert [(row["minutes"], row["visitor"]["name"]) for row in nested["data"]] == [(30, "Ben")]


# REST (1.5, 2.3)

def test_rest_forms_are_one_interface(house):
    one = {"data": {"name": "Ada"}}
    for method, path in [("GET", "people/1?fields=name"), ("GET", "people:get?filterByTk=1&fields=name"), ("POST", "people:get?filterByTk=1&fields[]=name")]:
        assert rest(house, method, path).json() == one, path
    for method, path in [("GET", "people?fields=id"), ("GET", "people:list?fields=id"), ("POST", "people:list?fields=id")]:
        assert [row["id"] for row in rest(house, method, path).json()["data"]] == [1, 2, 3], path
    made = rest(house, "POST", "people", {"name": "Tmp"}).json()["data"]["id"]
    assert rest(house, "PATCH", f"people/{made}", {"tier": "a"}).json()["data"][0]["tier"] == "a"
    assert rest(house, "PUT", f"people/{made}", {"tier": "b"}).json()["data"][0]["tier"] == "b"
    assert rest(house, "POST", f"people:update?filterByTk={made}", {"tier": "c"}).json()["data"][0]["tier"] == "c"
    assert rest(house, "DELETE", f"people/{made}").json() == {"data": 1} and rest(house, "GET", f"people/{made}").json() == {"data": None}
    found = rest(house, "POST", "people:firstOrCreate?filterKeys[]=name", {"name": "Ada"}).json()["data"]
    assert found["id"] == 1
    total = rest(house, "POST", "visits:query", {"measures": [{"field": ["minutes"], "aggregation": "sum", "alias": "n"}]}).json()
    assert total["data"] == [{"n": 60}]
    meta = rest(house, "GET", "people?pageSize=1&fields=id", x_with_acl_meta="true").json()["meta"]["allowedActions"]
    assert meta == {"view": [1], "update": [1], "destroy": [1]}
    assert [row["name"] for row in rest(house, "GET", "people?fields=name", x_app="crm").json()["data"]] == ["Eve"]


@pytest.mark.parametrize(("method", "path", "body", "headers", "status", "code"), [
    ("GET", "people:list", None, {"key": None}, 401, "EMPTY_TOKEN"), ("GET", "people:list", None, {"key": "x"}, 401, "INVALID_TOKEN"),
    ("GET", "people:list", None, {"x_role": "nobody"}, 403, "forbidden"), ("GET", "people:list", None, {"x_data_source": "none"}, 404, "not_found"),
    ("GET", 'people:list?filter={"nothing":1}', None, {}, 400, "invalid_argument"), ("GET", "people:list?sort=nothing", None, {}, 400, "invalid_argument"),
    ("GET", 'people:list?filter={"nothing.name":1}', None, {}, 400, "invalid_argument"), ("GET", "nothing:list", None, {}, 404, "not_found"),
    ("POST", "people:update", {"tier": "x"}, {}, 400, "invalid_argument"), ("POST", "people:destroy", None, {}, 400, "invalid_argument"),
    ("POST", "people:update?forceUpdate=true", {"tier": "x"}, {}, 400, "invalid_argument"), ("POST", "visits:query", {}, {}, 400, "invalid_argument"),
    ("POST", "people:create", {"id": 1, "name": "again"}, {}, 409, "conflict"), ("POST", "people:create", {"nothing": 1}, {}, 400, "invalid_argument"),
])
def test_errors_of_rest(house, method, path, body, headers, status, code):
    answer = rest(house, method, path, body, **headers)
    assert answer.status_code == status, answer.text
    [error] = answer.json()["errors"]
    assert error["code"] == code and error["message"] and error["title"]
    assert call(house, "crud", resource="people", action="list", fields=["id", "tier"])["data"] == [{"id": row["id"], "tier": row["tier"]} for row in ROWS]


def test_an_unknown_action_is_not_found(house):
    assert rest(house, "POST", "people:nothing").status_code == 404


def test_metadata_that_clients_of_nocobase_read(house):
    for path in ["collections:list", "collections:listMeta"]:
        assert {"people", "visits"} <= {row["name"] for row in rest(house, "GET", path).json()["data"]}
    fields = rest(house, "GET", "collections:get?filterByTk=people").json()["data"]["fields"]
    assert {"id", "name", "tier", "note"} <= {field["name"] for field in fields}
    for path in ["dataSources:list", "dataSources:listEnabled"]:
        assert [row["key"] for row in rest(house, "GET", path).json()["data"]] == ["main"]
    for path in ["roles:check", "auth:check"]:
        assert rest(house, "GET", path).json()["roles"] == ["admin"]


def test_a_stopped_app_says_so_and_one_without_mcp_is_as_none(house):
    call(house, "workspaces_stop", name="crm")
    stopped = send(house, request("tools/list"), path="/api/__app/crm/mcp")
    assert stopped.status_code == 503 and stopped.json()["jsonrpc"] == "2.0" and stopped.headers["retry-after"]
    assert send(house, request("tools/list"), x_app="crm").status_code == 503
    call(house, "workspaces_start", name="crm")
    call(house, "workspaces_update", name="crm", mcp=False)
    assert send(house, request("tools/list"), path="/api/__app/crm/mcp").status_code == 404
    assert send(house, request("tools/list"), x_app="crm").status_code == 404
    assert rest(house, "GET", "people?fields=name", x_app="crm").status_code == 200
    call(house, "workspaces_update", name="crm", mcp=True)
    assert send(house, request("tools/list"), path="/api/__app/crm/mcp").status_code == 200

"""The set-ups of the NocoBase page, sent as codex, claude and opencode send them: with a key and with OAuth, at both endpoints, and all other paths of an app."""

import base64
import hashlib
import json
import secrets
from urllib.parse import urlencode

import httpx
import pytest
from nocobase import call, request, rest, send
from person import Person, query

PASSWORD = "correct horse ann"
ENDPOINTS = {"/api/mcp": "main", "/api/__app/crm/mcp": "crm"}
# Name, version, revision, the redirect and the scope of the client's own registration and sign-in.
CLIENTS = {
    "codex": ("codex-mcp-client", "0.99.0", "2025-06-18", "http://127.0.0.1:14551/callback", "mcp offline_access"),
    "claude": ("claude-code", "2.1.265", "2025-11-25", "http://localhost:14552/callback", None),
    "opencode": ("opencode", "1.3.0", "2025-11-25", "http://127.0.0.1:19876/mcp/oauth/callback", None),
}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Two workspaces and Ann, who may use both."""
    from conftest import Gatehouse

    house = Gatehouse(tmp_path_factory.mktemp("setups"))
    house.start()
    house.run("workspace", "add", "crm")
    house.run("user", "add", "built-in/ann", "--password-stdin", stdin=PASSWORD)
    for workspace in ["main", "crm"]:
        house.run("member", "add", workspace, "built-in/ann", "--role", "admin")
    house.secret = house.key("--user", "built-in/ann", "--workspace", "*")
    call(house, "collections_apply", path="/api/__app/crm/mcp", name="people", fields=[{"name": "name", "type": "string"}])
    yield house
    assert house.stop() == 0


def connect(house, path, client, key):
    """The handshake, the list and a call, as the client sends them."""
    name, version, revision, _, _ = CLIENTS[client]
    first = send(house, request("initialize", protocolVersion=revision, capabilities={}, clientInfo={"name": name, "version": version}), path=path, key=key)
    assert first.status_code == 200, first.text
    headers = {"mcp_protocol_version": revision}
    if session := first.headers.get("mcp-session-id"):
        headers["mcp_session_id"] = session
    ready = send(house, {"jsonrpc": "2.0", "method": "notifications/initialized"}, path=path, key=key, **headers)
    assert ready.status_code == 202
    listed = send(house, request("tools/list", 2), path=path, key=key, **headers).json()["result"]["tools"]
    assert {"crud", "collections_list", "workflows_list"} <= {tool["name"] for tool in listed}
    return call(house, "whoami", path=path, key=key, headers=headers)


@pytest.mark.parametrize("path", ENDPOINTS)
@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_with_a_key(house, client, path):
    me = connect(house, path, client, house.secret)
    assert (me["kind"], me["user"], me["workspace"]) == ("api_key", "built-in/ann", ENDPOINTS[path])


@pytest.mark.parametrize("path", ENDPOINTS)
@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_that_signs_in(house, client, path):
    name, _, _, redirect, scope = CLIENTS[client]
    # Without a credential a call says where to sign in.
    bare = send(house, request("tools/call", name="whoami", arguments={}), path=path, key=None)
    challenge = bare.headers["www-authenticate"]
    assert bare.status_code == 401 and "Bearer" in challenge
    resource = httpx.get(challenge.split('resource_metadata="')[1].split('"')[0]).json()
    assert resource["resource"] == house.url + path and "mcp" in resource["scopes_supported"]
    issuer = resource["authorization_servers"][0]
    # A client that looks below the endpoint first is told that nothing is there, and goes on to the root.
    assert httpx.get(f"{issuer}/.well-known/oauth-authorization-server{path}").status_code == 404
    server = httpx.get(f"{issuer}/.well-known/oauth-authorization-server").json()
    assert {"mcp", "offline_access"} <= set(server["scopes_supported"])
    known = httpx.post(server["registration_endpoint"], json={
        "client_name": name, "redirect_uris": [redirect], "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
        "token_endpoint_auth_method": "none"})
    assert known.status_code == 201, known.text
    identity = known.json()["client_id"]
    verifier = secrets.token_urlsafe(48)
    asked = {
        "response_type": "code", "client_id": identity, "redirect_uri": redirect, "state": "s1", "code_challenge_method": "S256",
        "code_challenge": base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode(),
        "resource": resource["resource"]}
    if scope:
        asked["scope"] = scope
    given = query(Person(house, "built-in/ann", PASSWORD).answer(f"{server['authorization_endpoint']}?{urlencode(asked)}"))
    assert given["state"] == "s1" and given["iss"] == issuer
    token = httpx.post(server["token_endpoint"], data={
        "grant_type": "authorization_code", "code": given["code"], "redirect_uri": redirect, "client_id": identity, "code_verifier": verifier,
        "resource": resource["resource"]}).json()
    me = connect(house, path, client, token["access_token"])
    assert (me["kind"], me["user"], me["workspace"]) == ("access_token", "built-in/ann", ENDPOINTS[path])
    renewed = httpx.post(server["token_endpoint"], data={
        "grant_type": "refresh_token", "refresh_token": token["refresh_token"], "client_id": identity, "resource": resource["resource"]}).json()
    assert connect(house, path, client, renewed["access_token"])["user"] == "built-in/ann"
    # At the other endpoint the token is nothing.
    other = next(one for one in ENDPOINTS if one != path)
    assert send(house, request("tools/call", name="whoami", arguments={}), path=other, key=token["access_token"]).status_code == 401


@pytest.mark.parametrize("path", ENDPOINTS)
def test_opencode_debug(house, path):
    """It looks at the endpoint without a credential: POST of initialize, the challenge, the resource's document, the server's."""
    handshake = request("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "opencode-debug", "version": "1.3.0"})
    first = send(house, handshake, path=path, key=None)
    assert first.status_code == 200 and first.json()["result"]["serverInfo"]["name"]
    answer = httpx.get(house.url + path, headers={"Accept": "text/event-stream"})
    assert answer.status_code == 401 and "resource_metadata=" in answer.headers["www-authenticate"] and answer.json()["error"]["message"] == "Unauthorized"
    document = httpx.get(f"{house.url}/.well-known/oauth-protected-resource{path}")
    assert document.status_code == 200 and document.json()["resource"] == house.url + path
    wrong = send(house, handshake, path=path, key="gths_wrong")
    assert wrong.status_code == 401 and 'error="invalid_token"' in wrong.headers["www-authenticate"]


def test_every_other_path_of_an_app(house):
    """Sign-in, registration, tokens, accounts, records and tools below `/api/__app/crm`."""
    app = "__app/crm/"
    signed = rest(house, "POST", f"{app}login", {"type": "login", "organization": "built-in", "username": "ann", "password": PASSWORD}, key=None)
    assert signed.status_code == 200 and signed.json()["status"] == "ok" and signed.headers["set-cookie"]
    wrong = rest(house, "POST", f"{app}login", {"type": "login", "organization": "built-in", "username": "ann", "password": "wrong"}, key=None)
    assert wrong.json()["status"] == "error" and "set-cookie" not in wrong.headers
    known = rest(house, "POST", f"{app}oauth/register", {
        "client_name": "x", "redirect_uris": ["http://127.0.0.1:14553/cb"], "token_endpoint_auth_method": "none"}, key=None)
    assert known.status_code == 201 and known.json()["client_id"]

    def form(path, **fields):
        return httpx.post(f"{house.url}/api/{app}{path}", data=fields, timeout=60)

    made = house.run("application", "add", "built-in/robot", "--grant", "client_credentials", "--scopes", "read:record write:record")
    robot = json.loads(made.stdout)
    house.run("member", "add", "crm", "built-in/robot", "--role", "admin", "--application")
    secret = {"client_id": robot["client_id"], "client_secret": robot["client_secret"]}
    token = form(
        "login/oauth/access_token", grant_type="client_credentials", scope="read:record write:record", resource=f"{house.url}/api/__app/crm/mcp",
        **secret).json()["access_token"]
    assert form("login/oauth/introspect", token=token, **secret).json()["active"] is True
    for path, key in [("tools/whoami", token), ("tools/whoami", house.secret)]:
        answer = rest(house, "POST", app + path, {}, key=key).json()
        assert answer.get("workspace") == "crm", answer
    assert rest(house, "POST", f"{app}people:create", {"name": "Eve"}, key=token).json()["data"]["name"] == "Eve"
    assert rest(house, "GET", f"{app}people:list?fields=name", key=token).json()["data"] == [{"name": "Eve"}]
    assert rest(house, "GET", "people:list", key=house.secret).status_code == 404
    assert rest(house, "GET", f"{app}get-users?owner=built-in", key=house.key("--user", "built-in/admin")).json()["status"] == "ok"
    assert form("login/oauth/revoke", token=token, **secret).status_code == 200
    assert rest(house, "GET", f"{app}people:list", key=token).status_code == 401
    assert form("device-auth", client_id=known.json()["client_id"], scope="mcp").status_code in (200, 400)

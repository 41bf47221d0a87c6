"""The HTTP that shipping clients send with a key, request by request, and what each of them needs to see."""

import re

import httpx
import pytest

from events import last_message

BOTH = "application/json, text/event-stream"


@pytest.fixture
def http(company, admin_key):
    with httpx.Client(base_url=company.url, headers={"Authorization": f"Bearer {admin_key}"}, timeout=60) as client:
        yield client


def body(method, id=None, **params):
    message = {"jsonrpc": "2.0", "method": method}
    if id is not None:
        message["id"] = id
    if params:
        message["params"] = params
    return message


def envelope(name, version):
    return {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": name, "version": version},
    }


def handshake(http, name, version, revision, path="/api/mcp"):
    answer = http.post(
        path,
        headers={"Accept": BOTH},
        json=body("initialize", 0, protocolVersion=revision, capabilities={}, clientInfo={"name": name, "version": version}),
    )
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("application/json")
    result = answer.json()["result"]
    assert result["protocolVersion"] == revision
    assert "tools" in result["capabilities"] and result["serverInfo"]["name"]
    note = http.post(path, headers={"Accept": BOTH, "MCP-Protocol-Version": revision}, json=body("notifications/initialized"))
    assert note.status_code == 202 and note.content == b""
    return answer


def call(http, headers, id=2, path="/api/mcp"):
    answer = http.post(
        path, headers={"Accept": BOTH, **headers},
        json=body("tools/call", id, name="crud", arguments={"resource": "products", "action": "list", "pageSize": 2}),
    )
    assert answer.status_code == 200
    result = last_message(answer)["result"]
    assert len(result["structuredContent"]["data"]) == 2 and result["content"][0]["type"] == "text"
    return result


def test_claude_code(http):
    """Discovers in the modern era, falls back to the handshake, joins two copies of the version header, and opens a GET stream."""
    discovered = http.post(
        "/api/mcp",
        headers={"Accept": BOTH, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "server/discover"},
        json=body("server/discover", "d", _meta=envelope("claude-code", "2.1.265")),
    )
    assert discovered.status_code == 200
    assert "2025-11-25" in discovered.json()["result"]["supportedVersions"]
    handshake(http, "claude-code", "2.1.265", "2025-11-25")
    call(http, {"MCP-Protocol-Version": "2025-11-25, 2025-11-25"})
    stream = http.get("/api/mcp", headers={"Accept": "text/event-stream", "MCP-Protocol-Version": "2025-11-25"})
    assert stream.status_code == 405 and "POST" in stream.headers["allow"]
    assert stream.headers["content-type"].startswith("application/json") and stream.json()


def test_claude_code_stores_another_path_case(http):
    handshake(http, "claude-code", "2.1.265", "2025-11-25", path="/Api/mcp")
    call(http, {"MCP-Protocol-Version": "2025-11-25"}, path="/api/MCP/")


def test_codex(http):
    """rmcp: a handshake of 2025-06-18, string-free ids, and no tolerance for an error without a content type."""
    handshake(http, "codex-mcp-client", "0.99.0", "2025-06-18")
    listed = http.post("/api/mcp", headers={"Accept": BOTH, "MCP-Protocol-Version": "2025-06-18"}, json=body("tools/list", 1, _meta={"progressToken": 0}))
    assert {"crud", "run_sql"} <= {tool["name"] for tool in listed.json()["result"]["tools"]}
    call(http, {"MCP-Protocol-Version": "2025-06-18"})
    missing = http.get("/.well-known/oauth-authorization-server/api/mcp")
    assert missing.status_code == 404 and missing.headers["content-type"].startswith("application/json") and missing.json()


def test_opencode(http):
    """The TypeScript SDK: a handshake of 2025-11-25, a GET that is a stream with the session and 405 without, and DELETE at the end."""
    session = {"Mcp-Session-Id": handshake(http, "opencode", "1.3.0", "2025-11-25").headers["mcp-session-id"]}
    assert http.get("/api/mcp", headers={"Accept": "text/event-stream"}).status_code == 405
    with http.stream("GET", "/api/mcp", headers={"Accept": "text/event-stream", **session}) as stream:
        assert stream.status_code == 200 and stream.headers["content-type"].startswith("text/event-stream")
    call(http, {"MCP-Protocol-Version": "2025-11-25", **session})
    assert http.delete("/api/mcp", headers=session).status_code == 204
    assert http.get("/api/mcp", headers={"Accept": "text/event-stream", **session}).status_code == 404


def test_opencode_sees_the_challenge_on_get_too(company):
    answer = httpx.get(f"{company.url}/api/mcp", headers={"Accept": "text/event-stream"})
    assert answer.status_code == 401
    challenge = answer.headers["www-authenticate"]
    assert challenge.startswith('Bearer realm="/.well-known/oauth-protected-resource", resource_metadata="')
    assert f'{company.url}/.well-known/oauth-protected-resource/api/mcp"' in challenge


def test_curl_without_an_accept_header(company, admin_key):
    answer = httpx.post(
        company.mcp,
        headers={"Authorization": f"Bearer {admin_key}", "Content-Type": "application/json", "Accept": "*/*"},
        content=b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    )
    assert answer.status_code == 200 and answer.json()["result"]["tools"]


def test_the_accounts_page_refusal(company):
    """A call without a credential has the body and the challenge that clients of the accounts server read."""
    answer = httpx.post(company.mcp, json=body("tools/call", 1, name="whoami", arguments={}))
    assert answer.status_code == 401
    assert answer.json() == {"jsonrpc": "2.0", "id": 1, "error": {"code": -32001, "message": "Unauthorized", "data": "Unauthorized operation"}}
    assert answer.headers["www-authenticate"].startswith('Bearer realm="/.well-known/oauth-protected-resource"')


def root(http):
    return str(http.base_url).rstrip("/")


def tools(http, revision="2025-11-25"):
    listed = http.post("/api/mcp", headers={"Accept": BOTH, "MCP-Protocol-Version": revision, "X-Mcp-Packages": "*"}, json=body("tools/list", 1))
    return listed.json()["result"]["tools"]


def register(http, **members):
    answer = http.post("/api/oauth/register", json=members)
    assert answer.status_code == 201, answer.text
    return answer.json()


def metadata(http):
    return http.get("/.well-known/oauth-authorization-server").json()


def test_claude_ai(http):
    """Another path case, no slash at the end, no version header after the handshake, one media type; the metadata names the address as it was given."""
    for path in ["/Api/mcp", "/mcp", "/api/mcp/"]:
        handshake(http, "claude-ai", "0.1.0", "2025-11-25", path=path)
        answer = http.post(path, headers={"Accept": "application/json"}, json=body("tools/call", 2, name="whoami", arguments={}))
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("application/json")
    place = http.get("/.well-known/oauth-protected-resource/api/mcp").json()
    assert place["resource"] == root(http) + "/api/mcp"
    assert all(len(str(tool["inputSchema"])) < 16 * 1024 for tool in tools(http)), "larger ones are dropped in silence"
    assert all(tool["title"] and {"readOnlyHint", "destructiveHint"} & set(tool["annotations"]) for tool in tools(http))


def test_chatgpt(http):
    """Asks people by the hints of a tool, and for a refresh token by what the metadata offer."""
    assert "refresh_token" in metadata(http)["grant_types_supported"] and "none" in metadata(http)["token_endpoint_auth_methods_supported"]
    hints = {tool["name"]: tool["annotations"] for tool in tools(http)}
    assert hints["run_sql"]["readOnlyHint"] is True and hints["crud"]["destructiveHint"] is True
    made = register(http, client_name="ChatGPT", redirect_uris=["https://chatgpt.com/connector/oauth/abc"], token_endpoint_auth_method="none")
    assert made["redirect_uris"] == ["https://chatgpt.com/connector/oauth/abc"] and "client_secret" not in made


def test_vs_code(http):
    """A 400 for the handshake would send it to the old transport; 64 letters are what is left for a name behind its prefix."""
    for revision in ["2025-11-25", "2025-06-18", "1999-01-01"]:
        asked = body("initialize", 0, protocolVersion=revision, capabilities={}, clientInfo={"name": "Visual Studio Code", "version": "1.132"})
        assert http.post("/api/mcp", headers={"Accept": BOTH}, json=asked).status_code == 200
    assert all(len(f"mcp_gatehouse_{tool['name']}") <= 64 for tool in tools(http))
    uris = ["http://127.0.0.1:33418", "http://localhost:33418/", "https://vscode.dev/redirect"]
    assert register(http, client_name="Visual Studio Code", redirect_uris=uris, token_endpoint_auth_method="none")["redirect_uris"] == uris


def test_copilot_cli(http):
    """Registers itself and nothing else; takes names of letters, digits, underscores and hyphens."""
    assert metadata(http)["registration_endpoint"].startswith(root(http))
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,128}", tool["name"]) for tool in tools(http))


def test_cursor(http):
    """Registers three addresses at once, one with a scheme of its own; opens GET, which is a stream or 405; 60 letters for server and tool."""
    uris = ["cursor://anysphere.cursor-mcp/oauth/callback", "https://www.cursor.com/agents/mcp/oauth/callback", "http://localhost:8787/callback"]
    made = register(http, client_name="Cursor", redirect_uris=uris, token_endpoint_auth_method="none")
    assert set(uris[1:]) <= set(made["redirect_uris"]) <= set(uris)
    assert http.get("/api/mcp", headers={"Accept": "text/event-stream"}).status_code == 405
    assert all(len("gatehouse") + len(tool["name"]) <= 60 for tool in tools(http))


def test_gemini_cli(http):
    """Compares the resource with the address letter by letter."""
    for path in ["/api/mcp", "/mcp"]:
        challenge = httpx.get(root(http) + path, headers={"Accept": "text/event-stream"}).headers["www-authenticate"]
        place = httpx.get(re.search(r'resource_metadata="([^"]+)"', challenge)[1]).json()
        assert place["resource"] == root(http) + path
    uris = ["http://localhost:7777/oauth/callback"]
    assert register(http, client_name="Gemini CLI MCP Client", redirect_uris=uris, token_endpoint_auth_method="none")["redirect_uris"] == uris


def test_n8n(http):
    """Finds the metadata at the origin's root alone, and sends a fixed header over either transport."""
    assert metadata(http)["code_challenge_methods_supported"] == ["S256"]
    assert http.post("/api/mcp", headers={"Accept": BOTH}, json=body("tools/list", 1)).status_code == 200
    uris = ["https://n8n.example.org/rest/oauth2-credential/callback", "https://oauth.n8n.cloud/oauth2/callback"]
    assert register(http, client_name="n8n", redirect_uris=uris)["client_secret"], "a secret where none was declined"


def test_dify(http):
    """Takes the transport from the last word of the path: `mcp` is the newer one, `sse` the older."""
    handshake(http, "dify", "1.0", "2025-06-18")
    with http.stream("GET", "/api/sse", headers={"Accept": "text/event-stream"}) as stream:
        lines = stream.iter_lines()
        assert next(lines) == "event: endpoint" and next(lines).startswith("data: /api/sse?")


def test_mcp_inspector(http):
    """From a page on this machine: asks before each request, and reads the fields that it needs."""
    origin = {"Origin": "http://localhost:6274"}
    wanted = "authorization,content-type,mcp-protocol-version,mcp-session-id,mcp-method,mcp-name"
    for path in ["/api/mcp", "/.well-known/oauth-protected-resource/api/mcp", "/api/oauth/register", "/api/login/oauth/access_token"]:
        asked = httpx.options(root(http) + path, headers={
            **origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": wanted})
        assert asked.status_code == 204 and asked.headers["access-control-allow-origin"] in ("*", origin["Origin"]), path
    allowed = asked.headers["access-control-allow-headers"].lower()
    assert "authorization" in allowed
    answer = http.post("/api/mcp", headers={"Accept": BOTH, **origin}, json=body(
        "initialize", 0, protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "inspector", "version": "1"}))
    exposed = answer.headers["access-control-expose-headers"].lower()
    assert "mcp-session-id" in exposed and "www-authenticate" in exposed


def test_mcp_remote(fresh):
    """Signs in only when its first request is refused: where everybody must, the handshake too is 401 (`anonymous_discovery` off)."""
    fresh.run("migrate")
    fresh.start("--anonymous-discovery", "false")
    asked = body("initialize", 0, protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "mcp-remote", "version": "0.1"})
    answer = httpx.post(fresh.mcp, headers={"Accept": BOTH}, json=asked)
    assert answer.status_code == 401 and "resource_metadata=" in answer.headers["www-authenticate"]


def test_go_sdk(http):
    """Discovers first and reads both kinds of revisions from one list; its header and its envelope agree, or it is told so."""
    fields = {"Accept": BOTH, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "server/discover"}
    found = http.post("/api/mcp", headers=fields, json=body("server/discover", 1, _meta=envelope("go-sdk", "1.7.0"))).json()["result"]
    assert found["supportedVersions"] == ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    differing = http.post("/api/mcp", headers={**fields, "MCP-Protocol-Version": "2025-11-25"}, json=body(
        "server/discover", 2, _meta=envelope("go-sdk", "1.7.0")))
    assert differing.status_code == 400 and differing.json()["error"]["code"] == -32020

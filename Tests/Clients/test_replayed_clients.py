"""The HTTP that shipping clients send with a key, request by request, and what each of them needs to see."""

import httpx
import pytest

BOTH = "application/json, text/event-stream"


@pytest.fixture
def http(company, admin_key):
    with httpx.Client(base_url=company.url, headers={"Authorization": f"Bearer {admin_key}"}, timeout=30) as client:
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
    result = answer.json()["result"]
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

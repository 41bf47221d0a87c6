"""Requests as clients of NocoBase send them: messages of MCP, calls of tools, and the REST interface."""

import json

import httpx

BOTH = "application/json, text/event-stream"


def send(house, message, method="POST", path="/api/mcp", key=..., **headers):
    """One HTTP request with the house's own key, unless `key` says otherwise; names of headers have `_` for `-`."""
    headers = {"Accept": BOTH, "Content-Type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    if key is ...:
        key = house.secret
    if key:
        headers["Authorization"] = f"Bearer {key}"
    content = message if isinstance(message, str | None) else json.dumps(message)
    return httpx.request(method, house.url + path, headers=headers, content=content, timeout=60)


def request(method, id=1, **params):
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def result(house, tool, path="/api/mcp", key=..., headers={}, **arguments):
    return send(house, request("tools/call", name=tool, arguments=arguments), path=path, key=key, **headers).json()["result"]


def call(house, tool, path="/api/mcp", key=..., headers={}, **arguments):
    """The JSON that a tool answers; an error of the tool fails the test."""
    answer = result(house, tool, path, key, headers, **arguments)
    assert not answer.get("isError"), answer
    return json.loads(answer["content"][0]["text"])


def refused(house, tool, path="/api/mcp", key=..., headers={}, **arguments):
    """The text of a tool's error."""
    answer = result(house, tool, path, key, headers, **arguments)
    assert answer["isError"], answer
    return answer["content"][0]["text"]


def rest(house, method, path, body=None, key=..., **headers):
    return send(house, body, method, "/api/" + path, key, **headers)


def names(house, packages=None, path="/api/mcp"):
    """The tools that are listed for a choice of packages."""
    headers = {} if packages is None else {"x_mcp_packages": packages}
    return [tool["name"] for tool in send(house, request("tools/list"), path=path, **headers).json()["result"]["tools"]]


def fits(expected, found):
    """Whether an answer is as expected, where `...` stands for anything, and as a key for further members."""
    if expected is ...:
        return True
    if isinstance(expected, dict) and isinstance(found, dict):
        return (... in expected or found.keys() <= expected.keys()) and all(
            name in found and fits(value, found[name]) for name, value in expected.items() if name is not ...)
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(fits, expected, found))
    return type(expected) is type(found) and expected == found

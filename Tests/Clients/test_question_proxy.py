"""The question server behind a real nginx, as docs/operations.md shows it: under a path, and on a port of its own."""

import asyncio
import base64
import contextlib
import json
import os
import re
import subprocess
from pathlib import Path

import httpx
import pytest
from mcp import ClientSession
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client

from cluster import free_port
from events import listens, wait_for

PAGE = (Path(__file__).parents[2] / "docs/operations.md").read_text()
PASSWORD = "correct horse battery"


def documented():
    """The lines of nginx for the question server."""
    section = PAGE[PAGE.index("The question server can use the same proxy"):]
    return re.search(r"```nginx\n(.*?)```", section, re.S)[1]


@contextlib.contextmanager
def nginx(folder, servers):
    """nginx with these server blocks; yields once all of their ports listen."""
    folder.mkdir()
    user = "user root;" if os.geteuid() == 0 else ""
    paths = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    blocks = "".join(f"server {{ listen 127.0.0.1:{port}; {lines} }}" for port, lines in servers)
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; events {{}} http {{ access_log off; {paths}\n{blocks}\n}}")
    process = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        for port, _ in servers:
            wait_for("nginx", lambda port=port: listens(port))
        yield
    finally:
        process.terminate()
        process.wait(timeout=60)


@pytest.fixture(params=["path", "port"])
def place(request, tmp_path):
    """A house behind nginx: its server, the URL of its main listener and that of its question server, as clients know them."""
    from conftest import Gatehouse

    main, ask = free_port(), free_port()
    inner = {"main": free_port(), "ask": free_port()}
    lines = documented()
    assert "http://127.0.0.1:8001/;" in lines and "location /sqlbot/" in lines
    lines = lines.replace("http://127.0.0.1:8001/;", f"http://127.0.0.1:{inner['ask']}/;")
    front = f"location / {{ proxy_pass http://127.0.0.1:{inner['main']}; proxy_http_version 1.1; proxy_set_header Host $http_host; }}"
    if request.param == "path":
        url = f"http://127.0.0.1:{main}/sqlbot"
        servers = [(main, front + lines)]
    else:
        url = f"http://127.0.0.1:{ask}"
        servers = [(main, front), (ask, lines.replace("location /sqlbot/", "location /"))]
    house = Gatehouse(tmp_path / "data").with_company()
    with nginx(tmp_path / "nginx", servers):
        house.start(
            "--port", str(inner["main"]), "--ask-port", str(inner["ask"]), "--public-url", f"http://127.0.0.1:{main}", "--ask-public-url", url,
            "--trusted-proxy", "127.0.0.1", "--call-timeout", "600s")
        yield house, f"http://127.0.0.1:{main}", url
        assert house.stop() == 0


def test_audience_metadata_links_and_the_endpoint_event_are_the_proxys(place):
    house, main, url = place
    with httpx.Client(timeout=120) as http:
        begun = http.post(f"{url}/mcp/mcp_start", json={"username": "admin", "password": PASSWORD}).json()
        claims = json.loads(base64.urlsafe_b64decode(begun["access_token"].split(".")[1] + "=="))
        assert claims["aud"] == f"{url}/mcp" or claims["aud"] == [f"{url}/mcp"]
        assert claims["iss"] == main
        body = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": "How many orders per month in 2024?", "lang": "en"}
        answer = http.post(f"{url}/mcp/mcp_question", json={**body, "stream": False}).json()
        assert answer["image_url"].startswith(f"{url}/images/")
        picture = http.get(answer["image_url"])
        assert picture.content == base64.b64decode(answer["image"]) and picture.headers["content-type"] == "image/png"
        assert picture.headers["cache-control"].startswith("private") and picture.headers["x-content-type-options"] == "nosniff"
        assert http.get(answer["image_url"][:-9] + "AAAAA.png").status_code == 404
        assert f"({url}/images/" in http.post(f"{url}/mcp/mcp_question", json=body).text
        # A 401 leads to the document, and the document to the issuer; RFC 9728 section 3.1 finds the same.
        refused = http.post(f"{url}/mcp/mcp_ws_list", json={})
        named = re.search(r'resource_metadata="([^"]+)"', refused.headers["www-authenticate"])[1]
        origin, path = f"http://127.0.0.1:{url.split(':')[2].split('/')[0]}", "".join(f"/{part}" for part in url.split("/")[3:])
        for place in [named, f"{origin}/.well-known/oauth-protected-resource{path}/mcp"]:
            document = http.get(place).json()
            assert document["resource"] == f"{url}/mcp" and document["authorization_servers"] == [main], place
        with http.stream("GET", f"{url}/mcp", headers={"Accept": "text/event-stream"}) as events:
            lines = events.iter_lines()
            assert next(lines) == "event: endpoint"
            assert next(lines).startswith(f"data: {path}/mcp/messages/?session_id=")


@pytest.mark.parametrize("transport", ["streamable", "sse"])
def test_the_official_client_asks_through_the_proxy(place, transport):
    _, _, url = place
    heard = []

    async def progress(value, total, message):
        heard.append(message)

    async def run():
        async with contextlib.AsyncExitStack() as stack:
            opened = streamable_http_client(f"{url}/mcp") if transport == "streamable" else sse_client(f"{url}/mcp")
            streams = await stack.enter_async_context(opened)
            session = await stack.enter_async_context(ClientSession(streams[0], streams[1]))
            await session.initialize()
            begun = json.loads((await session.call_tool("mcp_start", {"username": "admin", "password": PASSWORD})).content[0].text)
            arguments = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": "orders by channel", "lang": "en"}
            answer = await session.call_tool("mcp_question", arguments, progress_callback=progress)
            assert "30352" in answer.content[0].text and f"({url}/images/" in answer.content[0].text

    asyncio.run(run())
    assert any("SQL: " in message for message in heard)

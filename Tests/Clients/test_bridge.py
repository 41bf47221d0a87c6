"""The stdio bridge (`gatehouse stdio --url`) beside servers that redirect, stop half way, are lost or say too much."""

import contextlib
import http.server
import json
import os
import subprocess
import threading

import pytest

from calls import over_stdio
from events import wait_for

STREAM = "text/event-stream"
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


class Upstream:
    """A server on loopback that answers each request by a function of the handler; keeps what came and counts connections."""

    def __init__(self, answer):
        self.requests, self.connections, self.released = [], 0, threading.Event()
        # What answers a GET; by default there is no stream.
        self.stream = None
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                server.connections += 1

            def log_message(self, *_):
                pass

            def do_POST(self):
                message = json.loads(self.rfile.read(int(self.headers["content-length"])))
                server.requests.append((dict(self.headers), message))
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    answer(self, message)

            def do_GET(self):
                server.requests.append((dict(self.headers), None))
                if server.stream:
                    return server.stream(self)
                self.write(b"", status=405)

            def do_DELETE(self):
                server.requests.append((dict(self.headers), None))
                self.write(b"", status=405)

            def write(self, body, kind="application/json", status=200, length=None, **fields):
                self.send_response(status)
                fields = {"content-type": kind, "content-length": str(length or len(body)), **fields}
                for name, value in fields.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)
                self.wfile.flush()

            def result(self, message):
                self.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {}}).encode())

            def open_stream(self):
                """A stream whose end is that of its connection."""
                self.send_response(200)
                self.send_header("content-type", STREAM)
                self.send_header("connection", "close")
                self.end_headers()

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/mcp"

    def close(self):
        self.released.set()
        self.server.shutdown()
        self.server.server_close()


class Bridge:
    def __init__(self, url):
        from conftest import BINARY

        self.process = subprocess.Popen(
            [BINARY, "stdio", "--url", url], env={**os.environ, "GATEHOUSE_API_KEY": "gths_k"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def say(self, method, id=None, **params):
        message = {"jsonrpc": "2.0", "method": method, "params": {**params, "_meta": META}}
        self.process.stdin.write(json.dumps(message | ({} if id is None else {"id": id})).encode() + b"\n")
        self.process.stdin.flush()

    def read(self):
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        assert self.process.wait(timeout=60) == 0


@pytest.fixture
def bridge():
    """Makes a bridge to a server that answers by a function; gives both."""
    open_ones = []

    def make(answer):
        server = Upstream(answer)
        bridge = Bridge(server.url)
        open_ones.extend([bridge, server])
        return bridge, server

    yield make
    for one in open_ones:
        one.close()


def test_a_redirect_is_not_followed(bridge):
    other = Upstream(lambda handler, message: handler.result(message))
    try:
        carried, server = bridge(lambda handler, message: handler.write(b"", status=307, location=other.url))
        for id in [1, 2]:
            carried.say("tools/list", id)
            answer = carried.read()
            assert answer["id"] == id and "HTTP status 307" in answer["error"]["message"]
        assert len(server.requests) == 2 and not other.requests and other.connections == 0
    finally:
        other.close()


def test_calls_share_a_connection_and_repeat_their_names_as_the_protocol_says(bridge):
    carried, server = bridge(lambda handler, message: handler.result(message))
    uris = ["gatehouse://guide", "gatehouse://データ/a b", "=?base64?x?="]
    for id, uri in enumerate(uris):
        carried.say("resources/read", id, uri=uri)
        assert carried.read()["result"] == {}
    sent = [headers for headers, _ in server.requests]
    assert [headers["mcp-name"] for headers in sent] == [
        "gatehouse://guide", "=?base64?Z2F0ZWhvdXNlOi8v44OH44O844K/L2EgYg==?=", "=?base64?PT9iYXNlNjQ/eD89?="]
    assert all(headers["authorization"] == "Bearer gths_k" and headers["mcp-method"] == "resources/read" for headers in sent)
    assert server.connections == 1


@pytest.mark.parametrize(("body", "error"), [
    ({"id": None, "error": {"code": -32600, "message": "Session not found"}}, {"code": -32600, "message": "Session not found"}),
    ({"id": 7, "result": {}}, {"code": -32603, "message": "the server's response is to another request"}),
    ({"id": "1", "result": {}}, {"code": -32603, "message": "the server's response is to another request"})])
def test_a_response_with_another_id_is_an_error_of_the_call_that_waits(bridge, body, error):
    carried, _ = bridge(lambda handler, message: handler.write(json.dumps({"jsonrpc": "2.0", **body}).encode(), status=404))
    carried.say("tools/list", 1)
    assert carried.read() == {"jsonrpc": "2.0", "id": 1, "error": error}


def test_an_event_that_is_no_message_does_not_reach_the_client(bridge):
    def answer(handler, message):
        handler.open_stream()
        handler.wfile.write(b"data: <html>\ndata: gone</html>\n\n")
        handler.wfile.write(b'data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n')
        handler.close_connection = True

    carried, _ = bridge(answer)
    carried.say("tools/list", 1)
    broken = carried.read()
    assert broken["id"] == 1 and "an event of its stream is no message" in broken["error"]["message"]


@pytest.mark.parametrize("id", ["a\tb", "i" * 9_000])
def test_an_event_id_that_cannot_be_sent_is_left_out_when_the_stream_is_opened_again(bridge, id):
    def answer(handler, message):
        if "id" not in message:
            return handler.write(b"", status=202)
        result = {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "a", "version": "1"}}
        handler.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode(), **{"mcp-session-id": "s"})

    opened = []

    def stream(handler):
        opened.append(handler.headers["last-event-id"])
        handler.open_stream()
        handler.wfile.write(f"id: {id}\ndata:\n\n".encode())
        handler.close_connection = True

    carried, server = bridge(answer)
    server.stream = stream
    for message in [{"id": 1, "method": "initialize", "params": {}}, {"method": "notifications/initialized"}]:
        carried.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        carried.process.stdin.flush()
    assert carried.read()["id"] == 1
    wait_for("the stream that is opened again", lambda: len(opened) > 1)
    assert opened[:2] == [None, None]


@pytest.mark.parametrize("kind", ["ended", "half", "lost", "empty"])
def test_a_response_that_stops_half_way_is_an_error_of_its_call(bridge, kind):
    progress = json.dumps({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}})

    def answer(handler, message):
        if message["id"] != 1:
            return handler.result(message)
        if kind == "empty":
            handler.close_connection = True
            return handler.connection.shutdown(2)
        if kind == "lost":
            return handler.write(b'{"jsonrpc":"2.0","id":1,', length=1000) or handler.connection.shutdown(2)
        handler.open_stream()
        handler.wfile.write(f"data: {progress}\n\n".encode() + (b'data: {"jsonrpc":"2.0","id":1,"result":{}}\n' if kind == "half" else b""))
        handler.close_connection = True

    carried, _ = bridge(answer)
    carried.say("tools/call", 1, name="slow", arguments={})
    if kind in ["ended", "half"]:
        assert carried.read()["method"] == "notifications/progress"
    broken = carried.read()
    assert broken["id"] == 1 and "no response from" in broken["error"]["message"]
    carried.say("tools/call", 2, name="quick", arguments={})
    assert carried.read() == {"jsonrpc": "2.0", "id": 2, "result": {}}


def test_many_open_streams_do_not_hold_up_a_call_and_a_cancelled_one_is_left(bridge):
    def answer(handler, message):
        if message["method"] != "subscriptions/listen":
            return handler.result(message)
        handler.open_stream()
        handler.wfile.write(b'data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n')
        handler.wfile.flush()
        while not server.released.wait(0.05):
            handler.wfile.write(b": keep-alive\n\n")
            handler.wfile.flush()

    carried, server = bridge(answer)
    for id in range(20):
        carried.say("subscriptions/listen", id, notifications={})
    for _ in range(20):
        assert carried.read()["method"] == "notifications/message"
    carried.say("tools/list", 20)
    assert carried.read()["id"] == 20
    # The stream of a cancelled subscription is closed, and nothing is said about it.
    running = threading.active_count()
    carried.say("notifications/cancelled", requestId=3)
    wait_for("the end of its connection", lambda: threading.active_count() < running)
    carried.say("tools/list", 21)
    assert carried.read()["id"] == 21


@pytest.mark.parametrize(("url", "reason"), [
    ("http://user:pass@127.0.0.1/mcp", "no user name"), ("ftp://127.0.0.1/mcp", "expected https"), ("http://169.254.169.254/mcp", "not a public address"),
    ("127.0.0.1:8001/mcp", "expected https")])
def test_a_url_that_cannot_be_called_ends_the_bridge_before_it_reads(url, reason):
    from conftest import BINARY

    done = subprocess.run(
        [BINARY, "stdio", "--url", url], env={**os.environ, "GATEHOUSE_API_KEY": "gths_k"}, input="", capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and reason in done.stderr and done.stdout == ""


@pytest.mark.asyncio
async def test_a_server_that_is_killed_leaves_an_error_of_the_next_call(tmp_path):
    from conftest import Gatehouse

    house = Gatehouse(tmp_path / "data").with_company()
    house.start("--ask-port", "0", "--call-timeout", "600s")
    key = house.key("--user", "built-in/admin", "--scopes", "ask")
    try:
        async with over_stdio(house, key, "legacy", "--url", f"http://localhost:{house.ask.rsplit(':', 1)[1]}/mcp") as client:
            chat = (await client.call_tool("mcp_start", {})).structured_content["chat_id"]
            answer = await client.call_tool("mcp_question", {"chat_id": chat, "question": "orders by channel", "lang": "en"})
            assert "30352" in answer.content[0].text
            house.stop(kill=True)
            with pytest.raises(Exception, match="no response from"):
                await client.call_tool("mcp_question", {"chat_id": chat, "question": "orders by channel", "lang": "en"})
    finally:
        house.stop(kill=True)

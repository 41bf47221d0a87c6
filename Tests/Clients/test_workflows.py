"""Workflows of the real binary: the official client makes them, changed rows, signed webhooks and schedules set them off, and kill -9 doubles nothing."""

import asyncio
import base64
import hashlib
import hmac
import json
import threading
import time
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest
from calls import over_http

pytestmark = pytest.mark.asyncio


class Receiver:
    """A host that workflows ask: counts requests, and answers those to /slow only when it is told to."""

    def __init__(self):
        receiver = self
        self.requests, self.arrived, self.release = [], threading.Event(), threading.Event()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                receiver.requests.append((self.path, json.loads(body), self.headers.get("Authorization")))
                receiver.arrived.set()
                if self.path == "/slow":
                    receiver.release.wait(120)
                answer = b'{"accepted": true}'
                self.send_response(503 if self.path == "/broken" else 200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.release.set()
        self.server.shutdown()


@pytest.fixture
def receiver():
    receiver = Receiver()
    yield receiver
    receiver.close()


@pytest.fixture
def house(fresh):
    fresh.migrate()
    fresh.settings = {"GATEHOUSE_WORKFLOW_HOSTS": "127.0.0.1", "GATEHOUSE_NODE_LEASE": "1s"}
    fresh.admin = fresh.key("--user", "built-in/admin")
    return fresh.start()


@asynccontextmanager
async def agent(house):
    async with over_http(house.mcp, house.admin, "legacy") as client:

        async def call(tool, arguments):
            answer = await client.call_tool(tool, arguments)
            assert not answer.is_error, answer.content
            return answer.structured_content

        yield call


async def until(condition, seconds=60):
    """Waits for something that other processes do: as many seconds at least, and longer on a machine that seldom lets us look."""
    for _ in range(seconds * 10):
        if found := await condition():
            return found
        await asyncio.sleep(0.1)
    raise AssertionError("it did not come")


async def ended(call, execution, seconds=60):
    async def look():
        found = (await call("executions_get", {"filterByTk": execution}))["data"]
        return found if found["state"] == "ended" else None

    return await until(look, seconds)


async def tables(call):
    await call("collections_apply", {"name": "tickets", "fields": [{"name": "title", "type": "string"}, {"name": "state", "type": "string"}]})
    await call("collections_apply", {"name": "notes", "fields": [{"name": "text", "type": "string"}]})


def note(text, key="note"):
    return {"type": "create", "key": key, "config": {"collection": "notes", "params": {"values": {"text": text}}}}


async def notes(call):
    listed = await call("crud", {"resource": "notes", "action": "list", "pageSize": 1000, "sort": ["id"]})
    return [row["text"] for row in listed["data"]]


async def test_changed_rows_requests_and_people(house, receiver):
    async with agent(house) as call:
        await tables(call)
        made = await call("workflows_apply", {
            "title": "Escalate", "type": "collection", "enabled": True,
            "config": {"collection": "tickets", "mode": 3, "condition": {"state": "urgent"}},
            "nodes": [
                {"type": "request", "key": "tell", "config": {
                    "url": f"{receiver.url}/hook", "method": "POST", "headers": [{"name": "Authorization", "value": "Bearer s3cret"}],
                    "data": {"title": "{{$context.data.title}}"}}},
                {"type": "approval", "key": "ok", "config": {"message": "Escalate?"}},
                note("{{$context.data.title}} by {{$jobsMapByNodeKey.ok.by}}, {{$jobsMapByNodeKey.tell.status}}"),
            ]})
        assert "s3cret" not in json.dumps(made) and made["data"]["nodes"][0]["config"]["headers"][0]["value"] == "***"
        for title, state in [("calm", "new"), ("fire", "urgent")]:
            await call("crud", {"resource": "tickets", "action": "create", "values": {"title": title, "state": state}})

        async def waiting():
            return (await call("executions_list", {"state": "waiting"}))["data"]

        (one,) = await until(waiting)
        assert receiver.requests == [("/hook", {"title": "fire"}, "Bearer s3cret")]
        await call("executions_act", {"filterByTk": one["id"], "action": "approve"})
        done = await ended(call, one["id"])
        assert done["status"] == 1 and [job["status"] for job in done["jobs"]] == [1, 1, 1]
        assert await notes(call) == ["fire by built-in/admin, 200"]

        broken = await call("workflows_apply", {"title": "Broken", "type": "manual", "nodes": [
            {"type": "request", "config": {"url": f"{receiver.url}/broken", "method": "POST", "data": {}}}]})
        started = await call("workflows_execute", {"filterByTk": broken["data"]["id"]})
        failed = await ended(call, started["data"]["execution"]["id"])
        assert failed["status"] == -1 and "503" in failed["reason"]
    audit = house.audit()
    named = {row["tool"] for row in audit if row["caller"].startswith("workflow:Escalate#")}
    assert {"crud", "workflow.request"} <= named
    assert "s3cret" not in json.dumps(audit) + (house.data / "server.log").read_text()


async def test_a_webhook_over_http(house):
    async with agent(house) as call:
        await tables(call)
        made = await call("workflows_apply", {
            "title": "Hook", "type": "webhook", "enabled": True, "nodes": [note("got {{$context.data.order}}")]})
        hook = made["data"]["webhook"]
        key = base64.b64decode(hook["secret"].removeprefix("whsec_"))

        def send(body, message="m1", at=None, path=hook["path"]):
            at = str(int(at or time.time()))
            mac = hmac.new(key, f"{message}.{at}.".encode() + body, hashlib.sha256).digest()
            signature = "v1," + base64.b64encode(mac).decode()
            return httpx.post(house.url + path, content=body, headers={
                "webhook-id": message, "webhook-timestamp": at, "webhook-signature": signature, "Content-Type": "application/json"})

        first, again = send(b'{"order": 7}'), send(b'{"order": 7}')
        assert first.status_code == again.status_code == 202 and first.json() == again.json()
        assert (await ended(call, first.json()["data"]["execution"]["id"]))["status"] == 1
        assert await notes(call) == ["got 7"]
        assert send(b"{}", "m2", time.time() - 600).status_code == 401
        assert send(b"{}", "m2", path=hook["path"][:-6] + "______").status_code == 404
        assert httpx.post(house.url + hook["path"], content=b"{}").status_code == 401
        assert send(b"[" + b"1," * 200_000 + b"1]", "m3").status_code == 413
        assert httpx.get(house.url + hook["path"]).status_code == 405
        assert await notes(call) == ["got 7"]


async def test_a_schedule_whose_time_has_come(house):
    async with agent(house) as call:
        await tables(call)
        # A busy machine may take longer to note a schedule than until it begins.
        order, ahead = {"title": "Once", "type": "schedule", "enabled": True, "nodes": [note("at {{$context.data.date}}")]}, 2
        while True:
            begins = int(time.time()) + ahead
            soon = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(begins))
            made = await call("workflows_apply", {**order, "config": {"startsOn": soon}})
            if time.time() < begins:
                break
            order, ahead = {**order, "filterByTk": made["data"]["id"]}, ahead * 2

        async def noted():
            return await notes(call)

        assert (await until(noted))[-1] == f"at {soon}"


async def test_kill_9_doubles_no_row(house):
    """I40 Each node of each execution changes rows once, however often the server dies."""
    count = 60
    async with agent(house) as call:
        await tables(call)
        made = await call("workflows_apply", {"title": "Many", "type": "manual", "nodes": [
            note("a{{$context.data.n}}", "first"), note("b{{$context.data.n}}", "second"), note("c{{$context.data.n}}", "third")]})
        for n in range(count):
            await call("workflows_execute", {"filterByTk": made["data"]["id"], "values": {"data": {"n": n}}})
    for _ in range(3):
        async with agent(house) as call:
            before = len(await notes(call))

            async def moved():
                return len(await notes(call)) > before or before == 3 * count

            await until(moved)
        house.stop(kill=True)
        house.start()
    async with agent(house) as call:

        async def all_ended():
            listed = await call("executions_list", {"pageSize": 1000})
            return all(one["state"] == "ended" for one in listed["data"]) and listed["data"]

        executions = await until(all_ended, 120)
        assert [one["status"] for one in executions] == [1] * count
        assert sorted(await notes(call)) == sorted(f"{letter}{n}" for letter in "abc" for n in range(count))


async def test_a_request_in_flight_is_reported_as_not_known(house, receiver):
    """I41 A request that was under way when the server died is sent again only when a person says so."""
    async with agent(house) as call:
        made = await call("workflows_apply", {"title": "Slow", "type": "manual", "nodes": [
            {"type": "request", "key": "ask", "config": {"url": f"{receiver.url}/slow", "method": "POST", "data": {"n": 1}, "timeout": 60000}}]})
        execution = (await call("workflows_execute", {"filterByTk": made["data"]["id"]}))["data"]["execution"]["id"]

        async def arrived():
            return receiver.arrived.is_set()

        await until(arrived)
    house.stop(kill=True)
    house.start()
    async with agent(house) as call:
        done = await ended(call, execution)
        assert done["status"] == -6 and done["jobs"][0]["status"] == -6 and "not known" in done["reason"]
        assert len(receiver.requests) == 1
        receiver.release.set()
        await call("executions_act", {"filterByTk": execution, "action": "retry"})
        again = await ended(call, execution)
        assert again["status"] == 1 and again["jobs"][0]["result"]["data"] == {"accepted": True}
        assert len(receiver.requests) == 2

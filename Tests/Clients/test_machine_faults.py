"""Faults of what the server stands on: the disk, the clock, its settings, its log, its memory, its threads, the network to its state (I03 to I23)."""

import concurrent.futures
import contextlib
import errno
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
from pathlib import Path

import httpx
import pytest

from cluster import PostgreSQL, free_port, held_calls, hold_source, slow_source
from conftest import BINARY
from events import sent, wait_for
from test_faults import call, notes, stored
from test_question_server import refuses_everywhere, start
from test_two_nodes import Node

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


@pytest.fixture(scope="module")
def faults(tmp_path_factory):
    """The library that makes the disk fail and the clock jump."""
    library = tmp_path_factory.mktemp("faults") / "faults.so"
    compiler = shutil.which("clang") or shutil.which("cc")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, Path(__file__).parent / "faults.c", "-ldl"], check=True)
    return library


class Machine:
    """What a test turns while the server runs."""

    def __init__(self, house, library, folder):
        self.writes, self.clock = folder / "writes", folder / "clock"
        plain = house.environment
        given = {"LD_PRELOAD": str(library), "FAULT_ROOT": f"{house.data}/", "FAULT_WRITES": str(self.writes), "FAULT_CLOCK": str(self.clock)}
        house.environment = lambda **more: plain(**given, **more)

    def break_writes(self, error):
        self.writes.write_text(str(error))

    def mend_writes(self):
        self.writes.unlink()

    def turn_clock(self, seconds):
        self.clock.write_text(str(int(seconds)))


@pytest.fixture
def machine(fresh, faults, tmp_path_factory):
    return Machine(fresh, faults, tmp_path_factory.mktemp("machine"))


def is_ready(house):
    return httpx.get(f"{house.url}/health/ready", timeout=60).status_code == 200


def create(http, house, key, number):
    return call(http, house.mcp, key, "crud", resource="notes", action="create", values={"number": number}).json()


def is_done(answer):
    return "result" in answer and not answer["result"].get("isError")


def code(answer):
    return answer["result"]["structuredContent"]["error"]["code"]


def count(http, house, key):
    return call(http, house.mcp, key, "crud", resource="notes", action="list").json()["result"]["structuredContent"]["meta"]["count"]


def metric(house, name):
    answer = httpx.get(f"{house.url}/metrics", timeout=60)
    found = [int(line.split()[1]) for line in answer.text.splitlines() if line.startswith(name + " ")]
    assert found, answer.text
    return found[0]


@pytest.mark.parametrize("error", [errno.EIO, errno.EROFS, errno.ENOSPC])
def test_i03_a_disk_that_cannot_be_written(fresh, machine, error):
    """I02 I03 Writing is refused with a code and nothing of it is kept, reading goes on, not ready; it recovers by itself."""
    notes(fresh)
    key = fresh.key("--user", "built-in/admin")
    fresh.start()
    with httpx.Client(timeout=60) as http:
        assert is_done(create(http, fresh, key, 1))
        machine.break_writes(error)
        for number in [2, 3, 4]:
            refused = create(http, fresh, key, number)
            assert refused["result"]["isError"] and code(refused) in ["limited", "source_failed"], refused
            assert str(fresh.data) not in json.dumps(refused)
        assert count(http, fresh, key) == 1
        assert call(http, fresh.mcp, key, "whoami").status_code == 200
        wait_for("not ready", lambda: not is_ready(fresh))
        assert httpx.get(f"{fresh.url}/health/ready").json() == {"reason": "state"}
        assert httpx.get(f"{fresh.url}/health/live").status_code == 200
        machine.mend_writes()
        wait_for("ready again", lambda: is_ready(fresh))
        wait_for("writes again", lambda: is_done(create(http, fresh, key, 5)))
    assert fresh.stop() == 0
    assert stored(fresh.data) == {1, 5}
    calls = [row for row in fresh.audit() if row["tool"] == "crud"]
    assert sum(row["outcome"] == "ok" for row in calls) == 3, "a write or a read has no audit row"
    assert fresh.run("audit", "--verify", check=False).returncode == 0


def test_i08_the_clock_jumps(fresh, machine):
    """I08 Deadlines do not follow the wall clock; tokens do; a year beyond 2038 is a year like another."""
    notes(fresh)
    key = fresh.key("--user", "built-in/admin")
    short = fresh.key("--user", "built-in/admin", "--expires", "1d")
    robot = json.loads(fresh.run("application", "add", "built-in/robot", "--grant", "client_credentials", "--scopes", "read:application").stdout)
    fresh.run("source", "add", "slow", slow_source())
    fresh.start("--call-timeout", "600s")

    def token():
        form = {"grant_type": "client_credentials", "client_id": robot["client_id"], "client_secret": robot["client_secret"], "scope": "read:application"}
        answer = httpx.post(f"{fresh.url}/api/login/oauth/access_token", data=form, timeout=60)
        assert answer.status_code == 200, answer.text
        return answer.json()["access_token"]

    def status(bearer):
        return call(httpx, fresh.mcp, bearer, "whoami").status_code

    held = token()
    assert status(held) == 200
    with concurrent.futures.ThreadPoolExecutor(1) as pool, httpx.Client(timeout=60) as http, hold_source() as release:
        # A call that is under way when the clock jumps keeps its own time.
        slow = pool.submit(call, httpx.Client(timeout=60), fresh.mcp, key, "run_sql", dataSource="slow", sql="SELECT number FROM held")
        wait_for("the call", lambda: held_calls() == 1)
        for number, seconds in enumerate([3600, -3600, 3600, 0]):
            machine.turn_clock(seconds)
            assert status(key) == 200 and is_done(create(http, fresh, key, number))
        release()
        answer = slow.result().json()["result"]
        assert not answer.get("isError"), answer
    # The token lives an hour at most, the key a day.
    machine.turn_clock(2 * 3600)
    wait_for("the token is over", lambda: status(held) == 401)
    assert status(short) == 200 and status(token()) == 200
    machine.turn_clock(0)
    assert status(held) == 200
    for years in [14, 20]:
        machine.turn_clock(years * 366 * 86400)
        assert status(key) == 200 and status(token()) == 200
        wait_for("the key is over", lambda: status(short) == 401)
    seen = [row["time"] for row in fresh.audit("--limit", "20")]
    assert any(when > "2040" for when in seen), seen
    assert fresh.run("audit", "--verify", check=False).returncode == 0


def test_E19_every_operation_of_the_question_server_refuses_a_token_that_is_over(fresh, machine):
    """E19 I08 After its hour, over REST and MCP, as argument and as header."""
    fresh.migrate()
    fresh.start("--ask-port", "0")
    with httpx.Client(timeout=60) as http:
        begun = start(http, fresh)
        listed = {"token": begun["access_token"]}
        assert http.post(f"{fresh.ask}/mcp/mcp_ws_list", json=listed).status_code == 200
        machine.turn_clock(3600 + 60)
        wait_for("the end of the token", lambda: http.post(f"{fresh.ask}/mcp/mcp_ws_list", json=listed).status_code == 401)
        refuses_everywhere(http, fresh, begun["access_token"], begun["chat_id"])


def test_i13_settings_that_went_bad_change_nothing(fresh, tmp_path_factory):
    """I13 A running server keeps its settings; asked by SIGHUP it says in the log what is wrong with those of now."""
    settings = tmp_path_factory.mktemp("settings") / "gatehouse.toml"
    settings.write_text('log_level = "warning"\n')
    fresh.run("migrate")
    key = fresh.key("--user", "built-in/admin")
    fresh.start("--config", str(settings))
    log = fresh.data / "server.log"
    for text, said in [('log_level = "loud"\n', "kept as they were"), ("log_levle = 1\n", "log_levle"), ('log_level = "info"\n', "they hold after a restart")]:
        settings.write_text(text)
        fresh.process.send_signal(signal.SIGHUP)
        wait_for(said, lambda: said in log.read_text())
        assert call(httpx, fresh.mcp, key, "whoami").status_code == 200
    # Requests would be logged at the level of the file of now.
    assert '"route"' not in log.read_text()
    assert fresh.stop() == 0


def test_i14_a_call_that_a_restart_broke_is_repeated_without_a_second_effect(fresh):
    """I14 The client sees a broken call. A row with a key of its own, and a change of what was read, are made once however often they are sent."""
    notes(fresh)
    key = fresh.key("--user", "built-in/admin")
    port = free_port()
    fresh.start("--port", str(port))
    with httpx.Client(timeout=60) as http:
        made = {"resource": "notes", "action": "create", "values": {"id": 7, "number": 7}}
        change = {"resource": "notes", "action": "update", "filterByTk": 7, "values": {"number": 8}, "ifMatch": {"number": 7}}
        assert is_done(call(http, fresh.mcp, key, "crud", **made).json())
        assert is_done(call(http, fresh.mcp, key, "crud", **change).json())
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "run_sql", "arguments": {"sql": ENDLESS}, "_meta": {"progressToken": 1}}}
        fields = {"Authorization": f"Bearer {key}", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
        with http.stream("POST", fresh.mcp, json=body, headers=fields) as stream, pytest.raises(httpx.HTTPError):
            for line in stream.iter_lines():
                if "notifications/progress" in line:
                    fresh.stop(kill=True)
        # Its answers were lost, as the client sees it: it sends both once more.
        fresh.start("--port", str(port))
        for arguments in [made, change]:
            again = call(http, fresh.mcp, key, "crud", **arguments).json()
            assert code(again) == "conflict", again
    fresh.stop()
    assert stored(fresh.data) == {8}


def doubled(text, times):
    """A statement of WITH queries that each name the one before twice. `{0}` in `text` is its name."""
    steps = "".join(f", c{step + 1} AS ({text.format(f'c{step}')})" for step in range(times))
    return f"WITH c0 AS (SELECT number AS x FROM notes){steps} SELECT count(*) FROM c{times}"


def memory(pid, name):
    """A line of the process's status. Unit: MB."""
    return int(next(line.split()[1] for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith(name))) / 1024


def test_i16_statements_that_take_all_memory_end_alone_and_give_it_back(fresh):
    """I16 Sorts, joins and WITH queries that double, several at a time: they fail, the process serves, and what it holds stays within the promise."""
    notes(fresh)
    with contextlib.closing(sqlite3.connect(fresh.data / "workspaces" / "1.db")) as database, database:
        database.executemany("INSERT INTO notes VALUES (?, ?)", [(number, number) for number in range(1, 200)])
    keys = []
    for number in range(6):
        fresh.run("user", "add", f"built-in/hungry{number}", "--password-stdin", stdin="correct horse battery\n")
        fresh.run("member", "add", "main", f"built-in/hungry{number}", "--role", "reader")
        keys.append(fresh.key("--user", f"built-in/hungry{number}"))
    mine = fresh.key("--user", "built-in/admin")
    fresh.start("--call-timeout", "600s")
    pid = fresh.process.pid
    # Nearly a megabyte a row, three thousand of them to be sorted.
    text = "'xxxxxxxxxx'"
    for one, other in ["xy", "yz", "za", "ab", "bc"]:
        text = f"replace({text}, '{one}', '{other * (9 if other == 'c' else 10)}')"
    sort = (
        f"SELECT count(*) FROM (SELECT {text} || i AS t FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
        "SELECT i FROM n) ORDER BY t DESC LIMIT 2900)")
    join = doubled("SELECT a.x FROM {0} a, {0} b", 6)
    compiled = doubled(f"SELECT a.x + {' + '.join(['(a.x * 2)'] * 60)} AS x FROM {{0}} a, {{0}} b", 16)
    hungry = [sort, join, compiled, sort, join, compiled]
    with concurrent.futures.ThreadPoolExecutor(6) as pool, httpx.Client(timeout=600) as http:
        assert call(http, fresh.mcp, mine, "run_sql", sql="SELECT 1 AS one").json()["result"]["structuredContent"]["rows"] == [[1]]
        before = memory(pid, "VmRSS")
        for _ in range(2):
            running = [pool.submit(call, httpx.Client(timeout=600), fresh.mcp, key, "run_sql", sql=sql) for key, sql in zip(keys, hungry)]
            while not all(one.done() for one in running):
                assert call(http, fresh.mcp, mine, "whoami").status_code == 200
            for one in running:
                answer = one.result().json()["result"]
                assert answer["isError"] and code({"result": answer}) in ["limited", "invalid_argument"], answer
            again = call(http, fresh.mcp, mine, "run_sql", sql="SELECT 1 AS one").json()["result"]
            assert again["structuredContent"]["rows"] == [[1]]
            wait_for("what the statements took is given back", lambda: memory(pid, "VmRSS") < before + 100)
    assert fresh.process.poll() is None and fresh.process.pid == pid
    grown = memory(pid, "VmHWM") - before
    assert grown < 768, f"{grown:.0f} MB"


def test_i17_sixty_four_slow_statements_hold_up_nobody(fresh):
    """I17 They have a bounded part of the threads; all other calls are answered while they run, and what is late is measured."""
    notes(fresh)
    people = ["built-in/admin"]
    for number in range(7):
        people.append(f"built-in/slow{number}")
        fresh.run("user", "add", people[-1], "--password-stdin", stdin="correct horse battery\n")
        fresh.run("member", "add", "main", people[-1], "--role", "reader")
    keys = [fresh.key("--user", person) for person in people]
    mine = fresh.key("--user", "built-in/admin", "--name", "mine")
    fresh.start("--call-timeout", "3600s")
    running = [sent(fresh, keys[number % len(keys)], "run_sql", sql=ENDLESS) for number in range(64)]
    wait_for("four run, the others wait", lambda: metric(fresh, "gatehouse_sql_waiting") == 60)
    with httpx.Client(timeout=60) as http:
        for number in range(20):
            assert call(http, fresh.mcp, mine, "whoami").status_code == 200
            assert is_done(create(http, fresh, mine, number))
            assert is_ready(fresh)
        assert metric(fresh, "gatehouse_sql_waiting") == 60, "none of them has ended meanwhile"
        assert metric(fresh, "gatehouse_task_delay_ms") >= 0 and metric(fresh, "gatehouse_loop_delay_ms") >= 0
        for connection in running:
            connection.close()
        wait_for("those that left wait no longer", lambda: metric(fresh, "gatehouse_sql_waiting") == 0)
        assert is_done(call(http, fresh.mcp, mine, "run_sql", sql="SELECT 1").json())


def test_i11_many_calls_of_one_caller_wait_instead_of_being_refused(fresh):
    """I11 Sixty-four connections of one key with short queries, and ten keys beside it: every call has its rows."""
    notes(fresh)
    with contextlib.closing(sqlite3.connect(fresh.data / "workspaces" / "1.db")) as database, database:
        database.executemany("INSERT INTO notes VALUES (?, ?)", [(number, number) for number in range(1, 1001)])
    keys = []
    for number in range(10):
        fresh.run("user", "add", f"built-in/few{number}", "--password-stdin", stdin="correct horse battery\n")
        fresh.run("member", "add", "main", f"built-in/few{number}", "--role", "reader")
        keys.append(fresh.key("--user", f"built-in/few{number}"))
    many = fresh.key("--user", "built-in/admin")
    fresh.start()

    def ask(key, times):
        answers = []
        with httpx.Client(timeout=120) as http:
            for number in range(times):
                sql = f"SELECT id, number FROM notes WHERE id > {number} ORDER BY id LIMIT 10"
                answers.append((number, call(http, fresh.mcp, key, "run_sql", sql=sql).json()))
        return answers

    with concurrent.futures.ThreadPoolExecutor(74) as pool:
        asked = [pool.submit(ask, many, 10) for _ in range(64)] + [pool.submit(ask, key, 40) for key in keys]
        for one in asked:
            for number, answer in one.result():
                assert is_done(answer), answer
                assert answer["result"]["structuredContent"]["rows"] == [[id, id] for id in range(number + 1, number + 11)]
    assert metric(fresh, "gatehouse_sql_waiting") == 0


def test_i18_a_log_that_nobody_reads_and_then_is_gone(fresh):
    """I18 Lines wait, then are dropped and counted; calls are served all the time, and the stop is as orderly."""
    fresh.run("migrate")
    key = fresh.key("--user", "built-in/admin")
    reading, writing = os.pipe()
    fresh.log = os.fdopen(writing, "wb")
    fresh.process = subprocess.Popen(
        [BINARY, "serve", "--port", "0", "--ask-port", "off", "--log-level", "info"], env=fresh.environment(), stdout=subprocess.PIPE,
        stderr=fresh.log, text=True)
    fresh.url = json.loads(fresh.process.stdout.readline())["url"]
    with httpx.Client(timeout=60) as http:
        # Far more lines than a pipe holds.
        for _ in range(600):
            assert call(http, fresh.mcp, key, "whoami").status_code == 200
        assert metric(fresh, "gatehouse_log_dropped") == 0
        os.close(reading)
        wait_for("lost lines are counted", lambda: metric(fresh, "gatehouse_log_dropped") > 100)
        assert call(http, fresh.mcp, key, "whoami").status_code == 200
    assert fresh.stop() == 0


class Relay:
    """A way to a server that can be split: connections stay open and carry nothing, new ones are taken and carry nothing."""

    def __init__(self, port):
        self.target, self.carries, self.closed = port, threading.Event(), False
        self.carries.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                threading.Thread(target=self.join, args=(near,), daemon=True).start()

    def join(self, near):
        self.carries.wait()
        with contextlib.suppress(OSError):
            far = socket.create_connection(("127.0.0.1", self.target))
            for pair in [(near, far), (far, near)]:
                threading.Thread(target=self.copy, args=pair, daemon=True).start()

    def copy(self, source, sink):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self.carries.wait()
                sink.sendall(data)
        for end in [source, sink]:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.carries.set()
        self.listener.close()


def test_i23_a_node_is_split_from_the_state(tmp_path):
    """I23 It mints nothing and serves nobody whose rights it cannot see, says that it is not ready, and goes on by itself; the other node serves."""
    server = PostgreSQL.shared()
    with server.database("gate_state") as state, server.database("gate_data") as data:
        relay = Relay(server.port)
        public = f"http://127.0.0.1:{free_port()}"

        def urls(way):
            return [f"postgres://gate_{name}@127.0.0.1:{way}/{place}?sslmode=disable" for name, place in [("state", state), ("data", data)]]

        split, whole = Node(tmp_path / "split", urls(relay.port), public), Node(tmp_path / "whole", urls(server.port), public)
        try:
            split.run("migrate")
            shutil.copy(split.data / "secret.key", whole.data / "secret.key")
            robot = json.loads(whole.run("application", "add", "built-in/robot", "--grant", "client_credentials", "--scopes", "read:application").stdout)
            key = whole.key("--user", "built-in/admin")
            split.start()
            whole.start()

            def token(node):
                form = {"grant_type": "client_credentials", "client_id": robot["client_id"], "client_secret": robot["client_secret"], "scope": "read:application"}
                return httpx.post(
                    f"{node.url}/api/login/oauth/access_token", data=form, headers={"Host": public.removeprefix("http://")}, timeout=60)

            def status(node, bearer):
                answer = call(httpx.Client(timeout=60), node.mcp, bearer, "whoami")
                return answer.status_code if answer.status_code != 200 else "ok" if is_done(answer.json()) else "error"

            held = token(split).json()["access_token"]
            assert status(split, held) == status(split, key) == "ok"
            minted = server.sql("SELECT count(*) FROM access_tokens", database=state)
            relay.carries.clear()
            wait_for("the split node is not ready", lambda: not is_ready(split))
            refused = token(split)
            assert refused.status_code >= 500 and "access_token" not in refused.text, refused.text
            assert status(split, held) != "ok" and status(split, key) != "ok", "rights that cannot be seen count"
            assert server.sql("SELECT count(*) FROM access_tokens", database=state) == minted
            assert is_ready(whole) and status(whole, held) == status(whole, key) == "ok"
            whole.run("user", "disable", "built-in/admin")
            relay.carries.set()
            wait_for("ready again", lambda: is_ready(split))
            wait_for("serves again", lambda: status(split, held) == "ok")
            assert status(split, key) == 401, "what was taken in between is back"
            assert token(split).status_code == 200
        finally:
            relay.close()
            for node in [split, whole]:
                node.stop(kill=True)

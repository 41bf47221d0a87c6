"""The question server under attack: credentials of others, streams of others, pages of others, guesses, and rows that want to be markup."""

import contextlib
import json
import re
import sqlite3

import httpx
import pytest

from conftest import Gatehouse

PASSWORD = "correct horse battery"
PUBLIC = "https://ask.example.org/questions"
# What a reader of Markdown would fetch, follow, run or take for the end of the table.
HOSTILE = [
    "![x](https://evil.example/?q=1)", "[click](https://evil.example/)", "<img src=https://evil.example/>", "a|b", "a|\u0301b", "c\r\n\r\n# heading", "d\u2028e",
    "\\![y](https://evil.example/)", "`code`", "```\n![z](https://evil.example/)",
]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Two tenants, and a data source whose rows hold markup, behind one question server."""
    folder = tmp_path_factory.mktemp("attacked")
    with contextlib.closing(sqlite3.connect(folder / "notes.db")) as base:
        base.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, kind TEXT)")
        base.executemany("INSERT INTO notes (title, kind) VALUES (?, ?)", [(title, f"kind {place % 3}") for place, title in enumerate(HOSTILE)])
        base.commit()
    made = Gatehouse(folder / "data").migrate()
    made.run("source", "add", "notes", f"sqlite://{folder}/notes.db")
    made.run("organization", "add", "rival")
    for person in ["rival/rita", "rival/guessed"]:
        made.run("user", "add", person, "--password-stdin", stdin=PASSWORD + "\n")
    made.run("user", "add", "rival/boss", "--admin", "--password-stdin", stdin=PASSWORD + "\n")
    made.run("workspace", "add", "rival", "--organization", "rival")
    made.run("member", "add", "rival", "rival/rita", "--role", "reader")
    made.run("role", "add", "built-in/nobody")
    made.run("member", "add", "main", "built-in/admin", "--role", "nobody")
    made.start("--ask-port", "0")
    yield made
    assert made.stop() == 0


@pytest.fixture
def http():
    with httpx.Client(timeout=60) as client:
        yield client


def bearer(text):
    return {"Authorization": f"Bearer {text}"}


def start(http, house, username="admin", **more):
    answer = http.post(f"{house.ask}/mcp/mcp_start", json={"username": username, "password": PASSWORD}, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ask(http, house, begun, question, **more):
    body = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": question, "datasource_id": "notes", "lang": "en", **more}
    return http.post(f"{house.ask}/mcp/mcp_question", json=body)


def call(http, house, name, arguments, headers={}):
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    return http.post(f"{house.ask}/mcp", headers={"MCP-Protocol-Version": "2025-11-25", **headers}, json=body)


def opened(http, house, headers):
    """The head alone of what the old transport answers with, which may go on."""
    with http.stream("GET", f"{house.ask}/mcp", headers={**headers, "Accept": "text/event-stream"}) as stream:
        return stream


def test_rows_are_no_markup_in_the_markdown_of_an_answer(house, http):
    """D13 Also under a combining mark, and with line ends of two characters."""
    begun = start(http, house)
    rows = ask(http, house, begun, "number of notes for each title", stream=False).json()
    assert {row["title"] for row in rows["data"]["data"]} == set(HOSTILE), rows
    text = ask(http, house, begun, "number of notes for each title").text
    table = [line for line in text.splitlines() if line.startswith("| ")]
    # A heading, a rule and a line for each row, all of them with two cells.
    assert len(table) == len(HOSTILE) + 2, text
    assert {len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in table} == {3}, text
    plain = re.sub(r"\\[\\\[\]<>`|!#]", "", text.replace(rows["sql"], ""))
    assert not re.search(r"!\[[^\]]*\]\((?!%s)|\[click\]\(|<img|^#|`code`" % re.escape(house.ask), plain, re.MULTILINE), text


def test_a_value_ends_no_block_of_code(house, http):
    """D13 Not in the SQL either, where it may stand."""
    begun = start(http, house)
    answer = ask(http, house, begun, "number of notes with title ```\n![z](https://evil.example/)").text
    outside = re.sub(r"^(`{3,})sql$.*?^\1$", "", answer, flags=re.MULTILINE | re.DOTALL)
    assert not re.search(r"^!\[z\]", outside, re.MULTILINE), answer
    fences = [line for line in answer.splitlines() if line.startswith("```")]
    assert len(fences) in (0, 2), answer


def test_guesses_are_slowed_down_over_both_surfaces_together_and_say_for_how_long(house, http):
    """A24 Guesses count together, wherever they come in."""
    # Made before: afterwards the time that guesses keep waiting could pass meanwhile.
    key = house.key("--user", "built-in/admin", "--scopes", "ask")
    statuses = []
    for number in range(40):
        arguments = {"username": "rival/guessed", "password": f"guess {number}"}
        if number % 2:
            answer = http.post(f"{house.ask}/mcp/mcp_start", json=arguments)
            statuses.append(answer.status_code)
            if answer.status_code == 429:
                assert int(answer.headers["retry-after"]) >= 1
                break
            assert (answer.status_code, answer.json()) == (400, "Incorrect account or password")
        else:
            text = call(http, house, "mcp_start", arguments).json()["result"]["content"][0]["text"]
            statuses.append(int(re.search(r"Status code: (\d+)", text)[1]))
    assert statuses[-1] == 429, statuses
    # The right password waits as well, and the sign-in page counts the same guesses.
    right = {"username": "rival/guessed", "password": PASSWORD}
    assert http.post(f"{house.ask}/mcp/mcp_start", json=right).status_code == 429
    page = {"type": "login", "organization": "rival", "username": "guessed", "password": PASSWORD}
    assert http.post(f"{house.url}/api/login", json=page).status_code == 429
    # Over MCP and at the main endpoint too, whoever shows what else.
    assert "Status code: 429" in call(http, house, "mcp_start", right).text
    assert http.post(f"{house.url}/api/tools/mcp_start", headers=bearer(key), json=right).status_code == 429
    assert start(http, house)["access_token"], "others go on"


def test_tokens_of_other_audiences_and_odd_ones_open_nothing_as_argument_or_header(house, http):
    """E19 E13 Not even in the query."""
    begun = start(http, house)
    made = json.loads(house.run("application", "add", "built-in/robot", "--grant", "client_credentials", "--scopes", "ask").stdout)
    house.run("member", "add", "main", "built-in/robot", "--role", "reader", "--application")
    form = {"grant_type": "client_credentials", "scope": "ask", "resource": house.mcp}
    main = http.post(f"{house.url}/api/login/oauth/access_token", data=form, auth=(made["client_id"], made["client_secret"])).json()["access_token"]
    head, body, mark = begun["access_token"].split(".")
    odd = [main, "", " ", "null", "Bearer", f"{head}.{body}.", f"{head}.{body}", "gths_" + "A" * 43, "x" * 9000, f"{made['client_id']}:{made['client_secret']}"]
    for token in odd:
        as_argument = http.post(f"{house.ask}/mcp/mcp_question", json={"token": token, "chat_id": begun["chat_id"], "question": "notes"})
        assert as_argument.status_code == 401, token
        if token.strip():
            as_header = http.post(f"{house.ask}/mcp/mcp_ws_list", headers={"Authorization": f"Bearer {token}"}, json={"token": begun["access_token"]})
            assert as_header.status_code == 401, "a bad header is refused whatever the arguments say"
            assert http.post(f"{house.ask}/mcp/mcp_question", headers={"Authorization": f"Bearer {token}"}, json={}).status_code == 401, "before the rest is looked at"
    for token in [[], {}, 7, True]:
        assert http.post(f"{house.ask}/mcp/mcp_ws_list", json={"token": token}).status_code in (400, 401, 422)
    for path in ["/api/tools/whoami", "/api/tools/run_sql"]:
        assert http.post(house.url + path, headers=bearer(begun["access_token"]), json={}).status_code == 401
    assert http.get(f"{house.url}/api/get-users", headers=bearer(begun["access_token"])).status_code == 401
    assert http.get(f"{house.url}/api/userinfo", headers=bearer(begun["access_token"])).status_code in (401, 403)
    # In the query only where the page has it.
    for name in ["mcp_datasource_list", "get_model_list", "mcp_start"]:
        assert http.post(f"{house.ask}/mcp/{name}", params={"token": begun["access_token"]}, json={}).status_code in (400, 401), name
    assert begun["access_token"] not in (house.data / "server.log").read_text()


def test_of_two_people_in_one_request_the_one_among_the_arguments_acts_and_is_noted(house, http):
    """E19 Nobody acts as two."""
    ours, theirs = start(http, house), start(http, house, "rival/rita")
    listed = http.post(f"{house.ask}/mcp/mcp_ws_list", headers=bearer(ours["access_token"]), json={"token": theirs["access_token"]})
    assert [place["name"] for place in listed.json()] == ["rival"]
    foreign = http.post(
        f"{house.ask}/mcp/mcp_question", headers=bearer(ours["access_token"]),
        json={"token": theirs["access_token"], "chat_id": ours["chat_id"], "question": "notes"})
    assert foreign.status_code == 404, "the chat is not hers"
    rows = house.audit("--limit", "10")
    assert [row["user"] for row in rows if row["tool"] == "mcp_ws_list"][-1] == "rival/rita"


def test_a_role_that_the_request_names_narrows_here_too(house, http):
    begun = start(http, house)
    for headers, status in [({"X-Role": "nobody"}, 403), ({"X-Role": "admin"}, 200), ({"X-Role": "member"}, 403)]:
        body = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": "number of notes", "datasource_id": "notes", "stream": False}
        assert http.post(f"{house.ask}/mcp/mcp_question", headers=headers, json=body).status_code == status, headers
        text = call(http, house, "mcp_question", body, headers).text
        assert ("Status code: 403" in text) == (status == 403), (headers, text)


def test_pages_of_other_origins_and_hosts_get_nothing(house, http):
    """B01 B20 D05 Neither with a cookie nor with a token."""
    begun = start(http, house)
    with httpx.Client(timeout=60) as browser:
        page = {"type": "login", "organization": "built-in", "username": "admin", "password": PASSWORD}
        assert browser.post(f"{house.url}/api/login", json=page, headers={"Origin": house.url}).status_code == 200
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    assert cookie
    listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "mcp_ws_list", "arguments": {}}}
    for origin in ["https://evil.example", "null", f"{house.ask}.evil.example", f"{house.ask}, {house.ask}"]:
        for headers in [{"Cookie": cookie}, bearer(begun["access_token"])]:
            headers = {**headers, "Origin": origin}
            for answer in [
                http.post(f"{house.ask}/mcp/mcp_ws_list", headers=headers, json={}), http.post(f"{house.ask}/mcp", headers=headers, json=listing),
                opened(http, house, headers),
                http.post(f"{house.ask}/mcp/messages/?session_id=1", headers=headers, json=listing),
            ]:
                assert answer.status_code == 403, origin
                assert answer.headers.get("access-control-allow-credentials") is None
    # Pages of other ports of this machine may read; a cookie counts for none of them.
    for origin in [house.url, house.ask.replace("http:", "https:"), "http://127.0.0.1:1"]:
        assert http.post(f"{house.ask}/mcp", headers={"Cookie": cookie, "Origin": origin}, json=listing).status_code == 401, origin
    # A cookie without a page of this server behind it opens nothing; REST takes none at all.
    for headers in [{"Cookie": cookie}, {"Cookie": cookie, "Origin": house.ask}, {"Cookie": cookie, "Sec-Fetch-Site": "cross-site"}]:
        assert http.post(f"{house.ask}/mcp/mcp_ws_list", headers=headers, json={}).status_code == 401
    for host in ["evil.example", "evil.example:8001", "127.0.0.1.evil.example"]:
        for path in ["/mcp/mcp_start", "/mcp", "/images/x.png", "/.well-known/oauth-protected-resource"]:
            method = "GET" if path.startswith(("/images", "/.well")) else "POST"
            assert http.request(method, house.ask + path, headers={"Host": host}).status_code == 403, (host, path)


def test_bodies_are_bounded_and_read_strictly(house, http):
    """G03 B11 B12 B13 Also what is no operation of this server."""
    begun = start(http, house)
    large = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": "x" * 1_100_000}
    assert http.post(f"{house.ask}/mcp/mcp_question", json=large).status_code == 413
    assert call(http, house, "mcp_question", large).status_code == 413
    assert ask(http, house, begun, "x" * 2_001).status_code == 400
    for text in ["[" * 5_000, '{"token":1,"token":2}', "[]", '"x"', "{", "\x00", '{"question":' + '{"a":' * 80 + "1" + "}" * 81]:
        assert http.post(f"{house.ask}/mcp/mcp_ws_list", content=text.encode()).status_code == 400, text[:40]
    assert http.post(f"{house.ask}/mcp/mcp_start", content=b"x", headers={"Content-Encoding": "gzip"}).status_code == 415
    assert http.post(f"{house.ask}/mcp/mcp_start", json={"username": "admin", "password": "x" * 500_000}).status_code == 400
    for name in ["mcp_nothing", "whoami", "run_sql", "crud", "MCP_START", "mcp_start/"]:
        assert http.post(f"{house.ask}/mcp/{name}", headers=bearer(begun["access_token"]), json={}).status_code == 404, name
    for name in ["whoami", "run_sql", "crud", "ask_question", "api_keys_create", "tools_call"]:
        answer = call(http, house, name, {}, bearer(begun["access_token"])).json()
        assert answer["error"]["code"] == -32602, name


def events(stream):
    """The events of an open stream, each its type and its data."""
    kind = None
    for line in stream.iter_lines():
        if line.startswith("event:"):
            kind = line[6:].strip()
        elif line.startswith("data:"):
            yield kind, line[5:].strip()


def test_a_stream_takes_messages_of_whoever_opened_it_alone(house, http):
    """B07 Nothing of others comes down it."""
    ours, other = house.key("--user", "built-in/admin"), house.key("--user", "rival/rita")
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "mcp_ws_list", "arguments": {}}}
    owners = [bearer(ours), {}]
    for owner in owners:
        with http.stream("GET", f"{house.ask}/mcp", headers={**owner, "Accept": "text/event-stream"}) as stream:
            incoming = events(stream)
            kind, path = next(incoming)
            assert kind == "endpoint" and re.fullmatch(r"/mcp/messages/\?session_id=[0-9a-f]{32}", path), path
            for thief in [bearer(other), *[headers for headers in owners if headers != owner]]:
                with httpx.Client(timeout=60) as client:
                    assert client.post(house.ask + path, headers=thief, json=message).status_code == 404
            with httpx.Client(timeout=60) as client:
                assert client.post(house.ask + path[:-1] + ("0" if path[-1] != "0" else "1"), headers=owner, json=message).status_code == 404
                assert client.post(house.ask + path, headers=owner, json={"jsonrpc": "2.0", "id": 2, "method": "ping"}).status_code == 202
            kind, data = next(incoming)
            assert json.loads(data) == {"jsonrpc": "2.0", "id": 2, "result": {}}, "nothing of the others came before it"


def test_sessions_of_strangers_are_told_apart(house, http):
    """B07 Also at the other listener."""
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    made = [http.post(f"{house.ask}/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}) for _ in range(2)]
    ids = [answer.headers["mcp-session-id"] for answer in made]
    assert len(set(ids)) == 2
    key = house.key("--user", "rival/rita")
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    for headers, status in [({}, 200), (bearer(key), 404)]:
        assert http.post(f"{house.ask}/mcp", headers={**headers, "Mcp-Session-Id": ids[0]}, json=ping).status_code == status
    assert http.post(house.mcp, headers={"Mcp-Session-Id": ids[0]}, json=ping).status_code == 404, "nor is it one of the main endpoint"


def test_another_tenant_cannot_take_the_name_of_the_client_that_sign_ins_belong_to(fresh, http):
    """E20 In any case, and by no other way."""
    fresh.migrate()
    fresh.run("organization", "add", "rival")
    fresh.run("user", "add", "rival/boss", "--admin", "--password-stdin", stdin=PASSWORD + "\n")
    fresh.start("--ask-port", "0")
    boss = bearer(fresh.key("--user", "rival/boss"))
    tools = f"{fresh.url}/api/tools"
    for name in ["question-server", "Question-Server"]:
        taken = http.post(f"{tools}/add_application", headers=boss, json={"application": {"owner": "rival", "name": name}})
        assert taken.status_code == 409, taken.text
    made = http.post(f"{tools}/add_application", headers=boss, json={"application": {"owner": "rival", "name": "other"}})
    assert made.status_code == 200, made.text
    renamed = http.post(
        f"{tools}/update_application", headers=boss, json={"id": "rival/other", "application": {"name": "question-server"}})
    assert renamed.status_code in (400, 409), renamed.text
    assert start(http, fresh)["access_token"]


def test_challenge_and_documents_name_the_url_that_was_called_also_below_a_path(fresh, http):
    fresh.migrate().start("--ask-port", "0", "--ask-public-url", PUBLIC, "--public-url", "https://ask.example.org", "--trusted-proxy", "127.0.0.1/32")
    own = {"Host": "ask.example.org"}
    listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    for spelling in ["/mcp", "/mcp/", "/MCP"]:
        refused = http.post(fresh.ask + spelling, headers={**own, **bearer("x.y.z")}, json=listing)
        assert refused.status_code == 401
        named = re.search(r'resource_metadata="([^"]+)"', refused.headers["www-authenticate"])[1]
        assert named == f"{PUBLIC}/.well-known/oauth-protected-resource{spelling}"
        document = http.get(fresh.ask + named.removeprefix(PUBLIC), headers=own).json()
        assert document["resource"] == PUBLIC + spelling and document["authorization_servers"] == ["https://ask.example.org"]
    # RFC 9728 section 3.1 puts the path behind, where the main listener is.
    document = http.get(f"{fresh.url}/.well-known/oauth-protected-resource/questions/mcp", headers=own).json()
    assert document["resource"] == f"{PUBLIC}/mcp" and document["scopes_supported"] == ["ask"]
    assert http.get(f"{fresh.ask}/.well-known/oauth-protected-resource/other", headers=own).status_code == 404
    rest = http.post(f"{fresh.ask}/mcp/mcp_ws_list", headers=own, json={})
    assert f'resource_metadata="{PUBLIC}/.well-known/oauth-protected-resource/mcp"' in rest.headers["www-authenticate"]


def test_passwords_tokens_and_questions_are_in_no_row_of_the_audit_log_and_no_line_of_the_log(house, http):
    """A45 A36 Whatever surface they came by."""
    begun = start(http, house)
    secret = "Xylograph7"
    http.post(f"{house.ask}/mcp/mcp_start", json={"username": "admin", "password": secret})
    call(http, house, "mcp_start", {"username": "admin", "password": secret})
    ask(http, house, begun, f"notes with title {secret}")
    http.post(f"{house.ask}/mcp/mcp_assistant", json={"token": begun["access_token"], "question": secret, "url": f"https://{secret}/", "authorization": secret})
    http.post(f"{house.ask}/mcp/mcp_ws_list", params={"token": begun["access_token"]})
    written = json.dumps(house.audit("--limit", "1000")) + (house.data / "server.log").read_text()
    for text in [PASSWORD, secret, begun["access_token"], begun["access_token"].split(".")[2]]:
        assert text not in written

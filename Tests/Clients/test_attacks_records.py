"""NocoBase's interface and `crud` under attack: what paths, bodies, headers and relations reach, by somebody who may see some of the rows."""

import json
import urllib.parse

import httpx
import pytest

from attackers import ALL, HEADERS, PASSWORD, Attackers
from conftest import Gatehouse

# Of rows 1 and 2 ann is the owner, of 3 and 4 bob.
HIDDEN, MISSING = 3, 99


@pytest.fixture(scope="module")
def them(tmp_path_factory):
    """Posts with tags by a join table and comments by a key; ann sees what she owns."""
    house = Gatehouse(tmp_path_factory.mktemp("attacked"))
    them = Attackers(house)
    house.start("--ask-port", "0")
    for name, fields in {
        "tags": [{"name": "word", "type": "string"}],
        "posts": [{"name": "title", "type": "string"}, {"name": "place", "type": "sort"}, {"name": "tags", "type": "belongsToMany", "target": "tags"}],
        "comments": [{"name": "text", "type": "string"}, {"name": "post", "type": "belongsTo", "target": "posts"}],
    }.items():
        them.done("admin", "collections_apply", {"name": name, "fields": [*fields, {"name": "owner", "type": "string"}]})
    them.done("admin", "fields_apply", {"collectionName": "posts", "name": "comments", "type": "hasMany", "target": "comments", "foreignKey": "postId"})
    for owner in ["ann", "ann", "bob", "bob"]:
        for name, field in [("tags", "word"), ("posts", "title"), ("comments", "text")]:
            assert "data" in them.crud("admin", "create", name, values={field: f"of {owner}", "owner": owner})
    for row in [1, 2, 3, 4]:
        assert "data" in them.crud("admin", "add", "posts.tags", sourceId=row, filterByTk=[1, 2, 3, 4])
        assert "data" in them.crud("admin", "update", "comments", filterByTk=row, values={"postId": row})
        assert "data" in them.crud("admin", "update", "posts", filterByTk=row, values={"place": row})
    for name in ["posts", "tags", "comments"]:
        house.run("rule", "set", "main", "clerk", "main", name, "--actions", ALL, "--filter", json.dumps({"owner": "ann"}))
    house.run("rule", "set", "main", "clerk", "main", "posts_tags", "--actions", ALL)
    yield them
    assert house.stop() == 0


def test_C67_a_body_or_query_says_no_other_collection_or_action_than_the_path(them):
    """C67 What a proxy lets through as a list stays one."""
    before = them.state()
    for method, path, body in [
        ("POST", "/api/tags:list", {"action": "destroy", "filterByTk": 1}), ("POST", "/api/tags:list", {"resource": "posts"}),
        ("POST", "/api/tags:get?filterByTk=1", {"action": "update", "values": {"word": "x"}}), ("POST", "/api/tags:query", {"resource": "posts"}),
        ("POST", "/api/posts:move?sourceId=1&targetId=2&sortField=place", {"action": "destroy", "filterByTk": 1}),
        ("GET", "/api/tags:list?action=destroy&filterByTk=1", None), ("GET", "/api/tags:list?resource=posts", None),
        ("POST", "/api/resource:list", {"resource": "tags", "action": "destroy", "filterByTk": 1}),
    ]:
        status, text = them.rest("ann", method, path, body)
        assert status == 400 and "invalid_argument" in text, (path, body, text)
    # What the path says of a row holds too.
    assert json.loads(them.rest("ann", "POST", "/api/posts/1/tags:list", {"sourceId": HIDDEN})[1])["meta"]["count"] == 2
    assert json.loads(them.rest("ann", "GET", "/api/tags/1?filterByTk=2")[1])["data"]["id"] == 1
    assert them.state() == before


def test_C51_a_row_that_is_hidden_answers_in_every_form_of_a_request_as_one_that_is_not_there(them):
    """C51 C46 By paths, keys, relations, moves and new rows that refer to it; nothing changes."""
    before = them.state()
    requests = [
        ("GET", "/api/posts/{}", None), ("GET", "/api/posts:get?filterByTk={}", None), ("GET", "/api/posts/{}/tags", None),
        ("GET", "/api/posts/{}/tags:list", None), ("GET", "/api/posts/{}/comments:list", None), ("GET", "/api/posts/1/tags/{}", None),
        ("GET", "/api/posts/1/comments/{}", None), ("GET", "/api/comments/{}/post:get", None), ("GET", '/api/posts:list?filter={{"tags.id":{}}}', None),
        ("GET", '/api/posts:list?filter={{"comments.postId":{}}}', None), ("POST", "/api/posts:update?filterByTk={}", {"title": "x"}),
        ("PUT", "/api/posts/{}", {"title": "x"}), ("DELETE", "/api/tags/{}", None), ("POST", "/api/tags:destroy?filterByTk={}", None),
        ("DELETE", "/api/posts/{}", None), ("POST", "/api/posts/{}/comments:create", {"text": "x"}), ("POST", "/api/posts:move?sourceId=1&sortField=place&targetId={}", None),
        ("POST", "/api/posts:move?sourceId={}&sortField=place&targetId=1", None),
        *[("POST", f"/api/posts/{{}}/tags:{verb}", [1]) for verb in ["add", "set", "remove", "toggle"]],
    ]
    for method, path, body in requests:
        hidden, missing = (them.rest("ann", method, path.format(row), body) for row in [HIDDEN, MISSING])
        assert (hidden[0], hidden[1].replace(str(HIDDEN), "#")) == (missing[0], missing[1].replace(str(MISSING), "#")), (method, path, hidden, missing)
    for verb in ["add", "remove", "toggle", "set"]:
        for relation in ["tags", "comments"]:
            answers = [them.rest("ann", "POST", f"/api/posts/1/{relation}:{verb}", [row]) for row in [HIDDEN, MISSING]]
            assert answers[0] == answers[1], (verb, relation, answers)
    for row in [HIDDEN, MISSING]:
        status, text = them.rest("ann", "POST", "/api/comments:create", {"text": "x", "owner": "ann", "postId": row})
        assert status == 403 and "no such row" in text
        status, text = them.rest("ann", "POST", "/api/comments:update?filterByTk=1", {"postId": row})
        assert status == 403 and "no such row" in text
    assert them.state() == before


def test_C51_setting_a_relation_leaves_the_pairs_with_hidden_rows(them):
    """C51 Nobody takes away what they do not see."""
    assert them.rest("ann", "POST", "/api/posts/2/tags:set", [1])[0] == 200
    pairs = {(pair["postId"], pair["tagId"]) for pair in them.crud("admin", "list", "posts_tags", pageSize=100)["data"]}
    assert {tag for post, tag in pairs if post == 2} == {1, 3, 4}
    assert them.rest("ann", "POST", "/api/posts/2/tags:set", [1, 2])[0] == 200
    listed = json.loads(them.rest("ann", "GET", "/api/posts/2?appends[]=tags")[1])["data"]["tags"]
    assert {tag["id"] for tag in listed} == {1, 2}


def test_E05_headers_and_queries_lead_into_no_other_workspace_role_or_database(them):
    """E05 E13 `x-app`, `__appName`, `x-role` and `x-data-source`, alone and against the path."""
    before = them.state()
    # What exists elsewhere answers as what does not exist.
    for name in ["rival", "nowhere"]:
        for path, headers in [("/api/posts:list", {"X-App": name}), (f"/api/posts:list?__appName={name}", {}), (f"/api/__app/{name}/posts:list", {})]:
            status, text = them.rest("ann", "GET", path, **headers)
            assert status == 404 and text.replace(name, "#") == '{"errors":[{"message":"workspace: \'#\' does not exist","code":"not_found","title":"Not found"}]}', text
    # What no workspace can be called is not the main one either.
    for name in ["se cond", "../main", "main, main", "main,", "m\u00e4in", "%6dain", "main\u0000", "~", ".", "m" * 65]:
        quoted = urllib.parse.quote(name)
        for path, headers in [(f"/api/tags:destroy?filterByTk=1&__appName={quoted}", {}), ("/api/tags:destroy?filterByTk=1", {"X-App": quoted if "\0" in name else name.encode()})]:
            status, text = them.rest("ann", "POST", path, **headers)
            assert status == 404 and "does not exist" in text, (name, path, text)
    listed = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "crud", "arguments": {"action": "destroy", "resource": "tags", "filterByTk": 1}}}
    for query, headers in [
        ("", {"X-App": "se cond"}), ("?__appName=se+cond", {}), ("?__appName=main&x=%ff", {}), ("?x=%ff&__appName=rival", {"X-App": "main"}),
        ("?__appName=main&__appName=rival", {}), ("?__appName=rival&__appName=main", {}),
    ]:
        status, text = them.rest("ann", "POST", f"/api/mcp{query}", listed, **HEADERS, **headers)
        assert status == 404 and "there is no workspace of this name" in text, (query, headers, text)
    for query, headers in [("", {"X-App": ""}), ("?__appName=", {}), ("?__appName=MAIN", {}), ("?__appName=main", {"X-App": "rival"})]:
        assert them.rest("ann", "GET", f"/api/posts:list{query}", **headers)[0] == 200, (query, headers)
    # The path is the one that counts.
    assert them.rest("ann", "GET", "/api/__app/main/posts:list", **{"X-App": "rival"})[0] == 200
    assert them.rest("rita", "GET", "/api/posts:list")[0] == 403
    status, text = them.rest("rita", "GET", "/api/posts:list", **{"X-App": "rival"})
    assert status == 404 and "posts" in text
    for role in ["admin", "root", "reader", "narrowed"]:
        assert them.rest("ann", "GET", "/api/posts:list", **{"X-Role": role})[0] == 403, role
    own = json.loads(them.rest("ann", "GET", "/api/posts:list", **{"X-Role": "__union__"})[1])
    assert own["meta"]["count"] == 2
    for source in ["rival", "../rival", "rival/main", "MAIN", "main.db", "%6dain", ""]:
        assert them.rest("ann", "GET", "/api/posts:list", **{"X-Data-Source": source})[0] == 404, source
    for path in ["/api/users:list", "/api/users/1/roles:list", "/api/roles/admin/users:list", "/api/users:list?appends=roles"]:
        assert them.rest("ann", "GET", path)[0] == 404, path
    for path in ["/api/users:create", "/api/users/2/roles:add", "/api/users/2/roles:set", "/api/roles:create", "/api/users:update?filterByTk=1"]:
        assert them.rest("ann", "POST", path, ["admin"])[0] in (400, 403, 404), path
        assert them.rest("admin", "POST", path, ["admin"])[0] in (400, 403, 404), path
    assert them.state() == before


def test_G18_rows_related_by_a_key_that_is_not_unique_do_not_multiply(them):
    """G18 A workspace's administrator can define such a relation on fields that are there; two rows of each key would double with every level."""
    levels = 17
    them.done("admin", "collections_apply", {"name": "steps", "fields": [{"name": "from", "type": "integer"}, {"name": "to", "type": "integer"}]})
    them.done(
        "boss", "fields_apply", {"collectionName": "steps", "name": "children", "type": "hasMany", "target": "steps", "foreignKey": "from", "sourceKey": "to"})
    assert "data" in them.crud("admin", "create", "steps", values=[{"from": level, "to": level + 1} for level in range(levels) for _ in range(2)])
    for more in [{"appends": ["children(recursively=true)"]}, {"tree": True, "filter": {"from": 0}}]:
        found = them.crud("boss", "list", "steps", pageSize=1, fields=["to"], **more)
        assert found["meta"]["truncatedAppends"] == ["children"] and found["data"][0]["to"] == 1
        assert len(json.dumps(found)) < 2_000_000
    # A chain is shown to its end.
    chain = them.crud("boss", "get", "steps", filterByTk=2 * levels - 9, fields=["to"], appends=["children(recursively=true)"])
    assert "meta" not in chain and json.dumps(chain).count('"to"') == 2 ** 5 - 1


def test_A36_a_password_in_the_url_signs_nobody_in(them):
    """A36 Proxies and logs keep what stands there; also where a request has a key of its own."""
    query = "username=built-in/boss&password=correct+horse+battery"
    for method, path in [("GET", f"/api/mcp:start?{query}"), ("POST", f"/api/mcp:start?{query}"), ("GET", "/api/mcp:ws_list?token=gths_x")]:
        for who in ["ann", None]:
            status, text = them.rest(who, method, path, {} if method == "POST" else None)
            assert status == (400 if who else 401) and "credentials in the URL are not read" in text, (path, who, text)
            assert "access_token" not in text


def test_D05_a_session_counts_for_the_servers_own_pages_alone(them):
    """D05 Also for rows: a link, a form or a script of another site reads and changes nothing with it."""
    before, url = them.state(), them.house.url
    with httpx.Client(base_url=url, timeout=60) as browser:
        signed = browser.post("/api/login", json={"type": "login", "organization": "built-in", "username": "ann", "password": PASSWORD})
        assert signed.json()["status"] == "ok" and browser.cookies
        for fields in [
            {}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "none"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "null"}, {"Origin": "https://evil.example"},
            {"Origin": url.replace("127.0.0.1", "localhost")},
        ]:
            for method, path in [("GET", "/api/posts:list"), ("POST", "/api/tags:destroy?filterByTk=1"), ("DELETE", "/api/tags/1"), ("POST", "/api/posts/1/tags:set")]:
                answer = browser.request(method, path, headers=fields, json=[] if method == "POST" else None)
                assert answer.status_code in (401, 403) and "ann" not in answer.text, (fields, method, path, answer.text)
        assert browser.get("/api/posts:list", headers={"Origin": url}).json()["meta"]["count"] == 2
    assert them.state() == before

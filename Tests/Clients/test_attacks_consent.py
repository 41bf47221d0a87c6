"""Consent and applications under attack: pages of others, scopes that were not offered, ports of others, and an application that administers applications."""

import base64
import hashlib
import json
import secrets
from urllib.parse import urlencode

import httpx
import pytest

from attackers import HEADERS, PASSWORD
from conftest import Gatehouse
from person import Person, query

WEB, CLI = "https://web.example/callback", "http://127.0.0.1:5001/callback"
GRANTS = "authorization_code,refresh_token"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Ann and Bob, a client with a secret, one without that comes back to this machine, and applications of two organizations."""
    made = Gatehouse(tmp_path_factory.mktemp("attacked")).migrate()
    for person in ["ann", "bob"]:
        made.run("user", "add", f"built-in/{person}", "--password-stdin", stdin=PASSWORD + "\n")
        made.run("member", "add", "main", f"built-in/{person}", "--role", "reader")
    made.run("organization", "add", "acme")
    made.run("workspace", "add", "acme", "--organization", "acme")
    made.run("organization", "add", "rival")
    made.clients = {}
    for name, *options in [
        ("built-in/web", "--grant", GRANTS, "--redirect", WEB), ("built-in/cli", "--grant", GRANTS, "--redirect", "http://127.0.0.1/callback", "--public"),
        ("acme/agent", "--grant", "client_credentials", "--scopes", "read:application write:application"),
        ("acme/strong", "--grant", f"client_credentials,{GRANTS}", "--redirect", "https://strong.example/cb", "--scopes", "admin"),
        ("rival/other", "--grant", "client_credentials", "--scopes", "read:record"),
    ]:
        made.clients[name.split("/")[1]] = json.loads(made.run("application", "add", name, *options).stdout)
    made.start()
    yield made
    assert made.stop() == 0


class Client:
    def __init__(self, house, name, redirect):
        self.house, self.client, self.redirect = house, house.clients[name], redirect
        self.verifier = secrets.token_urlsafe(43)
        digest = hashlib.sha256(self.verifier.encode()).digest()
        self.challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    def url(self, **more):
        asked = {
            "response_type": "code", "client_id": self.client["client_id"], "redirect_uri": self.redirect, "scope": "read:record", "state": "s",
            "code_challenge": self.challenge, "code_challenge_method": "S256", "resource": f"{self.house.url}/api/mcp", **more,
        }
        return f"{self.house.url}/login/oauth/authorize?{urlencode(asked)}"

    def token(self, location):
        form = {
            "grant_type": "authorization_code", "code": query(location)["code"], "redirect_uri": self.redirect, "code_verifier": self.verifier,
            "client_id": self.client["client_id"], "client_secret": self.client["client_secret"], "resource": f"{self.house.url}/api/mcp",
        }
        return httpx.post(f"{self.house.url}/api/login/oauth/access_token", data=form, timeout=60).json()


def sent(person, form, decision="allow", origin=None, **more):
    """The answer to a form, as a page of `origin` sends it; of the server's own unless said otherwise."""
    fields = {**form["fields"], "decision": decision, "scope": form["ticked"], **more}
    return person.http.post(form["action"], data=fields, headers={"Origin": origin or person.house.url})


def test_A28_a_decision_is_the_persons_own_on_the_page_that_was_shown(house):
    """A28 D05 Forms of others, without or with another's mark, and from other sites, give no code."""
    ann, bob, web = Person(house, "built-in/ann", PASSWORD), Person(house, "built-in/bob", PASSWORD), Client(house, "web", WEB)
    form, others = (person.consent(person.http.get(web.url())) for person in [ann, bob])
    for changed, origin in [
        (others, None), ({**form, "fields": {}}, None), ({**form, "fields": {"csrf": "x"}}, None), (form, "https://evil.example"), (form, "null"),
        ({**form, "action": form["action"].replace("web.example", "evil.example")}, None),
        ({**form, "action": form["action"].replace(web.client["client_id"], house.clients["other"]["client_id"])}, None),
    ]:
        answer = sent(ann, changed, origin=origin)
        assert answer.status_code in (400, 403) and "location" not in answer.headers, answer.text
    assert query(ann.http.get(web.url(prompt="none")).headers["location"])["error"] == "consent_required"


def test_A28_a_form_gives_no_scope_that_was_not_asked_for(house):
    """A28 A38 Fields that the page does not have."""
    ann, web = Person(house, "built-in/ann", PASSWORD), Client(house, "web", WEB)
    form = ann.consent(ann.http.get(web.url(prompt="consent")))
    answer = sent(ann, form, scope=["admin", "write:application", "write:record", "read:record"])
    assert web.token(answer.headers["location"])["scope"] == "read:record"


def test_A52_codes_are_given_to_navigations_and_a_denial_forgets(house):
    """A52 A27 Also when consent is remembered."""
    ann, web = Person(house, "built-in/ann", PASSWORD), Client(house, "web", WEB)
    sent(ann, ann.consent(ann.http.get(web.url(prompt="consent"))))
    assert "code" in query(ann.http.get(web.url(prompt="none")).headers["location"])
    for kind in ["iframe", "frame", "empty", "script", "image", "embed", "object"]:
        answer = ann.http.get(web.url(), headers={"Sec-Fetch-Dest": kind})
        assert answer.status_code == 400 and "location" not in answer.headers, kind
    denied = sent(ann, ann.consent(ann.http.get(web.url(prompt="consent"))), decision="deny")
    assert query(denied.headers["location"])["error"] == "access_denied"
    assert query(ann.http.get(web.url(prompt="none")).headers["location"])["error"] == "consent_required"


def test_A30_a_client_without_a_secret_on_this_machine_is_asked_for_each_time(house):
    """A30 At its own port and at any other; nothing is given silently."""
    ann = Person(house, "built-in/ann", PASSWORD)
    own = Client(house, "cli", CLI)
    assert "code" in query(sent(ann, ann.consent(ann.http.get(own.url()))).headers["location"])
    for port in [5001, 5002, 80]:
        client = Client(house, "cli", f"http://127.0.0.1:{port}/callback")
        assert ann.http.get(client.url()).status_code == 200, "a page with the question"
        assert query(ann.http.get(client.url(prompt="none")).headers["location"])["error"] == "consent_required"
    for redirect in ["http://localhost:5001/callback", "http://127.0.0.1:5001/other", "http://127.0.0.1.evil.example/callback", "http://127.0.0.1@evil.example/callback"]:
        answer = ann.http.get(Client(house, "cli", redirect).url())
        assert answer.status_code == 400 and "location" not in answer.headers, redirect


def test_E11_an_application_that_administers_applications_gains_by_none_of_them(house):
    """E11 A39 Stronger ones, its own, new ones and those of others; and it may change what gives nobody more."""
    agent, place = house.clients["agent"], f"{house.url}/api/login/oauth/access_token"
    form = {"grant_type": "client_credentials", "client_id": agent["client_id"], "client_secret": agent["client_secret"], "resource": f"{house.url}/api/mcp"}
    # Without a scope there is none.
    assert not httpx.post(place, data=form, timeout=60).json().get("scope")
    assert httpx.post(place, data={**form, "scope": "write:application write:user"}, timeout=60).json()["error"] == "invalid_scope"
    token = httpx.post(place, data={**form, "scope": "read:application write:application"}, timeout=60).json()["access_token"]

    def call(tool, **arguments):
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        answer = httpx.post(f"{house.mcp}?packages=*", headers={**HEADERS, "Authorization": f"Bearer {token}"}, json=body, timeout=60).json()
        return answer["result"]["structuredContent"] if "result" in answer else {"error": {"code": answer["error"]["message"]}}

    def change(name, **members):
        return call("update_application", id=f"acme/{name}", application={"owner": "acme", "name": name, **members}).get("error", {}).get("code", "done")

    before = call("get_application", id="acme/strong")
    for members in [
        {"redirectUris": ["https://strong.example/cb", "https://evil.example/cb"]}, {"scopes": [{"name": "admin"}, {"name": "ask"}]}, {"clientSecret": None},
        {"clientSecret": "mine-mine-mine-mine"}, {"isPublic": True}, {"clientId": "x"}, {"organization": "rival"}, {"owner": "rival"}, {"workspace": "acme"},
        {"grantTypes": ["client_credentials", "authorization_code", "urn:ietf:params:oauth:grant-type:device_code"]}, {"expireInHours": 168}, {"ipWhitelist": "192.0.2.0/24"},
    ]:
        assert change("strong", **members) in ("forbidden", "invalid_argument"), members
    assert call("get_application", id="acme/strong") == before
    for members in [{"scopes": [{"name": "admin"}]}, {"grantTypes": ["client_credentials", "authorization_code"]}]:
        assert change("agent", **members) == "forbidden", members
    for members in [{"scopes": [{"name": "admin"}]}, {"scopes": [{"name": "write:user"}]}, {"owner": "rival"}]:
        assert call("add_application", application={"owner": "acme", "name": "evil", **members})["error"]["code"] in ("forbidden", "not_found"), members
    for tool, arguments in [
        ("update_application", {"id": "rival/other", "application": {"displayName": "x"}}), ("get_application", {"id": "rival/other"}),
        ("delete_application", {"application": {"owner": "rival", "name": "other"}}),
    ]:
        assert call(tool, **arguments)["error"]["code"] == "not_found", tool
    assert call("add_user", user={"owner": "acme", "name": "evil"})["error"]["code"] == "insufficient_scope"
    assert change("strong", displayName="Strong", redirectUris=[]) == "done"
    assert "error" not in call("delete_application", application={"owner": "acme", "name": "strong"})

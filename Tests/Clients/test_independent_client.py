"""A client that is neither ours nor of this protocol (Authlib): every grant and endpoint of the authorization server by its own code."""

import json
import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
import requests
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session

PASSWORD = "correct horse battery"
REDIRECT = "https://portal.example.org/callback"


class Person:
    """Fills in the pages as plain forms, with the fields that a browser sends."""

    def __init__(self, house):
        self.house = house
        self.session = requests.Session()

    def fields(self, page):
        form = page.text[page.text.rindex("<form"):]
        hidden = {name: unescape(value) for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form)}
        return unescape(re.search(r'action="([^"]*)"', form)[1]), hidden, re.findall(r'name="scope" value="([^"]*)"', form)

    def post(self, path, form):
        return self.session.post(self.house.url + path, data=form, headers={"Origin": self.house.url}, allow_redirects=False, timeout=60)

    def allow(self, url):
        page = self.session.get(url, timeout=60)
        if "/login?" in page.url:
            action, hidden, _ = self.fields(page)
            answer = self.post(action, {**hidden, "organization": "built-in", "username": "admin", "password": PASSWORD})
            assert answer.status_code == 303
            page = self.session.get(self.house.url + answer.headers["Location"], timeout=60)
        action, hidden, scopes = self.fields(page)
        answer = self.post(action, [*hidden.items(), *(("scope", scope) for scope in scopes), ("decision", "allow")])
        assert answer.status_code == 303, answer.text
        return answer.headers["Location"]


@pytest.fixture
def portal(fresh):
    fresh.migrate()
    made = fresh.run(
        "application", "add", "built-in/portal", "--redirect", REDIRECT, "--grant", "authorization_code,refresh_token,client_credentials",
        "--scopes", "read:application read:record",
    )
    client = json.loads(made.stdout)
    fresh.start()
    metadata = requests.get(f"{fresh.url}/.well-known/oauth-authorization-server", timeout=60).json()
    return fresh, client, metadata


def session(client, metadata, **more):
    return OAuth2Session(
        client["client_id"], client["client_secret"], token_endpoint=metadata["token_endpoint"],
        revocation_endpoint_auth_method="client_secret_basic", **more,
    )


def whoami(house, token):
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "whoami", "arguments": {}}}
    headers = {"Authorization": f"Bearer {token}", "MCP-Protocol-Version": "2025-11-25"}
    return requests.post(house.mcp, json=call, headers=headers, timeout=60)


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_client_credentials(portal, method):
    house, client, metadata = portal
    token = session(client, metadata, token_endpoint_auth_method=method).fetch_token(grant_type="client_credentials", scope="read:application")
    assert token["scope"] == "read:application" and token["token_type"] == "Bearer" and "refresh_token" not in token
    assert whoami(house, token["access_token"]).json()["result"]["structuredContent"]["application"] == "portal"
    with pytest.raises(OAuthError) as refused:
        session(client, metadata, token_endpoint_auth_method=method).fetch_token(grant_type="client_credentials", scope="write:user")
    assert refused.value.error == "invalid_scope"


def test_code_with_pkce_refresh_introspection_and_revocation(portal):
    house, client, metadata = portal
    verifier = "v" * 64
    portal_session = session(client, metadata, redirect_uri=REDIRECT, scope="read:record", code_challenge_method="S256")
    url, state = portal_session.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)
    location = Person(house).allow(url)
    answer = {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}
    assert location.startswith(REDIRECT + "?") and answer["state"] == state and answer["iss"] == metadata["issuer"]

    token = portal_session.fetch_token(authorization_response=location, code_verifier=verifier)
    assert token["scope"] == "read:record"
    key = jwt.PyJWKClient(metadata["jwks_uri"]).get_signing_key_from_jwt(token["access_token"]).key
    claims = jwt.decode(token["access_token"], key, algorithms=["ES256"], audience=f"{house.url}/api/mcp", issuer=metadata["issuer"])
    assert claims["client_id"] == client["client_id"]

    seen = portal_session.introspect_token(metadata["introspection_endpoint"], token=token["access_token"]).json()
    assert seen["active"] and seen["username"] == "built-in/admin" and seen["sub"] == claims["sub"]
    renewed = portal_session.refresh_token(metadata["token_endpoint"], refresh_token=token["refresh_token"])
    assert renewed["refresh_token"] != token["refresh_token"] and renewed["scope"] == token["scope"]
    assert whoami(house, renewed["access_token"]).status_code == 200
    claims = requests.get(metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {renewed['access_token']}"}, timeout=60).json()
    assert claims["sub"] == seen["sub"]

    assert portal_session.revoke_token(metadata["revocation_endpoint"], token=renewed["refresh_token"]).status_code == 200
    assert portal_session.introspect_token(metadata["introspection_endpoint"], token=renewed["access_token"]).json() == {"active": False}
    with pytest.raises(OAuthError) as ended:
        portal_session.refresh_token(metadata["token_endpoint"], refresh_token=renewed["refresh_token"])
    assert ended.value.error == "invalid_grant"

    # The code was spent by its first use, whoever brings it again.
    with pytest.raises(OAuthError) as spent:
        session(client, metadata, redirect_uri=REDIRECT).fetch_token(code=answer["code"], code_verifier=verifier)
    assert spent.value.error == "invalid_grant"

"""An OAuth client that is not ours, nor the protocol's: Authlib signs in, refreshes, examines and revokes; PyJWT reads the tokens."""

import json

import httpx
import jwt
import pytest
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.httpx_client import OAuth2Client
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from events import wait_for
from person import Person, query

CALLBACK = "http://127.0.0.1:7777/callback"
PASSWORD = "a long password of ann"


@pytest.fixture(scope="module", autouse=True)
def loopback(request):
    """Authlib wants https but for this."""
    patch = pytest.MonkeyPatch()
    patch.setenv("AUTHLIB_INSECURE_TRANSPORT", "1")
    yield
    patch.undo()


@pytest.fixture(scope="module")
def office(company):
    """A person, and applications of several kinds; each by its client id and secret."""
    company.run("user", "add", "built-in/ann", "--password-stdin", stdin=PASSWORD)
    company.run("member", "add", "main", "built-in/ann", "--role", "reader")
    company.run("organization", "add", "rival")

    def application(name, *arguments):
        return json.loads(company.run("application", "add", name, *arguments).stdout)

    return {
        "portal": application("built-in/portal", "--redirect", CALLBACK),
        "program": application("built-in/program", "--redirect", CALLBACK, "--public"),
        "robot": application("built-in/robot", "--grant", "client_credentials", "--scopes", "read:application write:application"),
        "device": application("built-in/device", "--grant", "urn:ietf:params:oauth:grant-type:device_code,refresh_token", "--public"),
        "rival": application("rival/spy", "--grant", "client_credentials", "--scopes", "read:application"),
    }


@pytest.fixture
def ann(company, office):
    return Person(company, "built-in/ann", PASSWORD)


@pytest.fixture(scope="module")
def metadata(company):
    found = httpx.get(f"{company.url}/.well-known/oauth-authorization-server")
    assert found.headers["content-type"].startswith("application/json")
    return AuthorizationServerMetadata(found.json())


def client(application, method=None, **more):
    return OAuth2Client(
        client_id=application["client_id"], client_secret=application.get("client_secret"), token_endpoint_auth_method=method,
        revocation_endpoint_auth_method=method, redirect_uri=CALLBACK, code_challenge_method="S256", **more,
    )


def sign_in(http, person, metadata, keep=lambda scope: True, **more):
    """The authorization code grant from the client's side; gives the tokens, and where the browser came back."""
    verifier = generate_token(48)
    url, state = http.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier, **more)
    back = person.answer(url, keep=keep)
    assert back.startswith(CALLBACK + "?")
    assert query(back)["state"] == state and query(back)["iss"] == metadata["issuer"]
    token = http.fetch_token(metadata["token_endpoint"], authorization_response=back, code_verifier=verifier, state=state)
    return token, back, verifier


def call(house, token, tool="whoami", path="/api/mcp", **arguments):
    """One call of a tool with a token: status and result."""
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    answer = httpx.post(f"{house.url}{path}", json=body, headers=headers, timeout=60)
    return answer.status_code, answer.json()


def refused(error, body, *arguments, **more):
    """Whether the call is refused with this code of the standard."""
    with pytest.raises(OAuthError) as caught:
        body(*arguments, **more)
    return caught.value.error == error


def test_the_metadata_stands_before_a_foreign_validator(metadata):
    metadata.validate()
    assert metadata["code_challenge_methods_supported"] == ["S256"]


@pytest.mark.parametrize("kind, method", [("program", "none"), ("portal", "client_secret_basic"), ("portal", "client_secret_post")])
def test_a_person_signs_in_with_code_and_verifier(company, office, ann, metadata, kind, method):
    with client(office[kind], method, scope="mcp offline_access") as http:
        token, _, _ = sign_in(http, ann, metadata)
    assert token["token_type"] == "Bearer" and token["expires_in"] == 3600 and token["refresh_token"]
    assert set(token["scope"].split()) == {"mcp", "offline_access"}
    status, answer = call(company, token["access_token"])
    assert status == 200
    facts = answer["result"]["structuredContent"]
    assert facts["user"] == "built-in/ann" and facts["organization"] == "built-in"


def test_a_person_narrows_what_is_asked(company, office, ann, metadata):
    with client(office["portal"], scope="read:record run:sql") as http:
        token, _, _ = sign_in(http, ann, metadata, keep=lambda scope: scope == "read:record", prompt="consent")
    assert token["scope"] == "read:record"
    status, answer = call(company, token["access_token"], "run_sql", sql="SELECT 1")
    assert status == 403 and answer["error"]["message"] == "insufficient_scope"
    assert answer["error"]["data"] == {"tool": "run_sql", "granted_scopes": ["read:record"], "required_scope": "run:sql"}


def test_a_person_refuses(office, ann, metadata):
    with client(office["portal"], scope="mcp") as http:
        url, state = http.create_authorization_url(metadata["authorization_endpoint"], code_verifier=generate_token(48), prompt="consent")
    back = query(ann.answer(url, decision="deny"))
    assert (back["error"], back["state"], back["iss"]) == ("access_denied", state, metadata["issuer"]) and "code" not in back


def test_a_wrong_verifier_spends_the_code(office, ann, metadata):
    with client(office["program"], scope="mcp") as http:
        verifier = generate_token(48)
        url, _ = http.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)
        back = ann.answer(url)
        for guess in [generate_token(48), verifier]:
            assert refused("invalid_grant", http.fetch_token, metadata["token_endpoint"], authorization_response=back, code_verifier=guess)


def test_a_code_that_returns_ends_the_tokens_of_its_first_use(company, office, ann, metadata):
    with client(office["program"], scope="mcp") as http:
        token, back, verifier = sign_in(http, ann, metadata)
        assert call(company, token["access_token"])[0] == 200
        assert refused("invalid_grant", http.fetch_token, metadata["token_endpoint"], authorization_response=back, code_verifier=verifier)
        wait_for("the end of the token", lambda: call(company, token["access_token"])[0] == 401)
        assert refused("invalid_grant", http.refresh_token, metadata["token_endpoint"], refresh_token=token["refresh_token"])


def test_refresh_tokens_follow_one_another(company, office, ann, metadata):
    with client(office["program"]) as http:
        first, _, _ = sign_in(http, ann, metadata, scope="mcp offline_access")
        second = http.refresh_token(metadata["token_endpoint"], refresh_token=first["refresh_token"])
        assert second["refresh_token"] != first["refresh_token"] and second["scope"] == first["scope"]
        # A second process of the client that held the same token.
        again = http.refresh_token(metadata["token_endpoint"], refresh_token=first["refresh_token"])
        assert again["refresh_token"] == second["refresh_token"]
        assert call(company, again["access_token"])[0] == 200
        narrow = http.refresh_token(metadata["token_endpoint"], refresh_token=second["refresh_token"], scope="read:record")
        assert narrow["scope"] == "read:record"
        wide = {"refresh_token": narrow["refresh_token"], "scope": "mcp write:user"}
        assert refused("invalid_scope", http.refresh_token, metadata["token_endpoint"], **wide)
        # A refusal spends nothing, and the grant is as wide as it was.
        whole = http.refresh_token(metadata["token_endpoint"], refresh_token=narrow["refresh_token"])
        assert whole["scope"] == first["scope"]
        # Two uses old: one of two holders is a thief, and both lose.
        assert refused("invalid_grant", http.refresh_token, metadata["token_endpoint"], refresh_token=first["refresh_token"])
        assert refused("invalid_grant", http.refresh_token, metadata["token_endpoint"], refresh_token=whole["refresh_token"])
    wait_for("the end of the token", lambda: call(company, whole["access_token"])[0] == 401)


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_an_application_acts_by_itself(company, office, metadata, method):
    with client(office["robot"], method) as http:
        token = http.fetch_token(metadata["token_endpoint"], grant_type="client_credentials", scope="read:application")
        assert token["scope"] == "read:application" and "refresh_token" not in token
        assert refused("invalid_scope", http.fetch_token, metadata["token_endpoint"], grant_type="client_credentials", scope="read:user")
        assert refused("unauthorized_client", http.refresh_token, metadata["token_endpoint"], refresh_token="gthr_none")
    status, answer = call(company, token["access_token"], "get_applications", owner="built-in")
    assert status == 200, answer
    assert "portal" in answer["result"]["content"][0]["text"]
    assert call(company, token["access_token"], "add_application", application={"owner": "built-in", "name": "x", "organization": "built-in"})[0] == 403
    with client({**office["robot"], "client_secret": "gthc_wrong"}, method) as http:
        assert refused("invalid_client", http.fetch_token, metadata["token_endpoint"], grant_type="client_credentials")


def test_tokens_are_examined_by_their_own_client_alone(office, ann, metadata):
    with client(office["portal"], scope="mcp") as http:
        token, _, _ = sign_in(http, ann, metadata)
        facts = http.introspect_token(metadata["introspection_endpoint"], token=token["access_token"]).json()
        assert facts["active"] is True and facts["client_id"] == office["portal"]["client_id"] and facts["username"] == "built-in/ann"
        assert facts["scope"] == "mcp" and facts["exp"] - facts["iat"] == 3600
        assert http.introspect_token(metadata["introspection_endpoint"], token=token["refresh_token"]).json()["active"] is True
        assert http.introspect_token(metadata["introspection_endpoint"], token="no-token").json() == {"active": False}
    with client(office["rival"]) as spy:
        for text in [token["access_token"], token["refresh_token"]]:
            assert spy.introspect_token(metadata["introspection_endpoint"], token=text).json() == {"active": False}


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_revoking_one_token_ends_the_connection(company, office, ann, metadata, which):
    with client(office["portal"], scope="mcp") as http:
        token, _, _ = sign_in(http, ann, metadata)
        other, _, _ = sign_in(http, ann, metadata)
        with client(office["rival"]) as spy:
            assert spy.revoke_token(metadata["revocation_endpoint"], token=token[which]).status_code in (200, 400)
        assert call(company, token["access_token"])[0] == 200
        assert http.revoke_token(metadata["revocation_endpoint"], token=token[which]).status_code == 200
        assert http.revoke_token(metadata["revocation_endpoint"], token="no-token").status_code == 200
        wait_for("the end of the token", lambda: call(company, token["access_token"])[0] == 401)
        assert refused("invalid_grant", http.refresh_token, metadata["token_endpoint"], refresh_token=token["refresh_token"])
    assert call(company, other["access_token"])[0] == 200


def test_a_foreign_library_verifies_the_tokens(company, office, metadata):
    with client(office["robot"]) as http:
        text = http.fetch_token(metadata["token_endpoint"], grant_type="client_credentials", scope="read:application write:application")["access_token"]

    def verify(token, audience=f"{company.url}/api/mcp"):
        key = jwt.PyJWKClient(metadata["jwks_uri"]).get_signing_key_from_jwt(token)
        wanted = ["iss", "sub", "aud", "client_id", "scope", "exp", "iat", "jti"]
        return jwt.decode(token, key, algorithms=["ES256"], audience=audience, issuer=company.url, options={"require": wanted})

    claims = verify(text)
    assert jwt.get_unverified_header(text).keys() == {"typ", "alg", "kid"} and jwt.get_unverified_header(text)["typ"] == "at+jwt"
    assert claims["client_id"] == office["robot"]["client_id"] and claims["scope"] == "read:application write:application"
    with pytest.raises(jwt.InvalidAudienceError):
        verify(text, audience=f"{company.url}/api/__app/other/mcp")
    with pytest.raises(jwt.InvalidSignatureError):
        head, body, signature = text.split(".")
        verify(".".join([head, body, ("A" if signature[0] != "A" else "B") + signature[1:]]))

    company.run("signing-key", "rotate", "--overlap", "0")

    def fresh():
        with client(office["robot"]) as http:
            return http.fetch_token(metadata["token_endpoint"], grant_type="client_credentials", scope="read:application write:application")["access_token"]

    old = jwt.get_unverified_header(text)["kid"]
    wait_for("the new key", lambda: jwt.get_unverified_header(fresh())["kid"] != old)
    verify(fresh())
    verify(text)
    assert call(company, text, "get_applications", owner="built-in")[0] == 200


def test_a_token_of_one_workspace_is_nothing_at_another(company, office, ann, metadata):
    company.run("workspace", "add", "sales", "--organization", "built-in")
    company.run("member", "add", "sales", "built-in/ann", "--role", "reader")
    sales = f"{company.url}/api/__app/sales/mcp"
    with client(office["program"], scope="mcp") as http:
        token, _, _ = sign_in(http, ann, metadata, resource=sales)
        main, _, _ = sign_in(http, ann, metadata)
        refresh = http.refresh_token
        more = {"refresh_token": main["refresh_token"], "resource": sales}
        assert refused("invalid_target", refresh, metadata["token_endpoint"], **more)
    assert jwt.decode(token["access_token"], options={"verify_signature": False})["aud"] == sales
    assert call(company, token["access_token"], path="/api/__app/sales/mcp")[0] == 200
    assert call(company, token["access_token"])[0] == 401
    assert call(company, main["access_token"], path="/api/__app/sales/mcp")[0] == 401


def test_a_device_without_a_browser_is_allowed_elsewhere(company, office, ann, metadata):
    device = httpx.post(metadata["device_authorization_endpoint"], data={"client_id": office["device"]["client_id"], "scope": "mcp"}).json()
    assert device["expires_in"] > 0 and device["interval"] >= 5
    grant = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": device["device_code"]}
    with client(office["device"]) as http:
        assert refused("authorization_pending", http.fetch_token, metadata["token_endpoint"], **grant)
        assert refused("slow_down", http.fetch_token, metadata["token_endpoint"], **grant)
        ann.allow_device(device["verification_uri_complete"])
        token = http.fetch_token(metadata["token_endpoint"], **grant)
        assert token["scope"] == "mcp" and call(company, token["access_token"])[0] == 200
        assert refused("invalid_grant", http.fetch_token, metadata["token_endpoint"], **grant)


def test_a_client_registers_itself(company, ann, metadata):
    wish = {"client_name": "A <i>self-made</i> client", "redirect_uris": [CALLBACK, "myapp://x"], "token_endpoint_auth_method": "none"}
    answer = httpx.post(metadata["registration_endpoint"], json=wish)
    assert answer.status_code == 201 and answer.json()["redirect_uris"] == [CALLBACK] and "client_secret" not in answer.json()
    with client(answer.json(), scope="mcp") as http:
        token, _, _ = sign_in(http, ann, metadata)
    assert call(company, token["access_token"])[1]["result"]["structuredContent"]["user"] == "built-in/ann"
    bad = httpx.post(metadata["registration_endpoint"], json={"redirect_uris": ["javascript:alert(1)"]})
    assert bad.status_code == 400 and bad.json()["error"] == "invalid_redirect_uri"


def test_a_client_proves_itself_with_its_key(company, ann, metadata):
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    public = {**json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key())), "kid": "k1", "use": "sig", "alg": "RS256"}
    wish = {"client_name": "Signer", "redirect_uris": [CALLBACK], "token_endpoint_auth_method": "private_key_jwt", "jwks": {"keys": [public]}}
    made = httpx.post(metadata["registration_endpoint"], json=wish)
    assert made.status_code == 201, made.text
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
    http = OAuth2Client(
        client_id=made.json()["client_id"], client_secret=pem, token_endpoint_auth_method="private_key_jwt", redirect_uri=CALLBACK,
        code_challenge_method="S256", scope="mcp",
    )
    http.register_client_auth_method(PrivateKeyJWT(metadata["token_endpoint"], headers={"kid": "k1"}))
    with http:
        token, _, _ = sign_in(http, ann, metadata)
        assert http.refresh_token(metadata["token_endpoint"], refresh_token=token["refresh_token"])["access_token"]
    assert call(company, token["access_token"])[0] == 200
    with client(made.json(), "none", scope="mcp") as nobody:
        assert refused("invalid_client", nobody.refresh_token, metadata["token_endpoint"], refresh_token=token["refresh_token"])

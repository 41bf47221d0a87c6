"""The official client's own OAuth provider, and a person in headless Chromium: discovery, registration, PKCE, consent, refresh and step-up."""

import asyncio
import contextlib
import datetime
import json
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import httpx2
import jwt
import pytest
from calls import crud
from chromium import chromium, needs_chromium
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from events import comes
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

pytestmark = [pytest.mark.asyncio, needs_chromium]
PASSWORD = "correct horse ann"


class Memory:
    """The client's token storage."""

    def __init__(self):
        self.tokens = None
        self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Callback(BaseHTTPRequestHandler):
    """What a program on a person's machine listens with; also where its description lies."""

    def do_GET(self):
        place = urlsplit(self.path)
        if place.path == "/client.json":
            body, kind = json.dumps(self.server.document).encode(), "application/json"
        elif place.path == "/callback":
            self.server.answers.append({name: values[0] for name, values in parse_qs(place.query).items()})
            body, kind = b"done", "text/plain"
        else:
            body, kind = b"", "text/plain"
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def certificates(folder):
    """A certificate for `localhost`, and the authority that signed it, as PEM files."""
    now = datetime.datetime.now(datetime.timezone.utc)

    def signed(name, key, issuer, by, extensions):
        builder = x509.CertificateBuilder().subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])).issuer_name(
            x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)])).public_key(key.public_key())
        builder = builder.serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(hours=1))
        builder = builder.not_valid_after(now + datetime.timedelta(days=1))
        for extension in extensions:
            builder = builder.add_extension(extension, critical=True)
        return builder.sign(by, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

    root, leaf = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    authority, chain = folder / "authority.pem", folder / "chain.pem"
    authority.write_bytes(signed("Test authority", root, "Test authority", root, [x509.BasicConstraints(ca=True, path_length=0)]))
    names = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    chain.write_bytes(signed("localhost", leaf, "Test authority", root, [names]) + leaf.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return str(authority), str(chain)


@contextlib.contextmanager
def listener(certificate=None):
    """Runs until the block ends; with a certificate as https at `localhost`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Callback)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    server.answers = []
    server.document = {}
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server, f"https://localhost:{server.server_port}" if certificate else f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class Person:
    """Signs in and decides, in the pages that the client opens."""

    def __init__(self, browser, listener):
        self.tab = browser.tab()
        self.listener = listener
        self.pages = []
        # Scopes to untick; None ticks nothing off.
        self.without = []

    async def decide(self, url):
        await asyncio.to_thread(self._decide, url)

    def _decide(self, url):
        before = len(self.listener.answers)
        self.tab.go(url)
        self.tab.wait("location.pathname === '/login' || document.querySelector('button[value=allow]')", "a page of the server")
        if "/login?" in self.tab.url:
            self.pages.append(("login", self.tab.text))
            self.tab.fill("organization", "built-in")
            self.tab.fill("username", "ann")
            self.tab.fill("password", PASSWORD)
            self.tab.click("button[type=submit]")
            self.tab.wait("document.querySelector('button[value=allow]')", "the consent page")
        self.pages.append(("consent", self.tab.text))
        for scope in self.without:
            self.tab.click(f"input[name=scope][value='{scope}']")
        self.tab.click("button[value=allow]")
        self.tab.wait("location.pathname === '/callback'", "the client's own page")
        assert len(self.listener.answers) == before + 1

    async def answer(self):
        answer = self.listener.answers[-1]
        return AuthorizationCodeResult(code=answer["code"], state=answer.get("state"), iss=answer.get("iss"))


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


def signed_house(house, *arguments):
    house.with_company()
    house.run("user", "add", "built-in/ann", "--password-stdin", stdin=PASSWORD + "\n")
    house.run("member", "add", "main", "built-in/ann", "--role", "admin")
    return house.start(*arguments)


def provider(house, person, place, memory, scope=None, document=None, url=None):
    return OAuthClientProvider(
        url or house.mcp,
        OAuthClientMetadata(
            client_name="Official client", redirect_uris=[f"{place}/callback"], grant_types=["authorization_code", "refresh_token"],
            response_types=["code"], token_endpoint_auth_method="none", scope=scope,
        ),
        memory, redirect_handler=person.decide, callback_handler=person.answer, client_metadata_url=document,
    )


@contextlib.asynccontextmanager
async def connected(house, auth, era="legacy", url=None):
    async with httpx2.AsyncClient(auth=auth, timeout=60, follow_redirects=True) as http:
        async with Client(streamable_http_client(url or house.mcp, http_client=http), mode=era) as client:
            yield client


def verified(house, token):
    """The claims, checked by a library that is not ours with the keys that the server publishes."""
    keys = jwt.PyJWKClient(f"{house.url}/.well-known/jwks")
    return jwt.decode(
        token, keys.get_signing_key_from_jwt(token).key, algorithms=["ES256"], audience=f"{house.url}/api/mcp", issuer=house.url,
        options={"require": ["exp", "iat", "sub", "jti"]},
    )


async def test_registers_itself_signs_in_refreshes_and_steps_up(fresh, browser):
    house = signed_house(fresh)
    with listener() as (server, place):
        person = Person(browser, server)
        memory = Memory()
        auth = provider(house, person, place, memory)
        async with connected(house, auth) as client:
            me = (await client.call_tool("whoami", {})).structured_content
            assert me["kind"] == "access_token" and me["user"] == "built-in/ann" and me["workspace"] == "main"
            assert {"login", "consent"} == {name for name, _ in person.pages}
            page = dict(person.pages)["consent"]
            assert "Official client" in page and "Not verified" in page and f"127.0.0.1:{server.server_port}" in page
            answer = server.answers[-1]
            assert answer["iss"] == house.url and answer["state"]

            claims = verified(house, memory.tokens.access_token)
            assert claims["client_id"] == memory.client.client_id
            assert jwt.get_unverified_header(memory.tokens.access_token)["typ"] == "at+jwt"

            # The access token is taken to have ended: the client refreshes by itself, without the person.
            first = memory.tokens
            auth.context.token_expiry_time = 1
            assert (await client.call_tool("whoami", {})).structured_content["user"] == "built-in/ann"
            assert memory.tokens.access_token != first.access_token and memory.tokens.refresh_token != first.refresh_token
            assert len(server.answers) == 1, "nobody was asked"

    rows = [(row["tool"], row["outcome"]) for row in house.audit("--user", "built-in/ann")]
    assert ("sign_in", "ok") in rows and ("authorize", "ok") in rows and ("whoami", "ok") in rows


async def test_signs_in_at_every_spelling_of_an_endpoint(fresh, browser):
    house = signed_house(fresh)
    house.run("workspace", "add", "annex")
    house.run("member", "add", "annex", "built-in/ann", "--role", "reader")
    spellings = {"/mcp": "main", "/api/mcp": "main", "/api/MCP/": "main", "/api/__app/annex/mcp": "annex", "/api/__app/Annex/mcp/": "annex"}
    with listener() as (server, place):
        person = Person(browser, server)
        tokens = {}
        for path, workspace in spellings.items():
            memory = Memory()
            url = house.url + path
            async with connected(house, provider(house, person, place, memory, url=url), url=url) as client:
                me = (await client.call_tool("whoami", {})).structured_content
            assert me["kind"] == "access_token" and me["user"] == "built-in/ann" and me["workspace"] == workspace, path
            tokens[path] = memory.tokens.access_token
    # What one spelling was given counts at the others of the same endpoint, and nowhere else.
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "whoami", "arguments": {}}}
    async with httpx2.AsyncClient(timeout=60) as http:
        for given, token in tokens.items():
            for path, workspace in spellings.items():
                answer = await http.post(house.url + path, json=call, headers={"Authorization": f"Bearer {token}"})
                assert answer.status_code == (200 if workspace == spellings[given] else 401), f"{given} at {path}"


async def test_steps_up_when_a_tool_needs_more_than_the_person_left_ticked(fresh, browser):
    house = signed_house(fresh)
    with listener() as (server, place):
        person = Person(browser, server)
        person.without = ["write:record"]
        memory = Memory()
        async with connected(house, provider(house, person, place, memory)) as client:
            assert (await client.call_tool("whoami", {})).structured_content["user"] == "built-in/ann"
            assert "write:record" not in memory.tokens.scope.split()
            person.without = []
            before = len((await crud(client, "list", resource="customers", pageSize=1))["data"])
            assert before == 1
            created = await client.call_tool(
                "crud", {"resource": "customers", "action": "create", "values": {"no_such_field": 1}}
            )
            # With the wider token the call was made, and failed by its own values.
            assert created.is_error and "no_such_field" in created.content[0].text
            assert "write:record" in memory.tokens.scope.split() and "read:record" in memory.tokens.scope.split()
            assert len(server.answers) == 2 and [name for name, _ in person.pages].count("login") == 1


async def test_is_known_by_its_metadata_document(fresh, browser, tmp_path):
    authority, certificate = certificates(tmp_path)
    with listener() as (server, place), listener(certificate) as (described, https):
        document = f"{https}/client.json"
        described.document = {
            "client_id": document, "client_name": "Document client", "redirect_uris": [f"{place}/callback"],
            "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"], "token_endpoint_auth_method": "none",
        }
        environment = fresh.environment
        fresh.environment = lambda **more: environment(
            GATEHOUSE_CLIENT_DOCUMENT_HOSTS="localhost", GATEHOUSE_CLIENT_DOCUMENT_AUTHORITIES=authority, **more)
        house = signed_house(fresh)
        person = Person(browser, server)
        memory = Memory()
        async with connected(house, provider(house, person, place, memory, document=document), "2026-07-28") as client:
            assert (await client.call_tool("whoami", {})).structured_content["user"] == "built-in/ann"
        page = dict(person.pages)["consent"]
        assert "Document client" in page and "Not verified" in page and f"127.0.0.1:{server.server_port}" in page
        assert memory.client.client_id == document and verified(house, memory.tokens.access_token)["client_id"] == document
        listed = json.loads(house.run("application", "list", "--json").stdout)
        assert [row["source"] for row in listed] == ["document"]


async def test_disconnecting_in_the_browser_ends_the_clients_access(fresh, browser):
    house = signed_house(fresh)
    with listener() as (server, place):
        person = Person(browser, server)
        memory = Memory()
        async with connected(house, provider(house, person, place, memory)) as client:
            assert (await client.call_tool("whoami", {})).structured_content["user"] == "built-in/ann"
        tab = person.tab
        tab.go(f"{house.url}/connections")
        tab.wait("document.querySelector('button[name=disconnect]')", "the connections")
        assert "Official client" in tab.text
        tab.click("button[name=disconnect]")
        tab.wait("document.body.innerText.includes('It is disconnected')", "the word that it ended")
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "whoami", "arguments": {}}}
        async with httpx2.AsyncClient(timeout=60) as http:
            async def is_refused():
                answer = await http.post(house.mcp, json=call, headers={"Authorization": f"Bearer {memory.tokens.access_token}"})
                return answer.status_code == 401

            await comes("the end of the token", is_refused)
            form = {"grant_type": "refresh_token", "refresh_token": memory.tokens.refresh_token, "client_id": memory.client.client_id}
            refreshed = await http.post(f"{house.url}/token", data=form)
            assert refreshed.status_code == 400 and refreshed.json()["error"] == "invalid_grant"

"""nginx before one server, exactly as docs/operations.md shows it: each client has its own address (A49)."""

import contextlib
import os
import re
import shlex
import subprocess
from pathlib import Path

import httpx

from cluster import free_port
from events import listens, wait_for
from test_official_oauth import certificates

PAGE = (Path(__file__).parents[2] / "docs/operations.md").read_text()
PASSWORD = "correct horse ann"
# What Linux takes for other machines: the whole of 127.0.0.0/8 is here.
STRANGER, OWNER = "127.0.0.2", "127.0.0.3"


def documented():
    """The command and the nginx file of the section on proxies."""
    section = PAGE[PAGE.index("Behind a proxy on the same machine"):]
    command = re.search(r"```\n(gatehouse serve .*)\n```", section)[1]
    return shlex.split(command)[2:], re.search(r"```nginx\n(.*?)```", section, re.S)[1]


@contextlib.contextmanager
def proxy(folder, file, server):
    """nginx with the page's file, on a free port, with a certificate of its own, before a server; yields the port."""
    _, chain = certificates(folder)
    port = free_port()
    changes = {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl", "/etc/ssl/gate.pem": chain, "/etc/ssl/gate.key": chain,
        "http://127.0.0.1:8080": server,
    }
    for before, after in changes.items():
        assert before in file, before
        file = file.replace(before, after)
    user = "user root;" if os.geteuid() == 0 else ""
    paths = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; events {{}} http {{ access_log off; {paths}\n{file}\n}}")
    process = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        wait_for("nginx", lambda: listens(port))
        yield port
    finally:
        process.terminate()
        process.wait(timeout=60)


def client(port, address):
    """A program on a machine with this address."""
    return httpx.Client(
        base_url=f"https://127.0.0.1:{port}", headers={"Host": "gate.example.org"}, timeout=60,
        transport=httpx.HTTPTransport(local_address=address, verify=False))


def sign_in(client, name, password):
    return client.post("/api/login", json={"type": "login", "organization": "built-in", "username": name, "password": password})


def registration(number):
    return {"client_name": f"client {number}", "redirect_uris": ["https://app.example.org/cb"], "token_endpoint_auth_method": "none"}


def test_each_client_has_its_own_address(fresh, tmp_path):
    """A49 One stranger's wrong passwords and registrations hold up nobody else, an address list means what it says, and a client cannot name another address."""
    arguments, file = documented()
    fresh.migrate()
    fresh.run("user", "add", "built-in/ann", "--password-stdin", stdin=PASSWORD + "\n")
    made = fresh.run("application", "add", "built-in/robot", "--grant", "client_credentials", "--scopes", "read:application", "--json")
    house = fresh.start(*arguments)
    assert "trusted_proxy" not in (house.data / "server.log").read_text()
    folder = tmp_path / "nginx"
    folder.mkdir()
    with proxy(folder, file, house.url) as port, client(port, STRANGER) as stranger, client(port, OWNER) as owner:
        guesses = [sign_in(stranger, f"nobody{number}", "wrong") for number in range(40)]
        assert guesses[-1].status_code == 429 and guesses[0].status_code != 429
        # A field that the client makes up is replaced by the proxy.
        stranger.headers["X-Forwarded-For"] = "198.51.100.7"
        assert sign_in(stranger, "nobody", "wrong").status_code == 429
        assert sign_in(owner, "ann", PASSWORD).status_code == 200

        answers = [stranger.post("/register", json=registration(number)) for number in range(31)]
        assert [answer.status_code for answer in answers] == [201] * 30 + [429]
        assert owner.post("/register", json=registration(0)).status_code == 201

        key = house.key("--user", "built-in/admin")
        allowed = stranger.post(
            "/api/tools/update_application", headers={"Authorization": f"Bearer {key}"},
            json={"id": "built-in/robot", "application": {"ipWhitelist": f"{OWNER}/32"}})
        assert allowed.status_code == 200, allowed.text
        robot = httpx.BasicAuth(*made_credentials(made))
        assert owner.post("/api/tools/whoami", auth=robot, json={}).status_code == 200
        refused = stranger.post("/api/tools/whoami", auth=robot, json={})
        assert refused.status_code == 403 and STRANGER in refused.text
        assert stranger.get("/metrics").status_code == 403


def made_credentials(made):
    import json

    answer = json.loads(made.stdout)
    return answer["client_id"], answer["client_secret"]


def test_a_proxy_that_is_not_declared_is_warned_of(fresh):
    """serve and check say what a public URL on loopback without a declared proxy means, and nothing where it is declared."""
    fresh.migrate()
    for more, is_warned in [([], True), (["--trusted-proxy", "127.0.0.1"], False)]:
        check = fresh.run("check", "--public-url", "https://gate.example.org", *more, check=False)
        assert ("trusted_proxy names no proxy" in check.stdout + check.stderr) == is_warned
    house = fresh.start("--public-url", "https://gate.example.org")
    assert house.stop() == 0
    log = (fresh.data / "server.log").read_text()
    assert '"level":"warning"' in log and "trusted_proxy names no proxy" in log

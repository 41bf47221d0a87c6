"""Tokens: the token endpoint, the exchange of codes, and a call with a token beside the same call with a key."""

import base64
import hashlib
import html
import http.client
import json
import re
import time
import urllib.parse

from measure import cpu_seconds, load, median, row, script

FORM = """
request = function()
    return wrk.format("POST", "/api/login/oauth/access_token", { ["Content-Type"] = "application/x-www-form-urlencoded" }, [[%s]])
end
"""
TOKENS = "/api/login/oauth/access_token"
# What a call with a token does at least, as a part of the same call with a key.
LEAST_OF_THE_KEY = 0.9
CALLBACK = "http://127.0.0.1:9/callback"


class Browser:
    """One kept connection with the cookies of a person who signed in."""

    def __init__(self, origin):
        self.origin = origin
        self.http = http.client.HTTPConnection(origin.removeprefix("http://"))
        self.cookies = {}

    def ask(self, method, path, body=None, type=None):
        fields = {"Origin": self.origin, "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if type:
            fields["Content-Type"] = type
        self.http.request(method, path, body, fields)
        answer = self.http.getresponse()
        text = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return answer, text


def form(**fields):
    return urllib.parse.urlencode(fields)


def code_of(location):
    return urllib.parse.parse_qs(urllib.parse.urlsplit(location).query)["code"][0]


def consent(page):
    """Where the form that allows goes, and what it sends."""
    text = next(part for part in page.split("<form")[1:] if 'value="allow"' in part)
    attributes = [dict(re.findall(r'([a-z]+)="([^"]*)"', tag)) for tag in re.findall(r"<input[^>]*>", text)]
    sent = [(each["name"], html.unescape(each["value"])) for each in attributes if each.get("type") in ("hidden", "checkbox")]
    return html.unescape(re.search(r'action="([^"]*)"', text)[1]), [*sent, ("decision", "allow")]


def codes(browser, client, challenge, count):
    """So many codes for a person who allowed the client once."""
    path = "/login/oauth/authorize?" + form(
        response_type="code", client_id=client["client_id"], redirect_uri=CALLBACK, code_challenge=challenge, code_challenge_method="S256",
        scope="read:application", state="s")
    answer, page = browser.ask("GET", path)
    if answer.status == 200:
        target, sent = consent(page)
        answer, page = browser.ask("POST", target, urllib.parse.urlencode(sent), "application/x-www-form-urlencoded")
    assert answer.status == 303 and "code=" in answer.headers["Location"], (answer.status, answer.headers["Location"], page[:300])
    made = [code_of(answer.headers["Location"])]
    while len(made) < count:
        answer, page = browser.ask("GET", path)
        assert answer.status == 303, (answer.status, page[:300])
        made.append(code_of(answer.headers["Location"]))
    return made


def exchange(server, browser, client, count):
    """Codes one after the other on one connection; the client's own time is in the rate, not in the CPU."""
    verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    waiting = codes(browser, client, challenge, count)
    times, before, start = [], cpu_seconds(server.pid), time.monotonic()
    for code in waiting:
        began = time.monotonic()
        answer, text = browser.ask(
            "POST", TOKENS, form(
                grant_type="authorization_code", code=code, redirect_uri=CALLBACK, client_id=client["client_id"],
                client_secret=client["client_secret"], code_verifier=verifier), "application/x-www-form-urlencoded")
        assert answer.status == 200, text
        times.append((time.monotonic() - began) * 1000)
    spent = time.monotonic() - start
    times.sort()
    return {
        "rate": count / spent, "p50": times[count // 2], "p99": times[count * 99 // 100], "cpu": (cpu_seconds(server.pid) - before) / count * 1e6,
        "requests": count, "failed": 0}


def run(server, origin, verb, folder, keys, options):
    """- Returns: requests that failed, and the rate of calls with a token as a part of that with a key."""
    client = json.loads(verb(
        "application", "add", "built-in/bench", "--grant", "client_credentials,authorization_code,refresh_token", "--redirect", CALLBACK,
        "--scopes", "read:application"))
    own = form(grant_type="client_credentials", client_id=client["client_id"], client_secret=client["client_secret"],
        scope="read:application")
    browser = Browser(origin)
    tokens = []
    for _ in range(16):
        answer, text = browser.ask("POST", TOKENS, own, "application/x-www-form-urlencoded")
        assert answer.status == 200, text
        tokens.append(json.loads(text)["access_token"])
    (folder / "token.lua").write_text(FORM % own)
    body = 'string.format([[{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"get_application",' \
        '"arguments":{"id":"built-in/bench"}}}]], count)'
    targets = {"token endpoint, own grant": (origin, folder / "token.lua")}
    for name, credentials in (("get_application with a key", keys), ("get_application with a token", tokens)):
        file = script(folder, credentials, body).rename(folder / f"{len(targets)}.lua")
        targets[name] = (origin + "/api/mcp", file)
    runs = {name: [] for name in targets}
    for _ in range(options.rounds):
        for name, (address, file) in targets.items():
            runs[name].append(load(server.pid, address, file, options.seconds))
    figures = {name: median(each) for name, each in runs.items()}
    ratio = figures["get_application with a token"]["rate"] / figures["get_application with a key"]["rate"]
    for name, each in figures.items():
        row(name, each, f"{ratio:.2f} of the key" if "a token" in name else "")
    answer, text = browser.ask(
        "POST", "/api/login", json.dumps({"type": "login", "organization": "built-in", "username": "admin", "password": "correct horse battery"}),
        "application/json")
    assert json.loads(text)["status"] == "ok", text
    row("code exchange, one at a time", exchange(server, browser, client, 500))
    return sum(run["failed"] for each in runs.values() for run in each), ratio

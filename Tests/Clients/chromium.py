"""A headless Chromium, driven over its DevTools protocol with nothing but the standard library."""

import base64
import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
from urllib.parse import urlsplit

import pytest

from events import wait_for

BINARY = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

# Where the tests must be complete a missing browser fails them.
needs_chromium = pytest.mark.skipif(
    BINARY is None and not os.environ.get("GATEHOUSE_TESTS_COMPLETE"), reason="Chromium is not installed; scripts/setup --tests installs it")


class WebSocket:
    """RFC 6455, as far as one local peer needs it: text messages, no extensions."""

    def __init__(self, url):
        place = urlsplit(url)
        self.socket = socket.create_connection((place.hostname, place.port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {place.path} HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.socket.recv(1)
        assert b" 101 " in head, head

    def send(self, text):
        data = text.encode()
        mask = os.urandom(4)
        long = bytes([0xFE]) + len(data).to_bytes(2, "big") if len(data) < 65_536 else bytes([0xFF]) + len(data).to_bytes(8, "big")
        size = bytes([0x80 | len(data)]) if len(data) < 126 else long
        self.socket.sendall(b"\x81" + size + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def receive(self):
        message = b""
        while True:
            first, second = self._exactly(2)
            size = second & 0x7F
            if size == 126:
                size = int.from_bytes(self._exactly(2), "big")
            elif size == 127:
                size = int.from_bytes(self._exactly(8), "big")
            message += self._exactly(size)
            if first & 0x80:
                return message.decode()

    def _exactly(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise ConnectionError("Chromium has gone")
            data += part
        return data


class Target:
    """What can be told to do something: the browser, or a page."""

    def __init__(self, url):
        self.socket = WebSocket(url)
        self.count = 0

    def send(self, method, **parameters):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.receive())
            if message.get("id") == self.count:
                assert "error" not in message, message
                return message["result"]


class Tab(Target):
    """One page: goes to addresses, and does in a page what a person does."""

    def __init__(self, url):
        super().__init__(url)
        self.send("Page.enable")

    def run(self, script):
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def go(self, url):
        self.send("Page.navigate", url=url)

    @property
    def url(self):
        return self.run("location.href")

    @property
    def text(self):
        return self.run("document.body ? document.body.innerText : ''")

    def wait(self, script, what):
        """Until a script in the page is true: the page may be another one by then."""


        def is_so():
            with contextlib.suppress(AssertionError):
                return self.run(f"document.readyState === 'complete' && !!({script})")

        try:
            wait_for(what, is_so)
        except AssertionError as error:
            raise AssertionError(f"{error}; the page is {self.url}: {self.text}") from error

    def fill(self, name, value):
        self.run(f"document.querySelector('input[name={name}]').value = {json.dumps(value)}")

    def click(self, selector):
        """Clicks as a mouse does, so that the form goes the way of a person's form."""
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("Page.captureScreenshot", captureBeyondViewport=True)["data"]))


class Browser:
    def __init__(self, address, path):
        self.address = address
        self.itself = Target(f"ws://{address}{path}")

    def tab(self):
        """A page of a person who was never here: without the cookies of others."""
        person = self.itself.send("Target.createBrowserContext")
        page = self.itself.send("Target.createTarget", url="about:blank", browserContextId=person["browserContextId"])
        return Tab(f"ws://{self.address}/devtools/page/{page['targetId']}")


@contextlib.contextmanager
def chromium():
    """Runs until the block ends, on a profile of its own."""
    assert BINARY, "Chromium is not installed"
    with tempfile.TemporaryDirectory(prefix="gatehouse-chromium-", ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [
                BINARY, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--no-proxy-server",
                "--disable-dev-shm-usage", "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank",
            ],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
        )
        try:
            for line in process.stderr:
                if found := re.search(r"ws://([^/]+)(/devtools/\S+)", line):
                    break
            else:
                raise AssertionError("Chromium did not start")
            yield Browser(found[1], found[2])
        finally:
            process.terminate()
            process.wait(timeout=60)
            process.stderr.close()

"""Fixtures: the real binary with the sample company, on a data folder of its own, and keys made with its command line."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import httpx
import httpx2
import pytest

import shared
from cluster import PostgreSQL, slow_source

BINARY = os.environ.get("GATEHOUSE_BINARY") or str(Path.home() / ".cache/gatehouse/build/debug/gatehouse")


class Gatehouse:
    """One data folder, its command line, and its server while that runs."""

    def __init__(self, data: Path):
        self.data = data
        self.process = None
        self.url = None
        # A program, with its arguments, that the server is started through.
        self.launcher = []
        # Variables of the environment beside those that every house has.
        self.settings = {}

    def environment(self, **more):
        kept = {k: v for k, v in os.environ.items() if not k.startswith("GATEHOUSE_")}
        return {**kept, "GATEHOUSE_DATA": str(self.data), "GATEHOUSE_ADMIN_PASSWORD": "correct horse battery", **self.settings, **more}

    def run(self, *arguments, check=True, stdin=None):
        done = subprocess.run(
            [BINARY, *arguments], env=self.environment(), input=stdin, capture_output=True, text=True, timeout=120
        )
        if check:
            assert done.returncode == 0, f"gatehouse {' '.join(arguments)}: {done.stderr}"
        return done

    def copy(self, made):
        """Begins with the files of another house, which no process has open."""
        shutil.copytree(made, self.data, dirs_exist_ok=True)
        return self

    def migrate(self):
        """What `gatehouse migrate` does, done once for all tests that are about something else."""
        return self.copy(shared.once("migrated", lambda folder: Gatehouse(folder).run("migrate")))

    def with_company(self):
        """The sample company, and a data source `slow`."""

        def make(folder):
            house = Gatehouse(folder).migrate()
            house.run("sample")
            house.run("source", "add", "slow", slow_source())

        return self.copy(shared.once("company", make))

    def key(self, *arguments):
        return self.run("key", "create", *arguments).stdout.strip()

    def start(self, *arguments):
        self.log = open(self.data / "server.log", "ab")
        self.process = subprocess.Popen(
            [*self.launcher, BINARY, "serve", "--port", "0", "--ask-port", "off", *arguments],
            env=self.environment(), stdout=subprocess.PIPE, stderr=self.log, text=True,
        )
        line = self.process.stdout.readline()
        assert line, (self.data / "server.log").read_text()
        self.url, self.ask = json.loads(line)["url"], json.loads(line)["ask_url"]
        return self

    @property
    def mcp(self):
        return f"{self.url}/api/mcp"

    def stop(self, kill=False):
        if self.process is None:
            return None
        (self.process.kill if kill else self.process.terminate)()
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        self.log.close()
        self.process = None
        return code

    def audit(self, *arguments):
        rows = self.run("audit", "--json", *arguments).stdout
        return json.loads(rows) if rows.strip() else []


# A busy machine answers late: clients that are told nothing else wait for a minute.
for library in [httpx, httpx2]:
    for step in ["connect", "read", "write", "pool"]:
        setattr(library._config.DEFAULT_TIMEOUT_CONFIG, step, 60)


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        shared.begin()


def pytest_unconfigure(config):
    if not hasattr(config, "workerinput"):
        PostgreSQL(shared.folder("postgresql")).stop()
        shared.end()


@pytest.fixture(scope="session")
def company():
    """The sample company behind one server for all tests that leave it as they found it."""
    with tempfile.TemporaryDirectory(prefix="gatehouse-clients-") as folder:
        house = Gatehouse(Path(folder)).with_company().start("--call-timeout", "600s")
        yield house
        assert house.stop() == 0


@pytest.fixture
def fresh(tmp_path):
    """A server of one test: made by it, stopped after it."""
    house = Gatehouse(tmp_path)
    yield house
    house.stop(kill=True)


@pytest.fixture(scope="session")
def admin_key(company):
    return company.key("--user", "built-in/admin", "--name", "clients")

"""A server of one section: its command line, and the server while it runs."""

import contextlib
import json
import os
import subprocess
import tempfile
from pathlib import Path

from measure import process

PASSWORD = "correct horse battery"


class House:
    def __init__(self, gatehouse, data, **settings):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GATEHOUSE_")}
        self.gatehouse, self.data = gatehouse, Path(data)
        self.environment = {**kept, "GATEHOUSE_DATA": str(data), "GATEHOUSE_ADMIN_PASSWORD": PASSWORD, "GATEHOUSE_LOG_LEVEL": "error", **settings}

    @classmethod
    @contextlib.contextmanager
    def own(cls, gatehouse, folder, *verbs, **settings):
        """One with a folder of its own, after `migrate` and the verbs."""
        with tempfile.TemporaryDirectory(dir=folder) as place:
            house = cls(gatehouse, place + "/data", **settings)
            for verb in ["migrate", *verbs]:
                house.say(verb)
            yield house

    def say(self, *arguments, given=None):
        done = subprocess.run([self.gatehouse, *arguments], env=self.environment, input=given, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def key(self, *arguments, user="built-in/admin"):
        return self.say("key", "create", "--user", user, *arguments)

    def reader(self, name):
        """A key of a new user with the role reader in `main`."""
        self.say("user", "add", f"built-in/{name}", "--password-stdin", given=PASSWORD + "\n")
        self.say("member", "add", "main", f"built-in/{name}", "--role", "reader")
        return self.key(user=f"built-in/{name}")

    @contextlib.contextmanager
    def serving(self):
        """The process and its origin."""
        with open(self.data / "log", "ab") as log, process(
            self.gatehouse, "serve", "--port", "0", "--ask-port", "off", environment=self.environment, log=log
        ) as started:
            yield started, json.loads(started.stdout.readline())["url"]

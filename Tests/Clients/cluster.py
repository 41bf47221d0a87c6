"""Servers of PostgreSQL and MariaDB, and an nginx before several nodes."""

import contextlib
import glob
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from events import listens, wait_for
from shared import once


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class PostgreSQL:
    """One server for all tests of a run, which does not sync; each test has databases of its own."""

    # Roles that own what they are named for, and one that reads what never ends.
    OWNERS = ["gate_state", "gate_data", "reader"]

    def __init__(self, folder):
        self.folder = folder
        self.programs = Path(sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))[-1]).parent
        # initdb refuses root; the package made a user for it.
        self.as_owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []

    @classmethod
    def shared(cls):
        return cls(once("postgresql", lambda folder: cls(folder).start()))

    @classmethod
    @contextlib.contextmanager
    def alone(cls):
        """One that ends with the block."""
        with tempfile.TemporaryDirectory(prefix="gatehouse-pg-", dir="/tmp") as folder:
            server = cls(Path(folder))
            server.start()
            try:
                yield server
            finally:
                server.stop()

    @property
    def port(self):
        return int((self.folder / "port").read_text())

    def run(self, program, *arguments):
        subprocess.run([*self.as_owner, self.programs / program, "-D", f"{self.folder}/data", *arguments], stdout=subprocess.DEVNULL, check=True, cwd="/")

    def start(self):
        if self.as_owner:
            shutil.chown(self.folder, "postgres")
        (self.folder / "port").write_text(str(free_port()))
        self.run("initdb", "-U", "postgres", "--auth=trust", "-E", "UTF8", "--no-locale", "--no-sync")
        settings = {"listen_addresses": "127.0.0.1", "max_connections": 300, "fsync": "off", "full_page_writes": "off", "autovacuum": "off"}
        options = [f"-p {self.port} -k {self.folder}", *(f"-c {name}={value}" for name, value in settings.items())]
        self.run("pg_ctl", "-l", f"{self.folder}/data/log", "-w", "-o", " ".join(options), "start")
        self.sql(*(f"CREATE ROLE {role} LOGIN" for role in self.OWNERS))

    def stop(self):
        if (self.folder / "data/postmaster.pid").exists():
            self.run("pg_ctl", "-m", "immediate", "stop")

    def sql(self, *statements, database="postgres"):
        """What the statements answer, as the superuser."""
        command = [self.programs / "psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-d", database, "-qAt", "-v", "ON_ERROR_STOP=1"]
        done = subprocess.run([*command, *[part for text in statements for part in ("-c", text)]], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return [line.split("|") for line in done.stdout.splitlines()]

    def load(self, file, role, database):
        """Runs the statements of a file as a role."""
        subprocess.run(
            [self.programs / "psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", role, "-d", database, "-qX", "-v", "ON_ERROR_STOP=1", "-f", file],
            stdout=subprocess.DEVNULL, check=True)

    @contextlib.contextmanager
    def holding(self, statement, database):
        """Keeps what the statement locked until the block ends, or what is yielded is called."""
        command = [self.programs / "psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-d", database, "-qAt"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        process.stdin.write(f"BEGIN; {statement}; SELECT 'held';\n")
        process.stdin.flush()
        assert "held\n" in iter(process.stdout.readline, "")

        def release():
            if process.poll() is None:
                process.stdin.close()
                process.wait(timeout=60)

        try:
            yield release
        finally:
            release()
            process.stdout.close()

    @contextlib.contextmanager
    def database(self, owner, like="template1"):
        """A database of one test's own, which goes with the block; yields its name."""
        name = f"test_{secrets.token_hex(6)}"
        self.sql(f"CREATE DATABASE {name} OWNER {owner} TEMPLATE {like} STRATEGY file_copy")
        try:
            yield name
        finally:
            self.sql(f"DROP DATABASE {name} WITH (FORCE)")

    def url(self, role, database):
        return f"postgres://{role}@127.0.0.1:{self.port}/{database}?sslmode=disable"


class MariaDB:
    """A server of one test, in memory."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="mariadb-", dir="/dev/shm")
        self.port = free_port()
        data = ["--no-defaults", f"--datadir={self.folder}/data", "--user=root"]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(["mariadb-install-db", *data, "--auth-root-authentication-method=normal", "--skip-test-db"], check=True, **quiet)
        self.process = subprocess.Popen(
            ["mariadbd", *data, f"--socket={self.folder}/s", f"--port={self.port}", "--bind-address=127.0.0.1", "--skip-name-resolve",
             "--innodb-buffer-pool-size=24M", "--innodb-use-native-aio=0", "--skip-ssl"], **quiet)
        while self.process.poll() is None and subprocess.run(
            ["mariadb-admin", "--no-defaults", "--skip-ssl", f"--socket={self.folder}/s", "-u", "root", "--wait=60", "ping"], **quiet
        ).returncode:
            pass
        self.sql("CREATE DATABASE shop; CREATE USER shop@'%' IDENTIFIED BY 'shop'; GRANT ALL ON shop.* TO shop@'%'")

    def sql(self, text):
        return subprocess.run(
            ["mariadb", "--no-defaults", "--skip-ssl", f"--socket={self.folder}/s", "-u", "root", "--batch", "-e", text],
            check=True, capture_output=True, text=True).stdout

    @property
    def url(self):
        return f"mariadb://shop:shop@127.0.0.1:{self.port}/shop?sslmode=disable"

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def slow_source():
    """The address of a data source whose collections need no processor: `endless` never answers, `held` when nobody holds it (`hold_source`)."""
    server = PostgreSQL.shared()

    def make(_):
        views = ["CREATE VIEW endless AS SELECT 1 AS id FROM pg_sleep(3600)", "CREATE VIEW held AS SELECT 8 AS number FROM pg_advisory_xact_lock_shared(8)"]
        server.sql("CREATE DATABASE slow")
        server.sql(*views, "GRANT SELECT ON endless, held TO reader", database="slow")

    once("slow", make)
    return server.url("reader", "slow")


def hold_source():
    """Nobody reads `held` of the slow source meanwhile; one test at a time has this."""
    return PostgreSQL.shared().holding("SELECT pg_advisory_lock(8)", "slow")


def held_calls():
    """How many statements of callers wait for `hold_source` to end."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'slow' AND usename = 'reader' AND wait_event = 'advisory'"
    return int(PostgreSQL.shared().sql(waiting)[0][0])


@contextlib.contextmanager
def nginx(folder, servers, port=None):
    """Balances one port over several; yields its URL."""
    port = port or free_port()
    upstream = "".join(f"server 127.0.0.1:{server} max_fails=1 fail_timeout=2s;" for server in servers)
    user = "user root;" if os.geteuid() == 0 else ""
    paths = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    (folder / "nginx.conf").write_text(f"""{user} daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{}}
http {{
    access_log off; {paths}
    upstream gatehouse {{ {upstream} keepalive 16; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://gatehouse; proxy_http_version 1.1; proxy_set_header Host $host:{port}; proxy_set_header Connection "";
            proxy_buffering off;
        }}
    }}
}}
""")
    process = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        wait_for("nginx", lambda: listens(port))
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=60)

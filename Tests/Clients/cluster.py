"""A PostgreSQL server of the test's own, and an nginx before several nodes."""

import contextlib
import glob
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def postgresql():
    """Yields a function that runs SQL as the superuser, and the port; both end with the block."""
    programs = Path(sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))[-1]).parent
    # initdb refuses root; the package made a user for it.
    as_owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    folder = tempfile.mkdtemp(prefix="gatehouse-pg-", dir="/tmp")
    port = free_port()
    try:
        if as_owner:
            shutil.chown(folder, "postgres")
        quiet = {"stdout": subprocess.DEVNULL, "check": True, "cwd": folder}
        subprocess.run([*as_owner, programs / "initdb", "-D", f"{folder}/data", "-U", "postgres", "--auth=trust", "-E", "UTF8", "--no-sync"], **quiet)
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=100"
        subprocess.run([*as_owner, programs / "pg_ctl", "-D", f"{folder}/data", "-l", f"{folder}/log", "-w", "-o", options, "start"], **quiet)

        def sql(*statements, database="postgres"):
            command = [programs / "psql", "-h", "127.0.0.1", "-p", str(port), "-U", "postgres", "-d", database, "-qAt", "-v", "ON_ERROR_STOP=1"]
            done = subprocess.run([*command, *[part for text in statements for part in ("-c", text)]], capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            return [line.split("|") for line in done.stdout.splitlines()]

        try:
            yield sql, port
        finally:
            subprocess.run([*as_owner, programs / "pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop"], stdout=subprocess.DEVNULL, cwd=folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


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
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=10)

"""The first minutes with the command line: what is not there, not usable or not part of it is said, with the way out, and nothing is made by accident."""

import os
import socket
import sqlite3
import subprocess

import pytest

from conftest import BINARY


@pytest.fixture
def here(tmp_path):
    """Runs a verb in an empty folder, without any setting."""
    def run(*arguments, **environment):
        kept = {k: v for k, v in os.environ.items() if not k.startswith("GATEHOUSE_")}
        return subprocess.run([BINARY, *arguments], cwd=tmp_path, env={**kept, **environment}, capture_output=True, text=True, timeout=60)
    run.folder = tmp_path
    run.made = lambda: sorted(path.name for path in tmp_path.iterdir())
    return run


@pytest.mark.parametrize("verb", [
    ("user", "list"), ("source", "add", "x", "sqlite:///etc/hosts"), ("organization", "add", "acme"), ("check",), ("audit",), ("backup", "copy"),
    ("key", "create", "--user", "built-in/admin"), ("connect", "codex", "--workspace", "sales"), ("openapi",),
])
def test_verbs_other_than_serve_migrate_and_sample_make_no_state_where_no_place_is_named(here, verb):
    done = here(*verb)
    assert done.returncode == (3 if verb == ("check",) else 1)
    assert "there is no Gatehouse state in the folder 'gatehouse-data'" in done.stderr + done.stdout
    assert "--data or GATEHOUSE_DATA" in done.stderr + done.stdout
    assert here.made() == []


def test_a_verb_makes_the_state_in_the_place_that_it_is_told(here):
    done = here("organization", "add", "acme", "--data", "there")
    assert done.returncode == 0 and here.made() == ["there"]
    assert "acme" in here("organization", "list", GATEHOUSE_DATA="there").stdout


def test_stdio_makes_no_state(here):
    done = here("stdio", "--user", "built-in/admin")
    assert done.returncode == 1 and "there is no Gatehouse state" in done.stderr and here.made() == []


@pytest.mark.parametrize(("arguments", "environment", "said"), [
    (("migrate",), {"GATEHOUSE_ADMIN_PASSWORD": "x"}, "setting admin_password (environment GATEHOUSE_ADMIN_PASSWORD): expected 8 to 1024 bytes"),
    (("check",), {"GATEHOUSE_ADMIN_PASSWORD": "x"}, "setting admin_password"),
    (("serve", "--tls-certificate", "/nope", "--tls-key", "/nope"), {}, "setting tls_certificate: '/nope' does not contain readable PEM certificates"),
    (("serve", "--database", "postgres://localhost/x"), {}, "setting database (flag): expected a URL that names the user"),
])
def test_settings_that_cannot_be_used_are_named_before_anything_is_made(here, arguments, environment, said):
    done = here(*arguments, **environment)
    assert done.returncode == 2 and said in done.stderr and here.made() == []


def test_a_missing_key_file_is_refused_and_not_made_anew(here):
    assert here("migrate").returncode == 0
    data = here.folder / "gatehouse-data"
    key = (data / "secret.key").read_bytes()
    (data / "secret.key").unlink()
    for verb in [("user", "list"), ("migrate",), ("sample",), ("serve", "--port", "0")]:
        done = here(*verb)
        assert done.returncode == 1 and "secret.key is missing" in done.stderr and "restore it from the backup" in done.stderr
        assert not (data / "secret.key").exists()
    checked = here("check")
    assert checked.returncode == 3 and "secret.key is missing" in checked.stdout and "admin_password" not in checked.stderr
    (data / "secret.key").write_bytes(key)
    (data / "secret.key").chmod(0o600)
    assert here("user", "list").returncode == 0


def test_a_damaged_state_is_named(here):
    assert here("migrate").returncode == 0
    state = here.folder / "gatehouse-data" / "state.db"
    state.write_bytes(b"no database" * 1000)
    for file in ["state.db-wal", "state.db-shm"]:
        (state.parent / file).unlink(missing_ok=True)
    for verb in [("user", "list"), ("serve", "--port", "0")]:
        done = here(*verb)
        assert done.returncode == 1 and f"{state}: the file is damaged or no database" in done.stderr
    checked = here("check")
    assert checked.returncode == 3 and f"problem: {state}: the file is damaged" in checked.stdout and "call_timeout" in checked.stdout


def test_a_port_in_use_is_said_with_the_way_out(here):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = here("serve", "--port", str(port))
    assert done.returncode == 1 and f"127.0.0.1:{port} is in use: choose another port with --port" in done.stderr


def test_a_source_is_tried_once_and_what_is_wrong_with_it_is_a_warning(fresh):
    fresh.migrate()
    os.link(fresh.data / "state.db", fresh.data.parent / f"{fresh.data.name}-second.db")
    second = fresh.run("source", "add", "mine", f"sqlite://{fresh.data.parent}/{fresh.data.name}-second.db", check=False)
    assert second.returncode == 1 and "belongs to the server itself" in second.stderr
    wrong = fresh.run("source", "add", "wrong", "sqlite:///etc/hostname")
    assert "warning: wrong is attached, but does not answer" in wrong.stderr and "gatehouse source test wrong" in wrong.stderr
    down = fresh.run("source", "add", "down", "postgres://u:p@127.0.0.1:1/db")
    assert "warning: down is attached, but does not answer" in down.stderr
    good = fresh.data.parent / f"{fresh.data.name}-good.db"
    with sqlite3.connect(good) as database:
        database.execute("CREATE TABLE t (a)")
    assert fresh.run("source", "add", "good", f"sqlite://{good}").stderr == ""


def test_the_last_calls_of_the_audit_log_and_its_verification_as_json(fresh):
    fresh.migrate()
    for name in ["one", "two", "three"]:
        fresh.run("organization", "add", name)
    assert [row["objects"] for row in fresh.audit("--limit", "2")] == [["organization/two"], ["organization/three"]]
    assert fresh.run("audit", "--verify", "--json").stdout.strip() == '{"intact":true}'


def test_connect_prints_nothing_for_what_is_not_there(fresh):
    fresh.migrate()
    nowhere = fresh.run("connect", "codex", "--workspace", "nope", check=False)
    assert nowhere.returncode == 1 and "'nope' does not exist" in nowhere.stderr and nowhere.stdout == ""
    for url in ["x", "ftp://a.example", "https://a.example/path", "https://"]:
        wrong = fresh.run("connect", "codex", "--url", url, check=False)
        assert wrong.returncode == 2 and "--url: expected an origin" in wrong.stderr and wrong.stdout == ""

"""The program of the Casdoor page, as it stands there but for host and credentials, against the real binary."""

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = (Path(__file__).parent / "casdoor_page.txt").read_text()


def test_the_pages_program_prints_a_created_application(fresh, tmp_path):
    fresh.migrate()
    fresh.run("organization", "add", "my-org")
    made = fresh.run(
        "application", "add", "my-org/page-client", "--grant", "client_credentials", "--scopes", "read:application write:application"
    )
    client = json.loads(made.stdout)
    fresh.start()

    program = PROGRAM
    for placeholder, value in [
        ("https://your-casdoor.com", fresh.url), ("your-client-id", client["client_id"]), ("your-client-secret", client["client_secret"]),
    ]:
        assert placeholder in program
        program = program.replace(placeholder, value)
    file = tmp_path / "page.py"
    file.write_text(program)
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr

    lines = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert "'protocolVersion': '2024-11-05'" in lines["Initialize"]
    assert "'add_application'" in lines["Available tools"] and "'run_sql'" not in lines["Available tools"]
    assert "Successfully added application" in lines["Created application"] and "isError" not in lines["Created application"]
    assert "Error" not in lines and "Need scope" not in lines

    listed = json.loads(fresh.run("application", "list", "my-org", "--json").stdout)
    assert {row["name"] for row in listed} == {"my-org/page-client", "my-org/automated-app"}
    calls = [(row["tool"], row["outcome"], row["caller"]) for row in fresh.audit()]
    assert ("add_application", "ok", "token:page-client") in calls


def test_the_pages_program_is_told_which_scope_it_lacks(fresh, tmp_path):
    fresh.migrate()
    fresh.run("organization", "add", "my-org")
    made = fresh.run("application", "add", "my-org/reader", "--grant", "client_credentials", "--scopes", "read:application")
    client = json.loads(made.stdout)
    fresh.start()
    program = PROGRAM.replace("https://your-casdoor.com", fresh.url).replace("your-client-id", client["client_id"])
    program = program.replace("your-client-secret", client["client_secret"]).replace('"read:application write:application"', '"read:application"')
    file = tmp_path / "page.py"
    file.write_text(program)
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, timeout=60)
    assert "Need scope: write:application" in done.stdout and "Have scopes: ['read:application']" in done.stdout, done.stdout + done.stderr
    assert len(json.loads(fresh.run("application", "list", "my-org", "--json").stdout)) == 1

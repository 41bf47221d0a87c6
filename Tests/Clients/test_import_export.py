"""Files in and out, by the command line, over MCP and by parts over HTTP, and a server that dies in the middle of an import."""

import contextlib
import json
import sqlite3
import subprocess
import zipfile

import httpx
import pytest
from calls import ERAS, over_http
from conftest import BINARY
from events import wait_for

ROWS = 3_000
SERVER = {"x-mcp-packages": "@gatehouse/server"}


def lines(count):
    return "".join(
        f'{n},"Customer {n}, ""{n % 7}""",{n}.{n % 8 + 1}{n % 9 + 1},{"true" if n % 2 else "false"},2026-0{n % 9 + 1}-1{n % 10}\r\n' for n in range(1, count + 1))


HEADER = "number,name,total,paid,day\r\n"


@pytest.mark.asyncio
@pytest.mark.parametrize("era", ERAS)
async def test_upload_import_export(fresh, era):
    """A file is sent in parts with a break, imported, and comes back byte for byte; H07 links of others, changed and ended ones are 404."""
    fresh.migrate().start()
    fresh.run("workspace", "add", "other")
    key = fresh.key("--user", "built-in/admin")
    content = (HEADER + lines(ROWS)).encode()
    async with over_http(fresh.mcp, key, era, **SERVER) as client:
        begun = await client.call_tool("uploads_create", {"name": "sales.csv", "size": len(content)})
        assert not begun.is_error, begun
        begun = begun.structured_content
        url = begun["url"]
        assert url.startswith(fresh.mcp.rsplit("/api/", 1)[0])
        half = len(content) // 2
        assert httpx.patch(url, content=content[:half], headers={"Upload-Offset": "0"}).headers["upload-offset"] == str(half)
        # The client does not know how far it came.
        again = httpx.patch(url, content=content[:10], headers={"Upload-Offset": "0"})
        assert (again.status_code, again.headers["upload-offset"]) == (409, str(half))
        early = await client.call_tool("import_rows", {"collection": "sales", "upload": begun["upload"], "create": True})
        assert early.is_error and str(half) in early.content[0].text
        offset = int(httpx.head(url).headers["upload-offset"])
        assert httpx.put(url, content=content[offset:], headers={"Upload-Offset": str(offset)}).status_code == 204
        assert httpx.get(url).content == b"", "nobody reads what was sent"
        assert httpx.patch(url, content=b"x", headers={"Upload-Offset": str(len(content))}).status_code == 413
        assert httpx.patch(url, content=b"x").status_code == 400
        for offset in [2**63 - 1, 2**63 - 2, -1]:
            assert httpx.patch(url, content=b"xy", headers={"Upload-Offset": str(offset)}).status_code == (400 if offset < 0 else 413)
        assert httpx.patch(url, content=b"x" * 1_100_000, headers={"Upload-Offset": "0"}).status_code == 413
        done = await client.call_tool("import_rows", {"collection": "sales", "upload": begun["upload"], "create": True})
        assert not done.is_error, done.content[0].text
        assert done.structured_content["data"]["imported"] == ROWS
        made = (await client.call_tool("export_rows", {"collection": "sales", "fields": HEADER.strip().split(","), "sort": ["number"]})).structured_content
        assert made["rows"] == ROWS
        fetched = httpx.get(made["url"])
        assert fetched.content == content and "attachment" in fetched.headers["content-disposition"]
        assert len(fetched.content) == made["size"]
        # The rows are those of the moment at which the link was made.
        await client.call_tool("import_rows", {"collection": "sales", "text": HEADER + "1,x,1,true,2026-01-01\n"})
        assert httpx.get(made["url"]).content == content
    name = made["url"].rsplit("/", 1)[1]
    for wrong in [made["url"][:-1], made["url"] + "A", made["url"].replace(name, name[:20] + ("B" if name[20] == "A" else "A") + name[21:]), url.replace("uploads", "exports"),
                  made["url"].replace("/api/", "/api/__app/other/"), made["url"].replace("/api/", "/api/__app/absent/")]:
        answer = httpx.get(wrong)
        assert (answer.status_code, answer.json()) == (404, {"error": "not_found"}), wrong
    assert httpx.delete(url).status_code == 204
    assert httpx.head(url).status_code == 404
    with contextlib.closing(sqlite3.connect(fresh.data / "state.db", timeout=60)) as database:
        database.execute("UPDATE stored_files SET expires_at = 1")
        database.commit()
    assert httpx.get(made["url"]).status_code == 404


@pytest.mark.asyncio
async def test_h07_files_of_a_workspace_are_its_own(fresh):
    """H07 E05 Links of another workspace are none in main, and while it is stopped nowhere; its uploads are nobody else's."""
    fresh.migrate()
    fresh.run("workspace", "add", "other")
    fresh.start()
    key = fresh.key("--user", "built-in/admin", "--workspace", "*")
    async with over_http(f"{fresh.url}/api/__app/other/mcp", key, ERAS[0], **SERVER) as client:
        done = await client.call_tool("import_rows", {"collection": "words", "text": "word\none\n", "create": True})
        assert not done.is_error, done.content[0].text
        link = (await client.call_tool("export_rows", {"collection": "words", "fields": ["word"]})).structured_content["url"]
        begun = (await client.call_tool("uploads_create", {"name": "w.csv", "size": 4})).structured_content
    assert httpx.get(link).text == "word\r\none\r\n"
    for url in [link, begun["url"]]:
        assert "/api/__app/other/" in url
        assert httpx.get(url.replace("/__app/other", "")).status_code == 404
    assert httpx.patch(begun["url"], content=b"a\n1\n", headers={"Upload-Offset": "0"}).status_code == 204
    async with over_http(fresh.mcp, key, ERAS[0], **SERVER) as client:
        foreign = await client.call_tool("import_rows", {"collection": "words", "upload": begun["upload"], "create": True})
        assert foreign.is_error and foreign.structured_content["error"]["code"] == "not_found", foreign
    fresh.run("workspace", "stop", "other")
    wait_for("the end of the link", lambda: httpx.get(link).status_code == 404)
    assert httpx.head(begun["url"]).status_code == 404
    fresh.run("workspace", "start", "other")
    wait_for("the link", lambda: httpx.get(link).status_code == 200)


def test_command_line(fresh, tmp_path):
    """The verbs read and write the same bytes, and show what they would do first."""
    fresh.migrate()
    file = tmp_path / "sales.csv"
    file.write_bytes((HEADER + lines(50)).encode())
    shown = fresh.run("import", str(file), "--create", "--dry-run").stdout
    assert "number -> number (bigInt)" in shown and "50 rows would go to sales" in shown
    assert "50 rows added to sales" in fresh.run("import", str(file), "--create").stdout
    out = tmp_path / "out.csv"
    fresh.run("export", "sales", "--fields", "number,name,total,paid,day", "--sort", "number", "--output", str(out))
    assert out.read_bytes() == file.read_bytes()
    some = fresh.run("export", "sales", "--format", "jsonl", "--filter", '{"number":{"$lte":2}}', "--fields", "number,paid").stdout
    assert [json.loads(line) for line in some.splitlines()] == [{"number": 1, "paid": True}, {"number": 2, "paid": False}]
    file.write_text("number,total\n51,x\n52,1\n53\n")
    refused = fresh.run("import", str(file), check=False)
    assert refused.returncode == 1 and "line 2, total" in refused.stderr and "line 4" in refused.stderr
    assert fresh.run("import", str(tmp_path / "absent.csv"), check=False).returncode == 1
    assert fresh.run("export", "absent", check=False).returncode == 1
    assert "1 rows added" in fresh.run("import", str(file), "--skip-bad-lines").stdout
    with contextlib.closing(sqlite3.connect(fresh.data / "workspaces" / "1.db")) as database:
        assert database.execute("SELECT count(*), max(number) FROM sales").fetchone() == (51, 52)
    assert {"import_rows", "export_rows"} <= {row["tool"] for row in fresh.audit()}


def test_h07_kill_in_mid_import_leaves_no_row(fresh, tmp_path):
    """H07 I01 Killed while rows go in: none of them is there, and the same command then adds all."""
    fresh.migrate()
    file = tmp_path / "sales.csv"
    file.write_text(HEADER)
    fresh.run("import", str(file), "--create")
    file.write_bytes((HEADER + lines(20_000)).encode())
    command = [BINARY, "import", str(file), "--collection", "sales", "--data", str(fresh.data)]
    main = fresh.data / "workspaces" / "1.db"
    killed = 0
    for _ in range(3):
        before = (fresh.data / "workspaces" / "1.db-wal").stat().st_size if (fresh.data / "workspaces" / "1.db-wal").exists() else 0
        process = subprocess.Popen(command, env=fresh.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # Rows reach the log of the database before the transaction ends, once they are more than its cache holds; else the moment is any.
        while process.poll() is None:
            log = fresh.data / "workspaces" / "1.db-wal"
            if log.exists() and log.stat().st_size > before:
                break
        process.kill()
        process.wait()
        killed += process.returncode == -9
        with contextlib.closing(sqlite3.connect(main, timeout=60)) as database:
            assert database.execute("SELECT count(*) FROM sales").fetchone()[0] in (0, 20_000)
            database.execute("DELETE FROM sales")
            database.commit()
    assert killed
    assert "20000 rows added" in fresh.run("import", str(file), "--collection", "sales").stdout


def test_h01_h02_workbooks_from_outside(fresh, tmp_path):
    """H01 H02 A bomb and a workbook with entities are refused, and the process stays small."""
    fresh.migrate()
    book = tmp_path / "bomb.xlsx"
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'
    index = f'<workbook xmlns="{main}" xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>'
    row = "<row><c t='str'><v>name</v></c></row>"
    for body, words in [(row + " " * 60_000_000, "far more"), (row, "document type")]:
        start = '<!DOCTYPE x [<!ENTITY a "aaaa">]>' if words == "document type" else ""
        with zipfile.ZipFile(book, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("xl/workbook.xml", index)
            archive.writestr("xl/_rels/workbook.xml.rels", relations)
            archive.writestr("xl/worksheets/sheet1.xml", f'{start}<worksheet xmlns="{main}"><sheetData>{body}</sheetData></worksheet>')
        refused = fresh.run("import", str(book), "--collection", "x", "--create", check=False)
        assert refused.returncode == 1 and words in refused.stderr, refused.stderr

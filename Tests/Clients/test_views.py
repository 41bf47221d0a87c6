"""The view of rows, in a browser, beside a host that speaks as the extension's page says."""

import json
import re

import httpx
import pytest
from calls import over_http
from chromium import chromium, needs_chromium
from events import last_message

pytestmark = pytest.mark.asyncio
UI = {"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}}
HOST = """<!doctype html><title>host</title><iframe id="view"></iframe><script>
const frame = document.getElementById("view"), heard = [], sizes = [];
addEventListener("message", (event) => {
  if (event.source !== frame.contentWindow) return;
  const message = event.data;
  heard.push(message.method);
  if (message.method === "ui/notifications/size-changed") sizes.push(message.params);
  if (message.method === "ui/initialize")
    frame.contentWindow.postMessage({ jsonrpc: "2.0", id: message.id, result: { protocolVersion: "2026-01-26", hostInfo: { name: "host", version: "1" },
      hostCapabilities: {}, hostContext: { theme: "dark", styles: { variables: { "--color-text-primary": "rgb(1, 2, 3)" } } } } }, "*");
});
frame.srcdoc = %s;
const give = (result) => frame.contentWindow.postMessage({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: result }, "*");
const seen = () => frame.contentDocument;
</script>"""


@pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
async def test_a_tool_names_its_view_and_the_view_reaches_nothing(company, admin_key, era):
    async with over_http(company.mcp, admin_key, era) as client:
        tool = next(tool for tool in (await client.list_tools()).tools if tool.name == "run_sql")
        place = tool.meta["ui"]["resourceUri"]
        assert place.startswith("ui://") and tool.meta["ui/resourceUri"] == place
        read = (await client.read_resource(place)).contents[0]
        assert read.mime_type == "text/html;profile=mcp-app"
        assert read.meta["ui"]["csp"] == {"connectDomains": [], "resourceDomains": [], "frameDomains": [], "baseUriDomains": []}
        # Whatever the host allows, the page lets no other script run and loads nothing.
        assert re.search(r"default-src 'none'; img-src data:; style-src 'sha256-\S+'; script-src 'sha256-\S+'; base-uri 'none'", read.text)
        assert "http:" not in read.text and "https:" not in read.text and "innerHTML" not in read.text and len(read.text) < 20_000
        # A client without the extension has text and structure.
        answer = await client.call_tool("run_sql", {"sql": "SELECT 1 AS one"})
        assert json.loads(answer.content[0].text) == answer.structured_content


@needs_chromium
async def test_the_view_shows_rows_as_text_in_a_host(company, admin_key, tmp_path):
    """D02 Markup in a row is text."""
    sql = "SELECT id, number, '<img src=x onerror=alert(1)>' AS markup, NULL AS missing FROM orders ORDER BY id LIMIT 3"
    async with over_http(company.mcp, admin_key, "2026-07-28") as client:
        html = (await client.read_resource("ui://gatehouse/rows/3")).contents[0].text
        result = (await client.call_tool("run_sql", {"sql": sql})).model_dump(by_alias=True, mode="json")
    assert not result.get("isError"), result
    page = tmp_path / "host.html"
    page.write_text(HOST % json.dumps(html).replace("</", "<\\/"))
    with chromium() as browser:
        tab = browser.tab()
        tab.go(page.as_uri())
        tab.wait("heard.includes('ui/notifications/initialized')", "the view's greeting")
        tab.run(f"give({json.dumps(result)})")
        tab.wait("seen().querySelectorAll('tbody tr').length === 3", "the rows")
        cells = tab.run("JSON.stringify([...seen().querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.textContent)))")
        rows = json.loads(cells)
        assert rows[0] == ["id", "number", "markup", "missing"]
        assert rows[1][2] == "<img src=x onerror=alert(1)>" and rows[1][3] == "" and rows[1][0] == "1"
        assert tab.run("seen().querySelectorAll('td img, img:not([hidden])').length") == 0
        assert tab.run("seen().getElementById('note').textContent") == "3 rows."
        assert tab.run("getComputedStyle.call(frame.contentWindow, seen().body).color") == "rgb(1, 2, 3)"
        assert tab.run("seen().documentElement.style.colorScheme") == "dark"
        assert tab.run("heard.includes('ui/notifications/size-changed')")
        tab.run("give({ isError: true, content: [] })")
        tab.wait("seen().getElementById('note').textContent.startsWith('The statement was not run')", "the words for a failed call")


def ask(house, key, question, extensions, **more):
    """As a client of the stateless revision with these extensions."""
    arguments = {"question": question, **more}
    capabilities = {"extensions": extensions}
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": capabilities}
    answer = httpx.post(
        house.mcp,
        headers={
            "Authorization": f"Bearer {key}", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28",
            "Mcp-Method": "tools/call", "Mcp-Name": "ask_question"},
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask_question", "arguments": arguments, "_meta": meta}})
    return last_message(answer)["result"]


QUESTION = "How many orders per month in 2024?"


def read(result):
    """What a model reads of an answer, without what it says of the request itself."""
    told = [result["structuredContent"], *(json.loads(block["text"]) for block in result["content"])]
    return [{key: value for key, value in object.items() if key not in ["query_id", "elapsed"]} for object in told]


async def test_charts_come_beside_a_result_for_clients_with_views_alone(company, admin_key):
    plain = ask(company, admin_key, QUESTION, {})
    assert "gatehouse/chart" not in json.dumps(plain)
    shown = ask(company, admin_key, QUESTION, UI["extensions"])
    chart = shown["_meta"]["gatehouse/chart"]
    assert chart["light"].startswith("<svg") and chart["dark"].startswith("<svg") and chart["light"] != chart["dark"] and chart["title"]
    # What a model reads is the same.
    assert read(shown) == read(plain)
    assert "gatehouse/chart" not in ask(company, admin_key, "orders by submarine", UI["extensions"])["_meta"]


PIXEL = """(() => { const image = seen().getElementById('chart'), canvas = document.createElement('canvas'); canvas.width = canvas.height = 1;
const context = canvas.getContext('2d'); context.drawImage(image, 2, 2, 1, 1, 0, 0, 1, 1); return [...context.getImageData(0, 0, 1, 1).data].join(' '); })()"""


@needs_chromium
async def test_the_view_draws_the_chart_of_an_answer_in_the_hosts_theme_above_its_rows(company, admin_key, tmp_path):
    async with over_http(company.mcp, admin_key, "2026-07-28") as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        html = (await client.read_resource(tools["ask_question"].meta["ui"]["resourceUri"])).contents[0].text
    result = ask(company, admin_key, QUESTION, UI["extensions"])
    painted = ask(company, admin_key, QUESTION, {}, chart=True)
    declined = ask(company, admin_key, "orders by submarine", UI["extensions"])
    page = tmp_path / "host.html"
    page.write_text(HOST % json.dumps(html).replace("</", "<\\/"))
    with chromium() as browser:
        tab = browser.tab()
        tab.go(page.as_uri())
        tab.wait("heard.includes('ui/notifications/initialized')", "the view's greeting")
        tab.run("frame.style.width = '900px'; frame.style.height = '700px'")
        tab.run(f"give({json.dumps(result)})")
        tab.wait("seen().querySelectorAll('tbody tr').length === 12", "the rows")
        tab.wait("seen().getElementById('chart').naturalWidth === 760", "the chart")
        assert tab.run("seen().getElementById('chart').src").startswith("data:image/svg+xml,")
        assert tab.run(PIXEL) == "20 24 29 255", "the dark theme of the host"
        tab.screenshot(tmp_path / "dark.png")
        tab.run("frame.contentWindow.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params: { theme: 'light' } }, '*')")
        tab.wait(f"{PIXEL} === '255 255 255 255'", "the light chart")
        tab.screenshot(tmp_path / "light.png")
        # The rows are one click away, and the host hears of the height that they take.
        assert not tab.run("seen().getElementById('all').open") and "12 rows. " in tab.run("seen().getElementById('note').textContent")
        low = tab.run("sizes.at(-1).height")
        tab.run("seen().querySelector('summary').click()")
        tab.wait(f"sizes.at(-1).height > {low}", "the greater height")
        tab.run("frame.style.width = '400px'")
        tab.wait("seen().getElementById('chart').getBoundingClientRect().width < 400", "the narrow chart")
        # A host that keeps `_meta` to itself has the picture.
        tab.run(f"give({json.dumps(painted)})")
        tab.wait("seen().getElementById('chart').naturalWidth > 760", "the picture")
        tab.run(f"give({json.dumps(declined)})")
        tab.wait("seen().getElementById('chart').hidden && seen().getElementById('note').textContent.includes('submarine')", "why there is no answer")


@needs_chromium
async def test_D02_nothing_in_a_result_runs_in_the_view(company, admin_key, tmp_path):
    """D02 A chart with script in it, names and titles with markup: nothing runs, and nothing is asked of anybody."""
    async with over_http(company.mcp, admin_key, "2026-07-28") as client:
        html = (await client.read_resource("ui://gatehouse/rows/3")).contents[0].text
    evil = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="parent.ran=1"><script>parent.ran=1</script>' \
        '<image href="http://127.0.0.1:9/x"/></svg>'
    markup = '"><img src=x onerror="parent.ran=1"><script>parent.ran=1</script>'
    result = {
        "content": [{"type": "text", "text": markup}], "_meta": {"gatehouse/chart": {"title": markup, "light": evil, "dark": evil}},
        "structuredContent": {"data": {"fields": [markup], "data": [{markup: markup}]}, "interpretation": markup}}
    page = tmp_path / "host.html"
    page.write_text(HOST % json.dumps(html).replace("</", "<\\/"))
    with chromium() as browser:
        tab = browser.tab()
        tab.go(page.as_uri())
        tab.wait("heard.includes('ui/notifications/initialized')", "the view's greeting")
        tab.run(f"give({json.dumps(result)})")
        tab.wait("seen().querySelectorAll('tbody td').length === 1 && seen().getElementById('chart').naturalWidth === 9", "the row and the chart")
        tab.run("seen().body.append(Object.assign(seen().createElement('script'), { textContent: 'parent.ran = 1' }))")
        assert tab.run("typeof ran") == "undefined" and tab.run("seen().querySelectorAll('script').length") == 2
        assert tab.run("seen().querySelector('td').textContent") == markup and tab.run("seen().getElementById('chart').alt") == markup
        assert tab.run("frame.contentWindow.performance.getEntriesByType('resource').filter((each) => !each.name.startsWith('data:')).length") == 0

"""The view of rows, in a browser, beside a host that speaks as the extension's page says."""

import json

import pytest
from calls import over_http
from chromium import chromium, needs_chromium

pytestmark = pytest.mark.asyncio
UI = {"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}}
HOST = """<!doctype html><title>host</title><iframe id="view"></iframe><script>
const frame = document.getElementById("view"), heard = [];
addEventListener("message", (event) => {
  if (event.source !== frame.contentWindow) return;
  const message = event.data;
  heard.push(message.method);
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
        assert "http:" not in read.text and "https:" not in read.text and "innerHTML" not in read.text and len(read.text) < 20_000
        # A client without the extension has text and structure.
        answer = await client.call_tool("run_sql", {"sql": "SELECT 1 AS one"})
        assert json.loads(answer.content[0].text) == answer.structured_content


@needs_chromium
async def test_the_view_shows_rows_as_text_in_a_host(company, admin_key, tmp_path):
    """D02 Markup in a row is text."""
    sql = "SELECT id, number, '<img src=x onerror=alert(1)>' AS markup, NULL AS missing FROM orders ORDER BY id LIMIT 3"
    async with over_http(company.mcp, admin_key, "2026-07-28") as client:
        html = (await client.read_resource("ui://gatehouse/rows/2")).contents[0].text
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


@needs_chromium
async def test_the_view_shows_the_chart_of_an_answer_above_its_rows(company, admin_key, tmp_path):
    async with over_http(company.mcp, admin_key, "2026-07-28") as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        html = (await client.read_resource(tools["ask_question"].meta["ui"]["resourceUri"])).contents[0].text
        asked = {"question": "How many orders per month in 2024?", "chart": True}
        result = (await client.call_tool("ask_question", asked)).model_dump(by_alias=True, mode="json")
        declined = (await client.call_tool("ask_question", {"question": "orders by submarine"})).model_dump(by_alias=True, mode="json")
    page = tmp_path / "host.html"
    page.write_text(HOST % json.dumps(html).replace("</", "<\\/"))
    with chromium() as browser:
        tab = browser.tab()
        tab.go(page.as_uri())
        tab.wait("heard.includes('ui/notifications/initialized')", "the view's greeting")
        tab.run(f"give({json.dumps(result)})")
        tab.wait("seen().querySelectorAll('tbody tr').length === 12", "the rows")
        tab.wait("seen().getElementById('chart').naturalWidth > 400", "the picture")
        assert "12 rows. " in tab.run("seen().getElementById('note').textContent")
        tab.run(f"give({json.dumps(declined)})")
        tab.wait("seen().getElementById('chart').hidden && seen().getElementById('note').textContent.includes('submarine')", "why there is no answer")

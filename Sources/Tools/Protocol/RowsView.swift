import Crypto
import JSON
import MCP
import Notation
import Store

/// Shows the rows of a result as a table, with the chart of an answer above them, in hosts that show views (extension
/// `io.modelcontextprotocol/ui`). One page serves every result; the host sends it the data in messages. It loads nothing and writes data as
/// text only.
enum RowsView {
    /// The number in the URI changes with the page, so that hosts may cache it.
    static let view = AppView(uri: "ui://gatehouse/rows/3", callers: [.model, .app], prefersBorder: true)

    static var contents: ReadResourceResult { ReadResourceResult([view.contents(html: html)], hint: CacheHint(timeToLive: .seconds(3600))) }

    /// The host's messages follow the extension's specification of 2026-01-26: `ui/initialize`, its response, `initialized`, then the
    /// result. Charts are in the result's `_meta` (``ChartPainter/drawings(of:)``), one for each theme.
    private static let html = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src '\(source(style))'; script-src '\(source(script))'; \
        base-uri 'none'; form-action 'none'">
        <title>Rows</title>
        <style>\(style)</style>
        <p id="note" role="status">Waiting for the rows.</p>
        <img id="chart" alt="" hidden>
        <details id="all" hidden><summary>Rows</summary><table id="rows"></table></details>
        <script>\(script)</script>
        </html>
        """

    /// The policy's source expression for an inline text: its SHA-256 in base64 (Content Security Policy Level 3, section 2.3.1).
    private static func source(_ text: String) -> String { "sha256-" + Base64.encode(Array(SHA256.hash(data: Array(text.utf8)))) }

    private static let style = """
        :root { color-scheme: light dark }
        body { margin: 0; padding: 12px; font: var(--font-text-sm-size, 14px)/1.4 var(--font-sans, system-ui, sans-serif);
          color: var(--color-text-primary, CanvasText); background: var(--color-background-primary, Canvas) }
        p { margin: 0 0 8px; color: var(--color-text-secondary, inherit) }
        img { display: block; max-width: 100%; height: auto; margin: 0 0 8px; border-radius: var(--border-radius-md, 6px) }
        img[hidden] { display: none }
        summary { cursor: pointer; margin: 0 0 4px; color: var(--color-text-secondary, inherit) }
        table { border-collapse: collapse; width: 100% }
        th, td { padding: 4px 8px; border-bottom: 1px solid var(--color-border-primary, GrayText); text-align: left; vertical-align: top;
          white-space: pre-wrap; overflow-wrap: anywhere }
        .number { text-align: right; font-variant-numeric: tabular-nums }
        """

    private static let script = """
        "use strict";
        const host = window.parent, waiting = new Map(), numbers = ["integer", "decimal", "double"];
        const dark = matchMedia("(prefers-color-scheme: dark)");
        let count = 0, shown = null, theme = null;
        const post = (message) => host.postMessage({ jsonrpc: "2.0", ...message }, "*");
        const tell = (method, params) => post({ method, params });
        const ask = (method, params) => new Promise((done) => { waiting.set(++count, done); post({ id: count, method, params }); });
        function dress(context) {
          if (!context) return;
          if (context.theme === "light" || context.theme === "dark") {
            theme = document.documentElement.style.colorScheme = context.theme;
            if (shown) draw(shown);
          }
          const variables = (context.styles && context.styles.variables) || {};
          for (const name of Object.keys(variables)) if (name.startsWith("--")) document.documentElement.style.setProperty(name, variables[name]);
        }
        function cell(row, kind, value, type) {
          const made = row.appendChild(document.createElement(kind));
          made.textContent = value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
          if (numbers.includes(type)) made.className = "number";
          if (kind === "th") made.scope = "col";
        }
        function rowsOf(content) {
          const own = content.data;
          if (!own || !own.fields) return content;
          const types = (own.fields_info || []).map((field) => (field.is_numeric ? "decimal" : "text"));
          return { columns: own.fields.map((name, at) => ({ name, type: types[at] })), rows: own.data.map((row) => own.fields.map((name) => row[name])),
            truncated: own.limit !== undefined };
        }
        // An image cannot run or load anything, whatever it contains.
        function draw(result) {
          const picture = document.getElementById("chart"), content = result.structuredContent || {};
          const chart = (result._meta && result._meta["gatehouse/chart"]) || {}, drawing = (theme ? theme === "dark" : dark.matches) ? chart.dark : chart.light;
          const block = (result.content || []).find((each) => each.type === "image" && each.mimeType === "image/png" && /^[A-Za-z0-9+/=]+$/.test(each.data));
          const source = typeof drawing === "string" ? "data:image/svg+xml," + encodeURIComponent(drawing) : block && "data:image/png;base64," + block.data;
          picture.alt = chart.title || (content.chart && content.chart.title) || "";
          picture.hidden = !source;
          if (source) picture.src = source; else picture.removeAttribute("src");
          return !!source;
        }
        function show(result) {
          const content = (result && result.structuredContent) || {}, data = rowsOf(content), columns = data.columns || [], rows = data.rows || [];
          shown = result || {};
          const isDrawn = draw(shown), table = document.getElementById("rows"), note = document.getElementById("note"), all = document.getElementById("all");
          all.open = !isDrawn;
          all.hidden = !data.columns;
          table.replaceChildren();
          if (!data.columns) {
            note.textContent = content.message || (result && result.isError ? "The statement was not run." : "There are no rows to show.");
            return;
          }
          const head = table.createTHead().insertRow(), body = table.createTBody();
          for (const column of columns) cell(head, "th", column.name, column.type);
          for (const values of rows) {
            const row = body.insertRow();
            columns.forEach((column, at) => cell(row, "td", values[at], column.type));
          }
          note.textContent = rows.length + (rows.length === 1 ? " row" : " rows") + (data.truncated ? ", and there are more." : ".")
            + (content.interpretation ? " " + content.interpretation + "." : "");
        }
        addEventListener("message", (event) => {
          const message = event.data;
          if (event.source !== host || !message || message.jsonrpc !== "2.0") return;
          if (message.method === undefined) {
            const done = waiting.get(message.id);
            waiting.delete(message.id);
            if (done) done(message.result);
          } else if (message.method === "ui/notifications/tool-result") show(message.params);
          else if (message.method === "ui/notifications/tool-cancelled") document.getElementById("note").textContent = "The call was cancelled.";
          else if (message.method === "ui/notifications/host-context-changed") dress(message.params);
          else if (message.method === "ui/resource-teardown" || message.method === "ping") post({ id: message.id, result: {} });
        });
        dark.addEventListener("change", () => { if (shown) draw(shown); });
        new ResizeObserver(() => {
          const root = document.documentElement;
          tell("ui/notifications/size-changed", { width: root.scrollWidth, height: Math.ceil(document.body.getBoundingClientRect().height) });
        }).observe(document.body);
        ask("ui/initialize", {
          protocolVersion: "2026-01-26", appInfo: { name: "gatehouse-rows", version: "3" }, appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
        }).then((result) => {
          dress(result && result.hostContext);
          tell("ui/notifications/initialized", {});
        });
        """
}

/// The rows of a collection as a resource: the first of them can be read, and clients are notified of changes.
package struct RowsResource: Hashable, Sendable {
    static let template = ResourceTemplate(
        uriTemplate: "gate://{source}/{collection}/rows", name: "rows", title: "Rows of a collection",
        description: """
            The first rows of a collection. Whoever may view every row and field of it can subscribe, and is told when rows are changed through this server. To other callers a change of what they may view is told, within seconds.
            """,
        mimeType: "application/json")

    let source: String
    let collection: String

    init(source: String, collection: String) { (self.source, self.collection) = (source, collection) }

    init?(_ uri: String) {
        guard let target = GatehouseResources.sourceAndCollection(of: uri, Self.template) else { return nil }
        (source, collection) = target
    }

    /// Contains the workspace, because the same URI is another collection in another workspace.
    func topic(in workspace: WorkspaceID) -> String { "\(workspace.rawValue) \(GatehouseResources.uri(source, collection))/rows" }

    /// The topic of a caller that may not view every row and field. Changes are not announced under it: the caller's view is compared
    /// repeatedly.
    func narrowedTopic(in workspace: WorkspaceID) -> String { topic(in: workspace) + Self.narrowed }

    package static func isNarrowed(_ topic: String) -> Bool { topic.hasSuffix(narrowed) }

    /// A space cannot occur in a URI.
    private static let narrowed = " narrowed"
}

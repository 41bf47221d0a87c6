import MCP

/// The rows of an answer as a table, with the chart of an answer to a question above them, for hosts that show views (extension `io.modelcontextprotocol/ui`): one page for every answer, whose data
/// come from the host by messages. It reaches nothing and loads nothing, and writes what it gets as text alone.
enum RowsView {
    /// The number changes with the page, so that hosts may keep what they have read.
    static let view = AppView(uri: "ui://gatehouse/rows/2", callers: [.model, .app], prefersBorder: true)

    static var contents: ReadResourceResult { ReadResourceResult([view.contents(html: html)], hint: CacheHint(timeToLive: .seconds(3600))) }

    /// The host's order of messages is that of the extension's page of 2026-01-26: `ui/initialize`, its answer, `initialized`, then the result.
    private static let html = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>Rows</title>
        <style>
        :root { color-scheme: light dark }
        body { margin: 0; padding: 12px; font: var(--font-text-sm-size, 14px)/1.4 var(--font-sans, system-ui, sans-serif);
          color: var(--color-text-primary, CanvasText); background: var(--color-background-primary, Canvas) }
        p { margin: 0 0 8px; color: var(--color-text-secondary, inherit) }
        img { max-width: 100%; height: auto; margin: 0 0 8px }
        table { border-collapse: collapse; width: 100% }
        th, td { padding: 4px 8px; border-bottom: 1px solid var(--color-border-primary, GrayText); text-align: left; vertical-align: top;
          white-space: pre-wrap; overflow-wrap: anywhere }
        .number { text-align: right; font-variant-numeric: tabular-nums }
        </style>
        <p id="note" role="status">Waiting for the rows.</p>
        <img id="chart" alt="" hidden>
        <table id="rows"></table>
        <script>
        "use strict";
        const host = window.parent, waiting = new Map(), numbers = ["integer", "decimal", "double"];
        let count = 0;
        const post = (message) => host.postMessage({ jsonrpc: "2.0", ...message }, "*");
        const tell = (method, params) => post({ method, params });
        const ask = (method, params) => new Promise((done) => { waiting.set(++count, done); post({ id: count, method, params }); });
        function dress(context) {
          if (!context) return;
          if (context.theme) document.documentElement.style.colorScheme = context.theme;
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
        function draw(result, title) {
          const picture = document.getElementById("chart"), blocks = (result && result.content) || [];
          const block = blocks.find((each) => each.type === "image" && each.mimeType === "image/png" && /^[A-Za-z0-9+/=]+$/.test(each.data));
          picture.hidden = !block;
          if (block) picture.src = "data:image/png;base64," + block.data;
          picture.alt = title || "";
        }
        function show(result) {
          const content = (result && result.structuredContent) || {}, data = rowsOf(content), columns = data.columns || [], rows = data.rows || [];
          draw(result, content.chart && content.chart.title);
          const table = document.getElementById("rows"), note = document.getElementById("note");
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
        new ResizeObserver(() => {
          const root = document.documentElement;
          tell("ui/notifications/size-changed", { width: root.scrollWidth, height: root.scrollHeight });
        }).observe(document.body);
        ask("ui/initialize", {
          protocolVersion: "2026-01-26", appInfo: { name: "gatehouse-rows", version: "2" }, appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
        }).then((result) => {
          dress(result && result.hostContext);
          tell("ui/notifications/initialized", {});
        });
        </script>
        </html>
        """
}

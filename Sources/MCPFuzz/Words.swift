/// Words with a meaning in the protocol, to insert in wrong places.
enum Words {
    static let methods = ["POST", "POST", "POST", "GET", "DELETE", "PUT", "OPTIONS"]

    static let fieldNames = [
        "Accept", "Content-Type", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Param-Region", "Mcp-Session-Id", "Last-Event-ID",
    ]

    /// Placeholder for the target's session.
    static let session = "{session}"
    /// Placeholder for the last event id.
    static let event = "{event}"

    static let fieldValues = [
        "2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2026-07-28, 2026-07-28", "2025-11-25,2025-06-18", "v999.0.0",
        "tools/call",
        "TOOLS/CALL", "tools/list", "resources/read", "echo", "tell", "note://a/1", "=?base64?ZWNobw==?=", "=?base64?ZWNobw?=", "=?base64?!?=",
        "=?base64?",
        "?=", "x-1", "g0-0", "c1-1", "-", "*/*", "text/event-stream", "application/json", "text/event-stream;q=0", "application/json; charset=utf-8",
        "text/plain", ",,", "", " ", "a, b", session, event, "\u{1F600}", "42.0", "42", "north",
    ]

    static let inBodies: [[UInt8]] =
        [
            "null", "true", "false", "0", "-0", "-1", "1.5", "1e400", "1e-400", "9007199254740993", "123456789012345678901234567890", "\"\"", "\"a\"",
            "\"\\u0000\"", "\"\\ud800\"", "\"\\ud83d\\ude00\"", "\"\\", "\\u12", "{}", "[]", "[[]]", "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}",
            ",", ":",
            "{", "}", "[", "]", "\"", " ", "\n", "\r\n", "\u{0}", "\u{FEFF}", "é", "\u{1F600}", "\"jsonrpc\":\"2.0\"", "\"jsonrpc\":\"1.0\"",
            "\"id\":",
            "\"method\":", "\"params\":", "\"result\":{}", "\"error\":{}", "\"_meta\":{}", "\"progressToken\":1", "\"cursor\":\"x\"",
            "\"requestState\":\"s\"", "\"inputResponses\":{\"q1\":{\"action\":\"accept\"}}", "\"notifications\":{\"taskIds\":[]}",
            "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"", "\"io.modelcontextprotocol/clientCapabilities\":{}",
            "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}", "\"io.modelcontextprotocol/logLevel\":\"debug\"", "tools/list",
            "tools/call", "server/discover", "initialize", "ping", "resources/read", "resources/subscribe", "prompts/get", "completion/complete",
            "logging/setLevel", "subscriptions/listen", "tasks/get", "tasks/cancel", "notifications/cancelled", "2025-11-25", "2025-03-26",
        ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x80]]

    private static let envelope =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{},"#
        + #""extensions":{"io.modelcontextprotocol/tasks":{}}},"progressToken":"p"}"#

    /// Valid requests, by method and members of `params`.
    private static let requests = [
        ("initialize", #""protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"f","version":"1"}"#), ("ping", ""),
        ("server/discover", ""), ("tools/list", ""), ("tools/call", #""name":"echo","arguments":{"say":"x","region":"north"}"#),
        ("tools/call", #""name":"tell","arguments":{"say":"a\nb"}"#), ("tools/call", #""name":"ask","arguments":{}"#),
        ("tools/call", #""name":"later","arguments":{}"#), ("resources/list", ""), ("resources/templates/list", ""),
        ("resources/read", #""uri":"note://a/1""#), ("resources/subscribe", #""uri":"note://a/1""#),
        ("resources/unsubscribe", #""uri":"note://a/1""#),
        ("prompts/list", ""), ("prompts/get", #""name":"report","arguments":{"topic":"t"}"#),
        ("completion/complete", #""ref":{"type":"ref/prompt","name":"report"},"argument":{"name":"topic","value":"t"}"#),
        ("logging/setLevel", #""level":"debug""#), ("subscriptions/listen", #""notifications":{"toolsListChanged":true}"#),
        ("tasks/get", #""taskId":"t""#), ("tasks/update", #""taskId":"t","inputResponses":{}"#), ("tasks/cancel", #""taskId":"t""#),
    ]

    static var seeds: [FuzzInput] {
        let json = requests.flatMap { method, members -> [FuzzInput] in
            let bare = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(members)}}"#
            let enveloped = #"{"jsonrpc":"2.0","id":"a","method":"\#(method)","params":{\#(members)\#(members.isEmpty ? "" : ",")\#(envelope)}}"#
            let accept = (name: "Accept", value: "application/json, text/event-stream")
            let type = (name: "Content-Type", value: "application/json")
            let name = ["tools/call": "echo", "prompts/get": "report", "resources/read": "note://a/1"][method] ?? "t"
            let modern = [
                accept, type, ("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", method), ("Mcp-Name", members.contains("tell") ? "tell" : name),
            ]
            return [
                FuzzInput(.request, fields: [accept, type], bare),
                FuzzInput(.request, fields: [accept, type, ("Mcp-Session-Id", session), ("MCP-Protocol-Version", "2025-11-25")], bare),
                FuzzInput(.request, fields: modern + [("Mcp-Param-Region", "north")], enveloped),
            ]
        }
        let streams = json.filter { $0.text.contains("tell") || $0.text.contains("listen") || $0.text.contains("\"ask\"") }.map { $0.of(.stream) }
        let resumed = FuzzInput(
            .stream, method: "GET", fields: [("Accept", "text/event-stream"), ("Mcp-Session-Id", session), ("Last-Event-ID", event)], "")
        let values = ["[1,2.5e-3,\"\\u00e9\\n\",true,null,{\"a\":{\"b\":[]}}]", " {\"a\" : -0.0e+1 , \"b\":\"\\ud83d\\ude00\"} ", "\"x\"", "12", ""]
        let batch = "[\(json[3].text),{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}]"
        return json + streams + [resumed, FuzzInput(.request, fields: [("Content-Type", "application/json")], batch)]
            + (values + json.map(\.text) + [batch]).map { FuzzInput(.reader, fields: [], $0) }
    }
}

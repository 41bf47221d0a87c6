import HTTPTypes
import JSON
import Testing

@testable import MCP

@Suite("Bodies and heads that are no request")
struct MessageTests {
    @Test("B09 A body that is not JSON gets 400 and -32700", arguments: ["", "{", "nonsense", "{\"jsonrpc\":\"2.0\",}", "\u{FEFF}{}"])
    func notJSON(body: String) async throws {
        let response = try await MCPServer.fixture().post(body)
        #expect(try await response.summary == "400 -32700")
        #expect(try JSONValue(parsing: await response.bodyText)["id"] == .null)
    }

    @Test(
        "B09 JSON that is not a message gets 400 and -32600",
        arguments: [
            "1", "null", "\"ping\"", "{}",
            #"{"id":1,"method":"ping"}"#, #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, #"{"jsonrpc":2.0,"id":1,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":1e400,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":1,"method":1}"#, #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","result":{}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/x","params":[]}"#,
        ])
    func noMessage(body: String) async throws {
        #expect(try await MCPServer.fixture().post(body).summary == "400 -32600")
    }

    @Test("B09 params that is no object is -32602 in the older revisions and 400 and -32600 in 2026-07-28", arguments: ["[]", "\"x\"", "1", "true"])
    func wrongParams(params: String) async throws {
        let server = try MCPServer.fixture()
        let body = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":\#(params)}"#
        for headers in [[], [("MCP-Protocol-Version", "2024-11-05")], [("MCP-Protocol-Version", "2025-11-25")]] {
            let response = try await server.post(body, headers)
            #expect(await response.bodyText == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}"#)
            #expect(try await response.summary == "200 -32602")
        }
        #expect(try await server.post(body, [("MCP-Protocol-Version", "2026-07-28")]).summary == "400 -32600")
        let batch = try await server.post("[\(body)]", [("MCP-Protocol-Version", "2025-03-26")])
        #expect(await batch.bodyText == #"[{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}]"#)
    }

    @Test("An id is echoed as it came, also on errors", arguments: ["7", "\"7\"", "-1", "9007199254740993", "\"\""])
    func ids(id: String) async throws {
        let server = try MCPServer.fixture()
        #expect(await (try server.post(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)).bodyText == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
        #expect(await (try server.post(#"{"jsonrpc":"2.0","id":\#(id),"method":5}"#)).bodyText.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"error""#))
    }

    @Test("B11 a key given twice hides nothing: the body is refused")
    func duplicateKeys() async throws {
        let body = #"{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}"#
        #expect(try await MCPServer.fixture().post(body).summary == "400 -32700")
    }

    @Test("B12 65 levels are refused")
    func depth() async throws {
        let deep = String(repeating: "[", count: 63) + String(repeating: "]", count: 63)
        let server = try MCPServer.fixture()
        // The message and its params are two levels.
        #expect(try await server.post(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":\#(deep)}}"#).summary == "400 -32700")
        #expect(try await server.post(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":\#(deep.dropFirst().dropLast())}}"#).summary == "200")
    }

    @Test("A body beyond the limit is 413")
    func size() async throws {
        let server = try MCPServer.fixture(settings: MCPSettings(jsonLimits: JSONLimits(maximumByteCount: 60)))
        #expect(try await server.post(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).summary == "200")
        #expect(try await server.post(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"yyyyyyyyyyyyyyyyyyyyyyy"}}"#).summary == "413 -32600")
    }

    @Test("B10 a batch is answered in order, without its notifications")
    func batch() async throws {
        let body = #"""
            [{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},
             {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"none"}},[],
             {"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}]
            """#
        let expected = #"""
            [{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Tool 'none' not found"}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"A message is a JSON object"}},{"jsonrpc":"2.0","id":3,"error":{"code":-32600,"message":"A batch may not contain initialize"}}]
            """#
        for headers in [[], [("MCP-Protocol-Version", "2025-03-26")], [("MCP-Protocol-Version", "2024-11-05")]] {
            let response = try await MCPServer.fixture().post(body, headers)
            #expect(response.head.status == 200)
            #expect(await response.bodyText == expected)
        }
    }

    @Test("A batch of notifications and responses is taken with 202")
    func silentBatch() async throws {
        let response = try await MCPServer.fixture().post(
            #"[{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":1,"result":{}}]"#
        )
        #expect(await response.text == "202\n\n")
    }

    @Test(
        "B10 a batch that is empty, too long, or of another revision runs nothing",
        arguments: [
            ("[]", nil), ("[\(String(repeating: "0,", count: 10_000))0]", nil),
            (Self.callBatch, "2025-06-18"), (Self.callBatch, "2025-11-25"), (Self.callBatch, "2026-07-28"),
            ("[\(String(repeating: Self.callMessage + ",", count: 50))\(Self.callMessage)]", "2025-03-26"),
            (
                #"[\#(Self.callMessage),{"jsonrpc":"2.0","id":2,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}]"#,
                nil
            ),
        ] as [(String, String?)])
    func refusedBatch(body: String, version: String?) async throws {
        let ran = Recorder()
        let tools = try FixtureTools { name, _, _ in
            ran.record(name)
            return CallToolResult(text: "")
        }
        let response = try await MCPServer.fixture(tools).post(body, version.map { [("MCP-Protocol-Version", $0)] } ?? [])
        #expect(try await response.summary == "400 -32600")
        #expect(try JSONValue(parsing: await response.bodyText)["id"] == .null)
        #expect(ran.all == [])
    }

    @Test("A batch with a call that needs credentials is 401 as a whole")
    func unauthorizedBatch() async throws {
        let response = try await MCPServer.fixture().post(
            #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"signed_in"}}]"#
        )
        #expect(response.head.status == 401)
        #expect(response.head.headerFields[.wwwAuthenticate] == "Bearer realm=\"r\"")
    }

    static let callMessage = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}"#
    static let callBatch = "[\(callMessage)]"

    @Test(
        "B24 only POST is served; the refusal is JSON",
        arguments: [
            (.get, [:], "405", "POST, OPTIONS"), (.delete, [:], "405", "POST, OPTIONS"), (.put, [:], "405", "POST, OPTIONS"),
            (.patch, [:], "405", "POST, OPTIONS"),
            (.get, ["MCP-Protocol-Version": "2026-07-28"], "405", "POST"),
            (.delete, ["MCP-Protocol-Version": "2026-07-28", "Mcp-Session-Id": "x"], "405", "POST"),
            (.get, ["Mcp-Session-Id": "x", "Last-Event-ID": "1"], "404", nil), (.delete, ["Mcp-Session-Id": "x"], "404", nil),
        ] as [(HTTPRequest.Method, [String: String], String, String?)])
    func methods(method: HTTPRequest.Method, headers: [String: String], status: String, allow: String?) async throws {
        var fields: HTTPFields = [.accept: "text/event-stream"]
        for (name, value) in headers { fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value)) }
        let request = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: "/mcp", headerFields: fields)
        let response = try await MCPServer.fixture().respond(to: request, body: [], principal: "ada")
        #expect(try await response.summary == status + " -32600")
        #expect(response.head.headerFields[.allow] == allow)
        #expect(response.head.headerFields[.contentType] == "application/json")
    }

    @Test(
        "A body must be declared as JSON",
        arguments: [
            ("application/json", 200), ("Application/JSON ; charset=utf-8", 200), ("text/plain", 415), ("application/jsonl", 415),
            ("application/x-www-form-urlencoded", 415), (nil, 415),
        ] as [(String?, Int)])
    func contentType(type: String?, status: Int) async throws {
        var fields = HTTPFields()
        fields[.contentType] = type
        let request = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/mcp", headerFields: fields)
        let body = Array(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.utf8)
        let response = try await MCPServer.fixture().respond(to: request, body: body, principal: "ada")
        #expect(response.head.status.code == status)
    }
}

import HTTPTypes
import JSON
import Testing

@testable import MCP

@Suite("Modern requests over HTTP")
struct ModernWireTests {
    @Test("server/discover lists all revisions and features")
    func discover() async throws {
        try await Transcript(
            """
            POST /mcp
            Content-Type: application/json
            Accept: application/json, text/event-stream
            MCP-Protocol-Version: 2026-07-28
            Mcp-Method: server/discover
            Mcp-Session-Id: ignored
            Last-Event-ID: ignored

            {"jsonrpc":"2.0","id":"d","method":"server/discover","params":{"_meta":{
             "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}
            ---
            200
            Content-Type: application/json

            {"jsonrpc":"2.0","id":"d","result":{"resultType":"complete",
             "supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],
             "capabilities":{"tools":{}},"instructions":"Use it.","ttlMs":300000,"cacheScope":"private",
             "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"fixture","version":"1.0","title":"Fixture"}}}}
            """
        ).check(.fixture())
    }

    @Test("B25 tools/list carries cache hints that are private")
    func list() async throws {
        let response = try await MCPServer.fixture().postModern("tools/list")
        let result = try JSONValue(parsing: await response.bodyText)["result"]
        #expect(result?["resultType"] == "complete")
        #expect(result?["ttlMs"] == 60000)
        #expect(result?["cacheScope"] == "private")
        #expect(result?["tools"]?.array?.map { $0["name"] } == ["echo", "routed"])
    }

    @Test("tools/call answers a stamped result")
    func call() async throws {
        try await Transcript(
            """
            POST /mcp
            Content-Type: application/json
            Accept: application/json, text/event-stream
            MCP-Protocol-Version: 2026-07-28
            Mcp-Method: tools/call
            Mcp-Name: echo

            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"say":"hi"},"_meta":{
             "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}
            ---
            200
            Content-Type: application/json

            {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"{\\"said\\":\\"hi\\"}"}],
             "structuredContent":{"said":"hi"},
             "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"fixture","version":"1.0","title":"Fixture"}}}}
            """
        ).check(.fixture())
    }

    @Test("An unsupported version is refused with both lists of the page")
    func unsupported() async throws {
        try await Transcript(
            """
            POST /mcp
            Content-Type: application/json
            MCP-Protocol-Version: v999.0.0
            Mcp-Method: tools/list

            {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{
             "io.modelcontextprotocol/protocolVersion":"v999.0.0","io.modelcontextprotocol/clientCapabilities":{}}}}
            ---
            400
            Content-Type: application/json

            {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version",
             "data":{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":"v999.0.0"}}}
            """
        ).check(.fixture())
    }

    @Test(
        "B04 a header that differs from the body is refused with -32020",
        arguments: [
            ["MCP-Protocol-Version": ""], ["MCP-Protocol-Version": "2025-11-25"], ["MCP-Protocol-Version": "2026-07-28, 2025-11-25"],
            ["Mcp-Method": ""], ["Mcp-Method": "tools/list"], ["Mcp-Method": "TOOLS/CALL"],
            ["Mcp-Name": ""], ["Mcp-Name": "routed"], ["Mcp-Name": "Echo"],
        ])
    func mismatch(headers: [String: String]) async throws {
        let response = try await MCPServer.fixture().postModern(
            "tools/call", #""name":"echo","arguments":{"say":"x"}"#, name: "echo", headers: headers)
        #expect(try await response.summary == "400 -32020")
        #expect(try JSONValue(parsing: await response.bodyText)["id"] == 7)
    }

    @Test("Header values may have white space around them")
    func whitespace() async throws {
        let headers = ["MCP-Protocol-Version": " 2026-07-28 ", "Mcp-Method": "\ttools/call", "Mcp-Name": "echo  "]
        let response = try await MCPServer.fixture().postModern("tools/call", #""name":"echo","arguments":{"say":"x"}"#, headers: headers)
        #expect(try await response.summary == "200")
    }

    @Test(
        "B05 the base64 form of a name is decoded strictly and compared",
        arguments: [
            ("=?base64?ZWNobw==?=", "200"),  // echo
            ("=?base64?ZWNobw?=", "400 -32020"),  // no padding
            ("=?base64?ZWNobx==?=", "400 -32020"),  // bits under the padding
            ("=?base64?ZWN!bw==?=", "400 -32020"),
            ("=?base64?ZWNobwA=?=", "400 -32020"),  // echo and a NUL
            ("=?base64?ZdC1Y2hv?=", "400 -32020"),  // a Cyrillic letter inside
            ("=?base64?/////w==?=", "400 -32020"),  // not UTF-8
            ("=?BASE64?ZWNobw==?=", "400 -32020"),  // the marker is case-sensitive
            ("=?base64?ZWNobw==", "400 -32020"),  // a literal
            ("ZWNobw==?=", "400 -32020"),
        ])
    func sentinel(value: String, expected: String) async throws {
        let response = try await MCPServer.fixture().postModern("tools/call", #""name":"echo","arguments":{"say":"x"}"#, headers: ["Mcp-Name": value])
        #expect(try await response.summary == expected)
    }

    @Test(
        "An envelope with a missing or wrongly typed key is refused with -32602",
        arguments: [
            #"{"jsonrpc":"2.0","id":7,"method":"server/discover"}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{}}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}}}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":20260728,"io.modelcontextprotocol/clientCapabilities":{}}}}"#,
        ])
    func badEnvelope(body: String) async throws {
        let response = try await MCPServer.fixture().post(body, [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "server/discover")])
        #expect(try await response.summary == "400 -32602")
        #expect(try JSONValue(parsing: await response.bodyText)["id"] == 7)
    }

    @Test("A level that is none is refused")
    func badLevel() async throws {
        let response = try await MCPServer.fixture().postModern("server/discover", meta: #","io.modelcontextprotocol/logLevel":"loud""#)
        #expect(try await response.summary == "400 -32602")
    }

    @Test(
        "B15 methods that the revision has not are 404 and -32601",
        arguments: [
            "initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "prompts/list", "unknown/method", "tools/List",
            "",
        ])
    func unknownMethod(method: String) async throws {
        let headers = method.isEmpty ? ["Mcp-Method": "\t"] : [:]
        let response = try await MCPServer.fixture(logging: true).postModern(method, headers: headers)
        #expect(try await response.summary == "404 -32601")
    }

    @Test(
        "Arguments that are mirrored in headers must agree with them",
        arguments: [
            (#"{"region":"eu"}"#, ["Mcp-Param-Region": "eu"], "200"),
            (#"{"region":"eu"}"#, [:], "400 -32020"),
            (#"{"region":"eu"}"#, ["Mcp-Param-Region": "EU"], "400 -32020"),
            (#"{"region":"é"}"#, ["Mcp-Param-Region": "=?base64?w6k=?="], "200"),
            (#"{"region":"=?base64?x"}"#, ["Mcp-Param-Region": "=?base64?x"], "200"),
            (#"{"region":null}"#, [:], "200"),
            (#"{}"#, [:], "200"),
            (#"{}"#, ["Mcp-Param-Region": "eu"], "400 -32020"),
            (#"{"deep":{"count":42}}"#, ["mcp-param-count": "42.0"], "200"),
            (#"{"deep":{"count":42}}"#, ["Mcp-Param-Count": "43"], "400 -32020"),
            (#"{"flag":true}"#, ["Mcp-Param-Flag": "true"], "200"),
            (#"{"flag":true}"#, ["Mcp-Param-Flag": "True"], "400 -32020"),
            (#"{}"#, ["Mcp-Param-Other": "x"], "200"),
        ])
    func mirrored(arguments: String, headers: [String: String], expected: String) async throws {
        let response = try await MCPServer.fixture().postModern(
            "tools/call", #""name":"routed","arguments":\#(arguments)"#, name: "routed", headers: headers
        )
        #expect(try await response.summary == expected)
    }

    @Test("Notifications are taken and dropped")
    func notification() async throws {
        let response = try await MCPServer.fixture().post(
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#, [("MCP-Protocol-Version", "2026-07-28")]
        )
        #expect(await response.text == "202\n\n")
    }

    @Test("A response from a client is refused")
    func response() async throws {
        let response = try await MCPServer.fixture().post(
            #"{"jsonrpc":"2.0","id":1,"result":{}}"#, [("MCP-Protocol-Version", "2026-07-28")]
        )
        #expect(try await response.summary == "400 -32600")
    }
}

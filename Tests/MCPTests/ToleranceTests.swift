import HTTPTypes
import JSON
import Testing

@testable import MCP

@Suite("Requests of real clients")
struct ToleranceTests {
    private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

    @Test("Claude Code 2.1 sends its version header twice, joined or apart (T1)")
    func duplicateVersion() async throws {
        let server = try MCPServer.fixture()
        #expect(try await server.post(ping, [("MCP-Protocol-Version", "2025-11-25, 2025-11-25")]).summary == "200")
        #expect(try await server.post(ping, [("MCP-Protocol-Version", "2025-11-25"), ("Mcp-Protocol-Version", "2025-11-25")]).summary == "200")
        #expect(try await server.post(ping, [("MCP-Protocol-Version", "2025-11-25, 2025-06-18")]).summary == "400 -32600")
        #expect(try await server.postModern("server/discover", headers: ["MCP-Protocol-Version": "2026-07-28,2026-07-28"]).summary == "200")
    }

    @Test("claude.ai leaves the version header out after its handshake (T2)")
    func noVersion() async throws {
        #expect(try await MCPServer.fixture().post(ping).summary == "200")
    }

    @Test("Claude Code names another legacy revision than the negotiated one, and early drafts are named too (T3)")
    func otherVersion() async throws {
        for version in ["2025-11-25", "2024-11-05", "2024-10-07"] {
            #expect(try await MCPServer.fixture().post(ping, [("MCP-Protocol-Version", version)]).summary == "200")
        }
    }

    @Test("claude.ai names 2026-07-28 without an envelope: refused while it has no session (T4)")
    func headerOnly() async throws {
        #expect(try await MCPServer.fixture().post(ping, [("MCP-Protocol-Version", "2026-07-28")]).summary == "400 -32602")
    }

    @Test("Claude connectors mix a modern envelope with a legacy header: served for the named client only (T5)")
    func mixedVersion() async throws {
        let settings = MCPSettings(mixedVersionClients: ["claude-connector"])
        let server = try MCPServer.fixture(settings: settings)
        let call = #""name":"echo","arguments":{"say":"x"}"#
        func client(_ name: String) -> String { #","io.modelcontextprotocol/clientInfo":{"name":"\#(name)","version":"1"}"# }
        func post(_ headers: [String: String], _ meta: String) async throws -> String {
            try await server.postModern("tools/call", call, headers: headers, meta: meta).summary
        }
        #expect(try await post(["MCP-Protocol-Version": "2025-11-25", "Mcp-Method": ""], client("claude-connector")) == "200")
        #expect(try await post(["MCP-Protocol-Version": "2025-11-25", "Mcp-Name": "routed"], client("claude-connector")) == "400 -32020")
        #expect(try await post(["MCP-Protocol-Version": "2025-11-25", "Mcp-Method": "ping"], client("claude-connector")) == "400 -32020")
        #expect(try await post(["MCP-Protocol-Version": "v1"], client("claude-connector")) == "400 -32020")
        #expect(try await post(["MCP-Protocol-Version": "2025-11-25"], client("Claude-Connector")) == "400 -32020")
        #expect(try await post(["MCP-Protocol-Version": "2025-11-25"], "") == "400 -32020")
    }

    @Test(
        "curl, n8n and the claude.ai connector name one media type or none (T6)",
        arguments: [
            (nil, "application/json"), ("*/*", "application/json"), ("application/*", "application/json"), ("application/json", "application/json"),
            ("application/json;q=0.9, text/html", "application/json"), ("text/event-stream", "text/event-stream"),
            ("text/event-stream, application/json;q=0", "text/event-stream"), ("text/event-stream, application/json", "application/json"),
        ] as [(String?, String)])
    func accept(header: String?, answered: String) async throws {
        var fields: HTTPFields = [.contentType: "application/json"]
        fields[.accept] = header
        let request = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/mcp", headerFields: fields)
        let response = try await MCPServer.fixture().respond(to: request, body: Array(ping.utf8), principal: "ada")
        #expect(response.head.status == 200)
        #expect(response.head.headerFields[.contentType] == answered)
    }

    @Test("A client that takes neither type is 406", arguments: ["text/html", "", "application/json;q=0", "application/xml, text/plain"])
    func notAcceptable(header: String) async throws {
        let fields: HTTPFields = [.contentType: "application/json", .accept: header]
        let request = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/mcp", headerFields: fields)
        let response = try await MCPServer.fixture().respond(to: request, body: Array(ping.utf8), principal: "ada")
        #expect(try await response.summary == "406 -32600")
    }

    @Test("Conformance clients shake hands under a legacy version header with Mcp-Method")
    func handshakeWithMethodHeader() async throws {
        let response = try await MCPServer.fixture().post(
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#,
            [("MCP-Protocol-Version", "2025-11-25"), ("Mcp-Method", "initialize")]
        )
        #expect(try await response.summary == "200")
    }
}

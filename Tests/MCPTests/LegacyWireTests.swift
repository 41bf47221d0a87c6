import Testing

@testable import MCP

@Suite("Legacy requests over HTTP")
struct LegacyWireTests {
    @Test("The handshake answers in the asked revision and gives no session")
    func handshake() async throws {
        try await Transcript(
            """
            POST /mcp
            Content-Type: application/json
            Accept: application/json, text/event-stream

            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},
             "clientInfo":{"name":"c","version":"1"}}}
            ---
            200
            Content-Type: application/json

            {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},
             "serverInfo":{"name":"fixture","version":"1.0","title":"Fixture"},"instructions":"Use it."}}
            """
        ).check(.fixture())
    }

    @Test("tools/list in 2025-11-25")
    func list() async throws {
        try await Transcript(
            """
            POST /mcp
            Content-Type: application/json; charset=utf-8
            Accept: application/json, text/event-stream
            MCP-Protocol-Version: 2025-11-25

            {"jsonrpc":"2.0","id":"a","method":"tools/list"}
            ---
            200
            Content-Type: application/json

            {"jsonrpc":"2.0","id":"a","result":{"tools":[
             {"name":"echo","title":"Echo","description":"Says it again.",
              "inputSchema":{"type":"object","properties":{"say":{"type":"string"}}},
              "outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
             {"name":"routed","description":"Routes.",
              "inputSchema":{"type":"object","properties":{
               "region":{"type":"string","x-mcp-header":"Region"},
               "deep":{"type":"object","properties":{"count":{"type":"integer","x-mcp-header":"Count"}}},
               "flag":{"type":"boolean","x-mcp-header":"Flag"}}}}]}}
            """
        ).check(.fixture())
    }

    @Test("tools/call carries the same data as text and as structure")
    func call() async throws {
        try await Transcript(
            """
            POST /mcp
            Content-Type: application/json
            Accept: application/json, text/event-stream
            MCP-Protocol-Version: 2025-11-25

            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"say":"h\\"i"}}}
            ---
            200
            Content-Type: application/json

            {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\\"said\\":\\"h\\\\\\"i\\"}"}],"structuredContent":{"said":"h\\"i"}}}
            """
        ).check(.fixture())
    }
}

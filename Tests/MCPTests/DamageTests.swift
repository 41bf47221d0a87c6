import HTTPTypes
import JSON
import MCPFuzz
import SeededRandom
import Testing

@testable import MCP

@Suite("Damaged requests")
struct DamageTests {
    private static let bodies = [
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"say":"x"}}}"#,
        #"[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}]"#,
        #"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
            + #""io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}}}}"#,
    ]

    @Test("B09 whatever a body is damaged into, over HTTP it is answered below 500 with JSON or nothing", arguments: 0..<3)
    func http(index: Int) async throws {
        let server = try MCPServer.fixture()
        var random = SeededGenerator(sequence: index)
        for _ in 0..<1000 {
            let text = Self.damage(Self.bodies[index], with: &random)
            let response = try await server.post(
                text, [("MCP-Protocol-Version", index == 2 ? "2026-07-28" : "2025-03-26"), ("Mcp-Method", "tools/list")])
            let body = await response.bodyText
            #expect(response.head.status.code < 500, "\(text)")
            #expect(body.isEmpty == (response.head.status == 202), "\(text)")
            if !body.isEmpty { #expect(throws: Never.self, "\(text)") { try JSONValue(parsing: body) } }
        }
    }

    @Test("B09 whatever a line is damaged into, the next one works", arguments: 0..<3)
    func stdio(index: Int) throws {
        var intake = ConnectionMessageReader(served: [.initialize, .ping, .listTools, .callTool, .discover], settings: MCPSettings())
        var random = SeededGenerator(sequence: index)
        for _ in 0..<1000 {
            _ = intake.read(.complete(Array(Self.damage(Self.bodies[index], with: &random).utf8)))
            let next = intake.read(.complete(Array(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.utf8)))
            guard case .run(let call) = next else {
                Issue.record("\(next)")
                return
            }
            #expect(call.method == .ping)
        }
    }

    /// One to four bytes replaced, removed or repeated.
    private static func damage(_ text: String, with random: inout SeededGenerator) -> String {
        var bytes = Array(text.utf8)
        for _ in 0...Int.random(in: 0...3, using: &random) {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0...2, using: &random) {
            case 0: bytes[at] = UInt8.random(in: 0x20...0x7E, using: &random)
            case 1: bytes.remove(at: at)
            default: bytes.insert(bytes[at], at: at)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

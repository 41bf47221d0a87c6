import Foundation
import HTTPTypes
import JSON
import MCPFuzz
import SeededRandom
import Testing

@testable import MCP

/// Inputs by a seeded generator. `GATEHOUSE_FUZZ` is how many each test makes; the usual number keeps the run short.
@Suite("Fuzz", .timeLimit(.minutes(5)))
struct FuzzTests {
    private static let count = ProcessInfo.processInfo.environment["GATEHOUSE_FUZZ"].flatMap { Int($0) } ?? 3000

    /// Words that have a meaning somewhere, to be cut and joined.
    private static let words = [
        #"{"jsonrpc":"2.0","id":"#, #","method":""#, "initialize", "tools/call", "tools/list", "subscriptions/listen", "tasks/get", "resources/read",
        "prompts/get", "completion/complete", "logging/setLevel", "notifications/cancelled", #"","params":{"#, #""name":"echo""#, #""cursor":"x""#,
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#, "}}", "}", "[", "]",
        ",", ":", "null", "1", "-1", "1.5", "1e400", #""a""#, #""\u0000""#, #""\ud800""#, #""requestState":"s""#, #""inputResponses":{}"#,
        #""notifications":{"taskIds":[]}"#, #""result":{}"#, #""error":{}"#, "2025-11-25", " ", "\n", "\u{0}", "\u{FEFF}", "é", "\u{1F600}",
    ]

    private static func text(_ random: inout SeededGenerator, longest: Int = 24) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...longest, using: &random) {
            text += words.randomElement(using: &random) ?? ""
            if Int.random(in: 0..<8, using: &random) == 0, !text.isEmpty { text.removeLast() }
        }
        return text
    }

    /// A message that is nearly right.
    private static func message(_ random: inout SeededGenerator) -> String {
        let id = ["1", #""a""#, "null", "1.5", "[]"].randomElement(using: &random) ?? "1"
        let method = words[2..<12].randomElement(using: &random) ?? ""
        let params =
            [
                "{}", #"{"name":"echo","arguments":{"say":"x"}}"#, #"{"name":1}"#, "[]", "null", #"{"cursor":1}"#, #"{"uri":"note://a/1"}"#,
                #"{"name":"echo",\#(words[15])}"#, #"{\#(words[15]),"notifications":{}}"#, #"{"requestId":1}"#, #"{"taskId":"x",\#(words[15])}"#,
            ].randomElement(using: &random) ?? "{}"
        return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    private static func headers(_ random: inout SeededGenerator, session: String) -> [String: String] {
        var headers: [String: String] = [:]
        let names = ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Session-Id", "Last-Event-ID", "Accept", "Mcp-Param-Region"]
        let values = [
            "2026-07-28", "2025-11-25", "2025-03-26", "tools/call", "tools/list", "echo", "=?base64?ZWNobw==?=", "=?base64?!?=", "x-1", "g0-0", "*/*",
            "text/event-stream", "application/json", ",,", "a, b", session,
        ]
        for name in names where Int.random(in: 0..<3, using: &random) == 0 { headers[name] = values.randomElement(using: &random) }
        return headers
    }

    @Test("B09 B10 B11 Whatever is sent, the answer is below 500 and JSON, an event stream or nothing", arguments: 0..<2)
    func http(seed: UInt64) async throws {
        var random = SeededGenerator(sequence: seed)
        let server = try World().server { name, arguments, context in
            try await context.log(.error, "x")
            return CallToolResult(text: "\(name) \(arguments.count)")
        }
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands()
        for _ in 0..<Self.count {
            let body = Bool.random(using: &random) ? Self.message(&random) : Self.text(&random)
            let headers = Self.headers(&random, session: client.session ?? "")
            let method: HTTPRequest.Method = Int.random(in: 0..<20, using: &random) == 0 ? .get : .post
            let response = try await client.send(method, body, headers)
            #expect(response.head.status.code < 500, "\(body) \(headers)")
            switch response.body {
            case .none: break
            case .bytes(let bytes):
                if response.head.headerFields[.contentType] == "application/json" {
                    #expect(throws: Never.self, "\(body)") { try JSONValue(parsing: bytes) }
                }
            case .events(let stream):
                var iterator = stream.makeAsyncIterator()
                // For an open stream the first event is enough.
                if let frame = await iterator.next() { #expect(frame.suffix(2) == [0x0A, 0x0A]) }
            }
        }
        #expect(server.openStreamCount == 0)
    }

    @Test("B09 Whatever comes in lines, lines go out, and the connection ends")
    func stdio() async throws {
        var random = SeededGenerator(sequence: 7)
        let (input, feed) = AsyncStream<[UInt8]>.makeStream()
        for _ in 0..<Self.count {
            var line = Array((Bool.random(using: &random) ? Self.message(&random) : Self.text(&random)).utf8)
            if Int.random(in: 0..<10, using: &random) == 0 { line.append(UInt8.random(in: 0...255, using: &random)) }
            // Cut anywhere, as a pipe does.
            let cut = Int.random(in: 0...line.count, using: &random)
            feed.yield(Array(line[..<cut]))
            feed.yield(Array(line[cut...]) + [0x0A])
        }
        feed.finish()
        let server = try World().server { name, _, _ in CallToolResult(text: name) }
        try await StdioConnection(server, principal: Person.ada).run(input) { line in
            #expect(line.last == 0x0A && !line.dropLast().contains(0x0A))
            #expect(throws: Never.self) { try JSONValue(parsing: Array(line.dropLast())) }
        }
    }

    @Test("Header values, event ids and states decode to the encoded value, or are refused")
    func texts() throws {
        var random = SeededGenerator(sequence: 11)
        for _ in 0..<Self.count {
            let text = Self.text(&random, longest: 4)
            // A refusal is as good as an answer here; a crash is not.
            _ = try? HeaderText.decode(text, header: "h")
            if let id = EventID(text) { #expect(id.text == text) }
            _ = SessionClaims(Array(text.utf8))
            _ = AcceptedTypes(text)
            _ = OriginPolicyInput.check(text)
            if let variables = ResourceTemplate(uriTemplate: text, name: "t").variables(of: Self.text(&random, longest: 4)) {
                #expect(variables.values.allSatisfy { !$0.isEmpty })
            }
        }
    }

    @Test("B18 Any JSON makes one event, whose data is that JSON")
    func frames() throws {
        var random = SeededGenerator(sequence: 13)
        for _ in 0..<Self.count {
            let json = (["x": .string(Self.text(&random)), "y": [1, .string("\r\n\ndata: z")]] as JSONValue).serialized
            let frames = Frame.all(in: String(decoding: EventFrame.message(json, id: EventID(stream: "c1", number: 3)), as: UTF8.self))
            #expect(frames.count == 1 && frames[0].id == "c1-3")
            #expect(try JSONValue(parsing: frames[0].data).serialized == json)
        }
    }
}

private enum OriginPolicyInput {
    static func check(_ text: String) -> Bool {
        guard let policy = try? OriginPolicy(allowsLoopback: true) else { return false }
        return policy.check(host: text, origin: text) == .allowed
    }
}

import JSON
import Server
import Testing

/// A complete response is written in one piece, all others in parts. Clients must not be able to tell the difference.
@Suite("Answers in one piece")
struct WholeAnswerTests {
    private static func asks(_ key: String) -> [Ask] {
        [
            .mcp("ping"), .mcp("tools/list"), .mcp("tools/list", key: key), .call("whoami", key: key), .call("whoami", key: key, in: "2026-07-28"),
            .mcp("ping").with("Origin", "http://localhost:3000"), .call("whoami"), .mcp("x/y"), .notification(key: key),
            .mcp("ping", in: "2025-03-26").saying([["jsonrpc": "2.0", "id": 1, "method": "ping"], ["jsonrpc": "2.0", "id": 2, "method": "ping"]]),
            Ask(
                fields: [("Content-Type", "application/json"), ("Accept", "text/event-stream"), ("Authorization", "Bearer \(key)")],
                body: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#),
            Ask(method: "HEAD"), Ask(method: "OPTIONS", fields: [("Origin", "http://localhost:3000")]), .get("/api/mcp"), .get("/health/live"),
        ]
    }

    /// Everything that distinguishes two responses, except the time and the fields about the connection.
    private static func told(_ answer: RawResponse?) -> [String] {
        guard let answer else { return [] }
        let fields = answer.fields.filter { $0.name != "date" && $0.name != "connection" }.map { "\($0.name): \($0.value)" }
        let isListed = answer.fields.contains { $0.name == "date" } ? ["date"] : []
        return ["\(answer.status)"] + fields + isListed + [answer.text]
    }

    @Test(
        "are, field for field and byte for byte, what an answer in parts says; over TLS every answer says so for the future",
        arguments: [nil, "https://gate.example.org"])
    func same(publicURL: String?) async throws {
        try await RunningServer.run(publicURL.map { [.publicURL: $0] } ?? [:]) { server in
            let key = try await server.key()
            for ask in Self.asks(key) {
                let hasBody = ask.method != "HEAD"
                let usual = try await server.sent(ask).response(hasBody: hasBody)
                // The last answer of a connection, and one to an old client, go in parts.
                let last = try await server.sent(ask.with("Connection", "close")).response(hasBody: hasBody)
                #expect(usual?["strict-transport-security"] == (publicURL == nil ? nil : "max-age=31536000"))
                let old = try RawConnection(port: server.port)
                let text = ask.with("Connection", "keep-alive").text(host: server.host)
                try await old.send(text.replacing(" HTTP/1.1\r\n", with: " HTTP/1.0\r\n", maxReplacements: 1))
                let toOld = try await old.response(hasBody: hasBody)
                #expect(
                    usual != nil && Self.told(usual) == Self.told(last) && Self.told(usual) == Self.told(toOld), "\(ask.method) \(ask.body ?? "")")
            }
        }
    }

    @Test("hold exactly these bytes")
    func letters() async throws {
        try await RunningServer.run { server in
            let connection = try await server.sent(.mcp("ping"))
            let head = try await connection.until("\r\n\r\n")
            let lines = head.split(separator: "\r\n").map(String.init)
            let body = #"{"jsonrpc":"2.0","id":7,"result":{}}"#
            #expect(lines.count == 6)
            #expect(
                lines[..<4] == ["HTTP/1.1 200 OK", "Content-Type: application/json", "X-Content-Type-Options: nosniff", "Cache-Control: no-store"])
            #expect(try #require(lines[4].wholeMatch(of: /Date: ([A-Z][a-z]{2}), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/)).output.1.count == 3)
            #expect(lines[5] == "Content-Length: \(body.utf8.count)")
            try await connection.send(Ask.get("/health/live").text(host: server.host))
            #expect(try await connection.until("HTTP/1.1 200 OK\r\n") == body + "HTTP/1.1 200 OK\r\n")
        }
    }

    @Test(
        "keep their order among answers in parts, refusals, and those of the server behind, however the requests are cut on their way",
        arguments: [1, 7, 200, 100_000])
    func order(size: Int) async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let asks =
                Self.asks(key).filter { $0.method != "HEAD" } + [.get("/nothing"), .mcp("ping").with("Content-Encoding", "gzip"), .mcp("ping")]
            // Each by itself says what is expected.
            var alone: [[String]] = []
            for ask in asks { alone.append(Self.told(try await server.sent(ask).response())) }
            // What is refused by its head alone ends its connection unless it came whole.
            let connection = try RawConnection(port: server.port)
            let bytes = Array(asks.map { $0.text(host: server.host) }.joined().utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try await connection.send(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            var together: [[String]] = []
            for _ in asks {
                guard let answer = try await connection.response() else { break }
                together.append(Self.told(answer))
                if answer["connection"] == "close" { break }
            }
            #expect(together.count >= asks.count - 1)
            #expect(together == Array(alone.prefix(together.count)))
        }
    }

    @Test("are given to many calls sent at once, each its own, while others are answered")
    func manyAtOnce() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let connection = try RawConnection(port: server.port)
            let calls = (0..<500).map { Ask.call("whoami", key: key).saying(Self.whoami($0)).text(host: server.host) }
            try await connection.send(calls.joined())
            #expect(try await server.servesOthers())
            for id in 0..<500 {
                let answer = try await connection.response()
                #expect(answer?.status == 200 && answer?.json["id"] == .number(JSONNumber(Int64(id))))
            }
        }
    }

    private static func whoami(_ id: Int) -> JSONValue {
        ["jsonrpc": "2.0", "id": .number(JSONNumber(Int64(id))), "method": "tools/call", "params": ["name": "whoami", "arguments": [:]]]
    }
}

import JSON
import Testing

@Suite("Attacks by ambiguous framing")
struct SmugglingTests {
    /// The call that an ambiguous first request would hide: it changes a row.
    private static func hidden(_ server: RunningServer, _ key: String) -> String {
        Ask.call("crud", ["resource": "notes", "action": "update", "filterByTk": 1, "values": ["title": "smuggled"]], key: key).text(
            host: server.host)
    }

    @Test(
        "G07 framing that two readers could read differently is 400 or the end, and nothing behind it is answered",
        arguments: [
            "Content-Length: 0\r\nContent-Length: 2", "Content-Length: 2\r\nContent-Length: 0", "Content-Length: 0, 2",
            "Content-Length: 0\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 0",
            "Transfer-Encoding: chunked, identity", "Transfer-Encoding: xchunked", "Transfer-Encoding : chunked", "Content-Length : 0",
            "Content-Length: \u{0b}0", "Content-Length: 0x0", "X: y\rContent-Length: 0", "X: a\u{0}b", "X\u{0}: b", " folded: x", "no-colon",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        ])
    func ambiguousHead(fields: String) async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            let connection = try RawConnection(port: server.port)
            let start = "POST /api/mcp HTTP/1.1\r\nHost: \(server.host)\r\nContent-Type: application/json\r\n"
            try await connection.send(start + fields + "\r\n\r\n" + Self.hidden(server, key))
            let first = try await connection.response()
            #expect(first == nil || first?.status == 400, "\(first?.status ?? 0)")
            #expect(try await connection.rest().isEmpty)
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            #expect(try await server.servesOthers())
        }
    }

    @Test(
        "G07 a chunk that is not well-formed is 400 or the end, and nothing behind it is answered",
        arguments: [
            "zz\r\n", "-1\r\n", "5\r\nabc\r\n0\r\n\r\n", "ffffffffffffffffff\r\n", "5\nhello\n0\n\n", "0x5\r\nhello\r\n0\r\n\r\n",
            " 5\r\nhello\r\n0\r\n\r\n",
        ])
    func badChunk(chunk: String) async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            let connection = try RawConnection(port: server.port)
            let start = "POST /api/mcp HTTP/1.1\r\nHost: \(server.host)\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            try await connection.send(start + chunk + Self.hidden(server, key))
            let first = try await connection.response()
            #expect(first == nil || first?.status == 400, "\(first?.status ?? 0)")
            #expect(try await connection.rest().isEmpty)
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            #expect(try await server.servesOthers())
        }
    }

    @Test(
        "bytes that are no HTTP are 400 or the end",
        arguments: ["\u{16}\u{3}\u{1}\u{0}hello\r\n\r\n", "HELO x\r\n\r\n", "GET\r\n\r\n", "\u{0}\u{0}\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"])
    func noHTTP(text: String) async throws {
        try await RunningServer.run { server in
            let connection = try RawConnection(port: server.port)
            try await connection.send(text)
            let first = try await connection.response()
            #expect(first == nil || first?.status == 400)
            #expect(try await connection.rest().isEmpty)
            #expect(try await server.servesOthers())
        }
    }

    @Test("requests sent at once are answered one after the other, each with its own answer")
    func pipelining() async throws {
        try await RunningServer.run { server in
            let connection = try RawConnection(port: server.port)
            let asks = [Ask.mcp("ping"), .get("/health/live"), .call("whoami"), .get("/nothing"), .mcp("ping")]
            try await connection.send(asks.map { $0.text(host: server.host) }.joined())
            var statuses: [Int?] = []
            for _ in asks { statuses.append(try await connection.response()?.status) }
            #expect(statuses == [200, 200, 401, 404, 200])
        }
    }

    @Test("a peer that sends far ahead and then reads gets every answer, in order")
    func sendsAhead() async throws {
        try await RunningServer.run { server in
            let connection = try RawConnection(port: server.port, receiveBuffer: 4_096)
            let asks = [Ask.mcp("tools/list"), .get("/openapi.json"), .mcp("tools/list"), .get("/nothing"), .mcp("x/y")]
            let text = asks.map { $0.text(host: server.host) }.joined()
            async let sending = connection.send(String(repeating: text, count: 60))
            var statuses: [Int?] = []
            for _ in 0..<300 { statuses.append(try await connection.response()?.status) }
            let isWhole = try await sending
            #expect(isWhole && statuses.count { $0 == 404 } == 60 && statuses[3] == 404 && statuses[298] == 404)
            #expect(statuses.count { $0 == 200 } == 240)
        }
    }
}

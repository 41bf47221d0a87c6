import JSON
import Testing

/// RFC 9112 section 9: which answer is a connection's last.
@Suite("The end of a connection")
struct ConnectionEndTests {
    private static func asks(_ server: RunningServer) async throws -> [Ask] {
        let key = try await server.key()
        return [
            .mcp("ping"), .mcp("tools/list"), .call("whoami", key: key), .call("whoami"), .get("/health/live"), .get("/nothing"),
            .get("/openapi.json"),
        ]
    }

    @Test(
        "a request with Connection: close is the last one: its response is complete, and later requests get none",
        arguments: [["close"], ["Close"], ["close, TE"], ["TE,close"], ["close", "Upgrade"], ["Upgrade", " close "]])
    func close(values: [String]) async throws {
        try await RunningServer.run { server in
            for var ask in try await Self.asks(server) {
                for value in values { ask.fields.append(("Connection", value)) }
                let connection = try RawConnection(port: server.port)
                try await connection.send(ask.text(host: server.host) + Ask.mcp("ping").text(host: server.host))
                let answer = try await connection.response()
                #expect((answer?.status ?? 0) >= 200 && answer?["connection"] == "close", "\(ask.path)")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("words that only look like close end nothing", arguments: ["closed", "keep-alive", "x-close", "TE"])
    func goesOn(value: String) async throws {
        try await RunningServer.run { server in
            let connection = try RawConnection(port: server.port)
            for ask in [Ask.mcp("ping"), .get("/health/live"), .mcp("ping")] {
                try await connection.send(ask.with("Connection", value).text(host: server.host))
                #expect(try await connection.response()?.status == 200)
            }
        }
    }

    @Test("a client of HTTP/1.0 sees the end of each answer by the end of the connection, unless it asks to keep it")
    func oldClients() async throws {
        try await RunningServer.run { server in
            for ask in try await Self.asks(server) {
                let connection = try RawConnection(port: server.port)
                try await connection.send(ask.text(host: server.host).replacing(" HTTP/1.1\r\n", with: " HTTP/1.0\r\n", maxReplacements: 1))
                let said = String(decoding: try await connection.rest(), as: UTF8.self)
                #expect(said.hasPrefix("HTTP/1.") && !said.lowercased().contains("transfer-encoding"), "\(ask.path)")
                let kept = try RawConnection(port: server.port)
                let text = ask.with("Connection", "keep-alive").text(host: server.host)
                try await kept.send(text.replacing(" HTTP/1.1\r\n", with: " HTTP/1.0\r\n", maxReplacements: 1))
                let first = try await kept.response()
                // A response with a length keeps the connection open and says so.
                if first?["content-length"] != nil { #expect(first?["connection"] == "keep-alive") } else { try await kept.rest() }
            }
        }
    }

    @Test("a client of HTTP/1.0 gets an event stream without chunks, and its end")
    func oldStream() async throws {
        try await RunningServer.run { server in
            try await server.addNumbers()
            let key = try await server.key()
            let connection = try RawConnection(port: server.port)
            let params: JSONObject = [
                "name": "run_sql", "arguments": ["sql": "SELECT count(*) AS n FROM numbers a, numbers b"], "_meta": ["progressToken": 1],
            ]
            let text = Ask.mcp("tools/call", params, key: key).text(host: server.host)
            try await connection.send(text.replacing(" HTTP/1.1\r\n", with: " HTTP/1.0\r\n", maxReplacements: 1))
            let said = String(decoding: try await connection.rest(), as: UTF8.self)
            #expect(said.hasPrefix("HTTP/1.") && said.contains("4000000") && !said.lowercased().contains("transfer-encoding"))
        }
    }

    @Test("a peer that sends several requests and then nothing more gets every answer, in order, and then the end of the connection")
    func saysNoMore() async throws {
        try await RunningServer.run { server in
            let asks = [Ask.get("/health/live"), .get("/nothing"), .get("/login"), .get("/health/live"), Ask(path: "/api/tools/whoami", body: "{}")]
            let connection = try RawConnection(port: server.port)
            try await connection.send(asks.map { $0.text(host: server.host) }.joined())
            connection.finishSending()
            var statuses: [Int?] = []
            for _ in asks { statuses.append(try await connection.response()?.status) }
            #expect(statuses == [200, 404, 200, 200, 401])
            #expect(try await connection.rest().isEmpty)
        }
    }

    @Test("a client that waits for 100 Continue gets it; any other expectation is refused")
    func expectation() async throws {
        try await RunningServer.run { server in
            for ask in [Ask.mcp("ping"), Ask(path: "/api/tools/whoami", fields: [("Content-Type", "application/json")], body: "{}")] {
                let text = ask.with("Expect", "100-Continue").text(host: server.host)
                let end = try #require(text.firstRange(of: "\r\n\r\n")?.upperBound)
                let connection = try RawConnection(port: server.port)
                try await connection.send(String(text[..<end]))
                #expect(try await connection.response(hasBody: false)?.status == 100)
                try await connection.send(String(text[end...]))
                let answer = try await connection.response()
                #expect((answer?.status ?? 0) >= 200)
                // Whoever is answered before the body came is not heard again.
                guard answer?.status == 200 else { continue }
                try await connection.send(Ask.mcp("ping").text(host: server.host))
                #expect(try await connection.response()?.status == 200)
            }
            let foreign = try RawConnection(port: server.port)
            try await foreign.send("POST /api/mcp HTTP/1.1\r\nHost: evil.example\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
            #expect(try await foreign.response()?.status == 403, "the body is not asked for")
            let large = try RawConnection(port: server.port)
            try await large.send("POST /api/mcp HTTP/1.1\r\nHost: \(server.host)\r\nExpect: 100-continue\r\nContent-Length: 5000000\r\n\r\n")
            #expect(try await large.response()?.status == 413)
            let other = try RawConnection(port: server.port)
            try await other.send(Ask.mcp("ping").with("Expect", "tea").text(host: server.host))
            #expect(try await other.response()?.status == 417)
            #expect(try await other.rest().isEmpty)
        }
    }
}

import JSON
import Server
import Testing

@Suite("Attacks by large and packed requests")
struct LargePeerTests {
    private static func head(_ server: RunningServer, _ more: String) -> String {
        "POST /api/mcp HTTP/1.1\r\nHost: \(server.host)\r\nContent-Type: application/json\r\n\(more)\r\n\r\n"
    }

    @Test("G03 a body declared too large is 413 before any of it is read, and the connection ends", arguments: ["1048577", "10737418240"])
    func declaredLength(length: String) async throws {
        try await RunningServer.run { server in
            let connection = try RawConnection(port: server.port)
            try await connection.send(Self.head(server, "Content-Length: \(length)"))
            let answer = try await connection.response()
            #expect(answer?.status == 413 && answer?.text == #"{"error":"too_large"}"# && answer?["connection"] == "close")
            #expect(try await connection.rest().isEmpty)
            #expect(try await server.servesOthers())
        }
    }

    @Test("G03 a length beyond all numbers is no length", arguments: ["99999999999999999999999999", "-1", "1e3", "0x10", "+5"])
    func absurdLength(length: String) async throws {
        try await RunningServer.run { server in
            let connection = try RawConnection(port: server.port)
            try await connection.send(Self.head(server, "Content-Length: \(length)") + "{}")
            let answer = try await connection.response()
            #expect(answer == nil || answer?.status == 400)
            #expect(try await connection.rest().isEmpty)
            #expect(try await server.servesOthers())
        }
    }

    @Test("G03 chunks that grow too large are 413, and the connection ends while the peer still sends")
    func chunked() async throws {
        try await RunningServer.run { server in
            let connection = try RawConnection(port: server.port)
            try await connection.send(Self.head(server, "Transfer-Encoding: chunked"))
            let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
            var sent = 0
            while sent < 17, try await connection.send(chunk) { sent += 1 }
            let answer = try await connection.response()
            #expect(answer?.status == 413 && answer?["connection"] == "close")
            while sent < 4_000, try await connection.send(chunk) { sent += 1 }
            #expect(sent < 4_000, "256 MB were taken")
            #expect(try await server.servesOthers())
        }
    }

    @Test("G17 bodies in the making have a bound together, and a lower one for each address; other requests are served all the same")
    func manyBodies() async throws {
        var limits = ConnectionLimits()
        limits.maximumBodies = 400_000
        try await RunningServer.run([.trustedProxy: "127.0.0.1"], limits: limits) { server in
            for path in ["/api/mcp", "/api/login"] {
                let connection = try RawConnection(port: server.port)
                let head = Self.head(server, "X-Forwarded-For: 192.0.2.1\r\nContent-Length: 1000000").replacing("/api/mcp", with: path)
                try await connection.send(head + String(repeating: " ", count: 150_000))
                let answer = try await connection.response()
                #expect(answer?.status == 503 && answer?.text == #"{"error":"busy"}"# && answer?["retry-after"] == "1", "\(path)")
                #expect(try await server.servesOthers())
            }
            var ask = Ask.mcp("ping")
            ask.body = (ask.body ?? "") + String(repeating: " ", count: 90_000)
            #expect(try await server.answer(ask).status == 200)
        }
    }

    @Test("a body of exactly the limit is read, in one piece or in chunks")
    func largestBody() async throws {
        try await RunningServer.run { server in
            let message = Ask.mcp("ping").body ?? ""
            let body = message + String(repeating: " ", count: 1_048_576 - message.utf8.count)
            var ask = Ask.mcp("ping")
            ask.body = body
            #expect(try await server.answer(ask).status == 200)
            let connection = try RawConnection(port: server.port)
            try await connection.send(Self.head(server, "Transfer-Encoding: chunked") + "100000\r\n" + body + "\r\n0\r\n\r\n")
            #expect(try await connection.response()?.status == 200)
        }
    }

    @Test(
        "G04 heads beyond the limits are refused with the exceeded limit, and the connection ends; others are served",
        arguments: [
            ("100 KB of headers", 431), ("one header of 100 KB", 431), ("2,000 headers", 431), ("a URI of 20 KB", 414), ("a URI of 1 MB", 431),
            ("a method of 100 KB", 400), ("a header name of 100 KB", 431),
        ])
    func largeHead(form: String, status: Int) async throws {
        try await RunningServer.run { server in
            let connection = try RawConnection(port: server.port)
            let start = "POST /api/mcp HTTP/1.1\r\nHost: \(server.host)\r\n"
            let text =
                switch form {
                case "100 KB of headers": start + (0..<100).map { "X-\($0): \(String(repeating: "a", count: 1_000))\r\n" }.joined() + "\r\n"
                case "one header of 100 KB": start + "X-Long: \(String(repeating: "a", count: 100_000))\r\n\r\n"
                case "2,000 headers": start + (0..<2_000).map { "X-\($0): a\r\n" }.joined() + "\r\n"
                case "a URI of 20 KB": "GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: \(server.host)\r\n\r\n"
                case "a URI of 1 MB": "GET /\(String(repeating: "a", count: 1_048_576)) HTTP/1.1\r\nHost: \(server.host)\r\n\r\n"
                case "a method of 100 KB": "\(String(repeating: "A", count: 100_000)) / HTTP/1.1\r\nHost: \(server.host)\r\n\r\n"
                default: start + "\(String(repeating: "a", count: 100_000)): a\r\n\r\n"
                }
            try await connection.send(text)
            let answer = try await connection.response()
            #expect(answer?.status == status && answer?["connection"] == "close", "\(answer?.status ?? 0)")
            #expect(answer?.json["error"]?.string?.isEmpty == false && answer?.json["reason"]?.string?.isEmpty == false)
            #expect(try await connection.rest().isEmpty)
            #expect(try await server.servesOthers())
        }
    }

    @Test("G12 a packed body is 415 and is not unpacked", arguments: ["gzip", "GZIP", "deflate", "br", "gzip, identity", "x"])
    func packedBody(encoding: String) async throws {
        try await RunningServer.run { server in
            let answer = try await server.answer(Ask.mcp("ping").with("Content-Encoding", encoding))
            #expect(answer.status == 415 && answer.text == #"{"error":"unsupported_encoding"}"#)
            #expect(try await server.answer(Ask.mcp("ping").with("Content-Encoding", "identity")).status == 200)
        }
    }

    @Test("a permitted page can read why its body is refused, on every interface", arguments: ["/api/mcp", "/api/tools/whoami"])
    func refusedPage(path: String) async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            for (field, value, status) in [("Content-Encoding", "gzip", 415), ("Content-Length", "1048577", 413)] {
                let ask = Ask(
                    path: path,
                    fields: [
                        ("Origin", "http://localhost:3000"), ("Authorization", "Bearer \(key)"), ("Content-Type", "application/json"), (field, value),
                    ], body: "{}")
                let answer = try await server.answer(ask)
                #expect(answer.status == status && answer["access-control-allow-origin"] == "http://localhost:3000" && answer["vary"] == "Origin")
            }
        }
    }
}

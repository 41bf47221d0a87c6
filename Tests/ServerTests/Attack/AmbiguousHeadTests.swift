import GatehouseTesting
import JSON
import Testing

/// Heads that a proxy before this server and the server could read differently.
@Suite("Attacks by ambiguous heads")
struct AmbiguousHeadTests {
    private static func head(_ target: String, _ fields: String, of server: RunningServer, key: String) -> String {
        let ask = Ask.call("crud", ["resource": "notes", "action": "update", "filterByTk": 1, "values": ["title": "changed"]], key: key)
        return ask.text(host: server.host).replacing("POST /api/mcp HTTP", with: "POST \(target) HTTP", maxReplacements: 1).replacing(
            "\r\nHost: ", with: "\r\n\(fields.isEmpty ? "" : fields + "\r\n")Host: ", maxReplacements: 1)
    }

    @Test(
        "G07 a head that names two hosts, two types or an unknown coding is 400 and the connection ends; nothing runs",
        arguments: [
            ("/api/mcp", "Host: evil.example"), ("/api/mcp", "Host: localhost"), ("http://evil.example/api/mcp", ""),
            ("HTTPS://evil.example/api/mcp", ""),
            ("http://localhost@evil.example/api/mcp", ""), ("http://localhost.evil.example/api/mcp", ""), ("http:///api/mcp", ""),
            ("ws://evil.example/api/mcp", ""),
            ("/api/mcp", "Content-Type: text/plain"), ("/api/mcp", "Transfer-Encoding: gzip, chunked"), ("/api/mcp", "Transfer-Encoding: gzip"),
            ("/api/mcp", "Transfer-Encoding: identity"),
        ])
    func ambiguous(target: String, fields: String) async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            let connection = try RawConnection(port: server.port)
            try await connection.send(Self.head(target, fields, of: server, key: key) + Ask.mcp("ping").text(host: server.host))
            let answer = try await connection.response()
            #expect(answer?.status == 400 && answer?["connection"] == "close" && answer?["content-type"] == "application/json")
            #expect(answer?["date"] != nil)
            #expect(try await connection.rest().isEmpty, "nothing behind it is answered")
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            #expect(try await server.audit() == [])
            #expect(try await server.servesOthers())
        }
    }

    @Test("G07 HTTP/1.1 without Host is 400, also where any host may ask")
    func noHost() async throws {
        try await RunningServer.run { server in
            for path in ["/health/live", "/api/mcp"] {
                let connection = try RawConnection(port: server.port)
                try await connection.send("GET \(path) HTTP/1.1\r\nX: y\r\n\r\n")
                let answer = try await connection.response()
                #expect(answer?.status == 400 && answer?.json["reason"] == "Host is missing")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("an absolute target of the same host is served as the path that it holds")
    func absolute() async throws {
        try await RunningServer.run { server in
            for (target, status) in [("/health/live", 200), ("/health/live?x=1", 200), ("", 303), ("?x", 303), ("/nothing", 404)] {
                for scheme in ["http", "HTTP", "https"] {
                    let answer = try await server.answer(.get("\(scheme)://\(server.host)\(target)"))
                    #expect(answer.status == status, "\(target)")
                }
            }
            var ask = Ask.mcp("ping")
            ask.path = "http://\(server.host)/api/mcp"
            #expect(try await server.answer(ask).status == 200)
            ask = Ask.mcp("ping", fields: [("Content-Type", "application/json")])
            #expect(try await server.answer(ask).status == 200, "the same type said twice is one type")
        }
    }

    @Test("a refused head waits for the answers before it, and ends the connection")
    func inOrder() async throws {
        try await RunningServer.run { server in
            let good = [Ask.mcp("tools/list"), .get("/openapi.json"), .mcp("ping")].map { $0.text(host: server.host) }.joined()
            for bad in ["GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "no request at all\r\n\r\n"] {
                let connection = try RawConnection(port: server.port)
                try await connection.send(good + bad + Ask.mcp("ping").text(host: server.host))
                var statuses: [Int?] = []
                for _ in 0..<4 { statuses.append(try await connection.response()?.status) }
                #expect(statuses == [200, 200, 200, 400])
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("a body that stops making sense after its head went inside is 400, and no tool runs", arguments: ["/api/mcp", "/api/tools/whoami"])
    func brokenBody(path: String) async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let connection = try RawConnection(port: server.port)
            let head = "Host: \(server.host)\r\nAuthorization: Bearer \(key)\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            try await connection.send("POST \(path) HTTP/1.1\r\n" + head + "2\r\n{}\r\nzz\r\n")
            #expect(try await connection.response()?.status == 400)
            #expect(try await connection.rest().isEmpty)
            #expect(try await server.audit() == [])
            #expect(try await server.servesOthers())
        }
    }

    @Test("a body that breaks off with its connection is not taken for whole", arguments: ["Content-Length: 9", "Transfer-Encoding: chunked"])
    func halfBody(framing: String) async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            for path in ["/api/tools/whoami", "/api/mcp"] {
                let connection = try RawConnection(port: server.port)
                let head = "Host: \(server.host)\r\nAuthorization: Bearer \(key)\r\nContent-Type: application/json\r\n\(framing)\r\n\r\n"
                try await connection.send("POST \(path) HTTP/1.1\r\n" + head + (framing.hasPrefix("C") ? "{}" : "2\r\n{}\r\n"))
                for _ in 0..<3 { #expect(try await server.answer(.get("/health/live")).status == 200) }
                connection.close()
            }
            try await until { try await server.answer(.get("/metrics")).text.contains("gatehouse_connections 1\n") }
            #expect(try await server.audit() == [])
        }
    }
}

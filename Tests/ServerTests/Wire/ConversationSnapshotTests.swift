import Foundation
import GatehouseTesting
import Testing

@testable import Server

/// The bytes on one connection, recorded as text: requests sent at once, over TLS, by old clients, and by peers that close their side.
@Suite("Transcripts of connections")
struct ConversationSnapshotTests {
    private static func asks(_ key: String) -> [Ask] {
        let bearer: (name: String, value: String) = ("Authorization", "Bearer \(key)")
        let json: (name: String, value: String) = ("Content-Type", "application/json")
        let form: (name: String, value: String) = ("Content-Type", "application/x-www-form-urlencoded")
        return [
            .get("/health/live"), .get("/health/ready"), .mcp("ping"), .call("whoami", key: key), .call("whoami"),
            Ask(path: "/api/tools/whoami", fields: [json, bearer], body: "{}"), Ask(path: "/api/tools/whoami", fields: [json], body: "{}"),
            .get("/api/get-account", fields: [bearer]), .get("/login", fields: [("Accept", "text/html")]), .get("/"),
            Ask(path: "/token", fields: [form], body: "grant_type=client_credentials"), .get("/.well-known/jwks"),
            .get("/assets/gatehouse.css"), .get("/nothing"), Ask(method: "OPTIONS", path: "/api/tools/whoami"), .notification(key: key),
        ]
    }

    private static func responses(_ bytes: [UInt8], isHead: Bool = false) -> [RawResponse] {
        var (bytes, responses) = (bytes, [RawResponse]())
        while let response = RawResponse.take(from: &bytes, hasBody: !isHead) { responses.append(response) }
        return responses
    }

    /// Sends text on a connection of its own, and adds all that is answered until the server ends the connection.
    private static func say(
        _ subject: String, _ request: String, _ text: String, _ transcript: inout Transcript, at port: UInt16, thenFinish: Bool = false
    ) async throws {
        let connection = try RawConnection(port: port)
        defer { connection.close() }
        try await connection.send(text)
        if thenFinish { connection.finishSending() }
        transcript.add(subject, request, responses(try await connection.rest()))
    }

    @Test("requests sent at once, the last of a connection, requests of HTTP/1.0 and in chunks are answered as they were")
    func plain() async throws {
        try await RunningServer.run { server in
            let (key, host) = (try await server.key(), server.host)
            var transcript = Transcript(ports: server.port)
            let texts = Self.asks(key).map { $0.text(host: host) } + [Ask.get("/health/live").with("Connection", "close").text(host: host)]
            try await Self.say("connection", "sent at once", texts.joined(), &transcript, at: server.port)
            for ask in Self.asks(key) {
                let name = "\(ask.method) \(ask.path)"
                try await Self.say(name, "last", ask.with("Connection", "close").text(host: host), &transcript, at: server.port)
                let old = ask.text(host: host).replacing(" HTTP/1.1\r\n", with: " HTTP/1.0\r\n", maxReplacements: 1)
                try await Self.say(name, "HTTP/1.0", old, &transcript, at: server.port)
            }
            let chunked = "POST /api/tools/whoami HTTP/1.1\r\nHost: \(host)\r\nAuthorization: Bearer \(key)\r\nConnection: close\r\n"
            let chunks = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
            try await Self.say("connection", "chunked", chunked + chunks, &transcript, at: server.port)
            let half = "Host: \(host)\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{"
            for path in ["/nothing", "/api/tools/whoami", "/health/live", "/login"] {
                let connection = try RawConnection(port: server.port)
                try await connection.send("POST \(path) HTTP/1.1\r\n" + half)
                let first = try await connection.response()
                connection.finishSending()
                transcript.add(path, "answered before it is whole", [first].compactMap(\.self) + Self.responses(try await connection.rest()))
            }
            for path in ["/api/login", "/api/mcp"] {
                try await Self.say(path, "never whole", "POST \(path) HTTP/1.1\r\n" + half, &transcript, at: server.port, thenFinish: true)
            }
            try transcript.check("connections")
        }
    }

    @Test("a peer that waits for 100 Continue gets it, or the final response")
    func expectation() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            var transcript = Transcript(ports: server.port)
            for path in ["/api/mcp", "/api/tools/whoami", "/nothing", "/health/live", "/api/login"] {
                for fields in ["", "Authorization: Bearer \(key)\r\n", "Origin: https://evil.example\r\n"] {
                    let head = "POST \(path) HTTP/1.1\r\nHost: \(server.host)\r\nContent-Type: application/json\r\nConnection: close\r\n\(fields)"
                    let connection = try RawConnection(port: server.port)
                    try await connection.send(head + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
                    let first = try await connection.response()
                    if first?.status == 100 { try await connection.send("{}") }
                    let rest = Self.responses(try await connection.rest())
                    transcript.add(path, fields.isEmpty ? "usual" : "with \(fields.prefix { $0 != ":" })", [first].compactMap(\.self) + rest)
                    connection.close()
                }
            }
            try transcript.check("expectations")
        }
    }

    @Test("a peer that has said all and reads on is answered as it was")
    func halfClosed() async throws {
        try await RunningServer.run { server in
            let (key, host) = (try await server.key(), server.host)
            var transcript = Transcript(ports: server.port)
            // A call over MCP ends with its peer, so the last response depends on how far the call had come.
            for ask in Self.asks(key) where ask.path != "/api/mcp" {
                try await Self.say(ask.path, ask.method, ask.text(host: host), &transcript, at: server.port, thenFinish: true)
            }
            try await Self.say("connection", "nothing", "", &transcript, at: server.port, thenFinish: true)
            try await Self.say("connection", "half a head", "GET / HTTP/1.1\r\nHo", &transcript, at: server.port, thenFinish: true)
            try transcript.check("half-closed")
        }
    }

    @Test("over TLS requests sent at once are answered as they were")
    func encrypted() async throws {
        let files = try await blocking { try Certificates() }
        try await RunningServer.run([.tlsCertificate: files.certificate, .tlsKey: files.key]) { server in
            let (key, host) = (try await server.key(), server.host)
            let texts = Self.asks(key).map { $0.text(host: host) } + [Ask.get("/health/live").with("Connection", "close").text(host: host)]
            let file = server.directory.path(of: "requests")
            try Data(texts.joined().utf8).write(to: URL(fileURLWithPath: file))
            let said = try await blocking {
                try Program.run(["/bin/sh", "-c", "openssl s_client -quiet -connect \(host) -CAfile \(files.authority) <\(file) 2>/dev/null"])
            }
            var transcript = Transcript(ports: server.port)
            transcript.add("connection", "sent at once", Self.responses(Array(said.utf8)))
            try transcript.check("encrypted")
        }
    }
}

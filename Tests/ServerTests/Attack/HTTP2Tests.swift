import GatehouseTesting
import JSON
import Server
import Testing

/// HTTP/2 is not supported: a client that begins with it gets an error or is disconnected, and its flood attacks have no effect.
@Suite("Attacks by HTTP/2")
struct HTTP2Tests {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// A frame of RFC 9113 section 4.1.
    private static func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8] = []) -> [UInt8] {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 255), type, flags, 0, 0, 0, stream] + payload
    }

    private static let settings = frame(4)
    /// HEADERS with `:method POST`, `:scheme http`, `:path /` from the static table, and the stream's reset behind it.
    private static let reset = frame(1, flags: 4, stream: 1, [0x83, 0x86, 0x84]) + frame(3, stream: 1, [0, 0, 0, 8])
    private static let ping = frame(6, [UInt8](repeating: 0, count: 8))

    @Test(
        "G08 a flood of HTTP/2 frames closes its connection, runs nothing, and others are served",
        arguments: [settings, reset, ping].map { [UInt8](repeatElement($0, count: 20_000).joined()) })
    func flood(frames: [UInt8]) async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            let connection = try RawConnection(port: server.port)
            let hidden = Ask.call("crud", ["resource": "notes", "action": "destroy", "filterByTk": 1], key: key).text(host: server.host)
            // The server may have closed before all of it was sent.
            _ = try await connection.send(Self.preface + frames + Array(hidden.utf8))
            let first = try await connection.response()
            #expect(first == nil || first?.status == 400 || first?.status == 403 || first?.status == 505, "\(first?.status ?? 0)")
            _ = try await connection.rest()
            #expect(try await server.servesOthers())
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            #expect(try await server.audit() == [])
        }
    }

    @Test(
        "G08 an offer to change the protocol is not taken: the request is answered as it came, and the connection ends",
        arguments: [
            ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"], ["Upgrade: h2c", "Connection: keep-alive, upgrade"],
            ["Connection: Upgrade", "UPGRADE: websocket", "Sec-WebSocket-Version: 13"], ["Proxy-Connection: upgrade", "Upgrade: x"],
        ])
    func upgrade(fields: [String]) async throws {
        try await RunningServer.run { server in
            for var ask in [Ask.mcp("ping"), .get("/health/live")] {
                for field in fields {
                    let parts = field.split(separator: ":", maxSplits: 1)
                    ask.fields.append((String(parts[0]), String(parts[1].dropFirst())))
                }
                let connection = try RawConnection(port: server.port)
                try await connection.send(ask.text(host: server.host) + Ask.mcp("ping").text(host: server.host))
                let answer = try await connection.response()
                // Who is not told would wait on this connection for answers that never come.
                #expect(answer?.status == 200 && answer?["upgrade"] == nil && answer?["connection"] == "close")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("G08 a tunnel is not opened, and its connection ends", arguments: ["example.org:443", "/api/mcp", "/health/live"])
    func tunnel(target: String) async throws {
        try await RunningServer.run { server in
            let connection = try RawConnection(port: server.port)
            try await connection.send("CONNECT \(target) HTTP/1.1\r\nHost: \(server.host)\r\n\r\n" + Ask.mcp("ping").text(host: server.host))
            let answer = try await connection.response()
            #expect((answer?.status ?? 0) >= 400 && answer?["connection"] == "close")
            #expect(try await connection.rest().isEmpty)
        }
    }

    @Test("G08 over TLS HTTP/2 is not chosen, whatever the client offers")
    func negotiation() async throws {
        let files = try Certificates()
        try await RunningServer.run([.tlsCertificate: files.certificate, .tlsKey: files.key]) { server in
            let said = try await blocking {
                try Program.run([
                    "/usr/bin/curl", "-sS", "--http2", "--cacert", files.authority, "-w", " %{http_version}", "\(server.url)/health/live",
                ])
            }
            #expect(said.hasSuffix(" 1.1"), "\(said)")
        }
    }
}

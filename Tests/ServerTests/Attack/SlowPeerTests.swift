import GatehouseTesting
import JSON
import Server
import Testing

/// Peers that take a connection and give nothing for it. Limits are short here; every other limit is an hour, so that only the one under test can act.
@Suite("Attacks by slow peers")
struct SlowPeerTests {
    private static func limits(_ set: (inout ConnectionLimits) -> Void) -> ConnectionLimits {
        var limits = ConnectionLimits()
        limits.head = .seconds(3600)
        limits.idle = .seconds(3600)
        limits.body = .seconds(3600)
        limits.linger = .seconds(3600)
        limits.stalledWrite = .seconds(3600)
        set(&limits)
        return limits
    }

    @Test("G01 connections that send nothing are closed; others are served")
    func idle() async throws {
        try await RunningServer.run(limits: Self.limits { $0.head = .milliseconds(500) }) { server in
            let idle = try (0..<50).map { _ in try RawConnection(port: server.port) }
            #expect(try await server.servesOthers())
            for connection in idle { #expect(try await connection.rest().isEmpty) }
        }
    }

    @Test("G01 a connection that was used and is left open is closed", arguments: [Ask.mcp("ping"), .get("/health/live"), .get("/nothing")])
    func idleAfterUse(ask: Ask) async throws {
        try await RunningServer.run(limits: Self.limits { $0.idle = .milliseconds(300) }) { server in
            let connection = try RawConnection(port: server.port)
            try await connection.send(ask.text(host: server.host))
            #expect(try await connection.response() != nil)
            #expect(try await connection.rest().isEmpty)
        }
    }

    @Test("G01 a connection that is answered before its body came is closed, however the body comes afterwards")
    func idleAfterEarlyAnswer() async throws {
        let limits = Self.limits {
            $0.idle = .milliseconds(300)
            $0.linger = .milliseconds(300)
        }
        try await RunningServer.run(limits: limits) { server in
            for late in ["", "x", "xx"] {
                let connection = try RawConnection(port: server.port)
                try await connection.send("POST /nothing HTTP/1.1\r\nHost: \(server.host)\r\nContent-Length: 2\r\n\r\n")
                let answer = try await connection.response()
                #expect(answer?.status == 404 && answer?["connection"] == "close")
                try await connection.send(late)
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("G02 the connection of a slow head is closed; others are served in the meantime")
    func drippedHead() async throws {
        let limits = Self.limits {
            $0.head = .milliseconds(500)
            // However fast the drops fall, the time ends the head, not their number.
            $0.maximumHeaderCount = 1_000_000
            $0.maximumHeaders = 100_000_000
        }
        try await RunningServer.run(limits: limits) { server in
            let connection = try RawConnection(port: server.port)
            try await connection.send("POST /api/mcp HTTP/1.1\r\nHost: \(server.host)\r\n")
            var drops = 0
            while try await connection.send("X-Drop: \(drops)\r\n") {
                drops += 1
                #expect(try await server.servesOthers())
            }
            #expect(try await connection.rest().isEmpty)
        }
    }

    @Test("G02 the head of a second request on a connection may not drip either")
    func drippedSecondHead() async throws {
        try await RunningServer.run(limits: Self.limits { $0.idle = .milliseconds(300) }) { server in
            let connection = try RawConnection(port: server.port)
            try await connection.send(Ask.mcp("ping").text(host: server.host))
            #expect(try await connection.response()?.status == 200)
            try await connection.send("POST /api/mcp HTTP/1.1\r\nHost: ")
            #expect(try await connection.rest().isEmpty)
        }
    }

    @Test(
        "G02 a body that drips or stops is cut off and no tool runs; others are served",
        arguments: ["Content-Length: 500000", "Transfer-Encoding: chunked"])
    func drippedBody(framing: String) async throws {
        try await RunningServer.run(limits: Self.limits { $0.body = .milliseconds(500) }) { server in
            let key = try await server.key()
            let connection = try RawConnection(port: server.port)
            let drop = framing.hasPrefix("Content") ? " " : "1\r\n \r\n"
            try await connection.send(
                "POST /api/mcp HTTP/1.1\r\nHost: \(server.host)\r\nAuthorization: Bearer \(key)\r\nContent-Type: application/json\r\n\(framing)\r\n\r\n"
            )
            while try await connection.send(drop) { #expect(try await server.servesOthers()) }
            #expect(try await connection.rest().isEmpty)
            #expect(try await server.audit() == [])
        }
    }

    @Test("G02 a large body may take longer than a small one, at the rate that is asked of it")
    func rateOfBody() async throws {
        let limits = Self.limits {
            $0.body = .milliseconds(1)
            $0.bodyRate = 1
        }
        try await RunningServer.run(limits: limits) { server in
            let connection = try RawConnection(port: server.port)
            let text = Ask.mcp("ping").text(host: server.host)
            try await connection.send(String(text.dropLast(1)))
            for _ in 0..<5 { #expect(try await server.answer(.get("/health/live")).status == 200) }
            try await connection.send(String(text.suffix(1)))
            #expect(try await connection.response()?.status == 200)
        }
    }

    @Test("G01 over TLS a peer that begins no handshake, or does not end it, is closed; others are served", arguments: [0, 40])
    func handshake(count: Int) async throws {
        let files = try await blocking { try Certificates() }
        let settings: [SettingKey: String] = [.tlsCertificate: files.certificate, .tlsKey: files.key]
        try await RunningServer.run(settings, limits: Self.limits { $0.head = .milliseconds(500) }) { server in
            // The start of a ClientHello of 512 bytes (RFC 8446 section 4).
            let hello: [UInt8] = [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03] + [UInt8](repeating: 7, count: 100)
            let silent = try (0..<20).map { _ in try RawConnection(port: server.port) }
            for connection in silent { try await connection.send(Array(hello.prefix(count))) }
            // On a busy machine also an honest handshake may take longer than the limit of the test: the next one counts then.
            try await until {
                let live = try? await blocking {
                    try Program.run(["/usr/bin/curl", "-sS", "--cacert", files.authority, "\(server.url)/health/live"])
                }
                return live == #"{"status":"live"}"#
            }
            for connection in silent { #expect(try await connection.rest().isEmpty) }
        }
    }

    @Test(
        "G05 a peer that asks and never reads is closed, and holds no more than a bounded buffer; others are served",
        arguments: [("mcp", Ask.mcp("tools/list")), ("openapi", Ask.get("/openapi.json"))])
    func neverReads(route: String, asked: Ask) async throws {
        try await RunningServer.run(limits: Self.limits { $0.stalledWrite = .seconds(4) }) { server in
            let connection = try RawConnection(port: server.port, receiveBuffer: 4_096)
            let ask = asked.text(host: server.host)
            // Without a credential, and far more than a bounded buffer holds: 10,000 answers are 800 MB.
            async let sending = connection.send(String(repeating: ask, count: 10_000))
            try await connection.until("HTTP/1.1 200 OK")
            try await until { try await server.answer(.get("/metrics")).text.contains("gatehouse_connections 1\n") }
            _ = try await sending
            // The responses that fit into the kernel's buffers, and a few more.
            let taken = try server.log().split(separator: "\n").count { $0.contains("\"route\":\"\(route)\"") }
            #expect(taken > 0 && taken < 200, "\(taken)")
            #expect(try await server.servesOthers())
        }
    }

    @Test("G05 a client that sends thousands of requests at once is served along with the others, not before them")
    func sendsManyAtOnce() async throws {
        try await RunningServer.run { server in
            let ask = Ask.mcp("ping").text(host: server.host)
            let greedy = try RawConnection(port: server.port)
            async let sending = greedy.send(String(repeating: ask, count: 4_000))
            #expect(try await greedy.response()?.status == 200)
            // As many as there are event loops, and more: some share the one of the greedy peer.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        let connection = try RawConnection(port: server.port)
                        for _ in 0..<4 {
                            try await connection.send(ask)
                            #expect(try await connection.response()?.status == 200)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let taken = try server.log().split(separator: "\n").count { $0.contains(#""route":"mcp""#) } - 64
            #expect(taken < 4_000, "all that the others asked was answered before")
            greedy.close()
            _ = try await sending
        }
    }
}

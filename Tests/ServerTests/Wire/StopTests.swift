import GatehouseTesting
import JSON
import Server
import Testing

@Suite("The end of a server")
struct StopTests {
    @Test("I12 on a stop readiness turns 503 first, calls are still served, and then the port closes")
    func stop() async throws {
        let (notice, end) = AsyncStream.makeStream(of: Void.self)
        try await RunningServer.run(notice: { for await _ in notice {} }) { server in
            defer { end.finish() }
            #expect(try await server.answer(.get("/health/ready")).status == 200)
            server.stop()
            var ready = try await server.answer(.get("/health/ready"))
            while ready.status == 200 { ready = try await server.answer(.get("/health/ready")) }
            #expect(ready.status == 503 && ready.text == #"{"reason":"stopping"}"#)
            #expect(try await server.answer(.get("/health/live")).status == 200)
            #expect(try await server.servesOthers())
            let idle = try RawConnection(port: server.port)
            end.finish()
            try await idle.rest()
            #expect(throws: RawConnection.Silence.self) { try RawConnection(port: server.port) }
        }
    }

    @Test("I12 on a stop a peer that reads slowly gets its whole answer", arguments: [true, false])
    func slowReader(isMCP: Bool) async throws {
        try await RunningServer.run { server in
            try await server.addNumbers()
            let sql: JSONValue = ["sql": "SELECT '\(String(repeating: "9", count: 100))' AS x FROM numbers", "maxRows": 1_000]
            let ask = isMCP ? Ask.call("run_sql", sql, key: try await server.key()) : .get("/openapi.json")
            let idle = try RawConnection(port: server.port)
            let slow = try RawConnection(port: server.port, receiveBuffer: 2_048, segment: 200)
            try await slow.send(ask.text(host: server.host))
            try await slow.until("Content-Length: ")
            server.stop()
            try await idle.rest()
            let rest = String(decoding: try await slow.rest(), as: UTF8.self)
            let length = try #require(Int(rest.prefix { $0.isNumber }))
            let body = try #require(rest.firstRange(of: "\r\n\r\n")?.upperBound)
            #expect(length > 60_000 && rest[body...].utf8.count == length)
        }
    }

    @Test("I12 on a stop a request that is coming in is answered when it is whole, then its connection ends", arguments: [true, false])
    func comingIn(isMCP: Bool) async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let fields: [(name: String, value: String)] = [("Content-Type", "application/json"), ("Authorization", "Bearer \(key)")]
            let ask = isMCP ? Ask.call("whoami", key: key) : Ask(path: "/api/tools/whoami", fields: fields, body: "{}")
            let text = ask.text(host: server.host)
            let slow = try RawConnection(port: server.port)
            // The first request has its response, so the server has read the next one.
            try await slow.send(Ask.get("/health/live").text(host: server.host) + String(text.dropLast()))
            #expect(try await slow.response()?.status == 200)
            let idle = try RawConnection(port: server.port)
            try await idle.send(Ask.get("/health/live").text(host: server.host))
            #expect(try await idle.response()?.status == 200)
            server.stop()
            try await idle.rest()
            try await slow.send(String(text.suffix(1)))
            let answer = try await slow.response()
            #expect(answer?.status == 200 && answer?.text.contains("built-in/admin") == true)
            #expect(try await slow.rest().isEmpty)
        }
    }

    @Test("I12 on a stop a peer that does not read holds nothing up")
    func stuckReader() async throws {
        var limits = ConnectionLimits()
        limits.ending = .milliseconds(100)
        limits.stalledWrite = .seconds(3_600)
        try await RunningServer.run(limits: limits) { server in
            let stuck = try RawConnection(port: server.port, receiveBuffer: 2_048, segment: 200)
            try await stuck.send(Ask.get("/openapi.json").text(host: server.host))
            try await stuck.until("Content-Length: ")
            server.stop()
            try await until { server.composition.metrics.exposition().contains("gatehouse_connections 0\n") }
            let rest = String(decoding: try await stuck.rest(), as: UTF8.self)
            let length = try #require(Int(rest.prefix { $0.isNumber }))
            #expect(rest.utf8.count < length)
        }
    }
}

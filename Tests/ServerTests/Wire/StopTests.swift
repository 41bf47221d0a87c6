import Server
import Testing

@Suite("The end of a server")
struct StopTests {
    @Test("I12 on a stop readiness turns 503 first, calls are still served, and then the port closes")
    func stop() async throws {
        try await RunningServer.run(notice: .seconds(3)) { server in
            #expect(try await server.answer(.get("/health/ready")).status == 200)
            server.stop()
            var ready = try await server.answer(.get("/health/ready"))
            while ready.status == 200 { ready = try await server.answer(.get("/health/ready")) }
            #expect(ready.status == 503 && ready.text == #"{"reason":"stopping"}"#)
            #expect(try await server.answer(.get("/health/live")).status == 200)
            #expect(try await server.servesOthers())
            let idle = try RawConnection(port: server.port)
            try await idle.rest()
            #expect(throws: RawConnection.Silence.self) { try RawConnection(port: server.port) }
        }
    }
}

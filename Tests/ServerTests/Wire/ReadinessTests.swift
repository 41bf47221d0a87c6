import JSON
import SQL
import Server
import Store
import Testing

@Suite("Whether the server is ready", .timeLimit(.minutes(5)))
struct ReadinessTests {
    @Test("I12 not ready while the state cannot be written, but live; a call whose key cannot be checked may be repeated")
    func state() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            #expect(try await server.answer(.get("/health/ready")).json == ["status": "ready"])
            await server.composition.store.database.close()
            var ready = try await server.answer(.get("/health/ready"))
            // A result is reused for two seconds.
            while ready.status == 200 {
                try Task.checkCancellation()
                ready = try await server.answer(.get("/health/ready"))
            }
            #expect(ready.status == 503 && ready.json == ["reason": "state"])
            #expect(try await server.answer(.get("/health/live")).status == 200)
            let call = try await server.answer(.mcp("ping", key: key))
            #expect(call.status == 503 && call["retry-after"] == "1")
        }
    }
}

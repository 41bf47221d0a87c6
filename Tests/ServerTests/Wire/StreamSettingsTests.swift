import Identity
import JSON
import Server
import Testing

@Suite("Sessions and streams as the operator sets them")
struct StreamSettingsTests {
    @Test("without sessions the handshake gives none, every request stands alone, GET is 405, and all tools work")
    func stateless() async throws {
        try await RunningServer.run([.sessions: "false"]) { server in
            try await server.addNotes()
            let key = try await server.key()
            let hands = try await server.answer(.handshake(key: key))
            #expect(hands.status == 200 && hands.result["protocolVersion"] == "2025-11-25" && hands["mcp-session-id"] == nil)
            #expect(try await server.answer(.notification(key: key)).status == 202)
            let read = try await server.answer(.call("crud", ["resource": "notes", "action": "get", "filterByTk": 1], key: key))
            #expect(read.result["structuredContent"]?["data"]?["title"] == "first")
            let fields: [(name: String, value: String)] = [("Authorization", "Bearer \(key)"), ("Accept", "text/event-stream")]
            #expect(try await server.answer(.get("/api/mcp", fields: fields)).status == 405)
            #expect(try await server.answer(.mcp("ping", key: key).inSession("made-up")).status == 404, "none is good")
            let listening = try await server.sent(.modern("subscriptions/listen", ["notifications": ["toolsListChanged": true]], key: key))
            try await listening.until("acknowledged")
        }
    }

    @Test(
        "G06 streams are counted for each person, whatever their keys, and for the process, as the settings say; a place is free when its stream ends"
    )
    func bounded() async throws {
        try await RunningServer.run([.streamsPerCaller: "2", .streams: "3"]) { server in
            let (one, other) = (try await server.key(), try await server.key())
            try await server.addUser("bob", role: "reader")
            let two = try await server.key(of: "built-in/bob")
            let filter: JSONObject = ["notifications": ["toolsListChanged": true]]
            var open: [RawConnection] = []
            for _ in 0..<2 {
                open.append(try await server.sent(.modern("subscriptions/listen", filter, key: one)))
                try await open.last?.until("acknowledged")
            }
            let third = try await server.answer(.modern("subscriptions/listen", filter, key: one))
            #expect(third.error["code"] == -32603, "\(third.text)")
            for key in [one, other] {
                #expect(try await server.answer(.modern("subscriptions/listen", filter, key: key)).error["code"] == -32603)
                let session = try await server.session(key)
                #expect(try await server.answer(.stream(session, key: key)).status == 429)
                let fields: [(name: String, value: String)] = [("Authorization", "Bearer \(key)"), ("Accept", "text/event-stream")]
                #expect(try await server.answer(.get("/api/sse", fields: fields)).status == 429)
            }
            open.append(try await server.sent(.modern("subscriptions/listen", filter, key: two)))
            try await open.last?.until("acknowledged")
            #expect(try await server.answer(.modern("subscriptions/listen", filter, key: two)).error["code"] == -32603)
            open[0].close()
            try await server.eventually {
                let again = try await server.sent(.modern("subscriptions/listen", filter, key: two))
                return try await again.until("}").contains("acknowledged")
            }
        }
    }
}

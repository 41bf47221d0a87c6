import Identity
import JSON
import Server
import Store
import Testing

@Suite("Sessions and streams on the wire")
struct SessionTests {
    @Test("the handshake of an authenticated caller begins a session, that of an anonymous one does not; requests without its id are independent")
    func handshake() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            #expect(try await server.answer(.handshake(key: nil))["mcp-session-id"] == nil)
            let session = try await server.session(key)
            #expect(try await server.answer(.mcp("ping", key: key).inSession(session)).result == [:])
            #expect(try await server.answer(.call("whoami", key: key)).status == 200)
            let end = Ask(method: "DELETE", fields: [("Authorization", "Bearer \(key)"), ("Mcp-Session-Id", session)])
            #expect(try await server.answer(end).status == 204)
            #expect(try await server.answer(.mcp("ping", key: key).inSession(session)).status == 404)
            #expect(try await server.answer(end).status == 404)
        }
    }

    @Test("B07 a session of another key, workspace or person looks like an unknown one, and still works for its owner")
    func foreign() async throws {
        try await RunningServer.run { server in
            _ = try await server.addAcme()
            let (key, other) = (try await server.key(), try await server.key())
            let eve = try await server.key(of: "acme/eve")
            let session = try await server.session(key)
            let tries: [(String, String)] = [(other, "/api/mcp"), (eve, "/api/__app/acme-data/mcp"), (key, "/api/__app/acme-data/mcp")]
            for (key, path) in tries {
                let bearer = (name: "Authorization", value: "Bearer \(key)")
                for id in [session, "abc", String(session.dropLast()), session + "A"] {
                    let post = try await server.answer(.mcp("ping", key: key, path: path).inSession(id))
                    #expect(post.status == 404 && post.error["message"] == "Session not found")
                    for method in ["GET", "DELETE"] {
                        let ask = Ask(method: method, path: path, fields: [bearer, ("Accept", "text/event-stream"), ("Mcp-Session-Id", id)])
                        #expect(try await server.answer(ask).status == 404)
                    }
                }
            }
            let anonymous = Ask(method: "DELETE", fields: [("Mcp-Session-Id", session)])
            #expect(try await server.answer(anonymous).status == 401)
            #expect(try await server.answer(.mcp("ping", key: key).inSession(session)).result == [:])
        }
    }

    @Test("subscribers are notified of possibly changed lists after a change of rights, in both eras")
    func listChanged() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let session = try await server.session(key)
            let old = try await server.sent(.stream(session, key: key))
            try await old.until("retry: ")
            let filter: JSONObject = ["notifications": ["toolsListChanged": true, "resourcesListChanged": true]]
            let new = try await server.sent(.modern("subscriptions/listen", filter, key: key))
            try await new.until("notifications/subscriptions/acknowledged")
            try await server.changeRules()
            for stream in [old, new] {
                // Ends with the text, or throws.
                #expect(try await stream.until("notifications/tools/list_changed").contains(#""method""#))
                #expect(try await stream.until("notifications/resources/list_changed").contains(#""method""#))
            }
        }
    }

    @Test("E08 revoking a key ends its streams, and not those of others")
    func revoked() async throws {
        try await RunningServer.run { server in
            let (made, other) = (try await server.newKey(), try await server.key())
            let key = made.key.text
            let filter: JSONObject = ["notifications": ["toolsListChanged": true]]
            let session = try await server.session(key)
            let mine = try await server.sent(.stream(session, key: key))
            try await mine.until("retry: ")
            let listening = try await server.sent(.modern("subscriptions/listen", filter, key: key))
            try await listening.until("acknowledged")
            let theirs = try await server.sent(.modern("subscriptions/listen", filter, key: other))
            try await theirs.until("acknowledged")
            try await server.revoke(made.id)
            try await mine.until("\r\n0\r\n")
            try await listening.until(#""resultType":"complete""#)
            try await server.changeRules()
            try await theirs.until("list_changed")
            #expect(try await server.answer(.stream(session, key: key)).status == 401)
        }
    }

    @Test("I12 a stop ends open streams, subscriptions with their response, and no other begins")
    func stop() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let session = try await server.session(key)
            let standalone = try await server.sent(.stream(session, key: key))
            try await standalone.until("retry: ")
            let listening = try await server.sent(.modern("subscriptions/listen", ["notifications": [:]], key: key))
            try await listening.until("acknowledged")
            server.stop()
            #expect(try await listening.until(#""resultType":"complete""#).contains(#""result""#))
            #expect(String(decoding: try await listening.rest(), as: UTF8.self).hasSuffix("0\r\n\r\n"))
            #expect(String(decoding: try await standalone.rest(), as: UTF8.self).hasSuffix("0\r\n\r\n"))
            // Refused, or not connected any more: either way there is no stream.
            let late = try? await server.answer(.stream(session, key: key))
            #expect(late?.status != 200)
        }
    }

    @Test("a subscribed schema is said to be another when rights change; that of a workspace one is not in cannot be subscribed to")
    func subscription() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            let session = try await server.session(key)
            let subscribe = Ask.mcp("resources/subscribe", ["uri": "gate://main/notes"], key: key).inSession(session)
            #expect(try await server.answer(subscribe).result == [:])
            let unknown = Ask.mcp("resources/subscribe", ["uri": "gate://main/none"], key: key).inSession(session)
            #expect(try await server.answer(unknown).error["code"] == -32002)
            let stream = try await server.sent(.stream(session, key: key))
            try await stream.until("retry: ")
            try await server.changeRules()
            let news = try await stream.until("notifications/resources/updated")
            #expect(!news.contains("none"))
        }
    }

    @Test("a client of 2024-11-05 works by HTTP+SSE; a connection of another key takes nothing")
    func oldTransport() async throws {
        try await RunningServer.run { server in
            let (key, other) = (try await server.key(), try await server.key())
            #expect(try await server.answer(.get("/api/sse", fields: [("Accept", "text/event-stream")])).status == 401)
            let bearer = (name: "Authorization", value: "Bearer \(key)")
            let stream = try await server.sent(.get("/api/sse", fields: [bearer, ("Accept", "text/event-stream")]))
            let opening = try await stream.until("\n\n")
            let path = String(try #require(opening.firstMatch(of: /event: endpoint\ndata: (\/api\/sse\?connection=[0-9a-f]{32})\n/)?.1))
            func post(_ ask: Ask) async throws -> Int {
                var ask = ask
                ask.path = path
                return try await server.answer(ask).status
            }
            #expect(try await post(.handshake(key: key, in: "2024-11-05")) == 202)
            try await stream.until("\"protocolVersion\":\"2024-11-05\"")
            #expect(try await post(.notification(key: key)) == 202)
            #expect(try await post(.call("whoami", key: other)) == 404)
            #expect(try await post(.call("whoami", key: nil)) == 404)
            #expect(try await post(.call("whoami", key: key)) == 202)
            try await stream.until("built-in/admin")
            try await server.changeRules()
            try await stream.until("notifications/tools/list_changed")
            #expect(try await server.audit() == ["whoami ok"])
            #expect(try await server.answer(Ask(method: "DELETE", path: "/api/sse", fields: [bearer])).status == 405)
        }
    }
}

import Identity
import JSON
import Server
import Store
import Testing

@Suite("Attacks with a browser's cookie on the MCP endpoint")
struct CookieTests {
    private static func rename(_ row: Int64) -> JSONValue {
        ["resource": "notes", "action": "update", "filterByTk": .number(JSONNumber(row)), "values": ["title": "changed"]]
    }

    @Test("B20 a cookie that comes from another site, or from no page, opens nothing in any revision and changes nothing")
    func crossSite() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let browser = Browser(server)
            _ = try await browser.signIn(password: server.adminPassword)
            let before = try await server.entries().count
            let state = try await server.state()
            let places: [[(name: String, value: String)]] = [
                [], [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site")], [("Sec-Fetch-Site", "none")],
                [("Origin", "http://localhost:1"), ("Sec-Fetch-Site", "same-origin")], [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")],
            ]
            for fields in places {
                for revision in ["2025-11-25", "2026-07-28"] {
                    let answer = try await browser.send(.call("crud", Self.rename(1), in: revision, fields: fields))
                    #expect([401, 403].contains(answer.status), "\(fields)")
                }
                let stream = try await browser.send(Ask(method: "GET", fields: [("Accept", "text/event-stream")] + fields))
                #expect([401, 403].contains(stream.status))
            }
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            #expect(try await server.state() == state)
            #expect(try await server.entries().dropFirst(before).allSatisfy { $0.outcome?.outcome == .refused })
        }
    }

    @Test("B20 a cookie of an own page gives the user's rights and no more")
    func sameOrigin() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            try await server.addPerson("built-in/rita", role: "reader")
            let own: [(name: String, value: String)] = [("Origin", "http://\(server.host)"), ("Sec-Fetch-Site", "same-origin")]
            let rita = Browser(server)
            _ = try await rita.signIn("built-in/rita", password: "a long password")
            let refused = try await rita.send(.call("crud", Self.rename(1), fields: own))
            #expect(refused.status == 200 && refused.result["isError"] == true)
            #expect(refused.result["structuredContent"]?["error"]?["code"] == "forbidden")
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            let read = try await rita.send(.call("crud", ["resource": "notes", "action": "get", "filterByTk": 1], fields: own))
            #expect(read.result["structuredContent"]?["data"]?["title"] == "first")
            let keys = try await server.unchanged {
                try await rita.send(.call("api_keys_create", ["name": "k", "user": "built-in/admin"], fields: own))
            }
            #expect(keys.result["isError"] == true || keys.status != 200)
            let admin = Browser(server)
            _ = try await admin.signIn(password: server.adminPassword)
            let done = try await admin.send(.call("crud", Self.rename(2), fields: own))
            #expect(done.result["isError"] == nil)
            #expect(try await server.notes() == ["1 first", "2 changed", "3 third"])
        }
    }
}

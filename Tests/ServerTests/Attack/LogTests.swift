import Identity
import JSON
import Server
import Store
import Testing

@Suite("The content of logs")
struct LogTests {
    @Test("A45 no key, password, argument, SQL or name from outside is in the log, the metrics or the audit log, whatever is sent")
    func logScan() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            let bad = "gths_" + String(repeating: "b", count: 43)
            let mark = "zzmarkzz"
            let asks: [Ask] = [
                .call("whoami", key: key), .call("whoami", key: bad), .call("whoami", path: "/api/mcp?access_token=\(key)"), .get("/\(key)"),
                .get("/api/__app/\(mark)/mcp"), .get("/.well-known/\(key)"),
                .call("run_sql", ["sql": "SELECT title AS \(mark) FROM notes"], key: key),
                .call("run_sql", ["sql": "SELEC \(mark) \(key)"], key: key),
                .call("run_sql", ["sql": "DROP TABLE \(mark)"], key: key), .call(mark, [:], key: key),
                .call("crud", ["resource": "notes", "action": "create", "values": ["title": .string(mark)]], key: key),
                .call("crud", ["resource": "notes", "action": "list", "filter": ["title": .string(mark)]], key: key),
                .call("crud", ["resource": "notes", "action": .string(mark)], key: key),
                .call("api_keys_create", ["name": .string(mark)], key: key), .mcp(mark, key: key), .mcp("ping", key: key, fields: [("x-role", mark)]),
                .mcp("ping", fields: [("Origin", "https://\(mark).example")]), .mcp("ping", fields: [("Host", "\(mark).example")]),
                Ask(fields: [("Content-Type", "application/json"), ("Authorization", "Bearer \(key)")], body: "{\"\(mark)\":\(key)"),
                Ask(method: "PATCH", path: "/api/mcp", fields: [("Cookie", "session=\(mark)")]),
                .mcp("ping", fields: [("Content-Encoding", mark)]), .mcp("ping", fields: [("Authorization", "Basic \(mark)")]),
            ]
            var made: [String] = []
            for ask in asks {
                let answer = try await server.answer(ask)
                if let text = answer.result["structuredContent"]?["key"]?.string { made.append(text) }
            }
            #expect(made.count == 1 && made[0].hasPrefix("gths_"))
            let log = try server.log()
            let lines = log.split(separator: "\n")
            #expect(lines.count >= asks.count, "every request has its line")
            #expect(lines.allSatisfy { (try? JSONValue(parsing: Array($0.utf8)))?["request.id"]?.string?.count == 16 })
            let audit = try await server.entries().map { "\($0)" }.joined(separator: "\n")
            let metrics = try await server.answer(.get("/metrics")).text
            let secrets = [key, bad, "gths_", mark, "SELEC", "DROP", "first", "Bearer", server.adminPassword] + made
            for (place, text) in [("log", log), ("audit", audit), ("metrics", metrics)] {
                for secret in secrets { #expect(!text.contains(secret), "\(secret) is in the \(place)") }
            }
            #expect(audit.contains("run_sql") && audit.contains("api_keys_create"))
        }
    }

    @Test("a log line contains the caller, the route, the outcome and the error code")
    func lines() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            _ = try await server.answer(.call("whoami", key: key))
            _ = try await server.answer(.call("whoami"))
            _ = try await server.answer(.mcp("ping", key: "x"))
            _ = try await server.answer(.get("/health/live"))
            let lines = try server.log().split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
            #expect(lines.map { $0["status"] } == [200, 401, 401, 200])
            #expect(lines.map { $0["route"] } == ["mcp", "mcp", "mcp", "live"])
            #expect(lines[0]["principal"]?.string?.hasPrefix("api_key:built-in/admin#") == true)
            #expect(lines.dropFirst().allSatisfy { $0["principal"] == nil })
            #expect(lines[2]["error.code"] == "unauthorized" && lines.allSatisfy { $0["peer"] == "127.0.0.1" })
            let audited = try await server.entries().compactMap(\.call.requestID)
            #expect(audited == lines.prefix(2).compactMap { $0["request.id"]?.string }, "the audit log names the request")
        }
    }

    @Test("with log_level warning requests are not logged")
    func quiet() async throws {
        try await RunningServer.run([.logLevel: "warning"]) { server in
            _ = try await server.answer(.mcp("ping"))
            #expect(try server.log() == "")
        }
    }
}

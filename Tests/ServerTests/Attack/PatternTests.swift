import GatehouseTesting
import JSON
import SQL
import Server
import Testing

/// Patterns that take ages where a matcher tries every way: on a text of 200,000 letters all must be answered, and none by its deadline.
@Suite("Attacks by patterns", .timeLimit(.minutes(5)))
struct PatternTests {
    private static let long = String(repeating: "a", count: 200_000)
    private static let hard = String(repeating: "%a", count: 40) + "b"

    private static func run(_ body: @escaping @Sendable (RunningServer, String) async throws -> Void) async throws {
        // A linear search ends long before the deadline on any machine, and an exponential one never ends.
        try await RunningServer.run([.callTimeout: "1h"]) { server in
            try await server.addNotes()
            let long = long
            try await server.main().write(.patient) { connection in
                try connection.execute("UPDATE notes SET title = \(long) WHERE id = 3")
            }
            try await body(server, try await server.key())
            #expect(try await server.servesOthers())
        }
    }

    @Test(
        "G09 filters with patterns on long texts are answered in time, or refused by name",
        arguments: ["$includes", "$like", "$startsWith", "$endsWith", "$notIncludes"])
    func filters(operation: String) async throws {
        try await Self.run { server, key in
            for pattern in [Self.hard, String(repeating: "a", count: 900) + "b", "%" + String(repeating: "_a", count: 400) + "%", "[" + Self.hard] {
                let arguments: JSONValue = [
                    "resource": "notes", "action": "list", "fields": ["id"], "filter": ["title": [operation: .string(pattern)]],
                ]
                let answer = try await server.answer(.call("crud", arguments, key: key))
                let code = answer.result["structuredContent"]?["error"]?["code"]?.string
                #expect(code == nil || code == "invalid_argument", "\(operation) \(pattern.prefix(8)): \(answer.text.prefix(200))")
            }
        }
    }

    @Test("G09 patterns in SQL are answered in time, or refused; there are no regular expressions")
    func statements() async throws {
        try await Self.run { server, key in
            let patterns = [
                "title LIKE '\(Self.hard)'", "title LIKE '%\(String(repeating: "_a", count: 40))%b'",
                "title GLOB '\(String(repeating: "*a", count: 40))b'",
                "title GLOB '*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*b'", "instr(title, '\(String(repeating: "a", count: 90))b') > 0",
                "replace(title, 'aa', 'b') = 'x'",
            ]
            for condition in patterns {
                let answer = try await server.answer(.call("run_sql", ["sql": .string("SELECT id FROM notes WHERE \(condition)")], key: key))
                let code = answer.result["structuredContent"]?["error"]?["code"]?.string
                #expect(code == nil || code == "invalid_argument", "\(condition.prefix(20)): \(answer.text.prefix(200))")
            }
            for condition in ["title REGEXP '(a+)+$'", "regexp('(a+)+$', title)", "title ~ '(a+)+$'", "title SIMILAR TO '(a|a)*b'"] {
                let answer = try await server.answer(.call("run_sql", ["sql": .string("SELECT id FROM notes WHERE \(condition)")], key: key))
                #expect(answer.result["isError"] == true, "\(condition)")
            }
        }
    }

    @Test("G09 globs of packages, and templates of resources, on long input")
    func names() async throws {
        try await Self.run { server, key in
            let glob = String(repeating: "plugin-*", count: 700)
            let listed = try await server.answer(.mcp("tools/list", key: key, fields: [("x-mcp-packages", glob)]))
            #expect(listed.status == 200)
            let uri = "gate://" + String(repeating: "main/", count: 20_000)
            let read = try await server.answer(.mcp("resources/read", ["uri": .string(uri)], key: key))
            #expect(read.error["code"] == -32002)
        }
    }
}

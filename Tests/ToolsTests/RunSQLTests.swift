import Access
import Catalog
import Foundation
import GatehouseTesting
import Identity
import JSON
import MCP
import SQL
import Store
import Testing
import Tools

@Suite("run_sql")
struct RunSQLTests {
    private func run(_ sql: String, _ more: JSONObject = [:]) -> JSONObject {
        var arguments: JSONObject = ["sql": .string(sql)]
        for (name, value) in more { arguments[name] = value }
        return arguments
    }

    @Test("The result has columns with types, rows, the executed SQL, the tables it read, and whether it is complete")
    func shape() async throws {
        try await ToolFixture.with { fixture in
            let answer = try await fixture.does(
                "run_sql",
                run("SELECT c.name, sum(o.total) AS sum FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.name ORDER BY 1"),
                as: .reader)
            #expect(answer.object?.keys == ["columns", "rows", "sql", "tables", "columnsRead", "rulesApplied", "truncated", "nextCursor"])
            #expect(answer["columns"] == [["name": "name", "type": "text"], ["name": "sum", "type": "integer"]])
            #expect(answer["rows"] == [["Ada", 50], ["Bo", 20], ["Cy", 30]])
            #expect(answer["tables"] == ["customers", "orders"])
            #expect(answer["columnsRead"] == ["customers.id", "customers.name", "orders.customer_id", "orders.total"])
            #expect(answer["rulesApplied"] == [] && answer["truncated"] == false && answer["nextCursor"] == .null)
            #expect(answer["sql"]?.string?.hasPrefix("SELECT `c`.`name`, ") == true)
        }
    }

    @Test(
        "A column that is an expression has the type of its values",
        arguments: [
            ("count(*)", "integer"), ("avg(total)", "double"), ("'a' || note", "text"), ("total * 1.5", "double"), ("x'00ff'", "blob"),
        ])
    func expressionTypes(expression: String, type: String) async throws {
        try await ToolFixture.with { fixture in
            let answer = try await fixture.does("run_sql", run("SELECT \(expression) AS e FROM orders"), as: .reader)
            #expect(answer["columns"] == [["name": "e", "type": .string(type)]])
        }
    }

    @Test("Exact values: whole numbers beyond 2^53 as text, binary as base64, null as null")
    func values() async throws {
        try await ToolFixture.with { fixture in
            let answer = try await fixture.does(
                "run_sql", run("SELECT 9007199254740993 AS big, 9007199254740991 AS fits, x'00ff' AS b, NULL AS n"), as: .reader)
            #expect(answer["rows"] == [["9007199254740993", 9_007_199_254_740_991, "AP8=", .null]])
        }
    }

    static let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) SELECT i FROM n"

    @Test("At most maxRows rows are returned, 1,000 by default, and the cursor continues exactly after them")
    func pages() async throws {
        try await ToolFixture.with { fixture in
            var seen: [Int64] = []
            var cursor: JSONValue?
            var pages = 0
            repeat {
                let more: JSONObject = cursor.map { ["cursor": $0] } ?? [:]
                let page = try await fixture.does("run_sql", run(Self.numbers, more), as: .reader)
                seen += page["rows"]?.array?.compactMap { $0[0]?.int } ?? []
                cursor = page["nextCursor"]?.isNull == false ? page["nextCursor"] : Optional.none
                #expect(page["truncated"]?.bool == (cursor != nil))
                pages += 1
            } while cursor != nil && pages < 5
            #expect(seen == Array(1...2500) && pages == 3)
            for (rows, isCut) in [(2499, true), (2500, false)] {
                let sql = Self.numbers + " LIMIT \(rows == 2499 ? 8 : 7)"
                let page = try await fixture.does("run_sql", run(sql, ["maxRows": 7]), as: .reader)
                #expect(page["rows"]?.count == 7 && page["truncated"]?.bool == isCut)
            }
        }
    }

    /// An expression of 60,000 bytes.
    static let long =
        "replace('aaaaaaaaaa', 'a', replace('bbbbbbbbbb', 'b', replace('cccccccccc', 'c', replace('dddddddddd', 'd', 'xxxxxx'))))"

    @Test("A result stays below 256 KB, and the next one begins with the row that did not fit; a larger row is refused")
    func bytes() async throws {
        try await ToolFixture.with { fixture in
            let long = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT i, \(Self.long) FROM n"
            var seen: [Int64] = []
            var cursor: JSONValue?
            repeat {
                let more: JSONObject = cursor.map { ["cursor": $0] } ?? [:]
                let page = try await fixture.does("run_sql", run(long, more), as: .reader)
                #expect(page["rows"]?.serialized.count ?? .max <= 262_144)
                seen += page["rows"]?.array?.compactMap { $0[0]?.int } ?? []
                cursor = page["nextCursor"]?.isNull == false ? page["nextCursor"] : Optional.none
            } while cursor != nil && seen.count < 20
            #expect(seen == Array(1...10))
            let huge = "SELECT replace('eeeee', 'e', \(Self.long)) AS a, replace('eeeee', 'e', \(Self.long)) AS b"
            let reply = try await fixture.refuses(.limited, "run_sql", run(huge), as: .reader)
            #expect(reply.reason.contains("one row"))
        }
    }

    @Test("B08 an altered cursor, and one of another caller, statement, source or workspace, all get the same answer")
    func cursors() async throws {
        try await ToolFixture.with { fixture in
            let first = try await fixture.does("run_sql", run(Self.numbers, ["maxRows": 10]), as: .reader)
            let cursor = try #require(first["nextCursor"]?.string)
            let ok = try await fixture.does("run_sql", run(Self.numbers, ["maxRows": 10, "cursor": .string(cursor)]), as: .reader)
            #expect(ok["rows"]?[0]?[0]?.int == 11)
            let altered = [
                String(cursor.dropLast()) + (cursor.hasSuffix("0") ? "1" : "0"), (cursor.hasPrefix("0") ? "1" : "0") + cursor.dropFirst(),
                String(cursor.dropLast(2)), String(cursor.dropLast()), cursor + "00", cursor.uppercased(), "+" + cursor.dropFirst(), "", "zz",
                String(repeating: "0", count: 100_000),
            ]
            var answers: Set<String> = []
            for text in altered where text != cursor {
                let reply = try await fixture.call("run_sql", run(Self.numbers, ["cursor": .string(text)]), as: .reader)
                #expect(reply.code == "invalid_argument", "\(text.prefix(80)): \(reply)")
                answers.insert(reply.reason)
            }
            try await fixture.does("members_add", ["member": "acme/zoe", "role": "reader"], as: .workspaceAdministrator)
            let others: [(String, JSONObject, CallerKind, String)] = [
                ("another caller", run(Self.numbers, ["cursor": .string(cursor)]), .outsider, "acme"),
                ("an operator", run(Self.numbers, ["cursor": .string(cursor)]), .operator, "acme"),
                ("another statement", run(Self.numbers + " LIMIT 2000", ["cursor": .string(cursor)]), .reader, "acme"),
                ("another source", run(Self.numbers, ["cursor": .string(cursor), "dataSource": "other"]), .reader, "acme"),
            ]
            for (what, arguments, kind, place) in others {
                let reply = try await fixture.call("run_sql", arguments, as: kind, at: place)
                #expect(reply.code == "invalid_argument", "\(what): \(reply)")
                answers.insert(reply.reason)
            }
            let mine = try await fixture.does("run_sql", run(Self.numbers, ["maxRows": 10]), as: .workspaceAdministrator)
            let elsewhere = run(Self.numbers, ["cursor": try #require(mine["nextCursor"])])
            let reply = try await fixture.call("run_sql", elsewhere, as: .workspaceAdministrator, at: "annex")
            answers.insert(reply.reason)
            #expect(answers.count == 1, "\(answers)")
        }
    }

    static let writes = [
        "INSERT INTO orders (total) VALUES (1)", "UPDATE orders SET total = 0", "DELETE FROM orders", "DROP TABLE orders", "CREATE TABLE t (a)",
        "CREATE TEMP TABLE t (a)", "ATTACH '/tmp/gatehouse-attack.db' AS a", "PRAGMA user_version = 7", "VACUUM",
        "VACUUM INTO '/tmp/gatehouse-attack.db'",
        "BEGIN", "WITH x AS (SELECT 1) INSERT INTO orders (total) SELECT 1 FROM x", "SELECT 1; DELETE FROM orders",
        "REPLACE INTO orders (id, total) VALUES (1, 1)", "ALTER TABLE orders ADD COLUMN x", "SELECT writefile('/tmp/gatehouse-attack.db', 'x')",
        "SELECT load_extension('x')", "INSERT INTO orders (total) VALUES (1) RETURNING id", "REINDEX", "ANALYZE", "EXPLAIN DELETE FROM orders",
        "SELECT * FROM sqlite_schema", "SELECT * FROM pragma_table_info('orders')", "SELECT readfile('/etc/passwd')", "",
    ]

    @Test("A statement that would write or leave the tables is refused, and no byte of the file changes")
    func writes() async throws {
        try await ToolFixture.with { fixture in
            let path = fixture.path(ofMain: fixture.people.office.id)
            try await fixture.does("run_sql", run("SELECT 1"), as: .workspaceAdministrator)
            func bytes() throws -> [Data?] {
                try ["", "-wal"].map { suffix in
                    FileManager.default.fileExists(atPath: path + suffix) ? try Data(contentsOf: URL(fileURLWithPath: path + suffix)) : nil
                }
            }
            let before = try bytes()
            let files = try fixture.directory.contents()
            for sql in Self.writes {
                let reply = try await fixture.call("run_sql", run(sql), as: .workspaceAdministrator)
                #expect(["forbidden", "invalid_argument"].contains(reply.code), "\(sql): \(reply)")
                for word in [fixture.directory.path, "/tmp/"] { #expect(!reply.reason.contains(word), "C43 \(reply)") }
            }
            #expect(try bytes() == before)
            #expect(try fixture.directory.contents() == files && !FileManager.default.fileExists(atPath: "/tmp/gatehouse-attack.db"))
        }
    }

    @Test("explain gives the plan, the cost and the SQL, and nothing of the rows")
    func explained() async throws {
        try await ToolFixture.with { fixture in
            let answer = try await fixture.does("run_sql", run("SELECT total FROM orders WHERE id = 1", ["explain": true]), as: .reader)
            #expect(answer.object?.keys == ["plan", "cost", "sql"])
            #expect(answer["plan"]?.count == 1 && answer["sql"]?.string?.hasPrefix("SELECT `total` FROM ") == true)
        }
    }

    @Test("The SQL is shown without the columns that stand in the place of a table, and shows no hidden name")
    func shown() async throws {
        try await ToolFixture.with { fixture in
            let answer = try await fixture.does("run_sql", run("SELECT name FROM customers ORDER BY name"), as: .clerk)
            let sql = try #require(answer["sql"]?.string)
            #expect(sql.contains("SELECT * FROM ") && !sql.contains("city") && !sql.contains("phone"), "\(sql)")
            let all = try await fixture.does("run_sql", run("SELECT * FROM customers"), as: .clerk)
            #expect(all["columns"]?.array?.compactMap { $0["name"]?.string } == ["id", "name", "city"])
            #expect(all["rows"]?[0]?[2] == "***")
        }
    }

    @Test("A statement that does not end is ended at the call's deadline")
    func deadline() async throws {
        try await ToolFixture.with { fixture in
            let hurried = try fixture.dispatcher(timeout: .milliseconds(300))
            // The first call reads the source's schema, with another deadline.
            #expect(try await fixture.call("run_sql", run("SELECT 1"), as: .reader).code == "ok")
            let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
            let reply = try await fixture.call("run_sql", run(endless), as: .reader, by: hurried)
            #expect(reply.code == "limited" && reply.reason.contains("(300 ms)"), "\(reply)")
            #expect(try await fixture.audit().last?.outcome?.code == "limited")
        }
    }
}

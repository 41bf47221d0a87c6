import Access
import Catalog
import Foundation
import GatehouseTesting
import SQL
import SQLGuard
import Store
import Testing

/// A main database with two tables and a view, for callers' SQL.
struct GuardFixture {
    let world: World

    init(_ rules: [(String, RuleContent)] = []) async throws {
        world = try await World(script: [
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, note TEXT, total NUMERIC, createdById INTEGER)",
            "CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, salary INTEGER)",
            "CREATE VIEW rich AS SELECT name FROM staff WHERE salary > 10",
            "INSERT INTO orders VALUES (1, 'a', 10, 5), (2, 'b', 2.5, 6)", "INSERT INTO staff VALUES (1, 'Ann', 100), (2, 'Bob', 5)",
        ])
        for (collection, content) in rules {
            _ = try await world.rules.set(content, role: "clerk", source: "main", collection: collection, in: WorkspaceID(1))
        }
    }

    func prepare(_ sql: String, _ roles: [String] = ["reader"], source: String = "main") async throws -> PreparedRead {
        try await world.gate.prepare(sql, grant: World.grant(roles), source: source, .patient)
    }

    func rows(_ sql: String, _ roles: [String] = ["reader"]) async throws -> [[String]] {
        try await world.gate.run(
            sql, grant: World.grant(roles), source: "main", rows: nil, into: [[String]](), limits: RowLimits(maximumRows: 100), .patient
        ) { _, _, _ in
        } row: { rows, row in
            rows.append((0..<row.columnCount).map { row.text($0) ?? "NULL" })
            return .more
        }.result
    }

    /// The refusal of a statement, after a look that no byte and no file changed.
    func refused(_ sql: String, _ roles: [String] = ["reader"]) async throws -> Refusal? {
        let before = try effects()
        let refusal = try await refusal { try await rows(sql, roles) }
        #expect(try effects() == before, "\(sql)")
        return refusal
    }

    /// Every file of the world, with the bytes of the main database and its log.
    func effects() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try world.directory.contents() {
            files[name] =
                name.hasPrefix("main.db") && !name.hasSuffix("-shm")
                ? try Data(contentsOf: URL(fileURLWithPath: world.directory.path(of: name))) : Data()
        }
        return files
    }
}

@Suite("Callers' SQL")
struct GuardTests {
    @Test("a SELECT with complete rights runs, and reports what it reads")
    func allowed() async throws {
        let fixture = try await GuardFixture()
        let sql = "SELECT o.id, count(*) AS n FROM orders o JOIN staff s ON s.id = o.id WHERE o.note LIKE 'a%' GROUP BY 1"
        let prepared = try await fixture.prepare(sql)
        #expect(prepared.tables == ["orders", "staff"])
        #expect(prepared.columnsRead == ["orders.id", "orders.note", "staff.id"])
        #expect(
            prepared.sql.hasPrefix("SELECT `o`.`id`, ") && prepared.sql.contains("`main`.`orders` AS `o`") && prepared.rulesApplied == [])
        let rows = try await fixture.rows(sql)
        #expect(rows == [["1", "1"]])
        await fixture.world.close()
    }

    @Test(
        "C30 C31 C32 C33 C34 C35 C36 what is no single SELECT, or touches what is no collection, is refused with zero effects",
        arguments: [
            // C30
            "ATTACH 'FILE' AS x", "ATTACH DATABASE 'file:FILE?mode=rwc' AS x", "SELECT 1; ATTACH 'FILE' AS x",
            // C31
            "VACUUM INTO 'FILE'", "VACUUM",
            // C32
            "PRAGMA database_list", "PRAGMA query_only = 0", "SELECT * FROM pragma_database_list", "SELECT * FROM pragma_table_info('orders')",
            // C33
            "SELECT load_extension('FILE')", "SELECT fts3_tokenizer('simple')", "SELECT readfile('/etc/passwd')", "SELECT writefile('FILE', 'x')",
            "SELECT edit('x')",
            // C34
            "CREATE TEMP TABLE t (a)", "CREATE TABLE t (a)", "CREATE TEMP VIEW v AS SELECT 1",
            "CREATE TRIGGER t AFTER INSERT ON orders BEGIN SELECT 1; END",
            "CREATE TEMP TRIGGER t AFTER INSERT ON orders BEGIN DELETE FROM staff; END",
            // C35
            "SELECT * FROM sqlite_master", "SELECT sql FROM sqlite_schema", "SELECT * FROM sqlite_temp_master", "SELECT * FROM main.sqlite_master",
            // C36
            "SELECT randomblob(400000000)", "SELECT zeroblob(400000000)", "SELECT hex(randomblob(400000000))",
            // Writes and all else.
            "INSERT INTO orders (id) VALUES (9)", "UPDATE orders SET total = 0", "DELETE FROM orders", "REPLACE INTO orders (id) VALUES (1)",
            "WITH x AS (SELECT 1) DELETE FROM orders", "INSERT INTO orders (id) VALUES (9) RETURNING id", "DROP TABLE orders", "REINDEX", "ANALYZE",
            "BEGIN", "COMMIT",
            "SAVEPOINT s", "EXPLAIN DELETE FROM orders", "SELECT 1; SELECT 2", "", "   ", "-- nothing", "SELECT 1 FROM users", "SELECT 1 FROM rules",
            "SELECT changes()",
            "SELECT sqlite_version()", "SELECT 1 FROM orders, nowhere", "SELEC 1", "SELECT '", "\u{0}SELECT 1",
        ])
    func attacks(sql: String) async throws {
        let fixture = try await GuardFixture()
        let file = fixture.world.directory.path(of: "stolen.db")
        let refused = try await fixture.refused(sql.replacingOccurrences(of: "FILE", with: file), ["admin"])
        let code = try #require(refused?.code, "was accepted")
        #expect(code == .forbidden || code == .invalidArgument, "\(refused?.reason ?? "")")
        #expect(refused?.reason.contains(fixture.world.directory.path) == false)
        await fixture.world.close()
    }

    @Test("C36 padding beyond the length limit is refused, and functions that pad or multiply are limited or not permitted")
    func padding() async throws {
        let fixture = try await GuardFixture()
        let refused = try await fixture.refused("SELECT length(replace(hex(zeroblob(400000)), '0', 'xxxxxxxxxx'))")
        #expect(refused?.code == .limited, "\(refused?.reason ?? "accepted")")
        let long = try await fixture.refused(
            "WITH t(a) AS (VALUES ('\(String(repeating: "x", count: 1_000))')) SELECT length(replace(a, 'x', a || a)) FROM t")
        #expect(long?.code == .limited, "\(long?.reason ?? "accepted")")
        for call in ["printf('%.2147483647c')", "format('%400000000d', 1)", "zeroblob(1000001)"] {
            #expect(try await fixture.refused("SELECT \(call)")?.code == .invalidArgument, "\(call)")
        }
        #expect(try await fixture.refused("SELECT json_patch('{}', '{}')")?.code == .forbidden)
        await fixture.world.close()
    }

    @Test("C37 a statement that never ends is stopped at its bounds")
    func endless() async throws {
        let fixture = try await GuardFixture()
        let prepared = try await fixture.prepare("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
        let refused = try await refusal {
            try await prepared.run(into: 0, limits: .none, .within(.milliseconds(100)), columns: { _, _ in }, row: { _, _ in .more })
        }
        #expect(refused?.code == .limited)
        await fixture.world.close()
    }

    @Test("C38 a view of a hostile file that calls a forbidden function does not run")
    func hostileView() async throws {
        let world = try await World(script: [
            "CREATE TABLE t (id INTEGER PRIMARY KEY)", "CREATE VIEW bad AS SELECT load_extension('x') AS a",
            "CREATE VIEW odd AS SELECT fts3_tokenizer('simple') AS a",
        ])
        for sql in ["SELECT * FROM bad", "SELECT * FROM odd"] {
            let refused = try await refusal {
                let read = try await world.gate.prepare(sql, grant: World.grant(["admin"]), source: "main", World.bounds)
                return try await read.run(into: 0, limits: .none, World.bounds, columns: { _, _ in }, row: { _, _ in .more })
            }
            #expect(refused != nil, "\(sql)")
        }
        await world.close()
    }

    static let reads = [
        "SELECT salary AS s FROM staff", "SELECT salary + 0 FROM staff", "SELECT * FROM staff", "SELECT json_group_array(salary) FROM staff",
        "SELECT name FROM staff WHERE salary > 1", "SELECT name FROM staff ORDER BY salary", "SELECT count(*) FROM staff GROUP BY salary",
        "SELECT a.name FROM staff a JOIN staff b ON a.salary > b.salary", "SELECT name FROM staff WHERE 1 OR 1=1",
        "SELECT name FROM staff UNION SELECT note FROM orders", "SELECT (SELECT max(salary) FROM staff)",
        "WITH staff AS (SELECT * FROM main.staff) SELECT * FROM staff",
    ]

    @Test("C45 a table that the caller may not view cannot be read or named, and looks like an unknown one", arguments: reads)
    func unseen(sql: String) async throws {
        let fixture = try await GuardFixture([("orders", RuleContent(actions: [.view]))])
        let refused = try await fixture.refused(sql, ["clerk"])
        #expect(refused?.code == .forbidden && refused?.reason.contains("'staff' is not allowed") == true, "\(refused?.reason ?? "accepted")")
        let rows = try await fixture.rows("SELECT count(*) FROM orders", ["clerk"])
        #expect(rows == [["2"]])
        await fixture.world.close()
    }

    @Test("C44 a view is no way around: it is read only where it is itself a collection the caller may view")
    func view() async throws {
        let fixture = try await GuardFixture([("orders", RuleContent(actions: [.view]))])
        let refused = try await fixture.refused("SELECT * FROM rich", ["clerk"])
        #expect(refused?.code == .forbidden)
        await fixture.world.close()
    }

    @Test("roles: a reader sees all, a member its own records, a role without rights nothing")
    func roles() async throws {
        let fixture = try await GuardFixture()
        let reader = try await fixture.rows("SELECT count(*) FROM staff", ["reader"])
        #expect(reader == [["2"]])
        #expect(try await fixture.rows("SELECT id FROM orders WHERE 1 OR 1 = 1", ["member"]) == [["1"]])
        #expect(try await fixture.refused("SELECT 1 FROM staff", ["member"])?.code == .forbidden)
        #expect(try await fixture.refused("SELECT 1", ["clerk"])?.code == .forbidden)
        await fixture.world.close()
    }

    @Test("rights are checked for each call: a rule set in the meantime refuses the next one")
    func current() async throws {
        let fixture = try await GuardFixture()
        _ = try await fixture.rows("SELECT 1 FROM staff")
        let denial = RuleContent(actions: [.view], effect: .deny)
        _ = try await fixture.world.rules.set(denial, role: "reader", source: "main", collection: "staff", in: WorkspaceID(1))
        let refused = try await fixture.refused("SELECT 1 FROM staff")
        #expect(refused?.code == .forbidden)
        await fixture.world.close()
    }

    @Test("a grant for another scope, an unknown source and another engine are refused")
    func others() async throws {
        let fixture = try await GuardFixture()
        let scope = try await refusal {
            try await fixture.world.gate.prepare("SELECT 1", grant: World.grant(["admin"], scope: .read(.record)), source: "main", World.bounds)
        }
        #expect(scope?.code == .insufficientScope && scope?.requiredScope == .runSQL)
        let run = try await refusal {
            try await fixture.world.gate.run(
                "SELECT 1", grant: World.grant(["admin"], scope: .read(.record)), source: "main", rows: nil, into: 0, limits: .none, World.bounds
            ) { _, _, _ in
                Issue.record("the statement ran")
            } row: { _, _ in
                .stop
            }
        }
        #expect(run?.code == .insufficientScope && run?.requiredScope == .runSQL)
        let unknown = try await refusal { try await fixture.prepare("SELECT 1", source: "nope") }
        #expect(unknown?.code == .notFound)
        let url = try DatabaseURL(parsing: "postgres://u@127.0.0.1:1/d")
        _ = try await fixture.world.sources.add(NewDataSource(name: "dw", url: url), in: WorkspaceID(1), trust: .operator)
        let engine = try await refusal { try await fixture.prepare("SELECT 1", ["admin"], source: "dw") }
        #expect(engine?.code == .sourceFailed, "a source that is down is said to be so")
        let long = try await refusal { try await fixture.prepare("SELECT '" + String(repeating: "x", count: 100_000) + "'") }
        #expect(long?.code == .invalidArgument)
        await fixture.world.close()
    }

    @Test("rows beyond the cap are not read, and it is said")
    func caps() async throws {
        let fixture = try await GuardFixture()
        let prepared = try await fixture.prepare("SELECT a.id FROM orders a, orders b, orders c")
        let (count, summary) = try await prepared.run(into: 0, limits: RowLimits(maximumRows: 3), World.bounds, columns: { _, _ in }) { count, _ in
            count += 1
            return .more
        }
        #expect(count == 3 && summary.rows == 3 && summary.isTruncated)
        await fixture.world.close()
    }
}

@Suite("The one entry of SQL text")
struct VerbatimTests {
    @Test("only the guard makes a statement of text, only it lends a guarded connection, and no driver runs text by another way")
    func entry() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let base = root.appending(path: "Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path(percentEncoded: false)).filter { $0.hasSuffix(".swift") }
        #expect(paths.count > 100, "the sources were not found")
        let entries: [(word: String, allowed: Set<String>)] = [
            // The evaluation of the question engine prints trees of its own for files that its user names; a table of SQLite is made anew with the
            // text that SQLite keeps of it.
            (
                "verbatim:",
                [
                    "SQLGuard/StatementTemplate.swift", "Ask/Evaluation/SourceReader+Whole.swift", "Ask/Evaluation/EvaluationServer.swift",
                    "SQL/SQLite/SQLiteTableChange.swift",
                ]
            ),
            ("init(verbatim ", ["SQL/Statement/Statement.swift"]),
            (".guarded(", ["SQLGuard/Guard.swift", "SQLGuard/PreparedRead.swift"]),
            (".guardedInline(", ["SQLGuard/Guard.swift"]),
            ("Part.text(", []),
            ("import CSQLite", Set(paths.filter { $0.hasPrefix("SQL/SQLite/") })),
            ("import CLibPQ", Set(paths.filter { $0.hasPrefix("SQL/PostgreSQL/") })),
        ]
        for path in paths {
            let code = try String(contentsOf: base.appending(path: path), encoding: .utf8).split(separator: "\n")
                .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
            for (word, allowed) in entries where !allowed.contains(path) { #expect(!code.contains(word), "\(path) has \(word)") }
        }
    }
}

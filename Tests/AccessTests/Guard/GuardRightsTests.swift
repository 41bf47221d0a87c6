import Access
import Catalog
import GatehouseTesting
import SQL
import SQLGuard
import SQLSyntax
import Store
import Testing

/// Rights in callers' SQL. The engine decides: the result for a caller with a rule must equal the unrestricted result on a database with
/// only the visible rows and columns.
@Suite("Rights in callers' SQL")
struct GuardRightsTests {
    private static let queries = [
        "SELECT * FROM staff", "SELECT s.* FROM staff s", "SELECT name FROM staff", "SELECT salary AS s FROM staff", "SELECT salary + 0 FROM staff",
        "SELECT name FROM staff WHERE salary > 1", "SELECT name FROM staff ORDER BY salary", "SELECT count(*) FROM staff GROUP BY salary",
        "SELECT json_group_array(salary) FROM staff", "SELECT a.name FROM staff a JOIN staff b ON a.salary > b.salary",
        "SELECT name FROM staff WHERE 1 OR 1=1", "SELECT name FROM staff UNION SELECT note FROM orders", "SELECT (SELECT max(salary) FROM staff)",
        "SELECT count(*) FROM staff, orders", "WITH staff AS (SELECT * FROM main.staff) SELECT * FROM staff",
        "WITH x AS (SELECT name FROM staff) SELECT * FROM x, staff", "SELECT note FROM orders WHERE id IN (SELECT id FROM staff)",
        "SELECT note FROM orders o WHERE EXISTS (SELECT 1 FROM staff WHERE staff.id = o.id)", "SELECT * FROM staff NATURAL JOIN orders",
        "SELECT * FROM staff JOIN orders USING (id)", "SELECT * FROM (SELECT * FROM (SELECT * FROM staff))", "SELECT max(name) FROM STAFF",
        "SELECT name FROM staff EXCEPT SELECT 'Ann'", "SELECT DISTINCT name FROM main.staff AS orders",
        "SELECT name, row_number() OVER (ORDER BY salary) FROM staff",
        "SELECT \"salary\" FROM staff", "SELECT [name] FROM staff", "SELECT name FROM staff WHERE salary IS NOT NULL", "SELECT staff FROM staff",
        "SELECT CASE WHEN salary > 50 THEN 'rich' ELSE name END FROM staff",
        "VALUES ((SELECT count(*) FROM staff))", "SELECT name FROM staff LIMIT (SELECT count(*) FROM staff)",
        "SELECT name FROM staff GROUP BY name HAVING max(salary) > 1", "SELECT coalesce((SELECT salary FROM staff WHERE id = 2), 'none')",
    ]

    /// A right of `clerk` on `staff`, and the statements that create a table with only the visible part.
    private struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let content: RuleContent
        let script: [Statement]
    }

    private static let cases: [Case] = [
        Case(
            testDescription: "rows", content: RuleContent(actions: [.view], filter: .compare(FieldPath(field: "id"), .equal(.value(.int(1))))),
            script: ["DELETE FROM staff WHERE id <> 1"]),
        Case(
            testDescription: "own rows",
            content: RuleContent(actions: [.view], filter: .compare(FieldPath(field: "owner"), .equal(.attribute("user.id")))),
            script: ["DELETE FROM staff WHERE owner <> 5"]),
        Case(
            testDescription: "hidden column", content: RuleContent(actions: [.view], hidden: ["salary"]),
            script: ["ALTER TABLE staff DROP COLUMN salary"]),
        Case(
            testDescription: "named columns", content: RuleContent(actions: [.view], columns: ["name"]),
            script: ["ALTER TABLE staff DROP COLUMN salary", "ALTER TABLE staff DROP COLUMN owner"]),
        Case(
            testDescription: "masked column", content: RuleContent(actions: [.view], masked: ["salary"]), script: ["UPDATE staff SET salary = '***'"]),
    ]

    private static let tables: [Statement] = [
        "CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, salary ANY, owner INTEGER)",
        "CREATE TABLE orders (id INTEGER PRIMARY KEY, note TEXT)",
        "INSERT INTO staff VALUES (1, 'Ann', 100, 5), (2, 'Bob', 7, 6), (3, 'Cem', 100, 5)", "INSERT INTO orders VALUES (1, 'a'), (2, 'b')",
    ]

    private func outcome(_ world: World, _ sql: String, _ role: String) async throws -> [[String]]? {
        do {
            let read = try await world.gate.prepare(sql, grant: World.grant([role]), source: "main", World.bounds)
            return try await read.run(into: [[String]](), limits: .none, World.bounds, columns: { _, _ in }) { rows, row in
                rows.append((0..<row.columnCount).map { row.text($0) ?? "NULL" })
                return .more
            }.result.sorted { $0.joined(separator: "|") < $1.joined(separator: "|") }
        } catch {
            guard [.forbidden, .invalidArgument].contains(error.code) else { throw error }
            return nil
        }
    }

    @Test("C44 C45 C46 every query returns results as if hidden data did not exist, or is refused if it names hidden data", arguments: cases)
    private func differential(right: Case) async throws {
        let world = try await World(script: Self.tables)
        let referee = try await World(script: Self.tables + right.script)
        for collection in ["staff", "orders"] {
            let content = collection == "staff" ? right.content : RuleContent(actions: [.view])
            _ = try await world.rules.set(content, role: "clerk", source: "main", collection: collection, in: World.workspace.id)
        }
        var answered = 0
        for sql in Self.queries {
            let seen = try await outcome(world, sql, "clerk")
            let expected = try await outcome(referee, sql, "admin")
            // A computation with a masked value would return a wrong result.
            if seen == nil, !right.content.masked.isEmpty, sql.contains("salary") { continue }
            // The columns that it joins by are not all the caller's to know.
            if seen == nil, sql.contains("NATURAL"), !right.content.hidden.isEmpty || right.content.columns != nil { continue }
            #expect(seen == expected, "\(right.testDescription): \(sql)")
            if seen != nil { answered += 1 }
        }
        #expect(answered > 8)
        await world.close()
        await referee.close()
    }

    @Test("C44 SQLite's rowid can be read of a completely visible table, and is refused for others", arguments: cases)
    private func rowNumbers(right: Case) async throws {
        let world = try await World(script: Self.tables)
        for (collection, content) in [("staff", right.content), ("orders", RuleContent(actions: [.view]))] {
            _ = try await world.rules.set(content, role: "clerk", source: "main", collection: collection, in: World.workspace.id)
        }
        for name in ["rowid", "_rowid_", "oid", "ROWID"] {
            #expect(try await outcome(world, "SELECT note FROM orders WHERE \(name) > 1", "clerk") == [["b"]])
            #expect(try await outcome(world, "SELECT o.\(name) FROM orders o", "clerk") == [["1"], ["2"]])
            for sql in ["SELECT \(name) FROM staff", "SELECT s.\(name) FROM staff s", "SELECT 1 AS \(name) FROM staff WHERE staff.\(name) > 1"] {
                #expect(try await outcome(world, sql, "clerk") == nil, "\(sql)")
            }
        }
        await world.close()
    }

    @Test(
        "of a masked column nothing is computed: it is selected as it is, through other queries too, or refused",
        arguments: [
            ("SELECT salary FROM staff", false), ("SELECT s.salary AS s, name FROM staff AS s ORDER BY name", false),
            ("WITH x AS (SELECT * FROM staff) SELECT y.salary FROM (SELECT * FROM x) AS y", false), ("SELECT DISTINCT salary FROM staff", false),
            ("SELECT name FROM staff WHERE EXISTS (SELECT salary FROM staff)", false), ("SELECT sum(salary) FROM staff", true),
            ("SELECT count(*) FROM staff WHERE salary > 1000", true), ("SELECT name FROM staff ORDER BY salary", true),
            ("SELECT salary + 0 FROM staff", true), ("SELECT count(*) FROM staff GROUP BY salary", true),
            ("SELECT sum(y.salary) FROM (SELECT * FROM staff) AS y", true),
            ("WITH x (a, b, c) AS (SELECT id, name, salary FROM staff) SELECT max(c) FROM x", true),
            ("SELECT max(v) FROM (SELECT 1 AS v UNION ALL SELECT salary FROM staff) AS y", true),
            ("SELECT 1 WHERE (SELECT salary FROM staff LIMIT 1) > 5", true), ("SELECT 1 WHERE 100 IN (SELECT salary FROM staff)", true),
            ("SELECT a.name FROM staff AS a JOIN staff AS b USING (salary)", true), ("SELECT a.name FROM staff AS a NATURAL JOIN staff AS b", true),
        ])
    func masked(sql: String, isRefused: Bool) async throws {
        let world = try await World(script: Self.tables)
        _ = try await world.rules.set(
            RuleContent(actions: [.view], masked: ["salary"]), role: "clerk", source: "main", collection: "staff", in: World.workspace.id)
        let refused = try await refusal { try await world.gate.prepare(sql, grant: World.grant(["clerk"]), source: "main", World.bounds) }
        #expect(refused?.code == (isRefused ? .forbidden : nil), "\(refused?.reason ?? "accepted")")
        await world.close()
    }

    @Test(
        "C45 NATURAL JOIN is refused for a table with hidden columns and for a masked common one, and tells neither by name nor by its refusal which the other table has",
        arguments: DataEngine.allCases)
    func naturalJoins(engine: DataEngine) async throws {
        let made = try await engine.makeDatabase()
        try await made.withOpenDatabase { database in
            try await database.setUp { connection in
                try connection.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, name VARCHAR(20), pin INTEGER)")
                try connection.execute("INSERT INTO people VALUES (1, 'Ada', 1111), (2, 'Bo', 2222)")
                try connection.execute("CREATE TABLE visits (id INTEGER PRIMARY KEY, room VARCHAR(20), pin INTEGER)")
                try connection.execute("INSERT INTO visits VALUES (1, 'attic', 1111), (2, 'cellar', 9)")
            }
        }
        let world = try await World()
        _ = try await world.sources.add(
            NewDataSource(name: "dw", url: try DatabaseURL(parsing: made.url)), in: World.workspace.id, trust: .operator)
        func set(_ content: RuleContent, _ role: String) async throws {
            _ = try await world.rules.set(content, role: role, source: "dw", collection: "people", in: World.workspace.id)
            _ = try await world.rules.set(
                RuleContent(actions: [.view]), role: role, source: "dw", collection: "visits", in: World.workspace.id)
        }
        try await set(RuleContent(actions: [.view], hidden: ["pin"]), "blind")
        try await set(RuleContent(actions: [.view], masked: ["pin"]), "masked")
        try await set(RuleContent(actions: [.view], filter: .compare(FieldPath(field: "id"), .equal(.value(.int(1))))), "partial")
        func outcome(_ sql: String, _ role: String) async throws -> String {
            do {
                let read = try await world.gate.prepare(sql, grant: World.grant([role]), source: "dw", World.bounds)
                return try await read.run(into: [String](), limits: .none, World.bounds, columns: { _, _ in }) { rows, row in
                    rows.append((0..<row.columnCount).map { row.text($0) ?? "NULL" }.joined(separator: ","))
                    return .more
                }.result.sorted().joined(separator: ";")
            } catch {
                return "\(error.code.rawValue): \(error.reason)"
            }
        }
        let plain = "SELECT name, room FROM people NATURAL JOIN visits"
        #expect(try await outcome(plain, "admin") == "Ada,attic")
        #expect(try await outcome(plain, "partial") == "Ada,attic")
        #expect(try await outcome(plain, "masked").hasPrefix("forbidden: "))
        var said: Set<String> = []
        for sql in [
            plain, "SELECT room FROM visits NATURAL JOIN people", "SELECT name FROM people NATURAL LEFT JOIN visits",
            "SELECT name FROM people NATURAL JOIN (SELECT 1111 AS pin) x", "SELECT name FROM people NATURAL JOIN (SELECT 1111 AS pan) x",
            "SELECT name FROM visits v JOIN visits w ON v.id = w.id NATURAL JOIN people",
            "SELECT id FROM visits WHERE id IN (SELECT id FROM people NATURAL JOIN visits)",
        ] {
            let answer = try await outcome(sql, "blind")
            #expect(answer.hasPrefix("invalid_argument: ") && !answer.contains("pin"), "\(sql): \(answer)")
            said.insert(answer)
        }
        #expect(said.count == 1, "\(said)")
        #expect(try await outcome("SELECT name, room FROM people JOIN visits USING (id)", "blind") == "Ada,attic;Bo,cellar")
        #expect(try await outcome("SELECT name FROM people JOIN visits USING (pin)", "blind").hasPrefix("invalid_argument: "))
        #expect(
            try await outcome("SELECT name FROM (SELECT id, name FROM people) AS p NATURAL JOIN visits", "blind") == "Ada;Bo",
            "columns that the statement names itself")
        await world.close()
    }

    @Test("a rule with the longest text that a filter takes holds in SQL as in records", arguments: DataEngine.allCases)
    func longText(engine: DataEngine) async throws {
        let text = String(repeating: "%_!a", count: 100)
        let made = try await engine.makeDatabase()
        try await made.withOpenDatabase { database in
            try await database.setUp { connection in
                try connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, body VARCHAR(500))")
                try connection.execute("INSERT INTO notes VALUES (1, \("x\(text)y")), (2, \(text.replacing("_", with: "b")))")
            }
        }
        let world = try await World()
        _ = try await world.sources.add(
            NewDataSource(name: "dw", url: try DatabaseURL(parsing: made.url)), in: World.workspace.id, trust: .operator)
        _ = try await world.rules.set(
            RuleContent(actions: [.view], filter: .compare(FieldPath(field: "body"), .contains(text))), role: "clerk", source: "dw",
            collection: "notes", in: World.workspace.id)
        let read = try await world.gate.prepare("SELECT id FROM notes", grant: World.grant(["clerk"]), source: "dw", World.bounds)
        let ids = try await read.run(into: [Int64?](), limits: .none, World.bounds, columns: { _, _ in }) { ids, row in
            ids.append(row.int(0))
            return .more
        }.result
        #expect(ids == [1])
        await world.close()
    }

    @Test("a rule on times holds on SQLite, however a file spells them")
    func times() async throws {
        let world = try await World(script: [
            "CREATE TABLE visits (id INTEGER PRIMARY KEY, at TIMESTAMP)",
            "INSERT INTO visits VALUES (1, '2026-01-01 10:00:00'), (2, '2026-01-01T10:00:00.5+02:00'), (3, '2026-01-01T09:00:00.000001Z')",
        ])
        let since = Filter.compare(FieldPath(field: "at"), .greater(.value(.text("2026-01-01T09:00:00Z"))))
        _ = try await world.rules.set(
            RuleContent(actions: [.view], filter: since), role: "clerk", source: "main", collection: "visits", in: World.workspace.id)
        #expect(try await outcome(world, "SELECT id FROM visits", "clerk") == [["1"], ["3"]])
        #expect(try await outcome(world, "SELECT gatehouse_instant(at) FROM visits", "admin") == nil)
        await world.close()
    }

    @Test("omissions are reported, and bound values are not part of the text")
    func said() async throws {
        let world = try await World(script: Self.tables)
        let rule = try await world.rules.set(
            RuleContent(actions: [.view], masked: ["salary"], filter: .compare(FieldPath(field: "name"), .equal(.value(.text("Ann' OR 1=1 --"))))),
            role: "clerk", source: "main", collection: "staff", in: World.workspace.id)
        let read = try await world.gate.prepare("SELECT name FROM staff", grant: World.grant(["clerk"]), source: "main", rows: 10, World.bounds)
        #expect(
            read.rulesApplied == [
                "staff: only the rows that your rights reach (rule \(rule.id.rawValue))", "staff: masked: salary (rule \(rule.id.rawValue))",
            ])
        #expect(!read.sql.contains("OR 1=1") && read.sql.contains("?") && read.sql.hasSuffix("LIMIT 10"))
        #expect(read.statement.rendered(for: .sqlite).values == [.text("Ann' OR 1=1 --")])
        #expect(read.columnsRead == ["staff.name"] && read.tables == ["staff"])
        let refused = try await refusal { try await read.plan(World.bounds) }
        #expect(refused?.code == .forbidden, "a plan tells of all rows")
        let whole = try await world.gate.prepare("SELECT name, note FROM orders, staff", grant: World.grant(["admin"]), source: "main", World.bounds)
        let plan = try await whole.plan(World.bounds)
        #expect(!plan.steps.isEmpty && plan.cost == nil)
        await world.close()
    }
}

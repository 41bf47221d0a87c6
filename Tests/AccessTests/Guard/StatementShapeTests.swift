import Access
import Catalog
import GatehouseTesting
import SQL
import SQLGuard
import SQLSyntax
import Testing

/// Texts of one shape are judged once, and the values of those that follow are bound.
@Suite("Shapes of statements")
struct StatementShapeTests {
    private struct Answer: Equatable {
        var sql = ""
        var rows: [[String]] = []
    }

    private static let rows = 50

    private static func answer(_ read: PreparedRead) async throws -> Answer {
        let rows = try await read.run(into: [[String]](), limits: .none, World.bounds, columns: { $0.append($1.map(\.name)) }) { rows, row in
            rows.append((0..<row.columnCount).map { row.text($0) ?? "NULL" })
            return .more
        }.result
        return Answer(sql: read.sql, rows: rows)
    }

    private static func recalled(_ text: String, _ world: World, _ roles: [String] = ["admin"]) async throws -> PreparedRead? {
        try await world.gate.recall(text, grant: World.grant(roles), source: "main", rows: rows, World.bounds)
    }

    private static func judged(_ text: String, _ world: World, _ roles: [String] = ["admin"]) async throws -> PreparedRead {
        try await world.gate.prepare(text, grant: World.grant(roles), source: "main", rows: rows, World.bounds)
    }

    /// Makes the shape of a text known.
    private static func learn(_ text: String, _ world: World, _ roles: [String] = ["admin"]) async throws {
        for _ in 1...2 { _ = try await judged(text, world, roles) }
    }

    @Test(
        "A text that differs in compared values alone is recalled, with the rows and the SQL that a judgement of its own gives",
        arguments: [
            ("SELECT id, note FROM orders WHERE id BETWEEN 1 AND 1 ORDER BY id", "SELECT id, note FROM orders WHERE id BETWEEN 2 AND 30 ORDER BY id"),
            ("SELECT id FROM orders WHERE note = 'a' OR id IN (7, 8)", "SELECT id FROM orders WHERE note = 'b' OR id IN (1, 9)"),
            ("SELECT note FROM orders o WHERE o.total >= 5 AND 2 > 1", "SELECT note FROM orders o WHERE o.total >= 3 AND 2 > 1"),
            ("SELECT count(*) FROM orders WHERE total > '5'", "SELECT count(*) FROM orders WHERE total > '1'"),
            (
                "SELECT name FROM staff WHERE id IN (SELECT id FROM orders WHERE note <> 'a')",
                "SELECT name FROM staff WHERE id IN (SELECT id FROM orders WHERE note <> 'b')"
            ),
        ])
    func recalls(known: String, other: String) async throws {
        let world = try await GuardFixture().world
        try await Self.learn(known, world)
        let read = try #require(try await Self.recalled(other, world))
        #expect(!read.statement.rendered(for: .sqlite).values.isEmpty)
        let expected = try await Self.judged(other, world)
        #expect(expected.statement.rendered(for: .sqlite).values.isEmpty)
        let (seen, wanted) = (try await Self.answer(read), try await Self.answer(expected))
        #expect(seen == wanted && seen.rows.count > 1)
        #expect(read.tables == expected.tables && read.columnsRead == expected.columnsRead)
        await world.close()
    }

    @Test(
        "A literal that can mean more than its value belongs to the shape",
        arguments: [
            ("SELECT id FROM orders WHERE id > 0 ORDER BY 1", "SELECT id FROM orders WHERE id > 0 ORDER BY 2"),
            ("SELECT id FROM orders WHERE id > 0 LIMIT 1", "SELECT id FROM orders WHERE id > 0 LIMIT 2"),
            ("SELECT id, 5 FROM orders WHERE id > 0", "SELECT id, 6 FROM orders WHERE id > 0"),
            ("SELECT count(*) FROM orders WHERE id > 0 GROUP BY total > 1", "SELECT count(*) FROM orders WHERE id > 0 GROUP BY total > 2"),
            ("SELECT id FROM orders WHERE id > 0 AND note LIKE 'a%'", "SELECT id FROM orders WHERE id > 0 AND note LIKE 'b%'"),
            ("SELECT id FROM orders WHERE id > 0 AND substr(note, 1) = 'a'", "SELECT id FROM orders WHERE id > 0 AND substr(note, 2) = 'a'"),
            ("SELECT id FROM orders WHERE id > 0 AND total = 2.5", "SELECT id FROM orders WHERE id > 0 AND total = 3.5"),
            ("SELECT id FROM orders WHERE id > 0 AND note = 'it''s'", "SELECT id FROM orders WHERE id > 0 AND note = 'it''z'"),
            ("SELECT id FROM orders WHERE id > 0 AND total = -1", "SELECT id FROM orders WHERE id > 0 AND total = -2"),
            ("SELECT id FROM orders WHERE id > 0 -- 1", "SELECT id FROM orders WHERE id > 0 -- 2"),
            ("SELECT id FROM orders WHERE id > 0", "SELECT  id FROM orders WHERE id > 0"),
            ("SELECT id FROM orders WHERE id > 1 AND total > 1", "SELECT id FROM orders WHERE id > 1 AND total > '1'"),
        ])
    func keeps(known: String, other: String) async throws {
        let world = try await GuardFixture().world
        try await Self.learn(known, world)
        let same = try await Self.recalled(known, world)
        #expect(same != nil)
        let read = try await Self.recalled(other, world)
        #expect(read == nil)
        await world.close()
    }

    @Test("What one role's statement was judged to be serves no role with other rights, and nobody after the rights have changed")
    func rights() async throws {
        let own = RuleContent(actions: [.view], filter: .compare(FieldPath(field: "createdById"), .equal(.value(.int(5)))))
        let fixture = try await GuardFixture([("orders", own)])
        let world = fixture.world
        let (known, other) = ("SELECT note FROM orders WHERE id >= 1", "SELECT note FROM orders WHERE id >= 0")
        try await Self.learn(known, world)
        let ofClerk = try await Self.recalled(other, world, ["clerk"])
        #expect(ofClerk == nil)
        try await Self.learn(known, world, ["clerk"])
        let whole = try #require(try await Self.recalled(other, world))
        let all = try await Self.answer(whole)
        #expect(all.rows == [["note"], ["a"], ["b"]] && whole.rulesApplied.isEmpty)
        let narrowed = try #require(try await Self.recalled(other, world, ["clerk"]))
        let answer = try await Self.answer(narrowed)
        #expect(answer.rows == [["note"], ["a"]])
        #expect(narrowed.rulesApplied == (try await Self.judged(other, world, ["clerk"])).rulesApplied)
        _ = try await world.rules.set(
            RuleContent(actions: [.view], hidden: ["note"]), role: "clerk", source: "main", collection: "orders", in: World.workspace.id)
        let after = try await Self.recalled(other, world, ["clerk"])
        #expect(after == nil)
        let refused = try await refusal { try await Self.judged(other, world, ["clerk"]) }
        #expect(refused != nil)
        await world.close()
    }

    @Test("A table that has become another is read as it is")
    func schema() async throws {
        let world = try await GuardFixture().world
        let (known, other) = ("SELECT * FROM orders WHERE id = 1", "SELECT * FROM orders WHERE id = 2")
        try await Self.learn(known, world)
        try await world.main.write(World.bounds) { try $0.execute("ALTER TABLE orders ADD COLUMN more TEXT") }
        world.catalog.refresh("main", in: World.workspace.id)
        let read = try await Self.recalled(other, world)
        #expect(read == nil)
        let judged = try await Self.answer(try await Self.judged(other, world))
        #expect(judged.rows.first?.last == "more")
        await world.close()
    }

    @Test("A statement of a known shape runs on the thread of its request; one that takes long is left to the pool")
    func inline() async throws {
        let world = try await GuardFixture().world
        try await Self.learn("SELECT id FROM orders WHERE id = 1", world)
        // A connection for statements is open from here on.
        _ = try await Self.answer(try await Self.judged("SELECT id FROM orders WHERE id = 1", world))
        let read = try #require(try await Self.recalled("SELECT id FROM orders WHERE id = 2", world))
        let rows = await read.runInline(into: [String](), World.bounds, columns: { _, _ in }) { rows, row in
            rows.append(row.text(0) ?? "")
            return .more
        }
        #expect(rows == ["2"])
        let long =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT count(*) FROM n, orders WHERE orders.id = "
        try await Self.learn(long + "1", world)
        for id in 2...3 {
            let slow = try #require(try await Self.recalled(long + "\(id)", world))
            let none = await slow.runInline(into: 0, World.bounds, columns: { _, _ in }) { count, _ in
                count += 1
                return .more
            }
            #expect(none == nil)
        }
        await world.close()
    }
}

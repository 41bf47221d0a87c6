import Access
import Catalog
import GatehouseTesting
import Glibc
import SQL
import Store
import Testing

@testable import SQLGuard

/// A decision about one text is reused only for texts that differ in the values with which they compare columns.
@Suite("SQL of others: texts of one shape")
struct JudgedStatementTests {
    /// Groups of texts with one structure. The first of each is prepared before the others.
    private static let shapes: [[String]] = [
        ["SELECT id FROM orders WHERE id = 1", "SELECT id FROM orders WHERE id = 2", "SELECT id FROM orders WHERE id = 02"],
        ["SELECT id FROM orders WHERE note = 'a'", "SELECT id FROM orders WHERE note = 'b'", "SELECT id FROM orders WHERE note = 'it''s'"],
        ["SELECT id FROM orders WHERE id = 1 -- one", "SELECT id FROM orders WHERE id = 2 -- one"],
        ["SELECT id FROM orders WHERE id IN (1, 2)", "SELECT id FROM orders WHERE id IN (2, 3)"],
        ["SELECT id FROM orders WHERE total BETWEEN 1 AND 5", "SELECT id FROM orders WHERE total BETWEEN 5 AND 50"],
        ["SELECT o.id FROM orders o JOIN staff s ON s.id = 1", "SELECT o.id FROM orders o JOIN staff s ON s.id = 9"],
        ["SELECT id FROM (SELECT id FROM orders WHERE id > 1) x", "SELECT id FROM (SELECT id FROM orders WHERE id > 0) x"],
        ["WITH x AS (SELECT id FROM orders WHERE id > 1) SELECT id FROM x", "WITH x AS (SELECT id FROM orders WHERE id > 0) SELECT id FROM x"],
        [
            "SELECT id FROM orders WHERE note IN (SELECT note FROM orders WHERE id = 1)",
            "SELECT id FROM orders WHERE note IN (SELECT note FROM orders WHERE id = 2)",
        ],
        // In these texts the values determine the statement.
        ["SELECT id, note FROM orders ORDER BY 1 DESC", "SELECT id, note FROM orders ORDER BY 2"],
        ["SELECT id FROM orders LIMIT 1", "SELECT id FROM orders LIMIT 2", "SELECT id FROM orders LIMIT 900000"],
        ["SELECT id = 1 FROM orders", "SELECT id = 2 FROM orders"],
        ["SELECT (SELECT count(*) FROM orders WHERE id = 1)", "SELECT (SELECT count(*) FROM orders WHERE id = 2)"],
        ["SELECT note = 'a', count(*) FROM orders GROUP BY note = 'a'", "SELECT note = 'a', count(*) FROM orders GROUP BY note = 'b'"],
        ["SELECT count(*) FROM orders GROUP BY note HAVING count(*) = 1", "SELECT count(*) FROM orders GROUP BY note HAVING count(*) = 2"],
        ["SELECT id FROM orders WHERE id = 1.5", "SELECT id FROM orders WHERE id = 2.0"],
        ["SELECT id FROM orders WHERE id = 1", "SELECT id FROM orders WHERE id = 99999999999999999999"],
        ["SELECT id FROM orders WHERE id = -1", "SELECT id FROM orders WHERE id = -2"],
        ["SELECT id FROM orders WHERE note LIKE 'a%'", "SELECT id FROM orders WHERE note LIKE '%b'"],
        ["SELECT id FROM orders WHERE id = 1 OR note = '1'", "SELECT id FROM orders WHERE id = 1 OR note = 'b'"],
        ["SELECT id FROM orders WHERE id = '1'", "SELECT id FROM orders WHERE id = 'x'"],
        ["SELECT id 'one' FROM orders WHERE id = 1", "SELECT id 'two' FROM orders WHERE id = 1"],
        ["SELECT printf('%d', id) FROM orders", "SELECT printf('%5d', id) FROM orders"],
    ]

    private struct Answer: Equatable {
        var titles: [String] = []
        var rows: [[String]] = []
        var sql = ""
        var tables: [String] = []
    }

    private static func answer(_ text: String, _ fixture: GuardFixture, _ grant: Grant) async throws -> Answer {
        let (read, result) = try await fixture.world.gate.run(
            text, grant: grant, source: "main", rows: 1_001, into: Answer(), limits: .none, .patient
        ) {
            $0.titles = $2.map(\.name)
        } row: { answer, row in
            answer.rows.append((0..<row.columnCount).map { row.text($0) ?? "NULL" })
            return .more
        }
        return Answer(titles: result.titles, rows: result.rows, sql: read.sql, tables: read.tables)
    }

    private static let narrow = RuleContent(
        actions: [.view], hidden: ["createdById"], filter: .compare(FieldPath(field: "id"), .notEqual(.value(.int(2)))))

    @Test(
        "a text gives the same titles, rows and text of its own whether or not another of its shape was judged before",
        arguments: ["reader", "clerk"])
    func same(role: String) async throws {
        let grant = try World.grant([role])
        let warm = try await GuardFixture([("orders", Self.narrow), ("staff", RuleContent(actions: [.view]))])
        for shape in Self.shapes {
            for text in shape + shape {
                // This guard has no cached decisions.
                let cold = Guard(sources: warm.world.sources, catalog: warm.world.catalog, rules: warm.world.rules)
                let expected = try await Self.rows(text, cold, role)
                let answer = try await Self.answer(text, warm, grant)
                #expect(answer.rows == expected.rows, "\(text)")
                #expect(answer.titles == expected.titles, "\(text)")
                #expect(answer.sql == expected.sql, "\(text)")
            }
        }
        await warm.world.close()
    }

    private static func rows(_ text: String, _ guarded: Guard, _ role: String) async throws -> Answer {
        let read = try await guarded.prepare(text, grant: World.grant([role]), source: "main", rows: 1_001, .patient)
        var answer = try await read.run(into: Answer(), limits: .none, .patient) {
            $0.titles = $1.map(\.name)
        } row: { answer, row in
            answer.rows.append((0..<row.columnCount).map { row.text($0) ?? "NULL" })
            return .more
        }.result
        (answer.sql, answer.tables) = (read.sql, read.tables)
        return answer
    }

    @Test("another caller's rights are asked for each text, also after they changed")
    func rights() async throws {
        let fixture = try await GuardFixture([("orders", Self.narrow)])
        let (reader, clerk) = (try World.grant(["reader"]), try World.grant(["clerk"]))
        #expect(try await Self.answer("SELECT id FROM orders WHERE id > 0", fixture, reader).rows == [["1"], ["2"]])
        #expect(try await Self.answer("SELECT id FROM orders WHERE id > 0", fixture, clerk).rows == [["1"]])
        #expect(try await Self.answer("SELECT id FROM orders WHERE id > 1", fixture, reader).rows == [["2"]])
        #expect(try await Self.answer("SELECT id FROM orders WHERE id > 1", fixture, clerk).rows == [])
        #expect(
            try await refusal { try await Self.answer("SELECT id FROM orders WHERE createdById = 5", fixture, clerk) }?.code == .invalidArgument)
        _ = try await Self.answer("SELECT id FROM orders WHERE createdById = 5", fixture, reader)
        #expect(
            try await refusal { try await Self.answer("SELECT id FROM orders WHERE createdById = 6", fixture, clerk) }?.code == .invalidArgument)
        // A rule that closes the collection to readers holds for the next text.
        let closed = RuleContent(actions: [.view], effect: .deny)
        _ = try await fixture.world.rules.set(closed, role: "reader", source: "main", collection: "orders", in: WorkspaceID(1))
        #expect(try await refusal { try await Self.answer("SELECT id FROM orders WHERE id > 2", fixture, reader) }?.code == .forbidden)
        await fixture.world.close()
    }

    @Test("texts of one shape share one decision of one caller; texts whose other values differ, other callers and a changed rule do not")
    func shared() async throws {
        let fixture = try await GuardFixture([("orders", Self.narrow)])
        let (clerk, other) = (try World.grant(["clerk"]), try World.grant(World.newCaller(["clerk"])))
        func decision(_ text: String, _ grant: Grant) async throws -> PreparedRead.Details {
            try await fixture.world.gate.prepare(text, grant: grant, source: "main", rows: 10, .patient).details
        }
        let first = try await decision("SELECT id FROM orders WHERE id > 0 AND note = 'a' LIMIT 5", clerk)
        #expect(try await decision("SELECT id FROM orders WHERE id > 7 AND note = 'it''s' LIMIT 5", clerk) === first)
        #expect(try await decision("SELECT id FROM orders WHERE id > 7 AND note = 'a' LIMIT 6", clerk) !== first)
        #expect(try await decision("SELECT id FROM orders WHERE id > 7 AND note = 5 LIMIT 5", clerk) !== first)
        #expect(try await decision("SELECT id FROM orders WHERE id > 7 AND note = 'a' LIMIT 5", other) !== first)
        #expect(try await decision("SELECT id FROM orders WHERE id > 9 AND note = 'b' LIMIT 5", clerk) === first)
        _ = try await fixture.world.rules.set(RuleContent(actions: [.view]), role: "clerk", source: "main", collection: "orders", in: WorkspaceID(1))
        #expect(try await decision("SELECT id FROM orders WHERE id > 9 AND note = 'b' LIMIT 5", clerk) !== first)
        await fixture.world.close()
    }

    @Test("a text of a shape that was fast before runs on the caller's thread; one that takes too long ends on a thread of the source")
    func callersThread() async throws {
        let fixture = try await GuardFixture([("orders", RuleContent(actions: [.view]))])
        let reader = try World.grant(["reader"])
        func counted(_ steps: Int) async throws -> (details: PreparedRead.Details, count: [Int64?], isOnThread: Bool) {
            let text = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(steps)) SELECT count(*) FROM n"
            let own = UInt(pthread_self())
            let (read, result) = try await fixture.world.gate.run(
                text, grant: reader, source: "main", rows: 10, into: (count: [Int64?](), threads: [UInt]()), limits: .none, .patient
            ) { _, _, _ in
            } row: { result, row in
                result.count.append(row.int(0))
                result.threads.append(UInt(pthread_self()))
                return .more
            }
            return (read.details, result.count, result.threads == [own])
        }
        let first = try await counted(3)
        #expect(first.count == [3] && !first.isOnThread)
        var wasOnThread = false
        for steps in 4..<10_000 where !wasOnThread {
            let answer = try await counted(steps % 10)
            #expect(answer.details === first.details && answer.count == [Int64(max(steps % 10, 1))])
            wasOnThread = answer.isOnThread
        }
        #expect(wasOnThread)
        let long = try await counted(3_000_000)
        #expect(long.details === first.details && long.count == [3_000_000] && !long.isOnThread)
        await fixture.world.close()
    }

    @Test("a value that tries to leave its place stays a value")
    func hostileValues() async throws {
        let fixture = try await GuardFixture([("orders", Self.narrow)])
        let clerk = try World.grant(["clerk"])
        _ = try await Self.answer("SELECT id FROM orders WHERE note = 'a'", fixture, clerk)
        for text in ["' OR 1=1 --", "a'' OR ''1''=''1", "\\'; DROP TABLE orders; --", "part-0", "\"part-0\"", "?1", "$1"] {
            let escaped = text.replacing("'", with: "''")
            #expect(try await Self.answer("SELECT id FROM orders WHERE note = '\(escaped)'", fixture, clerk).rows == [], "\(text)")
        }
        await fixture.world.close()
    }
}

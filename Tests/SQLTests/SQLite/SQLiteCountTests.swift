import SQL
import Testing

@Suite("SQLite counts of lists", .timeLimit(.minutes(5)))
struct SQLiteCountTests {
    private static let table: [Statement] = ["CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO t (name) VALUES ('a'), ('b')"]
    private static let options = SQLiteOptions(synchronous: .normal, readers: 1)

    /// Reads a row and counts, as a list does.
    private func counted(_ database: SQLiteDatabase, _ statement: Statement) async throws -> Int64 {
        try await database.read(SQLiteFixture.bounds) { connection in
            _ = try connection.first("SELECT id FROM t") { $0.int(0) }
            return try connection.count(statement)
        }
    }

    @Test("the engine counts once while nobody writes, and again after every commit, of this process and of others")
    func countsAnew() async throws {
        let fixture = try await SQLiteFixture(Self.table, options: Self.options)
        let other = try SQLiteDatabase(path: fixture.path)
        // A random value distinguishes a new count from a cached one.
        let chance: Statement = "SELECT random() FROM t"
        let first = try await counted(fixture.database, chance)
        #expect(try await counted(fixture.database, chance) == first)
        for (index, writer) in [fixture.database, other, fixture.database, other].enumerated() {
            let before = try await counted(fixture.database, chance)
            try await writer.write(SQLiteFixture.bounds) { try $0.execute("INSERT INTO t (name) VALUES ('c')") }
            #expect(try await counted(fixture.database, "SELECT count(*) FROM t") == Int64(3 + index))
            #expect(try await counted(fixture.database, chance) != before)
        }
    }

    @Test("bound values distinguish cached counts")
    func values() async throws {
        let fixture = try await SQLiteFixture(Self.table, options: Self.options)
        for (name, expected) in [("a", 1), ("b", 1), ("c", 0), ("a", 1)] {
            #expect(try await counted(fixture.database, "SELECT count(*) FROM t WHERE name = \(name)") == Int64(expected))
        }
        // Two that look the same.
        try await fixture.database.write(SQLiteFixture.bounds) { _ = try $0.execute("INSERT INTO t (name) VALUES (\("e\u{301}")), (\("e\u{301}"))") }
        for (name, expected) in [("e\u{301}", 2), ("\u{e9}", 0), ("e\u{301}", 2)] {
            #expect(try await counted(fixture.database, "SELECT count(*) FROM t WHERE name = \(name)") == Int64(expected))
        }
    }

    @Test("a call that has read nothing yet counts again, because somebody may have written since the previous call")
    func firstOfACall() async throws {
        let fixture = try await SQLiteFixture(Self.table, options: Self.options)
        let count: Statement = "SELECT count(*) FROM t"
        #expect(try await counted(fixture.database, count) == 2)
        try await fixture.database.write(SQLiteFixture.bounds) { try $0.execute("DELETE FROM t WHERE id = 1") }
        #expect(try await fixture.database.read(SQLiteFixture.bounds) { try $0.count(count) } == 1)
        #expect(try fixture.database.readInline(budget: .seconds(1_800)) { try $0.count(count) } == 1)
    }

    @Test("long statements and many of them are counted right, and not kept")
    func bounds() async throws {
        let fixture = try await SQLiteFixture(Self.table, options: Self.options)
        let long = String(repeating: "x", count: 10_000)
        #expect(
            try await counted(fixture.database, "SELECT random() FROM t WHERE name <> \(long)")
                != counted(
                    fixture.database, "SELECT random() FROM t WHERE name <> \(long)"))
        for number in 0..<200 { #expect(try await counted(fixture.database, "SELECT count(*) + \(number) FROM t") == Int64(2 + number)) }
    }
}

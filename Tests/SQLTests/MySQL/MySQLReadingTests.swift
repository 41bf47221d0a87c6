import GatehouseTesting
import SQL
import Testing

@Suite("MariaDB: reading")
struct MySQLReadingTests {
    private static let numbers: Statement = "SELECT seq, REPEAT('x', 100) FROM seq_1_to_1000000000"

    @Test(
        "C40 a result is cut at its limits while it streams, and the next call works",
        arguments: [(RowLimits(maximumRows: 10), 10), (RowLimits(maximumBytes: 1_080), 10), (RowLimits(maximumRows: 0), 0)])
    func limits(limits: RowLimits, expected: Int) async throws {
        try await MariaDBTestDatabase.with(connections: 1) { test async throws in
            let (summary, seen) = try await test.database.read(.minute) { connection in
                var seen: [Int64?] = []
                let summary = try connection.query(Self.numbers, limits: limits, columns: { _ in }) { row in
                    seen.append(row.int(0))
                    return .more
                }
                return (summary, seen)
            }
            #expect(summary == ReadSummary(rows: expected, isTruncated: true))
            #expect(seen == (0..<Int64(expected)).map { $0 + 1 })
            #expect(try await test.json("SELECT 1") == "[1]")
            try await test.waitForRunning("seq_1_to", count: 0)
        }
    }

    @Test("a million rows stream through, each once")
    func stream() async throws {
        try await MariaDBTestDatabase.with(connections: 1) { test async throws in
            let sum = try await test.database.read(.minute) { connection in
                var sum: Int64 = 0
                let summary = try connection.query("SELECT seq FROM seq_1_to_1000000", limits: .none, columns: { _ in }) { row in
                    sum += row.int(0) ?? 0
                    return .more
                }
                #expect(summary == ReadSummary(rows: 1_000_000, isTruncated: false))
                return sum
            }
            #expect(sum == 500_000_500_000)
        }
    }

    @Test("a reader that stops early leaves its transaction usable")
    func stop() async throws {
        try await MariaDBTestDatabase.with(schema: "CREATE TABLE t (a INT)") { test async throws in
            try await test.database.write(.minute) { connection in
                let first = try connection.first("SELECT seq FROM seq_1_to_1000") { $0.int(0) }
                #expect(first == 1)
                try connection.execute("INSERT INTO t VALUES (1)")
            }
            #expect(try test.sql("SELECT count(*) FROM t") == "1")
        }
    }

    @Test("what the reader throws comes out, and the next call works")
    func throwing() async throws {
        struct Enough: Error {}
        try await MariaDBTestDatabase.with(connections: 1) { test async throws in
            await #expect(throws: Enough.self) {
                try await test.database.read(.minute) { connection in
                    _ = try connection.query(Self.numbers, limits: .none, columns: { _ in }) { _ in throw Enough() }
                }
            }
            #expect(try await test.json("SELECT 1") == "[1]")
        }
    }

    @Test("a read sees one snapshot, taken when it began")
    func snapshot() async throws {
        try await MariaDBTestDatabase.with(schema: "CREATE TABLE t (a INT)") { test async throws in
            let counts = try await test.database.read(.minute) { connection in
                try test.sql("INSERT INTO t VALUES (1)")
                let count = { try connection.first("SELECT count(*) FROM t") { $0.int(0) } ?? nil }
                let before = try count()
                try test.sql("INSERT INTO t VALUES (1)")
                return [before, try count()]
            }
            #expect(counts == [0, 0])
            #expect(try await test.json("SELECT count(*) FROM t") == "[2]")
        }
    }

    @Test("C42 a session keeps nothing from one call to the next")
    func reset() async throws {
        try await MariaDBTestDatabase.with(connections: 1, schema: "CREATE TABLE t (a INT)") { test async throws in
            let id = try await test.json("SELECT CONNECTION_ID()")
            try await test.database.write(.minute) { connection in
                try connection.execute("SET @mine = 7")
                try connection.execute("SET SESSION time_zone = '+09:00', sql_mode = 'ANSI_QUOTES', sql_select_limit = 1")
                try connection.execute("CREATE TEMPORARY TABLE mine (a INT)")
                _ = try connection.first("SELECT GET_LOCK('mine', 0)") { _ in }
            }
            let state: Statement = """
                SELECT CONNECTION_ID(), @mine, @@time_zone, @@sql_mode LIKE '%ANSI_QUOTES%', @@sql_select_limit > 1, IS_USED_LOCK('mine'), DATABASE()
                """
            #expect(try await test.json(state) == "[\(id.dropFirst().dropLast()),null,\"+00:00\",0,1,null,\"\(test.name)\"]")
            #expect(await databaseError { _ = try await test.json("SELECT * FROM mine") }?.reason == "there is no such table")
        }
    }

    @Test("C42 a session that was led to another database is not used again")
    func otherDatabase() async throws {
        try await MariaDBTestDatabase.with(connections: 1) { test async throws in
            _ = try? await test.database.write(.minute) { try $0.execute("USE mysql") }
            #expect(try await test.json("SELECT DATABASE()") == "[\"\(test.name)\"]")
        }
    }
}

import GatehouseTesting
import SQL
import Synchronization
import Testing

@Suite struct PostgreSQLReadingTests {
    private static let numbers: Statement = "SELECT generate_series(1, 1000000000), repeat('x', 100)"

    @Test(
        "C40 a result is cut at its limits while it streams, and the next call works",
        arguments: [(RowLimits(maximumRows: 10), 10), (RowLimits(maximumBytes: 1_000), 9), (RowLimits(maximumRows: 0), 0)])
    func limits(limits: RowLimits, expected: Int) async throws {
        try await PostgreSQLTestDatabase.with(connections: 1) { test async throws in
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
        }
    }

    @Test("a result that just fits is not called cut")
    func exactFit() async throws {
        try await PostgreSQLTestDatabase.with { test async throws in
            let summary = try await test.database.read(.minute) { connection in
                try connection.query(
                    "SELECT generate_series(1, 3)", limits: RowLimits(maximumRows: 3, maximumBytes: 3), columns: { _ in }, row: { _ in .more })
            }
            #expect(summary == ReadSummary(rows: 3, isTruncated: false))
        }
    }

    @Test("a reader that stops early leaves its transaction usable")
    func stop() async throws {
        try await PostgreSQLTestDatabase.with(schema: "CREATE TABLE t (a int)") { test async throws in
            try await test.database.write(.minute) { connection in
                let first = try connection.first("SELECT generate_series(1, 1000)") { $0.int(0) }
                #expect(first == 1)
                try connection.execute("INSERT INTO t VALUES (1)")
            }
            #expect(try test.psql("SELECT count(*) FROM t") == "1")
        }
    }

    @Test("what the reader throws comes out, and the next call works")
    func throwing() async throws {
        struct Enough: Error {}
        try await PostgreSQLTestDatabase.with(connections: 1) { test async throws in
            await #expect(throws: Enough.self) {
                try await test.database.read(.minute) { connection in
                    _ = try connection.query(Self.numbers, limits: .none, columns: { _ in }) { _ in throw Enough() }
                }
            }
            #expect(try await test.json("SELECT 1") == "[1]")
        }
    }

    @Test("a read sees one snapshot")
    func snapshot() async throws {
        try await PostgreSQLTestDatabase.with(schema: "CREATE TABLE t (a int)") { test async throws in
            let counts = try await test.database.read(.minute) { connection in
                let count = { try connection.first("SELECT count(*) FROM t") { $0.int(0) } ?? nil }
                let before = try count()
                try test.psql("INSERT INTO t VALUES (1)")
                return [before, try count()]
            }
            #expect(counts == [0, 0])
            #expect(try await test.json("SELECT count(*) FROM t") == "[1]")
        }
    }

    @Test("the same statement is prepared once for each connection")
    func prepared() async throws {
        try await PostgreSQLTestDatabase.with(connections: 1) { test async throws in
            for value in 1...5 as ClosedRange<Int64> {
                #expect(try await test.json("SELECT \(value)::bigint + 1") == "[\(value + 1)]")
            }
            let kept = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%bigint + 1'"
            #expect(try await test.json(Statement(verbatim: kept)) == "[1]")
        }
    }

    @Test("C42 a session that runs SQL of others keeps nothing from one call to the next")
    func reset() async throws {
        try await PostgreSQLTestDatabase.with(connections: 1, resetsAfterUse: true) { test async throws in
            try await test.database.write(.minute) { connection in
                try connection.execute("SET search_path = pg_catalog")
                try connection.execute("SET TimeZone = 'Asia/Tokyo'")
                try connection.execute("SET ROLE pg_read_all_data")
                try connection.execute("PREPARE mine AS SELECT 1")
                try connection.execute("CREATE TEMP TABLE mine (a int)")
                try connection.execute("LISTEN mine")
                _ = try connection.first("SELECT pg_advisory_lock(7)") { _ in }
            }
            let state: Statement = """
                SELECT current_setting('search_path'), current_setting('TimeZone'), current_user::text, to_regclass('pg_temp.mine') IS NULL,
                    (SELECT count(*) FROM pg_prepared_statements), (SELECT count(*) FROM pg_listening_channels()),
                    (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory')
                """
            #expect(try await test.json(state) == #"["\"$user\", public","UTC","gatehouse",true,0,0,0]"#)
        }
    }
}

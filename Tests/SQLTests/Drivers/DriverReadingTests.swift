import GatehouseTesting
import SQL
import SQLSyntax
import Testing

@Suite("A driver: reading")
struct DriverReadingTests {
    @Test(
        "C40 a result is cut at its limits while it streams, and the next call works", arguments: DataEngine.allCases,
        [(RowLimits(maximumRows: 10), 10), (RowLimits(maximumBytes: 1_000), 9), (RowLimits(maximumRows: 0), 0)])
    func limits(engine: DataEngine, limit: (limits: RowLimits, rows: Int)) async throws {
        try await DriverDatabase.with(engine, connections: 1) { test async throws in
            let (summary, seen) = try await test.database.read(.minute) { connection in
                var seen: [Int64?] = []
                let summary = try connection.query(engine.longRows, limits: limit.limits, columns: { _ in }) { row in
                    seen.append(row.int(0))
                    return .more
                }
                return (summary, seen)
            }
            #expect(summary == ReadSummary(rows: limit.rows, isTruncated: true))
            #expect(seen == (0..<Int64(limit.rows)).map { $0 + 1 })
            #expect(try await test.json("SELECT 1") == "[1]")
            try await test.waitForRunning("1000000000", count: 0)
        }
    }

    @Test("a result that just fits is not called cut", arguments: DataEngine.allCases)
    func exactFit(engine: DataEngine) async throws {
        try await DriverDatabase.with(engine) { test async throws in
            let summary = try await test.database.read(.minute) { connection in
                try connection.query(
                    engine.numbers(to: 3), limits: RowLimits(maximumRows: 3, maximumBytes: 24), columns: { _ in }, row: { _ in .more })
            }
            #expect(summary == ReadSummary(rows: 3, isTruncated: false))
        }
    }

    @Test("a million rows stream through, each once", arguments: DataEngine.allCases)
    func stream(engine: DataEngine) async throws {
        try await DriverDatabase.with(engine, connections: 1) { test async throws in
            let sum = try await test.database.read(.minute) { connection in
                var sum: Int64 = 0
                let summary = try connection.query(engine.numbers(to: 1_000_000), limits: .none, columns: { _ in }) { row in
                    sum += row.int(0) ?? 0
                    return .more
                }
                #expect(summary == ReadSummary(rows: 1_000_000, isTruncated: false))
                return sum
            }
            #expect(sum == 500_000_500_000)
        }
    }

    @Test("a reader that stops early leaves its transaction usable", arguments: DataEngine.allCases)
    func stop(engine: DataEngine) async throws {
        try await DriverDatabase.with(engine, schema: "CREATE TABLE t (a INT)") { test async throws in
            try await test.database.write(.minute) { connection in
                let first = try connection.first(engine.numbers(to: 1000)) { $0.int(0) }
                #expect(first == 1)
                try connection.execute("INSERT INTO t VALUES (1)")
            }
            #expect(try test.sql("SELECT count(*) FROM t") == "1")
        }
    }

    @Test("an error of the reader is rethrown, and the next call works", arguments: DataEngine.allCases)
    func throwing(engine: DataEngine) async throws {
        struct Enough: Error {}
        try await DriverDatabase.with(engine, connections: 1) { test async throws in
            await #expect(throws: Enough.self) {
                try await test.database.read(.minute) { connection in
                    _ = try connection.query(engine.longRows, limits: .none, columns: { _ in }) { _ in throw Enough() }
                }
            }
            #expect(try await test.json("SELECT 1") == "[1]")
        }
    }

    @Test("a read sees one snapshot, on a server the one of when it began", arguments: DataEngine.allCases)
    func snapshot(engine: DataEngine) async throws {
        try await DriverDatabase.with(engine, schema: "CREATE TABLE t (a INT)") { test async throws in
            let counts = try await test.database.read(.minute) { connection in
                let count = { try connection.first("SELECT count(*) FROM t") { $0.int(0) } ?? nil }
                // SQLite takes its snapshot at the first statement.
                let first = engine == .sqlite ? try count() : 0
                try test.sql("INSERT INTO t VALUES (1)")
                let before = try count()
                try test.sql("INSERT INTO t VALUES (1)")
                return [first, before, try count()]
            }
            #expect(counts == [0, 0, 0])
            #expect(try await test.json("SELECT count(*) FROM t") == "[2]")
        }
    }

    @Test("C42 a session that runs callers' SQL keeps nothing from one call to the next", arguments: DataEngine.servers)
    func reset(engine: DataEngine) async throws {
        let isPostgreSQL = engine == .postgresql
        let changes: [Statement] =
            isPostgreSQL
            ? [
                "SET search_path = pg_catalog", "SET TimeZone = 'Asia/Tokyo'", "SET ROLE pg_read_all_data", "PREPARE mine AS SELECT 1",
                "CREATE TEMP TABLE mine (a int)", "LISTEN mine",
            ]
            : [
                "SET @mine = 7", "SET SESSION time_zone = '+09:00', sql_mode = 'ANSI_QUOTES', sql_select_limit = 1",
                "CREATE TEMPORARY TABLE mine (a INT)",
            ]
        let (session, lock, state): (Statement, Statement, Statement) =
            isPostgreSQL
            ? (
                "SELECT pg_backend_pid()", "SELECT pg_advisory_lock(7)",
                """
                SELECT current_setting('search_path'), current_setting('TimeZone'), current_user::text, to_regclass('pg_temp.mine') IS NULL,
                    (SELECT count(*) FROM pg_prepared_statements), (SELECT count(*) FROM pg_listening_channels()),
                    (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())
                """
            )
            : (
                "SELECT CONNECTION_ID()", "SELECT GET_LOCK('mine', 0)",
                "SELECT @mine, @@time_zone, @@sql_mode LIKE '%ANSI_QUOTES%', @@sql_select_limit > 1, IS_USED_LOCK('mine'), DATABASE()"
            )
        try await DriverDatabase.with(engine, connections: 1, resetsAfterUse: true, schema: "CREATE TABLE t (a INT)") { test async throws in
            let id = try await test.json(session)
            try await test.database.write(.minute) { connection in
                for change in changes { try connection.execute(change) }
                _ = try connection.first(lock) { _ in }
            }
            let expected = isPostgreSQL ? #"["\"$user\", public","UTC","gatehouse",true,0,0,0]"# : "[null,\"+00:00\",0,1,null,\"\(test.name)\"]"
            #expect(try await test.json(state) == expected)
            #expect(try await test.json(session) == id, "another session would prove nothing")
            #expect(await databaseError { _ = try await test.json("SELECT * FROM mine") }?.reason == "there is no such table")
        }
    }

    @Test("C42 a session of MariaDB that was led to another database is not used again")
    func otherDatabase() async throws {
        try await DriverDatabase.with(.mariadb, connections: 1) { test async throws in
            _ = try? await test.database.write(.minute) { try $0.execute("USE mysql") }
            #expect(try await test.json("SELECT DATABASE()") == "[\"\(test.name)\"]")
        }
    }

    @Test("on PostgreSQL the same statement is prepared once for each connection")
    func prepared() async throws {
        try await DriverDatabase.with(.postgresql, connections: 1) { test async throws in
            for value in 1...5 as ClosedRange<Int64> {
                #expect(try await test.json("SELECT \(value)::bigint + 1") == "[\(value + 1)]")
            }
            let kept = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%bigint + 1'"
            #expect(try await test.json(Statement(verbatim: kept)) == "[1]")
        }
    }
}

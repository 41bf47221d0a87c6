import GatehouseTesting
import SQL
import Testing

@Suite struct PostgreSQLValuesTests {
    @Test("bound values come back as they went, and psql reads the same")
    func roundTrip() async throws {
        let schema = "CREATE TABLE t (b boolean, i bigint, d double precision, n numeric, s text, x bytea, z text, flag bigint)"
        try await PostgreSQLTestDatabase.with(schema: schema) { test async throws in
            let text = "it's \\ \"quoted\" $1 ; -- ü 漢字 😀"
            try await test.database.write(.minute) { connection in
                let changed = try connection.execute(
                    """
                    INSERT INTO t VALUES (\(true), \(Int64.min), \(0.1), \(.decimal("12345678901234567890.0100")), \(text), \([0, 255, 92, 39] as [UInt8]),
                        \(String?.none), \(true))
                    """)
                #expect(changed == 1)
            }
            let values = try await test.database.read(.minute) { connection in
                try connection.first("SELECT * FROM t") { row in (0..<row.columnCount).map { row.value($0) } }
            }
            #expect(
                values == [
                    .bool(true), .int(.min), .double(0.1), .decimal("12345678901234567890.0100"), .text(text), .blob([0, 255, 92, 39]), .null,
                    .int(1),
                ])
            #expect(try test.psql("SELECT b, i, d, n, x, z IS NULL FROM t") == #"t|-9223372036854775808|0.1|12345678901234567890.0100|\x00ff5c27|t"#)
            #expect(try test.psql("SELECT s FROM t") == text)
        }
    }

    @Test(
        "each type becomes JSON as promised",
        arguments: [
            ("true", "true"), ("42::int2", "42"), ("'-2147483648'::int4", "-2147483648"), ("9007199254740991", "9007199254740991"),
            ("9007199254740992", "\"9007199254740992\""), ("'-9223372036854775808'::int8", "\"-9223372036854775808\""), ("1.10::numeric", "\"1.10\""),
            ("0.1::float4", "0.1"), ("1e300::float8", "1e+300"), ("'NaN'::float8", "null"), ("'a\"b'::text", "\"a\\\"b\""),
            ("'ab'::char(3)", "\"ab \""), ("'pg_class'::name", "\"pg_class\""),
            ("'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid", "\"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\""),
            ("'{\"a\": [1.50, null]}'::jsonb", "{\"a\": [1.50, null]}"),
            ("E'{\\n\"a\":12345678901234567890}'::json", "{ \"a\":12345678901234567890}"),
            ("'2026-01-02'::date", "\"2026-01-02\""), ("'03:04:05.5'::time", "\"03:04:05.5\""),
            ("'2026-01-02 03:04:05'::timestamp", "\"2026-01-02T03:04:05\""),
            ("'2026-01-02 03:04:05.25+02'::timestamptz", "\"2026-01-02T01:04:05.25Z\""), ("'infinity'::timestamptz", "\"infinity\""),
            ("'0044-03-15 12:00:00 BC'::timestamp", "\"0044-03-15 12:00:00 BC\""), ("'\\x00ff10'::bytea", "\"AP8Q\""), ("''::bytea", "\"\""),
            ("ARRAY[1,2]", "\"{1,2}\""), ("'1 day 2 hours'::interval", "\"P1DT2H\""), ("NULL::int", "null"), ("'[1,5)'::int4range", "\"[1,5)\""),
        ])
    func json(expression: String, expected: String) async throws {
        let test = try await PostgreSQLValuesTests.shared.value
        #expect(try await test.json(Statement(verbatim: "SELECT \(expression)")) == "[\(expected)]")
    }

    /// One database for the table of types, which changes nothing.
    private static let shared = Task {
        let server = try await PostgreSQLServer.shared()
        let database = try PostgreSQLDatabase(url: DatabaseURL(parsing: server.url(database: "postgres", parameters: "connect_timeout=60")))
        return PostgreSQLTestDatabase(server: server, name: "postgres", database: database)
    }

    @Test("columns are named and typed, enumerations and domains among them, also when no row comes")
    func columns() async throws {
        let schema =
            "CREATE TYPE mood AS ENUM ('glad'); CREATE DOMAIN cents AS bigint; CREATE TABLE t (a mood, b cents, c numeric, d int[], e timestamptz)"
        try await PostgreSQLTestDatabase.with(schema: schema) { test async throws in
            let columns = try await test.database.read(.minute) { connection in
                var found: [[Column]] = []
                let summary = try connection.query(
                    "SELECT *, now()::time AS f FROM t", limits: .none, columns: { found.append($0) }, row: { _ in .more })
                #expect(summary == ReadSummary(rows: 0, isTruncated: false))
                return found
            }
            let expected: [(String, ColumnType)] = [
                ("a", .text), ("b", .integer), ("c", .decimal), ("d", .other), ("e", .timestamp), ("f", .time),
            ]
            #expect(columns == [expected.map { Column(name: $0.0, type: $0.1) }])
        }
    }

    @Test("text with U+0000 is refused instead of cut")
    func nul() async throws {
        try await PostgreSQLTestDatabase.with(schema: "CREATE TABLE t (s text)") { test async throws in
            let error = await databaseError {
                try await test.database.write(.minute) { try $0.execute("INSERT INTO t VALUES (\("a\0b"))") }
            }
            #expect(error?.code == .invalid)
            #expect(try test.psql("SELECT count(*) FROM t") == "0")
        }
    }
}

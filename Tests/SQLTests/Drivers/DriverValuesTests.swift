import GatehouseTesting
import JSON
import SQL
import SQLSyntax
import Testing

@Suite("A driver: values")
struct DriverValuesTests {
    @Test("each type of PostgreSQL becomes JSON as promised")
    func postgreSQLTypes() async throws {
        let cases: [(String, String)] = [
            ("true", "true"), ("42::int2", "42"), ("'-2147483648'::int4", "-2147483648"), ("9007199254740991", "9007199254740991"),
            ("9007199254740992", "\"9007199254740992\""), ("'-9223372036854775808'::int8", "\"-9223372036854775808\""), ("1.10::numeric", "\"1.10\""),
            ("0.1::float4", "0.1"), ("1e300::float8", "1e+300"), ("'a\"b'::text", "\"a\\\"b\""),
            ("'ab'::char(3)", "\"ab \""), ("'pg_class'::name", "\"pg_class\""),
            ("'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid", "\"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\""),
            ("'{\"a\": [1.50, null]}'::jsonb", "{\"a\": [1.50, null]}"),
            ("E'{\\n\"a\":12345678901234567890}'::json", "{ \"a\":12345678901234567890}"),
            ("'2026-01-02'::date", "\"2026-01-02\""), ("'03:04:05.5'::time", "\"03:04:05.5\""),
            ("'2026-01-02 03:04:05'::timestamp", "\"2026-01-02T03:04:05\""),
            ("'2026-01-02 03:04:05.25+02'::timestamptz", "\"2026-01-02T01:04:05.25Z\""), ("'infinity'::timestamptz", "\"infinity\""),
            ("'0044-03-15 12:00:00 BC'::timestamp", "\"0044-03-15 12:00:00 BC\""), ("'\\x00ff10'::bytea", "\"AP8Q\""), ("''::bytea", "\"\""),
            ("ARRAY[1,2]", "[1,2]"), ("'{}'::text[]", "[]"), ("'[0:1]={a,NULL}'::text[]", "[\"a\",null]"),
            (#"ARRAY['a,b', 'c"\d', 'NULL', '', '{}']"#, #"["a,b","c\"\\d","NULL","","{}"]"#), ("ARRAY[[1,2],[3,NULL]]", "[[1,2],[3,null]]"),
            ("ARRAY[1.50, 2]", #"["1.50","2"]"#), ("ARRAY[true, false]", "[true,false]"), ("ARRAY[0.5::float8]", "[0.5]"),
            ("ARRAY['2026-01-02'::date]", #"["2026-01-02"]"#), ("ARRAY['2026-01-02 03:04:05'::timestamp]", #"["2026-01-02T03:04:05"]"#),
            ("ARRAY['2026-01-02 03:04:05+02'::timestamptz]", #"["2026-01-02T01:04:05Z"]"#), ("ARRAY['{\"a\": 1}'::jsonb]", #"[{"a": 1}]"#),
            (#"ARRAY['\x00ff10'::bytea]"#, #"["AP8Q"]"#), ("ARRAY[9007199254740993]", #"["9007199254740993"]"#),
            ("'1 day 2 hours'::interval", "\"P1DT2H\""), ("NULL::int", "null"), ("'[1,5)'::int4range", "\"[1,5)\""),
        ]
        let selected = cases.map(\.0).joined(separator: ", ")
        try await DriverDatabase.with(.postgresql, connections: 1) { test async throws in
            try await Self.check(cases.map { ($0, $1) }, test, "SELECT \(selected)")
        }
    }

    @Test(
        "numbers of PostgreSQL that JSON has no form for are refused",
        arguments: [("'NaN'::float8", "NaN"), ("'Infinity'::float4", "Infinity"), ("'-Infinity'::float8", "-Infinity")])
    func postgreSQLUnwritable(value: String, words: String) async throws {
        try await DriverDatabase.with(.postgresql, connections: 1) { test async throws in
            let refused = await #expect(throws: UnwritableNumber.self) { _ = try await test.json(Statement(verbatim: "SELECT \(value)")) }
            #expect(refused?.description == words)
        }
    }

    @Test("each type of MariaDB becomes JSON as promised")
    func mariaDBTypes() async throws {
        let cases: [(String, String, String)] = [
            ("TINYINT(1)", "1", "true"), ("BOOLEAN", "0", "false"), ("TINYINT(1)", "7", "7"), ("TINYINT", "-128", "-128"),
            ("TINYINT UNSIGNED", "255", "255"), ("SMALLINT", "-32768", "-32768"), ("MEDIUMINT", "-8388608", "-8388608"),
            ("MEDIUMINT UNSIGNED", "16777215", "16777215"), ("INT UNSIGNED", "4294967295", "4294967295"),
            ("INT", "-2147483648", "-2147483648"), ("BIGINT", "9007199254740991", "9007199254740991"),
            ("BIGINT", "9007199254740992", "\"9007199254740992\""), ("BIGINT", "-9223372036854775808", "\"-9223372036854775808\""),
            ("BIGINT UNSIGNED", "18446744073709551615", "\"18446744073709551615\""),
            ("DECIMAL(40,10)", "'123456789012345678901234567890.0100000000'", "\"123456789012345678901234567890.0100000000\""),
            ("FLOAT", "0.1", "0.1"), ("DOUBLE", "1e300", "1e+300"), ("DOUBLE", "-0.5", "-0.5"), ("YEAR", "2026", "2026"),
            ("BIT(1)", "b'1'", "true"), ("BIT(12)", "b'101010101010'", "2730"), ("BIT(64)", "~0", "\"18446744073709551615\""),
            ("CHAR(3)", "'ab'", "\"ab\""), ("VARCHAR(20)", "'a\"b😀'", "\"a\\\"b😀\""),
            ("LONGTEXT", "REPEAT('x', 300)", "\"\(String(repeating: "x", count: 300))\""),
            ("ENUM('glad','sad')", "'sad'", "\"sad\""), ("SET('x','y')", "'y,x'", "\"x,y\""),
            ("JSON", "'{\"a\": [1.50, null]}'", "{\"a\": [1.50, null]}"),
            ("UUID", "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", "\"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\""),
            ("DATE", "'2026-01-02'", "\"2026-01-02\""), ("DATE", "'0000-00-00'", "\"0000-00-00\""),
            ("TIME(6)", "'03:04:05.5'", "\"03:04:05.5\""), ("TIME", "'-838:59:59'", "\"-838:59:59\""),
            ("TIME", "'00:00:00'", "\"00:00:00\""),
            ("DATETIME", "'2026-01-02 03:04:05'", "\"2026-01-02T03:04:05\""), ("DATETIME", "'2026-01-02'", "\"2026-01-02T00:00:00\""),
            ("DATETIME(6)", "'2026-01-02 03:04:05.250000'", "\"2026-01-02T03:04:05.25\""),
            ("DATETIME", "'0000-00-00 00:00:00'", "\"0000-00-00 00:00:00\""),
            ("TIMESTAMP(6) NULL", "'2026-01-02 03:04:05.000001'", "\"2026-01-02T03:04:05.000001Z\""),
            ("BLOB", "x'00ff10'", "\"AP8Q\""), ("VARBINARY(4)", "''", "\"\""), ("BINARY(2)", "x'01'", "\"AQA=\""),
            ("INT", "NULL", "null"),
        ]
        let columns = cases.enumerated().map { "c\($0.offset) \($0.element.0)" }.joined(separator: ", ")
        let values = cases.map(\.1).joined(separator: ", ")
        let schema = "SET sql_mode = '', time_zone = '+00:00'; CREATE TABLE t (\(columns)) CHARACTER SET utf8mb4; INSERT INTO t VALUES (\(values))"
        try await DriverDatabase.with(.mariadb, connections: 1, schema: schema) { test async throws in
            try await Self.check(cases.map { ("\($0.0) \($0.1)", $0.2) }, test, "SELECT * FROM t")
        }
    }

    /// - Parameter cases: what each column of the one row is made of, and its JSON.
    private static func check(_ cases: [(made: String, json: String)], _ test: DriverDatabase, _ sql: String) async throws {
        let found = try await test.database.read(.minute) { connection -> [String] in
            try connection.first(Statement(verbatim: sql)) { row -> [String] in
                try (0..<row.columnCount).map { index in
                    var writer = JSONWriter()
                    try row.write(index, to: &writer)
                    return String(decoding: writer.bytes, as: UTF8.self)
                }
            } ?? []
        }
        #expect(found.count == cases.count)
        for (one, json) in zip(cases, found) { #expect(json == one.json, "\(one.made)") }
    }

    @Test("bound values come back from PostgreSQL as they went, and psql reads the same")
    func postgreSQLRoundTrip() async throws {
        let schema = "CREATE TABLE t (b boolean, i bigint, d double precision, n numeric, s text, x bytea, z text, flag bigint)"
        try await DriverDatabase.with(.postgresql, schema: schema) { test async throws in
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
            #expect(try test.sql("SELECT b, i, d, n, x, z IS NULL FROM t") == #"t|-9223372036854775808|0.1|12345678901234567890.0100|\x00ff5c27|t"#)
            #expect(try test.sql("SELECT s FROM t") == text)
        }
    }

    @Test("columns of PostgreSQL are named and typed, enumerations and domains among them, also when no row comes")
    func postgreSQLColumns() async throws {
        let schema =
            "CREATE TYPE mood AS ENUM ('glad'); CREATE DOMAIN cents AS bigint; CREATE TABLE t (a mood, b cents, c numeric, d int[], e timestamptz)"
        try await DriverDatabase.with(.postgresql, schema: schema) { test async throws in
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
        try await DriverDatabase.with(.postgresql, schema: "CREATE TABLE t (s text)") { test async throws in
            let error = await databaseError {
                try await test.database.write(.minute) { try $0.execute("INSERT INTO t VALUES (\("a\0b"))") }
            }
            #expect(error?.code == .invalid)
            #expect(try test.sql("SELECT count(*) FROM t") == "0")
        }
    }

    @Test("bound values arrive at MariaDB exactly, in every kind")
    func mariaDBRoundTrip() async throws {
        let schema = """
            CREATE TABLE t (b BOOLEAN, i BIGINT, d DOUBLE, n DECIMAL(40,10), s LONGTEXT, x LONGBLOB, z INT, u BIGINT UNSIGNED, e VARCHAR(5)) \
            CHARACTER SET utf8mb4
            """
        try await DriverDatabase.with(.mariadb, connections: 1, schema: schema) { test async throws in
            let text = "ü'\"\\😀\n%_"
            let decimal = SQLValue.decimal("12345678901234567890.0100000000")
            let large = SQLValue.decimal("18446744073709551615")
            try await test.database.write(.minute) { connection in
                let changed = try connection.execute(
                    """
                    INSERT INTO t VALUES (\(true), \(Int64.min), \(0.1), \(decimal), \(text), \([0, 255, 0x5C, 0x27] as [UInt8]), \(nil as Int64?), \(large),
                    \(""))
                    """)
                #expect(changed == 1)
            }
            let row = try await test.database.read(.minute) { connection in
                try connection.first("SELECT * FROM t WHERE n = \(decimal) AND s = \(text) AND u = \(large) AND i = \(Int64.min)") { row in
                    (0..<row.columnCount).map(row.value)
                }
            }
            #expect(row == [.bool(true), .int(.min), .double(0.1), decimal, .text(text), .blob([0, 255, 0x5C, 0x27]), .null, large, .text("")])
            #expect(try test.sql("SELECT HEX(s) = HEX(CONVERT(UNHEX('C3BC27225CF09F98800A255F') USING utf8mb4)) FROM t") == "1")
        }
    }

    @Test("invalid JSON in a JSON column of MariaDB becomes a string")
    func brokenJSON() async throws {
        let schema = "CREATE TABLE t (a JSON); SET check_constraint_checks = 0; INSERT INTO t VALUES ('{\"a\":')"
        try await DriverDatabase.with(.mariadb, connections: 1, schema: schema) { test async throws in
            #expect(try await test.json("SELECT a FROM t") == #"["{\"a\":"]"#)
        }
    }

    @Test("columns of MariaDB are named and typed, also when no row comes")
    func mariaDBColumns() async throws {
        let schema = "CREATE TABLE t (a ENUM('x'), b BIGINT UNSIGNED, c DECIMAL(5,2), d BIT(3), e TIMESTAMP NULL, f BOOLEAN, g JSON, h BLOB)"
        try await DriverDatabase.with(.mariadb, connections: 1, schema: schema) { test async throws in
            let columns = try await test.database.read(.minute) { connection in
                var found: [[Column]] = []
                let summary = try connection.query(
                    "SELECT *, CURRENT_TIME AS `i j` FROM t", limits: .none, columns: { found.append($0) }, row: { _ in .more })
                #expect(summary == ReadSummary(rows: 0, isTruncated: false))
                return found
            }
            let expected: [(String, ColumnType)] = [
                ("a", .text), ("b", .integer), ("c", .decimal), ("d", .integer), ("e", .timestamp), ("f", .boolean), ("g", .json), ("h", .blob),
                ("i j", .time),
            ]
            #expect(columns == [expected.map { Column(name: $0.0, type: $0.1) }])
        }
    }

    @Test("the zone of MariaDB's session is UTC and a backslash escapes, whatever the server is set to")
    func session() async throws {
        try await DriverDatabase.with(.mariadb, connections: 1) { test async throws in
            let answer = try await test.json(#"SELECT '\\', @@time_zone, @@character_set_client, @@character_set_results, @@autocommit"#)
            #expect(answer == #"["\\","+00:00","utf8mb4","utf8mb4",1]"#)
        }
    }
}

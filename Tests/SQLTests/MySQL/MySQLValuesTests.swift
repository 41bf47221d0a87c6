import GatehouseTesting
import SQL
import Testing

@Suite("MariaDB: values")
struct MySQLValuesTests {
    @Test(
        "each type becomes JSON as promised",
        arguments: [
            ("a", "TINYINT(1)", "1", "true"), ("a", "BOOLEAN", "0", "false"), ("a", "TINYINT(1)", "7", "7"), ("a", "TINYINT", "-128", "-128"),
            ("a", "TINYINT UNSIGNED", "255", "255"), ("a", "SMALLINT", "-32768", "-32768"), ("a", "MEDIUMINT", "-8388608", "-8388608"),
            ("a", "MEDIUMINT UNSIGNED", "16777215", "16777215"), ("a", "INT UNSIGNED", "4294967295", "4294967295"),
            ("a", "INT", "-2147483648", "-2147483648"), ("a", "BIGINT", "9007199254740991", "9007199254740991"),
            ("a", "BIGINT", "9007199254740992", "\"9007199254740992\""), ("a", "BIGINT", "-9223372036854775808", "\"-9223372036854775808\""),
            ("a", "BIGINT UNSIGNED", "18446744073709551615", "\"18446744073709551615\""),
            ("a", "DECIMAL(40,10)", "'123456789012345678901234567890.0100000000'", "\"123456789012345678901234567890.0100000000\""),
            ("a", "FLOAT", "0.1", "0.1"), ("a", "DOUBLE", "1e300", "1e+300"), ("a", "DOUBLE", "-0.5", "-0.5"), ("a", "YEAR", "2026", "2026"),
            ("a", "BIT(1)", "b'1'", "true"), ("a", "BIT(12)", "b'101010101010'", "2730"), ("a", "BIT(64)", "~0", "\"18446744073709551615\""),
            ("a", "CHAR(3)", "'ab'", "\"ab\""), ("a", "VARCHAR(20)", "'a\"b😀'", "\"a\\\"b😀\""),
            ("a", "LONGTEXT", "REPEAT('x', 300)", "\"\(String(repeating: "x", count: 300))\""),
            ("a", "ENUM('glad','sad')", "'sad'", "\"sad\""), ("a", "SET('x','y')", "'y,x'", "\"x,y\""),
            ("a", "JSON", "'{\"a\": [1.50, null]}'", "{\"a\": [1.50, null]}"),
            ("a", "UUID", "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", "\"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\""),
            ("a", "DATE", "'2026-01-02'", "\"2026-01-02\""), ("a", "DATE", "'0000-00-00'", "\"0000-00-00\""),
            ("a", "TIME(6)", "'03:04:05.5'", "\"03:04:05.5\""), ("a", "TIME", "'-838:59:59'", "\"-838:59:59\""),
            ("a", "TIME", "'00:00:00'", "\"00:00:00\""),
            ("a", "DATETIME", "'2026-01-02 03:04:05'", "\"2026-01-02T03:04:05\""), ("a", "DATETIME", "'2026-01-02'", "\"2026-01-02T00:00:00\""),
            ("a", "DATETIME(6)", "'2026-01-02 03:04:05.250000'", "\"2026-01-02T03:04:05.25\""),
            ("a", "DATETIME", "'0000-00-00 00:00:00'", "\"0000-00-00 00:00:00\""),
            ("a", "TIMESTAMP(6) NULL", "'2026-01-02 03:04:05.000001'", "\"2026-01-02T03:04:05.000001Z\""),
            ("a", "BLOB", "x'00ff10'", "\"AP8Q\""), ("a", "VARBINARY(4)", "''", "\"\""), ("a", "BINARY(2)", "x'01'", "\"AQA=\""),
            ("a", "INT", "NULL", "null"),
        ])
    func json(column: String, type: String, value: String, expected: String) async throws {
        let schema = "SET sql_mode = '', time_zone = '+00:00'; CREATE TABLE t (\(column) \(type)); INSERT INTO t VALUES (\(value))"
        try await MariaDBTestDatabase.with(connections: 1, schema: schema) { test async throws in
            #expect(try await test.json("SELECT a FROM t") == "[\(expected)]")
        }
    }

    @Test("bound values arrive exactly, in every kind")
    func bound() async throws {
        let schema = """
            CREATE TABLE t (b BOOLEAN, i BIGINT, d DOUBLE, n DECIMAL(40,10), s LONGTEXT, x LONGBLOB, z INT, u BIGINT UNSIGNED, e VARCHAR(5)) \
            CHARACTER SET utf8mb4
            """
        try await MariaDBTestDatabase.with(connections: 1, schema: schema) { test async throws in
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

    @Test("what the database holds as JSON and is none becomes a string")
    func brokenJSON() async throws {
        let schema = "CREATE TABLE t (a JSON); SET check_constraint_checks = 0; INSERT INTO t VALUES ('{\"a\":')"
        try await MariaDBTestDatabase.with(connections: 1, schema: schema) { test async throws in
            #expect(try await test.json("SELECT a FROM t") == #"["{\"a\":"]"#)
        }
    }

    @Test("columns are named and typed, also when no row comes")
    func columns() async throws {
        let schema = "CREATE TABLE t (a ENUM('x'), b BIGINT UNSIGNED, c DECIMAL(5,2), d BIT(3), e TIMESTAMP NULL, f BOOLEAN, g JSON, h BLOB)"
        try await MariaDBTestDatabase.with(connections: 1, schema: schema) { test async throws in
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

    @Test("the session's zone is UTC and a backslash escapes, whatever the server is set to")
    func session() async throws {
        try await MariaDBTestDatabase.with(connections: 1) { test async throws in
            let answer = try await test.json(#"SELECT '\\', @@time_zone, @@character_set_client, @@character_set_results, @@autocommit"#)
            #expect(answer == #"["\\","+00:00","utf8mb4","utf8mb4",1]"#)
        }
    }
}

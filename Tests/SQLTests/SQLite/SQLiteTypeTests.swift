import JSON
import SQL
import SQLSyntax
import Testing

@Suite("SQLite values")
struct SQLiteTypeTests {
    /// Type and JSON of one cell of a column declared so.
    private func cell(_ declared: Statement, _ value: Statement) async throws -> (type: ColumnType?, json: String) {
        let fixture = try await SQLiteFixture(["CREATE TABLE t (a \(declared))", "INSERT INTO t VALUES (\(value))"])
        return try await fixture.database.read(SQLiteFixture.bounds) { connection in
            var type: ColumnType?
            var writer = JSONWriter()
            _ = try connection.query("SELECT a FROM t", limits: .none, columns: { type = $0.first?.type }) { row in
                try row.write(0, to: &writer)
                return .more
            }
            return (type, String(decoding: writer.bytes, as: UTF8.self))
        }
    }

    @Test("numbers that JSON has no form for are refused", arguments: ["REAL", "DECIMAL(10,2)", ""] as [Statement])
    func unwritable(declared: Statement) async throws {
        for (value, words) in [("9e999", "Infinity"), ("-9e999", "-Infinity")] as [(Statement, String)] {
            let refused = await #expect(throws: UnwritableNumber.self) { _ = try await cell(declared, value) }
            #expect(refused?.description == words)
        }
    }

    @Test("a cell is written as its declaration and its stored value say")
    func cells() async throws {
        let expected: [(Statement, Statement, ColumnType, String)] = [
            ("INTEGER", "9007199254740992", .integer, "9007199254740992"), ("INTEGER", "9007199254740993", .integer, "\"9007199254740993\""),
            ("INTEGER", "-9007199254740993", .integer, "\"-9007199254740993\""), ("INTEGER", "NULL", .integer, "null"),
            ("BOOLEAN", "1", .boolean, "true"), ("BOOLEAN", "0", .boolean, "false"), ("BOOLEAN", "7", .boolean, "7"),
            ("DECIMAL(10,2)", "1.5", .decimal, "\"1.5\""), ("DECIMAL(10,2)", "12", .decimal, "\"12\""),
            ("DECIMAL(40,2)", "'12345678901234567890.12x'", .decimal, "\"12345678901234567890.12x\""),
            ("DATETIME", "'2026-01-02 03:04:05'", .timestamp, "\"2026-01-02T03:04:05Z\""),
            ("TIMESTAMP", "'2026-01-02T03:04:05.678+02:00'", .timestamp, "\"2026-01-02T03:04:05.678+02:00\""),
            ("DATETIME", "'2026-01-02 03:04'", .timestamp, "\"2026-01-02T03:04:00Z\""), ("DATETIME", "'soon'", .timestamp, "\"soon\""),
            ("DATE", "'2026-01-02'", .date, "\"2026-01-02\""), ("JSON", "'{\"a\": [1]}'", .json, "{\"a\":[1]}"),
            ("JSON", "'{oops'", .json, "\"{oops\""),
            ("BLOB", "x'00ff10'", .blob, "\"AP8Q\""), ("TEXT", "'say \"hi\"'", .text, "\"say \\\"hi\\\"\""), ("REAL", "0.5", .double, "0.5"),
            ("TEXT", "CAST(x'61ff' AS TEXT)", .text, "\"a\u{FFFD}\""), ("UUID", "'a-b'", .uuid, "\"a-b\""),
            ("", "'free'", .text, "\"free\""), ("", "7", .integer, "7"), ("", "NULL", .other, "null"),
        ]
        for (declared, value, type, json) in expected {
            let cell = try await cell(declared, value)
            #expect(cell.type == type, "\(declared) \(value)")
            #expect(cell.json == json, "\(declared) \(value)")
        }
    }

    @Test("every kind of value goes in and comes out")
    func roundTrip() async throws {
        let fixture = try await SQLiteFixture(["CREATE TABLE t (a, b BOOLEAN, c DECIMAL_TEXT, d TEXT, e BLOB, f REAL, g NUMERIC)"])
        try await fixture.database.write(SQLiteFixture.bounds) { connection in
            try connection.execute(
                "INSERT INTO t VALUES (\(Int64.min), \(true), \(SQLValue.decimal("1.10")), \("q'\"\u{0}z"), \([0, 1] as [UInt8]), \(0.25), \(nil as String?))"
            )
        }
        let row = try await fixture.database.read(SQLiteFixture.bounds) { try $0.first("SELECT * FROM t") { row in (0..<7).map { row.value($0) } } }
        #expect(row == [.int(.min), .bool(true), .text("1.10"), .text("q'\"\u{0}z"), .blob([0, 1]), .double(0.25), .null])
    }

    @Test("columns are reported before the first row, even if there is none")
    func columns() async throws {
        let fixture = try await SQLiteFixture(["CREATE TABLE t (a INTEGER, b TEXT)"])
        let columns = try await fixture.database.read(SQLiteFixture.bounds) { connection in
            var columns: [Column] = []
            _ = try connection.query("SELECT a, b AS c, 1 + 1 FROM t", limits: .none, columns: { columns = $0 }) { _ in .more }
            return columns
        }
        #expect(columns.map(\.name) == ["a", "c", "1 + 1"])
        #expect(columns.map(\.type) == [.integer, .text, .other])
    }

    @Test("a cached statement detects that the schema has changed")
    func schemaChange() async throws {
        let fixture = try await SQLiteFixture(["CREATE TABLE t (a INTEGER)", "INSERT INTO t VALUES (1)"], options: SQLiteOptions(readers: 1))
        let names: @Sendable (any Connection) throws -> [String] = { connection in
            var names: [String] = []
            _ = try connection.query("SELECT * FROM t", limits: .none, columns: { names = $0.map(\.name) }) { _ in .more }
            return names
        }
        #expect(try await fixture.database.read(SQLiteFixture.bounds, names) == ["a"])
        try await fixture.database.write(SQLiteFixture.bounds) { try $0.execute("ALTER TABLE t ADD COLUMN b TEXT") }
        #expect(try await fixture.database.read(SQLiteFixture.bounds, names) == ["a", "b"])
    }

    @Test("more statements than the cache holds, and the same one within itself")
    func statementCache() async throws {
        let fixture = try await SQLiteFixture(options: SQLiteOptions(readers: 1, statementCacheSize: 2))
        let sum = try await fixture.database.read(SQLiteFixture.bounds) { connection in
            var sum: Int64 = 0
            for _ in 0..<3 {
                for statement in ["SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4"] as [Statement] {
                    sum += try connection.first(statement) { $0.int(0) ?? 0 } ?? 0
                }
            }
            let nested: Statement = "SELECT 10 UNION ALL SELECT 20"
            _ = try connection.query(nested, limits: .none, columns: { _ in }) { outer in
                _ = try connection.query(nested, limits: .none, columns: { _ in }) { inner in
                    sum += (outer.int(0) ?? 0) * (inner.int(0) ?? 0)
                    return .more
                }
                return .more
            }
            return sum
        }
        #expect(sum == 30 + 900)
    }
}

@Suite("Statement")
struct SQLiteStatementTests {
    @Test("values are bound and names quoted in every dialect")
    func rendering() {
        let statement: Statement = "SELECT \(Identifier("a\"b`c")) FROM t WHERE x = \(7) AND y = \("'; DROP TABLE t")"
        let sqlite = statement.rendered(for: .sqlite)
        #expect(sqlite.text == "SELECT \"a\"\"b`c\" FROM t WHERE x = ? AND y = ?")
        #expect(sqlite.values == [.int(7), .text("'; DROP TABLE t")])
        #expect(statement.rendered(for: .postgresql).text == "SELECT \"a\"\"b`c\" FROM t WHERE x = $1 AND y = $2")
        #expect(statement.rendered(for: .mysql).text == "SELECT `a\"b``c` FROM t WHERE x = ? AND y = ?")
    }

    @Test("C47 a name with quotes, dots or a NUL stays one name")
    func names() async throws {
        let name = "we\"ird.na]me'`; DROP TABLE x"
        let fixture = try await SQLiteFixture(["CREATE TABLE \(Identifier(name)) (\(Identifier("a\u{0}b")) INTEGER)"])
        let tables = try await fixture.database.reflect(SQLiteFixture.bounds).tables
        #expect(tables.map(\.name) == [name])
        #expect(tables.first?.columns.map(\.name) == ["ab"])
    }

    @Test("the empty string as a name is quoted too")
    func empty() { #expect(Identifier("").quoted(for: .sqlite) == "\"\"") }
}

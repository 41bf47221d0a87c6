import Foundation
import GatehouseTesting
import SQL
import Testing

@Suite("SQLite: limits, faults and foreign files")
struct SQLiteFaultTests {
    @Test(
        "C36 a value beyond the limit is refused, not made",
        arguments: [
            "SELECT hex(randomblob(400000000))", "SELECT zeroblob(400000000)", "SELECT count(*) FROM open WHERE zeroblob(400000000) = name",
            "SELECT replace(hex(zeroblob(400000)), '0', '0123456789')",
            "SELECT group_concat(hex(zeroblob(1000))) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT i FROM n)",
        ])
    func length(_ sql: String) async throws {
        let fixture = try await SQLiteGuardFixture()
        let before = try fixture.effects()
        let error = await #expect(throws: DatabaseError.self) { try await fixture.rows(sql) }
        #expect(error?.code == .limit)
        #expect(try fixture.effects() == before)
    }

    @Test("C37 a statement that is stopped while it is compiled reports that, at any moment")
    func compiling() async throws {
        let fixture = try await SQLiteGuardFixture()
        let columns = (0..<400).map { "(SELECT max(name) FROM open WHERE name > '\($0)') AS c\($0)" }.joined(separator: ", ")
        var stopped = 0
        for step in 0..<300 {
            do {
                _ = try await fixture.rows("SELECT \(step), \(columns)", within: .microseconds(50 * step))
            } catch let error as DatabaseError {
                #expect(error.code == .timeout, "\(error.detail)")
                stopped += 1
            }
        }
        #expect(stopped > 0)
    }

    @Test("C36 padding beyond the limit gives nothing")
    func padding() async throws {
        let fixture = try await SQLiteGuardFixture()
        #expect(try await fixture.rows("SELECT printf('%400000000d', 1) IS NULL").rows == [["1"]])
    }

    @Test(
        "C37 an endless statement is stopped at the deadline",
        arguments: [
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n) SELECT count(*) FROM n",
            "WITH n AS (SELECT value AS i FROM json_each('[' || replace(hex(zeroblob(1000)), '0', '0,') || '0]')) SELECT count(*) FROM n a, n b, n c, n d",
        ])
    func endless(_ sql: String) async throws {
        let fixture = try await SQLiteGuardFixture()
        let before = try fixture.effects()
        let error = await #expect(throws: DatabaseError.self) { try await fixture.rows(sql, within: .milliseconds(100)) }
        #expect(error?.code == .timeout)
        #expect(try fixture.effects() == before)
        #expect(try await fixture.rows("SELECT count(*) FROM open").rows == [["2"]])
    }

    @Test(
        "C37 no single call of a function takes the product of its arguments' lengths",
        arguments: [
            ("instr(zeroblob(999999), zeroblob(400000) || 'a')", "0"),
            ("length(replace(hex(zeroblob(499999)), hex(zeroblob(200000)) || '1', 'x'))", "999998"),
            ("length(trim(hex(zeroblob(400000)), replace(hex(zeroblob(40000)), '0', 'é') || '1'))", "800000"),
            ("length(rtrim(hex(zeroblob(400000)), hex(randomblob(400000))))", "0"),
        ])
    func linear(_ call: String, expected: String) async throws {
        let fixture = try await SQLiteGuardFixture()
        let readRights = SQLiteReadRights(
            tables: [:], functions: ["instr", "replace", "trim", "ltrim", "rtrim", "length", "hex", "zeroblob", "randomblob", "typeof", "coalesce"])
        let text = try await fixture.base.database.guarded(SQLiteFixture.bounds, readRights) { connection in
            var text: String?
            _ = try connection.query(Statement(verbatim: "SELECT \(call)"), limits: .none, columns: { _ in }) { row in
                text = row.text(0)
                return .more
            }
            return text
        }
        #expect(text == expected)
    }

    @Test(
        "replaced functions behave as SQLite documents (lang_corefunc.html)",
        arguments: [
            ("instr('héllo', 'llo')", "3"), ("instr('abc', '')", "1"), ("instr('abc', 'x')", "0"), ("instr(x'c3a9ff', x'ff')", "3"),
            ("instr(NULL, 'a')", "NULL"), ("instr(1234, 3)", "3"), ("replace('a-b-c', '-', '+-')", "a+-b+-c"), ("replace('abc', '', 'x')", "abc"),
            ("replace('aaa', 'aa', 'b')", "ba"), ("replace('abc', 'b', NULL)", "NULL"), ("replace(1210, 1, 5)", "5250"),
            ("replace('abc', 'abc', '')", ""),
            ("trim('xxhixy', 'xy')", "hi"), ("ltrim('xxhix', 'x')", "hix"), ("rtrim('xhiéé', 'é')", "xhi"), ("trim('  a ')", "a"),
            ("trim('abc', '')", "abc"),
            ("trim('aaa', 'a')", ""), ("typeof(replace('', 'a', 'b'))", "text"),
        ])
    func semantics(_ call: String, expected: String) async throws { try await linear("coalesce(\(call), 'NULL')", expected: expected) }

    @Test("C36 a statement too deep or too long is refused")
    func complexity() async throws {
        let fixture = try await SQLiteGuardFixture()
        let deep = "SELECT " + String(repeating: "(", count: 200) + "1" + String(repeating: " + 1)", count: 200)
        let wide = "SELECT 1" + String(repeating: " UNION ALL SELECT 1", count: 100)
        for sql in [deep, wide] {
            let error = await #expect(throws: DatabaseError.self) { try await fixture.rows(sql) }
            #expect(error?.code == .invalid)
        }
        let long = await #expect(throws: DatabaseError.self) { try await fixture.rows("SELECT 1" + String(repeating: " ", count: 100_001)) }
        #expect(long?.code == .limit)
    }

    @Test("C40 rows are cut while they stream; a value beyond the limit is a clean error")
    func caps() async throws {
        let fixture = try await SQLiteGuardFixture(["INSERT INTO open VALUES (3, zeroblob(3000000), '')"])
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        let result = try await fixture.rows(endless, RowLimits(maximumRows: 1_000))
        #expect(result.rows.count == 1_000)
        #expect(result.summary == ReadSummary(rows: 1_000, isTruncated: true))
        let bytes = try await fixture.rows(endless, RowLimits(maximumBytes: 800))
        #expect(bytes.summary == ReadSummary(rows: 100, isTruncated: true))
        let error = await #expect(throws: DatabaseError.self) { try await fixture.rows("SELECT name FROM open ORDER BY id DESC") }
        #expect(error?.code == .limit)
        let columns = "SELECT " + Array(repeating: "1", count: 10_000).joined(separator: ",")
        #expect(await #expect(throws: DatabaseError.self) { try await fixture.rows(columns) }?.code == .invalid)
    }

    @Test("C42 a failed, stopped or refused statement leaves nothing for the next caller")
    func reset() async throws {
        let fixture = try await SQLiteGuardFixture()
        let bad = [
            "CREATE TEMP TABLE left_over AS SELECT 1", "PRAGMA query_only = 0", "BEGIN", "SELECT id FROM open; CREATE TEMP VIEW v AS SELECT 1",
            "SELECT hex(randomblob(400000000))", "ATTACH ':memory:' AS other",
        ]
        // More calls than guarded connections, so that every one of them is used again.
        for sql in bad + bad { await #expect(throws: (any Error).self) { try await fixture.rows(sql) } }
        _ = await #expect(throws: DatabaseError.self) {
            try await fixture.rows(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n", within: .milliseconds(20))
        }
        let everything = SQLiteReadRights(tables: ["sqlite_temp_master": nil, "left_over": nil, "v": nil], functions: [])
        for name in ["left_over", "v", "temp.left_over", "other.sqlite_master"] {
            await #expect(throws: (any Error).self) {
                try await fixture.base.database.guarded(SQLiteFixture.bounds, everything) {
                    try $0.compile(Statement(verbatim: "SELECT * FROM \(name)"))
                }
            }
        }
        #expect(try await fixture.rows("SELECT count(*) FROM open").rows == [["2"]])
        // The next snapshot includes later commits, so no transaction was left open.
        try await fixture.base.database.write(SQLiteFixture.bounds) { try $0.execute("INSERT INTO open (name) VALUES ('three')") }
        for _ in 0..<4 { #expect(try await fixture.rows("SELECT count(*) FROM open").rows == [["3"]]) }
    }

    @Test("C43 a reason contains no path, SQL or value; it may name columns")
    func reasons() async throws {
        let fixture = try await SQLiteFixture([
            "CREATE TABLE orders (number TEXT UNIQUE, a INTEGER NOT NULL, b INTEGER CHECK (b > 0), c INTEGER CONSTRAINT positive CHECK (c > 0))",
            "CREATE TABLE pairs (x INTEGER, y INTEGER, UNIQUE (x, y))", "CREATE TABLE strict (n INTEGER) STRICT",
            "CREATE TABLE lines (o TEXT REFERENCES orders (number))", "INSERT INTO orders VALUES ('secret-7', 1, 1, 1)",
            "INSERT INTO pairs VALUES (1, 2)",
        ])
        let expected: [(Statement, DatabaseError.Code, String)] = [
            ("INSERT INTO orders VALUES (\("secret-7"), 1, 1, 1)", .constraint, "orders.number must be unique"),
            ("INSERT INTO orders VALUES ('x', NULL, 1, 1)", .constraint, "orders.a must not be null"),
            ("INSERT INTO orders VALUES ('x', 1, -5, 1)", .constraint, "the values break a check of the table"),
            ("INSERT INTO orders VALUES ('x', 1, 1, -5)", .constraint, "the values break the check positive"),
            ("INSERT INTO pairs VALUES (1, 2)", .constraint, "pairs.x, pairs.y must be unique together"),
            ("INSERT INTO strict VALUES ('secret-7')", .constraint, "strict.n takes no value of this type"),
            ("INSERT INTO lines VALUES ('none')", .constraint, "a row that is referred to does not exist, or this row is still referred to"),
            ("INSERT INTO nowhere VALUES (1)", .invalid, "no such table: nowhere"),
            ("INSERT INTO orders (nope) VALUES (1)", .invalid, "no such column: nope"),
            ("SELEC 1", .invalid, "the statement is not valid SQL"),
            ("SELECT 1; SELECT 2", .invalid, "the text is not exactly one statement"),
        ]
        for (statement, code, reason) in expected {
            let error = await #expect(throws: DatabaseError.self) {
                try await fixture.database.write(SQLiteFixture.bounds) { try $0.execute(statement) }
            }
            #expect(error?.code == code)
            #expect(error?.reason == reason)
        }
    }

    @Test("C39 a file that is a symbolic link is not opened, and a missing one is not made")
    func links() async throws {
        let fixture = try await SQLiteFixture()
        let link = fixture.directory.path(of: "link.db")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.path)
        for access in [SQLiteOptions.Access.create, .readWrite, .readOnly] {
            let error = #expect(throws: DatabaseError.self) { try SQLiteDatabase(path: link, options: SQLiteOptions(access: access)) }
            #expect(error?.code == .unavailable)
        }
        let missing = fixture.directory.path(of: "missing.db")
        for access in [SQLiteOptions.Access.readWrite, .readOnly] {
            #expect(throws: DatabaseError.self) { try SQLiteDatabase(path: missing, options: SQLiteOptions(access: access)) }
        }
        #expect(throws: DatabaseError.self) { try SQLiteDatabase(path: fixture.directory.path + "/none/x.db") }
        #expect(throws: DatabaseError.self) { try SQLiteDatabase(path: fixture.directory.path) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path).filter { $0.hasPrefix("missing") } == [])
    }

    @Test("a new file is readable by its owner alone")
    func permissions() async throws {
        let fixture = try await SQLiteFixture(["CREATE TABLE t (a)"])
        for name in ["test.db", "test.db-wal"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: fixture.directory.path(of: name))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("a file opened for reading is read and never written")
    func readOnly() async throws {
        let fixture = try await SQLiteFixture(["CREATE TABLE t (a)", "INSERT INTO t VALUES (1)"])
        await fixture.database.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        let database = try SQLiteDatabase(path: fixture.path, options: SQLiteOptions(access: .readOnly))
        #expect(try await database.read(SQLiteFixture.bounds) { try $0.first("SELECT a FROM t") { $0.int(0) } } == 1)
        let error = await #expect(throws: DatabaseError.self) { try await database.write(SQLiteFixture.bounds) { try $0.execute("DELETE FROM t") } }
        #expect(error?.code == .readOnly)
        await database.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
    }

    @Test("C38 a file that is not a database, or a damaged one, gives a clean error")
    func damaged() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "x.db")
        try Data("this is no database, but it is long enough to look at".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: DatabaseError.self) { try SQLiteDatabase(path: path) }
        #expect(error?.code == .corrupt)

        let fixture = try await SQLiteFixture(["CREATE TABLE t (a TEXT)"])
        try await fixture.database.write(SQLiteFixture.bounds) { connection in
            for index in 0..<2_000 { try connection.execute("INSERT INTO t VALUES (\("row \(index) of a table that fills some pages"))") }
        }
        await fixture.database.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        for index in stride(from: 4_096 + 8, to: bytes.count, by: 5) { bytes[index] = 0xA5 }
        try bytes.write(to: URL(fileURLWithPath: path))
        let damaged = try SQLiteDatabase(path: path, options: SQLiteOptions(access: .readOnly))
        let readRights = SQLiteReadRights(tables: ["t": nil], functions: ["count", "max"])
        let read = await #expect(throws: DatabaseError.self) {
            try await damaged.guarded(SQLiteFixture.bounds, readRights) { connection in
                try connection.query("SELECT max(a) FROM t", limits: .none, columns: { _ in }) { _ in .more }
            }
        }
        #expect(read?.code == .corrupt)
        #expect(try await damaged.integrityCheck(SQLiteFixture.bounds).isEmpty == false)
        await damaged.close()
    }

    @Test("C38 views and triggers of a foreign file call no unsafe function")
    func hostileSchema() async throws {
        let fixture = try await SQLiteGuardFixture([
            "CREATE VIEW evil AS SELECT load_extension('x') AS a", "CREATE VIEW wide AS SELECT * FROM pragma_database_list",
            "CREATE TABLE trap (a)",
        ])
        let readRights = SQLiteReadRights(tables: ["evil": nil, "wide": nil], functions: ["load_extension"])
        for view in ["evil", "wide"] {
            let before = try fixture.effects()
            await #expect(throws: (any Error).self) {
                try await fixture.base.database.guarded(SQLiteFixture.bounds, readRights) { connection in
                    try connection.query(Statement(verbatim: "SELECT * FROM \(view)"), limits: .none, columns: { _ in }) { _ in .more }
                }
            }
            await #expect(throws: DatabaseError.self, "trusted_schema is off, guard or not") {
                try await fixture.base.database.read(SQLiteFixture.bounds) { try $0.first(Statement(verbatim: "SELECT a FROM evil")) { $0.text(0) } }
            }
            #expect(try fixture.effects() == before)
        }
    }

    @Test("a backup is a whole copy, made once, readable by its owner alone")
    func backup() async throws {
        let fixture = try await SQLiteFixture(["CREATE TABLE t (a TEXT)", "INSERT INTO t VALUES ('kept')"])
        let path = fixture.directory.path(of: "copy.db")
        try await fixture.database.backup(to: path, SQLiteFixture.bounds)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        let copy = try SQLiteDatabase(path: path)
        #expect(try await copy.read(SQLiteFixture.bounds) { try $0.all("SELECT a FROM t") { $0.text(0) } } == ["kept"])
        #expect(try await copy.integrityCheck(SQLiteFixture.bounds) == [])
        await copy.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let again = await #expect(throws: DatabaseError.self) { try await fixture.database.backup(to: path, SQLiteFixture.bounds) }
        #expect(again?.code == .unavailable)
        let link = fixture.directory.path(of: "link.db")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.directory.path(of: "else.db"))
        await #expect(throws: DatabaseError.self) { try await fixture.database.backup(to: link, SQLiteFixture.bounds) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(!FileManager.default.fileExists(atPath: fixture.directory.path(of: "else.db")))
    }
}

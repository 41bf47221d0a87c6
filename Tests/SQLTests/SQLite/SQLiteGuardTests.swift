import Foundation
import GatehouseTesting
import SQL
import Testing

@Suite("SQLite guard: permitted statements")
struct SQLiteGuardTests {
    @Test("an allowed statement runs, and tells the tables and columns it read")
    func allowed() async throws {
        let fixture = try await SQLiteGuardFixture()
        let sql = "WITH big AS (SELECT id, name FROM open WHERE id > 0) SELECT upper(b.name) AS loud, count(*) FROM big b GROUP BY 1 -- end"
        #expect(try await fixture.rows(sql).rows == [["ONE", "1"], ["TWO", "1"]])
        let read = try await fixture.compile(sql)
        #expect(read.tables == ["open"])
        #expect(read.columnsRead.map(\.column) == ["id", "name"])
    }

    @Test(
        "plain reads of allowed things",
        arguments: [
            ("SELECT count(*) FROM open", "2"), ("VALUES (7)", "7"), ("SELECT count(*) FROM shown", "1"), ("SELECT s FROM shown", "h1"),
            ("SELECT sum(value) FROM json_each('[1,2,4]')", "7"), ("SELECT count(*) FROM json_each('[1,2,4]')", "3"),
            ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT count(*) FROM n", "9"),
            ("WITH x AS (SELECT 1 AS a) SELECT count(*) FROM x", "1"), ("SELECT name LIKE 'O%' FROM open WHERE id = 1;", "1"),
            ("SELECT count(*) FROM open a JOIN open b USING (id)", "2"), ("SELECT count(*) FROM shown JOIN open", "2"),
            ("/* a */ SELECT '{\"a\":5}' ->> 'a' /* b */ ; -- c", "5"), ("SELECT ID FROM OPEN WHERE NAME = 'two'", "2"),
        ])
    func plain(_ sql: String, expected: String) async throws {
        let fixture = try await SQLiteGuardFixture()
        #expect(try await fixture.rows(sql).rows == [[expected]])
    }

    @Test("a view's own reads are not the statement's")
    func view() async throws {
        let fixture = try await SQLiteGuardFixture()
        let read = try await fixture.compile("SELECT s FROM shown")
        #expect(read.tables == ["shown"])
        #expect(read.columnsRead == [CompiledRead.ColumnRead(table: "shown", column: "s")])
    }

    @Test("values are bound, not spliced")
    func bound() async throws {
        let fixture = try await SQLiteGuardFixture()
        let name = "two' OR '1'='1"
        let count = try await fixture.base.database.guarded(SQLiteFixture.bounds, SQLiteGuardFixture.readRights) { connection in
            var ids: [Int64?] = []
            _ = try connection.query("SELECT id FROM open WHERE name = \(name)", limits: .none, columns: { _ in }) {
                ids.append($0.int(0))
                return .more
            }
            return ids.count
        }
        #expect(count == 0)
    }

    @Test("texts that look the same and have other bytes are other statements")
    func otherBytes() async throws {
        let fixture = try await SQLiteGuardFixture()
        // More often than there are connections, so that each has both.
        for _ in 0..<20 {
            #expect(try await fixture.rows("SELECT hex('\u{E9}')").rows == [["C3A9"]])
            #expect(try await fixture.rows("SELECT hex('e\u{301}')").rows == [["65CC81"]])
        }
    }

    @Test("C46 a statement that ran for one caller is checked again for another, and after each change of the schema")
    func judgedAnew() async throws {
        let fixture = try await SQLiteGuardFixture()
        let sql = "SELECT name FROM open WHERE id = 1"
        let others = SQLiteReadRights(tables: ["open": ["id"]], functions: SQLiteGuardFixture.functions)
        // More often than there are connections, so that each has it.
        for _ in 0..<20 {
            #expect(try await fixture.rows(sql).rows == [["one"]])
            await #expect(throws: SQLiteRefusal.self) {
                try await fixture.base.database.guarded(SQLiteFixture.bounds, others) { connection in
                    _ = try connection.query(Statement(verbatim: sql), limits: .none, columns: { _ in }) { _ in .more }
                }
            }
        }
        try await fixture.base.database.write(SQLiteFixture.bounds) { connection in
            try connection.execute("ALTER TABLE open RENAME COLUMN name TO title")
            try connection.execute("ALTER TABLE open ADD COLUMN name TEXT DEFAULT 'new'")
        }
        for _ in 0..<20 { #expect(try await fixture.rows(sql).rows == [["new"]]) }
        try await fixture.base.database.write(SQLiteFixture.bounds) { try $0.execute("ALTER TABLE open DROP COLUMN name") }
        for _ in 0..<20 { await #expect(throws: DatabaseError.self) { try await fixture.rows(sql) } }
    }

    @Test("invalid SQL is a database error with its reason")
    func invalid() async throws {
        let fixture = try await SQLiteGuardFixture()
        let error = await #expect(throws: DatabaseError.self) { try await fixture.rows("SELECT nowhere FROM open") }
        #expect(error == DatabaseError(.invalid, "no such column: nowhere", detail: error?.detail ?? ""))
        let syntax = await #expect(throws: DatabaseError.self) { try await fixture.rows("SELEC 1") }
        #expect(syntax?.reason == "the statement is not valid SQL")
    }
}

@Suite("SQLite guard: attacks")
struct SQLiteGuardAttackTests {
    @Test(
        "C30 ATTACH is denied and makes no file",
        arguments: ["ATTACH 'new.db' AS x", "ATTACH 'file:new.db?mode=rwc' AS x", "ATTACH '' AS x", "DETACH main"])
    func attach(_ sql: String) async throws {
        let fixture = try await SQLiteGuardFixture()
        let path = fixture.base.directory.path(of: "new.db")
        let refusal = try await fixture.refusal(of: sql.split(separator: "new.db").joined(separator: path))
        #expect(refusal.subject == .statement(sql.hasPrefix("ATTACH") ? "ATTACH" : "DETACH"))
    }

    @Test(
        "C33 no white space hides a WITH name that is a view's, and variables, whose end SQLite finds by rules of its own, are refused",
        arguments: [
            "WITH shown \u{0B}AS (SELECT hex(randomblob(4)) AS s) SELECT * FROM shown", "SELECT $x(')", "SELECT :a", "SELECT @a", "SELECT #1",
        ])
    func disguised(_ sql: String) async throws {
        let fixture = try await SQLiteGuardFixture()
        let refusal = try await fixture.refusal(of: sql)
        #expect(refusal.subject == (sql.hasPrefix("WITH") ? .hidesView("shown") : .statement("a variable")))
    }

    @Test("C31 VACUUM INTO is denied and makes no file", arguments: ["VACUUM INTO 'copy.db'", "VACUUM", "VACUUM main INTO 'copy.db'"])
    func vacuum(_ sql: String) async throws {
        let fixture = try await SQLiteGuardFixture()
        _ = try await fixture.refusal(of: sql.split(separator: "copy.db").joined(separator: fixture.base.directory.path(of: "copy.db")))
    }

    @Test(
        "C32 every PRAGMA is denied, also as a table",
        arguments: [
            "PRAGMA query_only = 0", "PRAGMA table_info(open)", "PRAGMA main.user_version", "SELECT * FROM pragma_database_list",
            "SELECT * FROM pragma_table_info('hidden')", "SELECT count(*) FROM pragma_database_list",
            "SELECT count(*) FROM pragma_database_list, (WITH pragma_database_list AS (SELECT 1) SELECT * FROM pragma_database_list)",
        ])
    func pragma(_ sql: String) async throws {
        let fixture = try await SQLiteGuardFixture()
        _ = try await fixture.refusal(of: sql)
        // A text that was refused before is refused again.
        _ = try await fixture.refusal(of: sql)
    }

    @Test(
        "C33 functions that load code or access files are denied, whatever the list contains",
        arguments: ["load_extension('x')", "fts3_tokenizer('simple')", "readfile('/etc/passwd')", "writefile('x', 'y')", "edit('x')"])
    func functions(_ call: String) async throws {
        let fixture = try await SQLiteGuardFixture()
        let before = try fixture.effects()
        do {
            _ = try await fixture.rows("SELECT \(call)")
            Issue.record("it ran")
        } catch let refusal as SQLiteRefusal {
            #expect(refusal.subject == .function(String(call.prefix { $0 != "(" })))
        } catch let error as DatabaseError {
            // SQLite cannot call functions that it does not have.
            #expect(error.reason == "no such function: \(call.prefix { $0 != "(" })")
        }
        #expect(try fixture.effects() == before)
    }

    @Test("C33 a function that is not on the list is denied", arguments: ["sqlite_version()", "current_user()", "abs(-1)", "CURRENT_TIMESTAMP"])
    func unlisted(_ call: String) async throws {
        let fixture = try await SQLiteGuardFixture()
        await #expect(throws: (any Error).self) { try await fixture.rows("SELECT \(call)") }
    }

    @Test(
        "C34 nothing is made, changed or begun",
        arguments: [
            "CREATE TEMP TABLE x (a)", "CREATE TABLE x (a)", "CREATE TEMP VIEW x AS SELECT 1",
            "CREATE TEMP TRIGGER x AFTER INSERT ON open BEGIN SELECT 1; END",
            "CREATE INDEX x ON open (name)", "INSERT INTO open (name) VALUES ('x')", "INSERT INTO open (name) VALUES ('x') RETURNING id",
            "UPDATE open SET name = 'x'", "DELETE FROM open", "DROP TABLE open", "ALTER TABLE open RENAME TO x", "REINDEX", "ANALYZE", "BEGIN",
            "COMMIT",
            "ROLLBACK", "SAVEPOINT x", "EXPLAIN SELECT id FROM open", "EXPLAIN QUERY PLAN SELECT id FROM open",
            "EXPLAIN DELETE FROM open", "WITH x AS (SELECT 1) DELETE FROM open", "SELECT id FROM open; DELETE FROM open", "SELECT 1; SELECT 2", "",
            ";", "-- x",
            "CREATE VIRTUAL TABLE x USING fts5(a)", "REPLACE INTO open (id) VALUES (1)",
        ])
    func writes(_ sql: String) async throws {
        let fixture = try await SQLiteGuardFixture(["CREATE INDEX i ON open (name)"])
        _ = try await fixture.refusal(of: sql)
    }

    @Test(
        "C35 the schema and SQLite's own tables are denied",
        arguments: [
            "SELECT * FROM sqlite_master", "SELECT count(*) FROM sqlite_schema", "SELECT sql FROM main.sqlite_schema",
            "SELECT * FROM sqlite_temp_master",
            "SELECT * FROM temp.sqlite_master", "SELECT * FROM dbstat", "SELECT count(*) FROM dbstat", "SELECT * FROM sqlite_stmt",
            "SELECT count(*) FROM sqlite_stat1",
            "SELECT count(*) FROM dbstat, (WITH dbstat AS (SELECT 1) SELECT * FROM dbstat)",
        ])
    func schema(_ sql: String) async throws {
        let fixture = try await SQLiteGuardFixture(["ANALYZE"])
        _ = try await fixture.refusal(of: sql)
    }

    @Test(
        "C44 C46 tables, columns and views that are not allowed stay closed by every way",
        arguments: [
            "SELECT secret FROM hidden", "SELECT count(*) FROM hidden", "SELECT 1 FROM hidden", "SELECT secret FROM open", "SELECT * FROM open",
            "SELECT rowid, open.* FROM open", "SELECT id FROM open WHERE secret = 's1'", "SELECT id FROM open ORDER BY secret",
            "SELECT (SELECT max(h.secret) FROM hidden h) FROM open", "SELECT s FROM unshown", "SELECT count(*) FROM unshown",
            "SELECT id FROM open UNION SELECT secret FROM hidden", "SELECT open.id FROM open JOIN hidden ON hidden.id = open.id",
            "WITH open AS (SELECT secret FROM hidden) SELECT * FROM open", "WITH hidden AS (SELECT * FROM main.hidden) SELECT * FROM hidden",
            "SELECT count(*) FROM hidden, (WITH hidden AS (SELECT 1) SELECT * FROM hidden)", "SELECT id FROM open o NATURAL JOIN hidden",
            // SQLite's authorizer is not asked about the columns of these joins.
            "SELECT id FROM open JOIN hidden USING (id)", "SELECT count(*) FROM hidden a JOIN hidden b USING (secret)",
            "WITH g(secret) AS (VALUES ('h1')) SELECT count(*) FROM g JOIN hidden USING (secret)",
            "WITH g(secret) AS (VALUES ('s1')) SELECT id FROM open JOIN g USING (\"secret\")",
            "WITH g(secret) AS (VALUES ('s1')) SELECT id FROM open NATURAL JOIN g",
            "SELECT 'h1' IN (SELECT secret FROM hidden)", "SELECT ('a', 'h1') IN hidden", "SELECT EXISTS (SELECT 1 FROM hidden)",
            "SELECT open.id FROM open, (hidden)", "SELECT open.id FROM open, hidden AS h", "SELECT s FROM shown JOIN hidden",
            "SELECT count(*) FROM shown, hidden", "SELECT count(*) FROM hidden AS shown", "SELECT s FROM shown, hidden h",
            // A WITH query that borrows the name of an allowed view.
            "WITH shown AS (SELECT secret FROM hidden) SELECT * FROM shown", "WITH shown(a) AS (SELECT secret FROM hidden) SELECT * FROM shown",
            "WITH 'shown' AS MATERIALIZED (SELECT secret FROM hidden) SELECT * FROM shown",
            "WITH [ShOwN] AS NOT MATERIALIZED (SELECT secret FROM hidden) SELECT * FROM shown",
            "WITH \u{FEFF}shown/**/AS--\n(SELECT secret FROM hidden) SELECT * FROM shown",
            "SELECT * FROM shown, (WITH \"shown\" AS (SELECT * FROM hidden) SELECT * FROM shown)",
            "WITH RECURSIVE shown(a) AS (SELECT secret FROM hidden UNION ALL SELECT a FROM shown) SELECT * FROM shown",
        ])
    func closed(_ sql: String) async throws {
        let fixture = try await SQLiteGuardFixture()
        _ = try await fixture.refusal(of: sql)
    }

    @Test("a refusal names the refused item")
    func names() async throws {
        let fixture = try await SQLiteGuardFixture()
        #expect(try await fixture.refusal(of: "SELECT secret FROM hidden").subject == .table("hidden"))
        #expect(try await fixture.refusal(of: "SELECT secret FROM open").subject == .column("secret", table: "open"))
        #expect(try await fixture.refusal(of: "SELECT abs(id) FROM open").subject == .function("abs"))
        #expect(try await fixture.refusal(of: "PRAGMA user_version").description == "a PRAGMA is not allowed")
        #expect(try await fixture.refusal(of: "WITH shown AS (SELECT 1) SELECT * FROM shown").subject == .hidesView("shown"))
        #expect(try await fixture.refusal(of: "SELECT 1; SELECT 2").description == "anything but one statement is not allowed")
    }

    @Test("a table that bears the name of an allowed table-valued function stays closed")
    func shadowedFunction() async throws {
        let fixture = try await SQLiteGuardFixture(["CREATE TABLE json_each (value TEXT)"])
        #expect(try await fixture.refusal(of: "SELECT value FROM json_each").subject == .table("json_each"))
        #expect(try await fixture.refusal(of: "SELECT count(*) FROM json_each").subject == .table("json_each"))
    }

    @Test("cached schema facts last until the schema changes: tables that change their pages, views that are created and dropped")
    func changedSchema() async throws {
        let fixture = try await SQLiteGuardFixture()
        let ids = "SELECT id FROM open ORDER BY id"
        let query = "WITH shown AS (SELECT 1 AS s) SELECT * FROM shown"
        func look(_ expected: [[String]]) async throws {
            for _ in 0..<4 { #expect(try await fixture.rows(ids).rows == expected) }
        }
        func change(_ statements: [Statement]) async throws {
            try await fixture.base.database.write(SQLiteFixture.bounds) { for each in statements { try $0.execute(each) } }
        }
        try await look([["1"], ["2"]])
        #expect(try await fixture.refusal(of: query).subject == .hidesView("shown"))
        // The tables are made in the other order.
        try await change([
            "DROP VIEW shown", "DROP VIEW unshown", "DROP TABLE open", "DROP TABLE hidden",
            "CREATE TABLE hidden (id INTEGER PRIMARY KEY, secret TEXT)",
            "INSERT INTO hidden VALUES (7, 'h7')", "CREATE TABLE open (id INTEGER PRIMARY KEY, name TEXT, secret TEXT)",
            "INSERT INTO open VALUES (3, 'three', 's3')",
        ])
        try await look([["3"]])
        for sql in ["SELECT id FROM open JOIN hidden USING (id)", "SELECT count(*) FROM hidden"] {
            #expect(try await fixture.refusal(of: sql).subject == .table("hidden"))
        }
        #expect(try await fixture.rows(query).rows == [["1"]])
        try await change(["CREATE VIEW shown AS SELECT secret AS s FROM hidden"])
        #expect(try await fixture.refusal(of: query).subject == .hidesView("shown"))
    }

    @Test("C40 a sort larger than the cache makes no file, on disk or elsewhere")
    func largeSort() async throws {
        let fixture = try await SQLiteGuardFixture([
            "CREATE TABLE many (id INTEGER PRIMARY KEY, name TEXT)",
            """
            INSERT INTO many (name) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
            SELECT hex(randomblob(100)) FROM n
            """,
        ])
        let readRights = SQLiteReadRights(tables: ["many": nil], functions: [])
        let before = try fixture.effects()
        // Other tests of this process sort too: a file of this sort would be there every time, one of theirs is not.
        var files: Set<String> = ["unknown"]
        for attempt in 0..<60 where !files.isEmpty {
            // Some of theirs go on for seconds.
            if attempt > 0 { try await Task.sleep(for: .milliseconds(250)) }
            files = try await openedByASort(fixture, readRights)
        }
        #expect(files.isEmpty)
        #expect(try fixture.effects() == before)
    }

    private func openedByASort(_ fixture: SQLiteGuardFixture, _ readRights: SQLiteReadRights) async throws -> Set<String> {
        try await fixture.base.database.guarded(SQLiteFixture.bounds, readRights) { connection in
            var open: Set<String> = []
            var rows = 0
            _ = try connection.query(Statement(verbatim: "SELECT name FROM many ORDER BY name"), limits: .none, columns: { _ in }) { _ in
                // A temporary file of the engine is deleted at once, and stays open without a name.
                if rows == 0 { open = Set(Self.openFiles().filter { $0.contains("etilqs") }) }
                rows += 1
                return .more
            }
            return open
        }
    }

    private static func openFiles() -> [String] {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    }
}

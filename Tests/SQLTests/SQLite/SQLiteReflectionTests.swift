import SQL
import Testing

@Suite("SQLite reflection")
struct SQLiteReflectionTests {
    private func schema(_ script: [Statement]) async throws -> [TableSchema] {
        let fixture = try await SQLiteFixture(script)
        return try await fixture.database.reflect(SQLiteFixture.bounds).tables
    }

    @Test("columns, keys and defaults are reported as the engine has them")
    func columns() async throws {
        let tables = try await schema([
            """
            CREATE TABLE "Order" (
                id INTEGER PRIMARY KEY, number TEXT NOT NULL UNIQUE, total DECIMAL(10,2) DEFAULT 0, paid BOOLEAN, placed DATETIME,
                twice INTEGER GENERATED ALWAYS AS (id * 2), a INTEGER, b INTEGER, UNIQUE (b, a))
            """
        ])
        let order = try #require(tables.first)
        #expect(tables.count == 1)
        #expect(order.name == "Order")
        #expect(order.schema == "main")
        #expect(order.primaryKey == ["id"])
        #expect(order.uniqueKeys == [["b", "a"], ["number"]])
        #expect(order.columns.map(\.name) == ["id", "number", "total", "paid", "placed", "twice", "a", "b"])
        #expect(order.columns.map(\.type) == [.integer, .text, .decimal, .boolean, .timestamp, .integer, .integer, .integer])
        #expect(order.columns.map(\.isNullable) == [false, false, true, true, true, true, true, true])
        #expect(order.columns.map(\.hasDefault) == [true, false, true, false, false, false, false, false])
        #expect(order.columns.map(\.isGenerated) == [false, false, false, false, false, true, false, false])
        #expect(order.columns[2].declaredType == "DECIMAL(10,2)")
    }

    @Test("C61 a generated column tells the columns that it is computed from, and nothing where its definition is not understood")
    func sourceColumns() async throws {
        let tables = try await schema([
            """
            CREATE TABLE t (
                id INTEGER PRIMARY KEY, "a, (b" INTEGER, b TEXT DEFAULT ('x,y'), /* c AS (b) */ "C" INTEGER AS ("a, (b" + ID) STORED,
                d AS (upper(B) || '"nope"') VIRTUAL, e INTEGER GENERATED ALWAYS AS (C) CONSTRAINT "odd" UNIQUE, f AS (1), CHECK (b <> 'd'))
            """,
            "ALTER TABLE t ADD COLUMN [g h] AS (d || e)",
        ])
        let sourceColumns = Dictionary(try #require(tables.first).columns.map { ($0.name, $0.sourceColumns) }) { first, _ in first }
        #expect(sourceColumns["id"] == [String]() && sourceColumns["b"] == [String]())
        #expect(sourceColumns["C"] == ["id", "a, (b"] && sourceColumns["d"] == ["b"] && sourceColumns["g h"] == ["d", "e"])
        // A name in quotation marks that is no column, and an expression without any.
        #expect(sourceColumns["e"] == [String]?.none && sourceColumns["f"] == [String]?.none)
    }

    @Test("foreign keys name their columns also where the schema leaves them out")
    func foreignKeys() async throws {
        let tables = try await schema([
            "CREATE TABLE p (x INTEGER, y INTEGER, PRIMARY KEY (y, x))",
            "CREATE TABLE c (a INTEGER, b INTEGER, p INTEGER REFERENCES q (k), FOREIGN KEY (a, b) REFERENCES P)",
            "CREATE TABLE q (k INTEGER PRIMARY KEY)",
        ])
        #expect(tables.map(\.name) == ["c", "p", "q"])
        #expect(tables[1].primaryKey == ["y", "x"])
        #expect(
            tables[0].foreignKeys == [
                ForeignKey(columns: ["a", "b"], referencedSchema: "main", referencedTable: "p", referencedColumns: ["y", "x"]),
                ForeignKey(columns: ["p"], referencedSchema: "main", referencedTable: "q", referencedColumns: ["k"]),
            ])
    }

    @Test("views are reported; broken ones and shadow tables are omitted")
    func views() async throws {
        let tables = try await schema([
            "CREATE TABLE t (a INTEGER, b TEXT)", "CREATE VIEW v AS SELECT b, a + 1 AS next FROM t", "CREATE TABLE gone (a)",
            "CREATE VIEW broken AS SELECT a FROM gone", "DROP TABLE gone", "CREATE VIRTUAL TABLE notes USING fts5(body)",
        ])
        #expect(tables.map(\.name) == ["notes", "t", "v"])
        #expect(tables.map(\.kind) == [.view, .table, .view])
        #expect(tables[2].columns.map(\.name) == ["b", "next"])
        #expect(tables[0].columns.map(\.name) == ["body"])
    }

    @Test("row counts come from the last ANALYZE, else from the highest row number")
    func estimates() async throws {
        let fill: [Statement] = ["INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)", "INSERT INTO t VALUES (9)"]
        let guessed = try await schema(["CREATE TABLE t (a INTEGER PRIMARY KEY)", "CREATE TABLE w (a TEXT PRIMARY KEY) WITHOUT ROWID"] + fill)
        #expect(guessed.map(\.estimatedRows) == [9, nil])
        let analyzed = try await schema(["CREATE TABLE t (a INTEGER PRIMARY KEY)"] + fill + ["ANALYZE"])
        #expect(analyzed.map(\.estimatedRows) == [3])
    }

    @Test("one row with a large number of its own makes no large table")
    func largeKey() async throws {
        let few = try await schema(["CREATE TABLE t (a INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (1), (777777777)"])
        #expect(few.map(\.estimatedRows) == [2])
        let many: Statement = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300001) INSERT INTO t SELECT i FROM n"
        let large = try await schema(["CREATE TABLE t (a INTEGER PRIMARY KEY)", many, "INSERT INTO t VALUES (777777777)"])
        #expect(large.map(\.estimatedRows) == [777_777_777])
    }

    @Test("foreign keys find their table as SQLite does: without regard to the case of ASCII letters, and of no others")
    func otherLetters() async throws {
        let tables = try await schema([
            "CREATE TABLE \(Identifier("\u{C9}")) (k INTEGER PRIMARY KEY)", "CREATE TABLE \(Identifier("\u{E9}")) (k INTEGER PRIMARY KEY)",
            "CREATE TABLE c (a INTEGER REFERENCES \(Identifier("\u{C9}")) (k), b INTEGER REFERENCES \(Identifier("\u{E9}")) (k))",
        ])
        #expect(Set(tables.first { $0.name == "c" }?.foreignKeys.map { "\($0.columns[0]) \($0.referencedTable)" } ?? []) == ["a \u{C9}", "b \u{E9}"])
    }
}

import GatehouseTesting
import SQL
import SQLSyntax
import Testing

@Suite("Tables of SQLite are changed by their text")
struct TableTextTests {
    private static let sql = """
        CREATE TABLE "orders" (
          "id" integer PRIMARY KEY AUTOINCREMENT, "text" text DEFAULT 'a, (b)', -- a comment, with a comma
          customer_id integer REFERENCES customers (id) ON DELETE CASCADE, "total" decimal(12,2) CHECK ("total" >= 0),
          twice decimal GENERATED ALWAYS AS (total * 2), region int, store int,
          CONSTRAINT place FOREIGN KEY (region, store) REFERENCES stores (region, id), FOREIGN KEY (store) REFERENCES stores (id)
        ) STRICT
        """

    @Test("its definitions are found whatever stands in them")
    func columns() throws {
        let text = try #require(TableText(Self.sql))
        #expect(text.columns == ["id", "text", "customer_id", "total", "twice", "region", "store"])
        #expect(text.body.hasSuffix(") STRICT") && text.body.hasPrefix("(\n  \"id\" integer PRIMARY KEY AUTOINCREMENT,"))
        for other in [
            "", "CREATE TABLE x", "CREATE TABLE x ()", "CREATE TABLE x (a int", "CREATE VIRTUAL TABLE x USING fts5(a", "CREATE TABLE x (a 'b)",
        ] {
            #expect(TableText(other)?.columns.isEmpty ?? true, "\(other)")
        }
    }

    @Test(
        "a column goes with its own key, and stays where something else names it",
        arguments: [
            ("customer_id", true), ("text", true), ("TEXT", true), ("total", false), ("twice", true), ("region", false), ("store", false),
            ("absent", false),
        ])
    func removal(column: String, goes: Bool) throws {
        var text = try #require(TableText(Self.sql))
        let before = text.body
        #expect(text.remove(column: column) == goes)
        #expect((text.body == before) != goes)
        if goes { #expect(!text.columns.contains { $0.lowercased() == column.lowercased() }) }
    }

    @Test("a table whose column goes keeps rows, other columns, indexes and the rows that refer to it")
    func whole() async throws {
        try await DataEngine.sqlite.withDatabase { database in
            try await database.setUp { connection in
                for statement in [
                    "CREATE TABLE shelves (id INTEGER PRIMARY KEY, word TEXT NOT NULL, old TEXT)", "CREATE INDEX by_word ON shelves (word)",
                    "CREATE INDEX by_old ON shelves (old)",
                    "CREATE TABLE books (id INTEGER PRIMARY KEY, shelf INTEGER REFERENCES shelves (id) ON DELETE CASCADE)",
                    "CREATE VIEW words AS SELECT word FROM shelves", "INSERT INTO shelves VALUES (1, 'a', 'x'), (2, 'b', NULL)",
                    "INSERT INTO books VALUES (1, 1), (2, 2)",
                ] as [Statement] { try connection.execute(statement) }
            }
            let bounds = CallBounds.patient
            try await database.define(bounds) { connection in
                for statement in try SQLiteTableChange(table: "shelves", removed: ["old"]).statements(on: connection) {
                    try connection.execute(statement)
                }
            }
            let left = try await database.read(bounds) { connection in
                (
                    try connection.all("SELECT id || word FROM shelves ORDER BY id") { $0.text(0) ?? "" },
                    try connection.all("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY name") { $0.text(0) ?? "" },
                    try connection.first("SELECT count(*) FROM books") { $0.int(0) ?? 0 },
                    try connection.all("SELECT word FROM words") { $0.text(0) ?? "" }
                )
            }
            #expect(left.0 == ["1a", "2b"] && left.2 == 2 && left.3 == ["a", "b"])
            #expect(left.1 == ["books", "by_word", "shelves", "words"])
            try await database.write(bounds) { try $0.execute("DELETE FROM shelves WHERE id = 1") }
            #expect(try await database.read(bounds) { try $0.first("SELECT count(*) FROM books") { $0.int(0) } } == 1, "the key still holds")
        }
    }

    @Test("a table with triggers, and one whose column something stands on, are left as they are")
    func refused() async throws {
        try await DataEngine.sqlite.withDatabase { database in
            try await database.setUp { connection in
                for statement in [
                    "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT, c TEXT)",
                    "CREATE TABLE d (id INTEGER PRIMARY KEY, e INTEGER, f INTEGER, CHECK (e < f))",
                    "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM d; END",
                ] as [Statement] { try connection.execute(statement) }
            }
            let bounds = CallBounds.patient
            for change in [SQLiteTableChange(table: "a", removed: ["b"]), SQLiteTableChange(table: "d", removed: ["e"])] {
                await #expect(throws: DatabaseError.self) {
                    try await database.define(bounds) { connection in _ = try change.statements(on: connection) }
                }
            }
        }
    }
}

import GatehouseTesting
import JSON
import SQL
import Store
import Synchronization
import Testing

@Suite("Rows that are read by the names of their columns")
struct StoredRowTests {
    private struct Thing: Hashable, Sendable {
        var id: Int64 = 0
        var name = ""
        var isOpen = false
        var made = Timestamp(microseconds: 0)
        var ended: Timestamp?
        var tags: [String] = []
        var kind = Kind.small
        var owner: String?

        enum Kind: String, CaseIterable, Sendable { case small, large }

        static let table = StoredTable<Thing>(
            "things", from: "things LEFT JOIN owners ON owners.id = things.owner_id", template: Thing(),
            [
                .generated("id", \.id, .integer), .fixed("name", \.name, .text), .searchKey("name_key") { .text($0.name.lowercased()) },
                .changing("is_open", \.isOpen, .flag), .fixed("made_at", \.made, .time), .changing("ended_at", \.ended, .optional(.time)),
                .changing("tags", \.tags, .texts), .changing("kind", \.kind, .word()),
                .selected("owner", "owners.name", \.owner, .optional(.text)),
            ])
    }

    private static func with(_ engine: StoreEngine, _ body: (any Database) async throws -> Void) async throws {
        try await engine.withDatabase { database in
            try await database.write(.patient) { connection in
                try connection.execute("CREATE TABLE owners (id BIGINT PRIMARY KEY, name TEXT)")
                // Without types where the engine takes that: so are files that others wrote.
                try connection.execute(
                    """
                    CREATE TABLE things (\(Statement.generatedID(for: connection.dialect)), name TEXT, name_key TEXT, is_open BIGINT, made_at BIGINT,
                    ended_at BIGINT, tags TEXT, kind TEXT, owner_id BIGINT, secret \(type: .blob))
                    """)
            }
            try await body(database)
        }
    }

    @Test("One list of columns inserts, reads and changes an object; computed and fixed columns stay", arguments: StoreEngine.allCases)
    func table(engine: StoreEngine) async throws {
        try await Self.with(engine) { database in
            try await database.write(.patient) { connection in
                var thing = Thing(name: "Lamp", isOpen: true, made: .now, tags: ["a", "b, \"c\""], kind: .large)
                thing.id = try Thing.table.insert(thing, on: connection)
                #expect(try Thing.table.first(where: "things.name_key = 'lamp'", on: connection) == thing)
                var changed = thing
                (changed.name, changed.made, changed.owner) = ("Other", Timestamp(microseconds: 1), "nobody")
                (changed.isOpen, changed.ended, changed.tags, changed.kind) = (false, .now, [], .small)
                try Thing.table.update(changed, id: thing.id, on: connection)
                (changed.name, changed.made, changed.owner) = (thing.name, thing.made, nil)
                #expect(try Thing.table.readable(by: "things.id", on: connection, reporting: DamagedRows()) == [changed])
                #expect(try Thing.table.first(where: "things.id = 77", on: connection) == nil)
            }
        }
    }

    @Test("An unreadable value fails its row with table, column and key; the value itself is never reported", arguments: StoreEngine.allCases)
    func damage(engine: StoreEngine) async throws {
        try await Self.with(engine) { database in
            try await database.write(.patient) { connection in
                for name in ["first", "second"] { _ = try Thing.table.insert(Thing(name: name, made: .now), on: connection) }
                let wrong: [(Statement, String, String)] = [
                    ("is_open = 2", "is_open", "expected 0 or 1"), ("is_open = NULL", "is_open", "it is NULL, expected 0 or 1"),
                    ("made_at = 9223372036854775807", "made_at", "expected a time in microseconds"),
                    ("tags = '[1, 2]'", "tags", "expected a JSON array of strings"), ("tags = 'hush'", "tags", "expected a JSON array of strings"),
                    ("kind = 'huge'", "kind", "expected one of small, large"), ("name = NULL", "name", "it is NULL, expected text"),
                ]
                for (change, column, reason) in wrong {
                    try connection.execute("UPDATE things SET \(change) WHERE name_key = 'first'")
                    let row = DamagedRow(table: "things", column: column, key: "1", reason: reason)
                    #expect(throws: row) { _ = try Thing.table.first(where: "things.id = 1", on: connection) }
                    #expect(try Thing.table.damage(on: connection) == [row])
                    let damaged = DamagedRows()
                    #expect(try Thing.table.readable(by: "things.id", on: connection, reporting: damaged).map(\.name) == ["second"])
                    try Thing.table.update(Thing(name: "first", made: .now), id: Int64(1), on: connection)
                    try connection.execute("UPDATE things SET name = 'first', made_at = 0 WHERE id = 1")
                }
                #expect(try Thing.table.damage(on: connection) == [])
            }
        }
    }

    @Test("Any statement is read by the names that AS gives; a key of bytes is not reported, a number is parsed", arguments: StoreEngine.allCases)
    func names(engine: StoreEngine) async throws {
        try await Self.with(engine) { database in
            try await database.write(.patient) { connection in
                _ = try Thing.table.insert(Thing(name: "one", made: .now), on: connection)
                try connection.execute("UPDATE things SET secret = \([1, 2, 3] as [UInt8])")
                let found = try connection.first(of: "things", "SELECT name AS title, kind, 7 AS seven FROM things") { row in
                    (try row["title", .text], try row["kind", .word()] as Thing.Kind, try row["seven", .int])
                }
                #expect(found?.0 == "one" && found?.1 == .small && found?.2 == 7)
                #expect(throws: DamagedRow(table: "things", column: "kind", key: "", reason: "expected a whole number")) {
                    _ = try connection.all(of: "things", "SELECT secret, kind FROM things") { try $0["kind", .integer] }
                }
                #expect(try connection.values(of: "things", "SELECT name FROM things", .text) == ["one"])
                #expect(try connection.value(of: "things", "SELECT name FROM things WHERE id = 77", .text) == nil)
                for count in [1, 2] as [Int64] {
                    #expect(try connection.number(of: "things", "SELECT count(*) FROM things") == count)
                    _ = try Thing.table.insert(Thing(name: "more", made: .now), on: connection)
                }
                #expect(throws: DatabaseError.self) { _ = try connection.number(of: "things", "SELECT id FROM things WHERE id = 77") }
            }
        }
    }

    @Test("A damaged row is reported once, even if it was found before a listener was added")
    func told() throws {
        let damaged = DamagedRows()
        let (first, second) = (Self.row(1), Self.row(2))
        damaged.note(first)
        let told = Mutex<[DamagedRow]>([])
        damaged.listen { row in told.withLock { $0.append(row) } }
        damaged.note(first)
        #expect(try damaged.readable { () throws -> Int in throw second } == nil)
        #expect(try damaged.readable { 5 } == 5)
        damaged.note(second)
        #expect(told.withLock { $0 } == [first, second])
        #expect(throws: DatabaseError.self) { _ = try damaged.readable { () throws -> Int in throw DatabaseError(.other, "away") } }
        #expect("\(first)" == "row 1 of things cannot be read: tags: expected JSON")
    }

    private static func row(_ key: Int) -> DamagedRow { DamagedRow(table: "things", column: "tags", key: "\(key)", reason: "expected JSON") }
}

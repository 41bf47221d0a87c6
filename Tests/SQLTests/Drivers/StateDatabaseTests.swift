import GatehouseTesting
import JSON
import SQL
import Testing

/// The common guarantees of all engines that can store our own state.
@Suite("A driver: our own state")
struct StateDatabaseTests {
    private static let table: Statement = """
        CREATE TABLE t (id \(type: .id) PRIMARY KEY, name \(type: .text) NOT NULL UNIQUE, body \(type: .json), made \(type: .time), raw \(type: .blob))
        """

    private static func insert(_ id: Int64, _ name: String) -> Statement { "INSERT INTO t (id, name) VALUES (\(id), \(name))" }

    private static func count(_ database: any Database) async throws -> Int64? {
        try await database.read(.minute) { try $0.first("SELECT count(*) FROM t") { $0.int(0) } ?? nil }
    }

    @Test("values of our five types are read back, also by another process", arguments: StoreEngine.allCases)
    func roundTrip(engine: StoreEngine) async throws {
        let made = try await engine.makeDatabase()
        let first = try made.open()
        let second = try made.open()
        try await first.write(.minute) { connection in
            try connection.execute(Self.table)
            let changed = try connection.execute(
                "INSERT INTO t VALUES (\(Int64.max), \("ü'\"😀"), \("{\"a\":1}"), \(Int64(-1)), \([0, 255] as [UInt8])), (\(true), \(""), NULL, NULL, NULL)"
            )
            #expect(changed == 2)
        }
        let rows = try await second.read(.minute) { connection in
            try connection.all("SELECT id, name, body, made, raw FROM t ORDER BY id DESC") { row in
                "\(row.int(0) ?? 0) \(row.text(1) ?? "-") \(row.text(2) ?? "-") \(row.int(3) ?? 0) \(row.bytes(4) ?? [7]) \(row.isNull(4))"
            }
        }
        #expect(rows == ["9223372036854775807 ü'\"😀 {\"a\":1} -1 [0, 255] false", "1  - 0 [7] true"])
        let flag = try await second.read(.minute) { try $0.first("SELECT id FROM t WHERE id = \(true)") { $0.bool(0) } ?? nil }
        #expect(flag == true)
        await first.close()
        await second.close()
    }

    @Test("rows become the same JSON", arguments: StoreEngine.allCases)
    func json(engine: StoreEngine) async throws {
        try await engine.withDatabase { database async throws in
            try await database.write(.minute) { connection in
                try connection.execute(Self.table)
                try connection.execute(
                    "INSERT INTO t VALUES (1, 'a', '{}', 1735689600000000, \([1, 2, 3] as [UInt8])), (9007199254740993, 'b', NULL, NULL, NULL)")
            }
            let rows = try await database.read(.minute) { connection in
                try connection.all("SELECT id, name, body, made, raw FROM t ORDER BY id") { row in
                    var writer = JSONWriter()
                    try writer.array { writer in for index in 0..<row.columnCount { try row.write(index, to: &writer) } }
                    return String(decoding: writer.bytes, as: UTF8.self)
                }
            }
            #expect(rows == [#"[1,"a","{}",1735689600000000,"AQID"]"#, #"["9007199254740993","b",null,null,null]"#])
        }
    }

    @Test("a broken constraint is reported and rolls back its whole transaction", arguments: StoreEngine.allCases)
    func constraint(engine: StoreEngine) async throws {
        try await engine.withDatabase { database async throws in
            try await database.write(.minute) { connection in
                try connection.execute(Self.table)
                try connection.execute(Self.insert(1, "a"))
            }
            let error = await databaseError {
                try await database.write(.minute) { connection in
                    try connection.execute(Self.insert(2, "b"))
                    try connection.execute(Self.insert(3, "a"))
                }
            }
            #expect(error?.code == .constraint)
            #expect(try await Self.count(database) == 1)
        }
    }

    @Test("a write counts the rows it changed", arguments: StoreEngine.allCases)
    func changes(engine: StoreEngine) async throws {
        try await engine.withDatabase { database async throws in
            let counts = try await database.write(.minute) { connection in
                [
                    try connection.execute(Self.table), try connection.execute("INSERT INTO t (id, name) VALUES (1, 'a'), (2, 'b')"),
                    try connection.execute("UPDATE t SET body = 'x'"), try connection.execute("DELETE FROM t WHERE id = 3"),
                ]
            }
            #expect(counts == [0, 2, 2, 0])
        }
    }

    @Test("a statement that writes may return rows, and the first of them is enough", arguments: StoreEngine.allCases)
    func returning(engine: StoreEngine) async throws {
        try await engine.withDatabase { database async throws in
            try await database.write(.minute) { try $0.execute(Self.table) }
            let id = try await database.write(.minute) { connection in
                try connection.first("INSERT INTO t (id, name) VALUES (8, 'a'), (9, 'b') RETURNING id") { $0.int(0) } ?? nil
            }
            #expect(id == 8)
            #expect(try await Self.count(database) == 2)
        }
    }

    @Test("a read cannot write", arguments: StoreEngine.allCases)
    func readOnly(engine: StoreEngine) async throws {
        try await engine.withDatabase { database async throws in
            try await database.write(.minute) { try $0.execute(Self.table) }
            let error = await databaseError { try await database.read(.minute) { try $0.execute(Self.insert(1, "a")) } }
            #expect(error?.code == .readOnly)
            #expect(try await Self.count(database) == 0)
        }
    }

    @Test("of many writers that take the same name, exactly one gets it", arguments: StoreEngine.allCases)
    func race(engine: StoreEngine) async throws {
        try await engine.withDatabase { database async throws in
            try await database.write(.minute) { try $0.execute(Self.table) }
            let winners = await withTaskGroup { group in
                for id in 1...20 as ClosedRange<Int64> {
                    group.addTask {
                        do {
                            return try await database.write(.minute) { try $0.execute(Self.insert(id, "taken")) }
                        } catch {
                            return 0
                        }
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(winners == 1)
            #expect(try await Self.count(database) == 1)
        }
    }

    @Test("reflection tells our types and keys", arguments: StoreEngine.allCases)
    func reflection(engine: StoreEngine) async throws {
        try await engine.withDatabase { database async throws in
            try await database.write(.minute) { try $0.execute(Self.table) }
            let table = try #require(try await database.reflect(.minute).tables.first)
            #expect(table.name == "t" && table.kind == .table)
            #expect(table.columns.map(\.name) == ["id", "name", "body", "made", "raw"])
            #expect(table.columns.map(\.type) == [.integer, .text, .text, .integer, .blob])
            #expect(table.primaryKey == ["id"])
            #expect(table.uniqueKeys == [["name"]])
        }
    }
}

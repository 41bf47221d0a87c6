import GatehouseTesting
import SQL
import SQLSyntax
import Testing

@testable import Store

@Suite("Migrations")
struct MigrationTests {
    static let first = Migration("zoo", 1, "animals") { dialect in
        [
            .createTable("animals", "\(.generatedID(for: dialect)), name \(type: .text) NOT NULL", for: dialect),
            "INSERT INTO animals (name) VALUES ('gnu')",
        ]
    }
    static let second = Migration("zoo", 2, "legs") { _ in
        ["ALTER TABLE animals ADD COLUMN legs INTEGER", "UPDATE animals SET legs = 4 WHERE name = 'gnu'"]
    }

    @Test("A later migration finds the rows of the schema before it", arguments: Engine.allCases)
    func rowsSurvive(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let before = try await test.store(migrations: [Self.first])
        try await before.write { try $0.execute("INSERT INTO animals (name) VALUES ('yak')") }
        await before.close()
        let after = try await test.store(migrations: [Self.first, Self.second])
        let rows = try await after.database.texts("SELECT name || '=' || COALESCE(CAST(legs AS TEXT), '?') FROM animals ORDER BY id")
        #expect(rows == ["gnu=4", "yak=?"])
        #expect(try await after.database.count("SELECT COUNT(*) FROM migrations WHERE domain = 'zoo'") == 2)
        await after.close()
    }

    @Test("The store's audit tables are added beside a counted change", arguments: Engine.allCases)
    func ownSchema(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let database = try test.open()
        try await Migrator([Store.migrations[0]], on: database).run()
        try await database.tamper("UPDATE changes SET version = 41")
        await database.close()
        let store = try await test.store()
        #expect(try await store.database.count("SELECT version FROM changes") == 41)
        try store.audit.record(.sample("a"), .ok)
        #expect(try await store.audit.list(AuditQuery()).map(\.call.id) == ["a"])
        await store.close()
    }

    @Test("A chain of the version before leases is ended at once beside a file, after an hour on a server", arguments: Engine.allCases)
    func chainsWithoutProcess(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let database = try test.open()
        try await Migrator(Array(Store.migrations.prefix { $0.number < 6 }), on: database).run()
        let fields = AuditRecord.intent(.sample("lost")).fields
        var chain = AuditChain.start
        chain.append(fields.canonicalBytes(node: "old"))
        try await database.tamper(
            "INSERT INTO audit (node, sequence, \(AuditFields.columns), hash) VALUES \(.rows([fields.row(of: .text("old"), at: chain)]))")
        try await database.tamper(
            """
            INSERT INTO audit_heads (node, sequence, hash, signature)
            VALUES ('old', 1, \(chain.hash), \(chain.signature(node: "old", by: test.secrets)))
            """)
        try await database.tamper("INSERT INTO audit_open (node, call_id) VALUES ('old', 'lost')")
        await database.close()
        let withLease = try await test.store()
        #expect(try await withLease.audit.list(AuditQuery()).map(\.outcome) == [nil])
        await withLease.close()
        let withLock = try await test.store(liveness: test.lockFile)
        #expect(try await withLock.audit.list(AuditQuery()).map(\.outcome?.outcome) == [.unknown])
        #expect(try await withLock.audit.verify() == AuditVerification(rows: 3))
        await withLock.close()
    }

    @Test("A database of a newer program is refused and not changed", arguments: Engine.allCases)
    func newer(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        await (try await test.store(migrations: [Self.first])).close()
        let extra = Migration("ark", 1, "boats") { [.createTable("boats", "name \(type: .text)", for: $0)] }
        await #expect {
            try await test.store(migrations: [extra])
        } throws: { error in
            let error = error as? StoreError
            return error?.code == .newerSchema && error?.reason.contains("zoo 1 'animals'") == true
        }
        let database = try test.open()
        #expect(try await database.count("SELECT COUNT(*) FROM migrations WHERE domain = 'ark'") == 0)
        #expect(try await database.reflect(.patient).tables.contains { $0.name == "boats" } == false)
        await database.close()
    }

    @Test("A migration that ran under another name is refused", arguments: Engine.allCases)
    func changed(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        await (try await test.store(migrations: [Self.first])).close()
        let renamed = Migration("zoo", 1, "beasts") { _ in [] }
        await #expect {
            try await test.store(migrations: [renamed])
        } throws: {
            ($0 as? StoreError)?.code == .changedSchema
        }
    }

    @Test("I05 a migration that ends at any statement leaves the old schema, and runs whole the next time", arguments: Engine.allCases, 0...2)
    func endsAtAnyStep(engine: Engine, step: Int) async throws {
        let test = try await TestDatabase(engine)
        let whole = Migration("zoo", 1, "animals") { dialect in Self.first.statements(dialect) }
        let ending = Migration("zoo", 1, "animals") { dialect in
            var statements = whole.statements(dialect)
            statements.insert("INSERT INTO no_such_table VALUES (1)", at: step)
            return statements
        }
        await #expect(throws: DatabaseError.self) { try await test.store(migrations: [ending]) }
        let database = try test.open()
        #expect(try await database.reflect(.patient).tables.contains { $0.name == "animals" } == false)
        #expect(try await database.count("SELECT COUNT(*) FROM migrations WHERE domain = 'zoo'") == 0)
        await database.close()
        let store = try await test.store(migrations: [whole])
        #expect(try await store.database.texts("SELECT name FROM animals") == ["gnu"])
        await store.close()
    }

    @Test("Many that open an empty database together run each migration once", arguments: Engine.allCases)
    func together(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in 0..<6 { group.addTask { await (try await test.store(node: "n\(node)", migrations: [Self.first])).close() } }
            try await group.waitForAll()
        }
        let database = try test.open()
        #expect(try await database.texts("SELECT name FROM animals") == ["gnu"])
        #expect(try await database.count("SELECT COUNT(*) FROM migrations") == Int64(Store.migrations.count + 1))
        await database.close()
    }

    @Test("An id is not given twice, also after its row was removed", arguments: Engine.allCases)
    func ids(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store(migrations: [Self.first])
        let ids = try await store.write { connection in
            var ids: [Int64] = []
            for _ in 0..<2 {
                try connection.execute("INSERT INTO animals (name) VALUES ('emu')")
                ids.append(try connection.first("SELECT MAX(id) FROM animals") { $0.int(0) ?? 0 } ?? 0)
                try connection.execute("DELETE FROM animals WHERE name = 'emu'")
            }
            return ids
        }
        #expect(ids == [2, 3])
        await store.close()
    }
}

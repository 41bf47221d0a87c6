import Access
import Catalog
import Foundation
import GatehouseTesting
import SQL
import SQLSyntax
import Store
import Testing

@Suite("Tables of the catalogue and of the rules")
struct SchemaTests {
    /// With `GATEHOUSE_RECORD=1` the dump is rewritten, to be reviewed and committed.
    @Test("the tables equal the committed dump", arguments: StoreEngine.allCases)
    func snapshot(engine: StoreEngine) async throws {
        let made = try await engine.makeDatabase()
        let store = try await Store.open(try made.open(), migrations: World.migrations, secrets: .ephemeral(), node: "test")
        let lines = try await store.read { connection in
            try connection.all(engine == .sqlite ? Self.sqlite : Self.postgresql) { $0.text(0) ?? "" }
        }
        await store.close()
        let dump = lines.joined(separator: "\n") + "\n"
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Snapshots/schema.\(engine).txt")
        if ProcessInfo.processInfo.environment["GATEHOUSE_RECORD"] == "1" {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(dump.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == dump)
    }

    @Test("data of the previous version is still there after its migrations", arguments: StoreEngine.allCases)
    func migration(engine: StoreEngine) async throws {
        let made = try await engine.makeDatabase()
        let before = World.migrations.filter { $0.number <= ($0.domain == "catalog" ? 2 : 4) }
        let old = try await Store.open(try made.open(), migrations: before, secrets: .ephemeral(), node: "test")
        try await old.write { connection in
            try connection.execute(
                "INSERT INTO data_sources (workspace_id, name, title, url, created_at) VALUES (1, 'shop', 'Shop', 'sqlite:///x', 5)")
            for suspended in ["role", "source", nil] {
                try connection.execute(
                    """
                    INSERT INTO rules (workspace_id, role, source, collection, effect, actions, masked, hidden, filter, created_at, suspended)
                    VALUES (1, 'clerk', 'shop', 'orders', 'allow', '["view"]', '[]', '[]', '{}', 5, \(suspended))
                    """)
            }
        }
        await old.close()
        let store = try await Store.open(try made.open(), migrations: World.migrations, secrets: .ephemeral(), node: "test")
        let (sources, rules) = try await store.read { connection in
            (
                try connection.all("SELECT name, changes_schema FROM data_sources") { "\($0.text(0) ?? "") \($0.int(1) ?? -1)" },
                try connection.all("SELECT suspended FROM rules ORDER BY id") { $0.text(0) }
            )
        }
        #expect(sources == ["shop 0"] && rules == ["role", "source", nil])
        try await store.write { try $0.execute("UPDATE rules SET suspended = 'collection' WHERE suspended IS NULL") }
        await #expect(throws: DatabaseError.self) { try await store.write { try $0.execute("UPDATE rules SET suspended = 'nothing'") } }
        await store.close()
    }

    private static let tables: Statement = "('data_sources', 'rules', 'collection_definitions', 'collection_sequences', 'workspace_logins')"

    private static let sqlite: Statement = """
        SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name IN \(tables) ORDER BY tbl_name, type DESC, name
        """

    private static let postgresql: Statement = """
        SELECT line FROM (
            SELECT table_name AS t, 1 AS kind, ordinal_position::bigint AS place, 'column ' || table_name || '.' || column_name || ' ' || data_type
                || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END || CASE is_identity WHEN 'YES' THEN ' identity' ELSE '' END AS line
            FROM information_schema.columns WHERE table_schema = 'public' AND table_name IN \(tables)
            UNION ALL
            SELECT conrelid::regclass::text, 2, row_number() OVER (ORDER BY conname),
                'constraint ' || conrelid::regclass::text || ' ' || pg_get_constraintdef(oid)
            FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text IN \(tables)
            UNION ALL
            SELECT tablename, 3, row_number() OVER (ORDER BY indexname), indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename IN \(tables)
        ) AS dump ORDER BY t COLLATE "C", kind, place
        """
}

import Foundation
import SQL
import SQLSyntax
import Store
import Testing

@Suite("Schema")
struct SchemaSnapshotTests {
    /// With `GATEHOUSE_RECORD=1` the dump is rewritten, to be reviewed and committed.
    @Test("The store's tables equal the committed dump", arguments: Engine.allCases)
    func snapshot(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store()
        let dump = try await store.database.texts(engine == .sqlite ? Self.sqlite : Self.postgresql).joined(separator: "\n") + "\n"
        await store.close()
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Snapshots/schema.\(engine.rawValue).txt")
        if ProcessInfo.processInfo.environment["GATEHOUSE_RECORD"] == "1" { try Data(dump.utf8).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == dump)
    }

    private static let sqlite: Statement = """
        SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY tbl_name, type DESC, name
        """

    private static let postgresql: Statement = """
        SELECT line FROM (
            SELECT table_name AS t, 1 AS kind, ordinal_position::bigint AS place, 'column ' || table_name || '.' || column_name || ' ' || data_type
                || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END || CASE is_identity WHEN 'YES' THEN ' identity' ELSE '' END AS line
            FROM information_schema.columns WHERE table_schema = 'public'
            UNION ALL
            SELECT conrelid::regclass::text, 2, row_number() OVER (ORDER BY conname),
                'constraint ' || conrelid::regclass::text || ' ' || pg_get_constraintdef(oid)
            FROM pg_constraint WHERE connamespace = 'public'::regnamespace
            UNION ALL
            SELECT tablename, 3, row_number() OVER (ORDER BY indexname), indexdef FROM pg_indexes WHERE schemaname = 'public'
        ) AS dump ORDER BY t COLLATE "C", kind, place
        """
}

import Access
import Catalog
import Foundation
import GatehouseTesting
import Identity
import SQL
import SQLSyntax
import Store
import Testing
import Workflows

@Suite("Tables of workflows")
struct WorkflowsSchemaTests {
    private static let migrations = IdentitySchema.migrations + CatalogSchema.migrations + AccessSchema.migrations + WorkflowsSchema.migrations

    /// With `GATEHOUSE_RECORD=1` the dump is rewritten, to be reviewed and committed.
    @Test("the tables equal the committed dump", arguments: StoreEngine.allCases)
    func snapshot(engine: StoreEngine) async throws {
        let made = try await engine.makeDatabase()
        let store = try await Store.open(try made.open(), migrations: Self.migrations, secrets: .ephemeral(), node: "test")
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

    @Test("Each query of the queue uses its own index, so ended executions cost nothing")
    func indexes() async throws {
        let made = try await StoreEngine.sqlite.makeDatabase()
        let store = try await Store.open(try made.open(), migrations: Self.migrations, secrets: .ephemeral(), node: "test")
        let queries: [(Statement, index: String)] = [
            ("state = 'queued' LIMIT 1", "state"), ("state = 'queued' AND workspace_id = 1 ORDER BY id LIMIT 4", "state"),
            (
                "state = 'queued' AND workspace_id > 1 AND EXISTS (SELECT 1 FROM workspaces WHERE workspaces.id = workspace_id) ORDER BY workspace_id",
                "state"
            ),
            ("state = 'waiting' AND expires_at <= 1", "waiting"), ("state = 'running' AND owner = 'a'", "running"),
            ("state = 'ended' AND ended_at < 1 ORDER BY ended_at LIMIT 1", "ended"), ("workspace_id = 1 ORDER BY id DESC LIMIT 50", "workspace"),
            ("workspace_id = 1 AND workflow_id = 1 ORDER BY id DESC LIMIT 50", "workflow"),
        ]
        for (query, index) in queries {
            let plan = try await store.read { connection in
                try connection.all("EXPLAIN QUERY PLAN SELECT id FROM workflow_executions WHERE \(query)") { $0.text(3) ?? "" }
            }
            #expect(
                plan.contains { $0.contains("INDEX workflow_executions_\(index) ") || $0.hasSuffix("INDEX workflow_executions_\(index)") }, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
        await store.close()
    }

    private static let tables: Statement =
        "('workflows', 'workflow_versions', 'workflow_executions', 'workflow_jobs', 'workflow_runners', 'workflow_assignees')"

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

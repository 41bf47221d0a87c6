import Access
import Catalog
import SQL
import SQLGuard
import Store

/// Measures how long the guard takes to prepare a statement of 2 KB for a caller with row filters: parsing, name resolution, rewriting,
/// printing, and on SQLite the engine's compilation. No statement is executed.
enum GuardBenchmark {
    private static let statement: String = {
        let sums = (1...24).map { "sum(CASE WHEN o.status = 'paid' AND o.total > \($0 * 10) THEN o.total ELSE 0 END) AS above_\($0)" }
        return """
            WITH recent AS (SELECT id, customer_id, status, total FROM orders WHERE ordered_at >= '2026-01-01' AND status IN ('paid', 'sent', 'open'))
            SELECT c.name, count(*) AS n, \(sums.joined(separator: ", ")) FROM recent o JOIN customers c ON c.id = o.customer_id
            WHERE c.country = 'AT' GROUP BY c.name HAVING count(*) > 3 ORDER BY n DESC LIMIT 50
            """
    }()

    /// Runs that are not measured.
    private static let warmUpCount = 200

    static func run(folder: String, count: Int) async throws {
        let main = try SQLiteDatabase(path: "\(folder)/guard-main.db")
        let bounds = CallBounds.within(.seconds(600))
        try await main.write(bounds) { connection in
            try connection.execute(
                "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, status TEXT, total NUMERIC, ordered_at TEXT, region TEXT)")
            try connection.execute("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, country TEXT, email TEXT)")
        }
        let store = try await Store.open(
            try SQLiteDatabase(path: "\(folder)/guard-state.db"), migrations: CatalogSchema.migrations + AccessSchema.migrations,
            secrets: .ephemeral(),
            node: "bench")
        let sources = DataSources(
            store: store, locations: SourceLocations(), mainDatabase: { _ in main }, connect: { url, _ in try PostgreSQLDatabase(url: url) })
        let system = SystemCollections(users: { _ in "SELECT 1 AS id" }, roles: { _ in "SELECT 'a' AS name" })
        let rules = RuleStore(store: store)
        let sqlGuard = Guard(sources: sources, catalog: Catalog(sources: sources, system: system), rules: rules)
        let workspace = WorkspaceRef(id: WorkspaceID(1), name: "main", organization: OrganizationID(1))
        let region = RuleContent(actions: [.view], filter: .compare(FieldPath(field: "region"), .equal(.value(.text("north")))))
        let columns = RuleContent(actions: [.view], masked: ["email"])
        _ = try await rules.set(region, role: "clerk", source: "main", collection: "orders", in: workspace.id)
        _ = try await rules.set(columns, role: "clerk", source: "main", collection: "customers", in: workspace.id)
        let caller = Caller(
            kind: .apiKey(APIKeyID(1)), organization: OrganizationRef(id: OrganizationID(1), name: "built-in"),
            user: UserRef(id: UserID(1), name: "ann"),
            workspace: workspace, roles: ["clerk"], scopes: .all)
        let permit = ToolPermit(name: "run_sql", package: .dataSourceManager, scopes: [.runSQL], audience: .members)
        let grant = try Authorizer.authorize(permit, scope: .runSQL, for: caller, in: .all)
        var taken: [Double] = []
        for turn in 0..<warmUpCount + count {
            let start = ContinuousClock.now
            _ = try await sqlGuard.prepare(statement, grant: grant, source: "main", rows: 1_001, bounds)
            let time = ContinuousClock.now - start
            if turn >= warmUpCount { taken.append(time / .milliseconds(1)) }
        }
        taken.sort()
        await main.close()
        await store.close()
        print("{\"bytes\":\(statement.utf8.count),\"p50_ms\":\(taken[taken.count / 2]),\"p99_ms\":\(taken[taken.count * 99 / 100])}")
    }
}

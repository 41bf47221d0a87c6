import Access
import Ask
import Catalog
import GatehouseTesting
import Identity
import JSON
import MCP
import Records
import SQL
import SQLSyntax
import Store
import Synchronization
import Testing
import Tools
import Workflows

/// Every tool on a real store with real databases: organizations `built-in`, `acme` and `rival`, with people of every kind.
final class ToolFixture: Sendable {
    /// How a house differs from the usual one.
    struct Options: Sendable {
        var engine = StoreEngine.sqlite
        var isDemo = false
        var timeout = Duration.seconds(1_800)
        var allowedHosts: [String] = []
        var hasSourceRoot = false
        var quotas = Quotas.none
        /// Tools beside the product's own.
        var extra: @Sendable (Domains) -> [ToolDefinition] = { _ in [] }
    }

    let directory: TemporaryDirectory
    let place: TestDatabase
    let store: Store
    let domains: Domains
    let callers: Callers
    let dispatcher: Dispatcher
    let tools: GatehouseTools
    let definitions: [ToolDefinition]
    /// Of each tool, by its name.
    let permits: [String: ToolPermit]
    let failures = Failures()
    let people: People
    /// Credentials of callers, created on first use.
    let credentials = Mutex<[String: Credential]>([:])
    private let databases: MainDatabases

    /// Causes that no client sees.
    final class Failures: Sendable {
        private let list = Mutex<[String]>([])
        func append(_ text: String) { list.withLock { $0.append(text) } }
        var all: [String] { list.withLock { $0 } }
    }

    static func with(_ options: Options = Options(), _ body: (ToolFixture) async throws -> Void) async throws {
        let fixture = try await ToolFixture(options)
        do {
            try await body(fixture)
        } catch {
            await fixture.close()
            throw error
        }
        await fixture.close()
    }

    private init(_ options: Options) async throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        place = try await Self.migrated.copy(on: options.engine)
        let store = try await Self.open(place.open())
        self.store = store
        let hasher = PasswordHasher(cost: PasswordCost(memory: 64, passes: 1))
        _ = try await Bootstrap.run(store, hasher: hasher, password: Secret("the first password"))
        let databases = MainDatabases(directory)
        self.databases = databases
        let sources = DataSources(
            store: store,
            locations: SourceLocations(root: options.hasSourceRoot ? directory.path : nil, allowedHosts: options.allowedHosts),
            mainDatabase: { try databases.database(of: $0) },
            connect: { url, _ in
                switch url.dialect {
                case .sqlite: try SQLiteDatabase(path: url.database, options: SQLiteOptions(access: .readWrite, usesWriteAheadLog: false))
                case .postgresql: try PostgreSQLDatabase(url: url, resetsAfterUse: true)
                case .mysql: try MySQLDatabase(url: url)
                }
            })
        domains = Domains(
            store: store, hasher: hasher, sources: sources, quotas: options.quotas, uses: KeyUses(store: store), isDemo: options.isDemo,
            version: "1.2.3-test")
        callers = Callers(directory: domains.authorization.directory)
        dispatcher = Dispatcher(
            try Toolbox(ToolDefinition.all(domains) + options.extra(domains)), store: store,
            observer: CallObserver(ended: { _, _, _ in }, failed: { [failures] _, error in failures.append("\(error)") }),
            isDemo: options.isDemo, callTimeout: options.timeout)
        tools = GatehouseTools(dispatcher)
        definitions = dispatcher.toolbox.definitions
        permits = Dictionary(uniqueKeysWithValues: definitions.map { ($0.name, $0.permit) })
        people = try await People(domains, databases)
    }

    private static let migrated = PreparedDatabase { await (try await open($0)).close() }

    private static func open(_ database: any Database) async throws -> Store {
        let migrations =
            IdentitySchema.migrations + CatalogSchema.migrations + AccessSchema.migrations + AskSchema.migrations
            + RecordsSchema.migrations + WorkflowsSchema.migrations
        return try await Store.open(database, migrations: migrations, secrets: .ephemeral(), node: "test")
    }

    private func close() async {
        await domains.sources.close()
        await databases.close()
        await store.close()
    }

    /// The database of a workspace, as its owner sees it.
    func database(_ workspace: WorkspaceID) throws -> any Database { try databases.database(of: workspace) }

    /// The same tools in a server that runs for show, or with other bounds.
    func dispatcher(isDemo: Bool = false, timeout: Duration = .seconds(1_800)) throws -> Dispatcher {
        Dispatcher(
            try Toolbox(definitions), store: store, observer: CallObserver(ended: { _, _, _ in }, failed: { _, _ in }), isDemo: isDemo,
            callTimeout: timeout)
    }
}

/// The workspaces' own databases: SQLite files, made when they are first asked for.
final class MainDatabases: Sendable {
    private let directory: TemporaryDirectory
    private let open = Mutex<[WorkspaceID: any Database]>([:])

    init(_ directory: TemporaryDirectory) { self.directory = directory }

    func path(of workspace: WorkspaceID) -> String { directory.path(of: "workspace-\(workspace.rawValue).db") }

    func database(of workspace: WorkspaceID) throws -> any Database {
        try open.withLock { open in
            if let known = open[workspace] { return known }
            let made = try SQLiteDatabase(path: path(of: workspace))
            open[workspace] = made
            return made
        }
    }

    func close() async {
        for database in open.withLock({ Array($0.values) }) { await database.close() }
    }
}

extension ToolFixture {
    func path(ofMain workspace: WorkspaceID) -> String { databases.path(of: workspace) }

    /// Every row of our own state but the audit log, as text.
    func state() async throws -> [String] {
        try await store.read { connection in
            let tables: [Statement] = [
                "SELECT * FROM organizations ORDER BY 1", "SELECT * FROM users ORDER BY 1", "SELECT * FROM roles ORDER BY 1",
                "SELECT * FROM workspaces ORDER BY 1", "SELECT * FROM memberships ORDER BY 1, 2, 3, 4",
                "SELECT id, organization_id, user_id, workspace_id, role, name, scopes, hash, expires_at, revoked_at FROM api_keys ORDER BY 1",
                "SELECT * FROM data_sources ORDER BY 1", "SELECT * FROM collection_definitions ORDER BY 1, 2, 3",
                "SELECT * FROM rules ORDER BY 1",
                "SELECT * FROM semantic_layers ORDER BY 1, 2, 3", "SELECT * FROM verified_queries ORDER BY 1",
                "SELECT * FROM language_models ORDER BY 1", "SELECT * FROM stored_files WHERE kind = 'upload' ORDER BY 1",
                "SELECT * FROM assistants ORDER BY 1",
                "SELECT * FROM workflows ORDER BY 1", "SELECT * FROM workflow_versions ORDER BY 1, 2",
                "SELECT id, workflow_id, version, origin, state, status FROM workflow_executions ORDER BY 1",
                "SELECT execution_id, path, status FROM workflow_jobs ORDER BY 1, 2", "SELECT * FROM workflow_assignees ORDER BY 1, 2",
                "SELECT * FROM role_users ORDER BY 1, 2", "SELECT * FROM role_parts ORDER BY 1, 2", "SELECT * FROM permissions ORDER BY 1",
                "SELECT * FROM providers ORDER BY 1", "SELECT * FROM applications ORDER BY 1",
                "SELECT id, application_id, grant_id, scope, resource, hash, expires_at, revoked_at FROM access_tokens ORDER BY 1",
                "SELECT * FROM refresh_tokens ORDER BY 1", "SELECT * FROM authorization_grants ORDER BY 1",
                "SELECT * FROM authorization_codes ORDER BY 1", "SELECT * FROM consents ORDER BY 1, 2, 3, 4",
                "SELECT id, user_id, hash, expires_at FROM sessions ORDER BY 1", "SELECT * FROM device_codes ORDER BY 1",
                "SELECT * FROM signing_keys ORDER BY 1", "SELECT * FROM used_assertions ORDER BY 1",
            ]
            return try tables.flatMap { table in
                try connection.all(table) { row in (0..<row.columnCount).map { "\(row.value($0))" }.joined(separator: "|") }
            }
        }
    }

    /// Every row of the databases of the workspaces, as text.
    func data() async throws -> [String] {
        var out: [String] = []
        for workspace in people.places {
            out += try await database(workspace.id).read(.patient) { connection in
                let schema = try connection.all("SELECT sql FROM sqlite_schema ORDER BY name") { $0.text(0) ?? "" }
                let tables = try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") { $0.text(0) ?? "" }
                return try schema
                    + tables.flatMap { table in
                        try connection.all("SELECT * FROM \(Identifier(table)) ORDER BY 1") { row in
                            "\(workspace.name) \(table) \((0..<row.columnCount).map { row.text($0) ?? "∅" })"
                        }
                    }
            }
        }
        return out
    }

    /// Everything that a refused call must not have changed.
    func fingerprint() async throws -> [String] { try await state() + data() }
}

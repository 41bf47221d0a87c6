import Access
import Catalog
import GatehouseTesting
import SQL
import SQLGuard
import SQLSyntax
import Store
import Synchronization

/// A store with workspaces, a main database in a file, sources and rules: all real, in a folder of the test's own.
final class World: Sendable {
    let directory: TemporaryDirectory
    let store: Store
    let main: SQLiteDatabase
    let sources: DataSources
    let catalog: Catalog
    let rules: RuleStore
    let gate: Guard
    /// Addresses that were connected to, in order.
    let connected: Connected

    final class Connected: Sendable {
        private let urls = Mutex<[DatabaseURL]>([])
        func append(_ url: DatabaseURL) { urls.withLock { $0.append(url) } }
        var all: [DatabaseURL] { urls.withLock { $0 } }
    }

    static let workspace = WorkspaceRef(id: WorkspaceID(1), name: "main", organization: OrganizationID(7))
    static let migrations = CatalogSchema.migrations + AccessSchema.migrations

    init(
        on database: (any Database)? = nil, script: [Statement] = [], root: String? = nil, allowedHosts: [String] = [], openDatabases: Int = 256
    ) async throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        store = try await Store.open(
            try database ?? SQLiteDatabase(path: directory.path(of: "state.db")), migrations: Self.migrations, secrets: .ephemeral(), node: "test")
        let main = try SQLiteDatabase(path: directory.path(of: "main.db"))
        self.main = main
        try await main.write(Self.bounds) { connection in for statement in script { try connection.execute(statement) } }
        let connected = Connected()
        self.connected = connected
        sources = DataSources(
            store: store, locations: SourceLocations(root: root, own: [directory.path(of: "own")], allowedHosts: allowedHosts),
            databases: OpenDatabases(limit: openDatabases), mainDatabase: { _ in main },
            connect: { url, _ in
                connected.append(url)
                return switch url.dialect {
                case .sqlite: try SQLiteDatabase(path: url.database, options: SQLiteOptions(access: .readOnly))
                case .postgresql: try PostgreSQLDatabase(url: url)
                case .mysql: try MySQLDatabase(url: url)
                }
            })
        catalog = Catalog(
            sources: sources,
            system: SystemCollections(
                users: { _ in "SELECT 5 AS id, 'ann' AS name, 'Ann' AS displayName, '' AS email, 'admin' AS role" },
                roles: { _ in "SELECT 'admin' AS name, 'Administrators' AS title" }))
        rules = RuleStore(store: store)
        gate = Guard(sources: sources, catalog: catalog, rules: rules)
    }

    func close() async {
        await sources.close()
        await main.close()
        await store.close()
    }

    static var bounds: CallBounds { .patient }

    private static let callers = Mutex<Set<Caller>>([])

    /// One caller, as the server has one for all calls of a credential.
    static func caller(_ roles: [String], workspace: WorkspaceRef = workspace, scopes: ScopeSet = .all) -> Caller {
        callers.withLock { $0.insert(newCaller(roles, workspace: workspace, scopes: scopes)).memberAfterInsert }
    }

    static func newCaller(_ roles: [String], workspace: WorkspaceRef = workspace, scopes: ScopeSet = .all) -> Caller {
        Caller(
            kind: .apiKey(APIKeyID(1)), organization: OrganizationRef(id: OrganizationID(7), name: "home"), user: UserRef(id: UserID(5), name: "ann"),
            workspace: workspace, roles: roles, scopes: scopes)
    }

    static func grant(_ roles: [String], scope: Scope = .runSQL) throws(Refusal) -> Grant { try grant(caller(roles), scope: scope) }

    static func grant(_ caller: Caller, scope: Scope = .runSQL) throws(Refusal) -> Grant {
        let permit = ToolPermit(name: "run_sql", package: .dataSourceManager, scopes: [.runSQL, .read(.record)], audience: .members)
        return try Authorizer.authorize(permit, scope: scope, for: caller, in: .all)
    }
}

/// The refusal of a call that must be refused; nil when it was not.
func refusal<R>(_ body: () async throws -> R) async throws -> Refusal? {
    do {
        _ = try await body()
        return nil
    } catch let refusal as Refusal {
        return refusal
    }
}

/// The catalogue's error of a call that must fail; nil when it did not.
func catalogError<R>(_ body: () async throws -> R) async throws -> CatalogError? {
    do {
        _ = try await body()
        return nil
    } catch let error as CatalogError {
        return error
    }
}

extension World {
    /// A rule that permits viewing rows of a collection, with the keys that its filter uses.
    func view(_ filter: Filter, of collection: String, in source: String) async throws -> RuleContent {
        let contents = try await catalog.contents(of: source, in: Self.workspace.id, Self.bounds)
        let keys = contents[collection].flatMap { filter.relationKeys(from: $0, in: contents) }
        return RuleContent(actions: [.view], filter: filter, relations: keys)
    }
}

extension RuleStore {
    /// A caller's rights on a collection that is the only one in its source.
    func rights(of caller: Caller, on collection: Collection) async throws -> CollectionRights {
        try await rights(of: caller, in: SourceCatalog(source: collection.source, dialect: .sqlite, collections: [collection])).on(collection)
    }
}

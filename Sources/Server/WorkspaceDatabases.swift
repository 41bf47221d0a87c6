import Catalog
import SQL
import SQLSyntax
import Store
import Synchronization

/// The database that each workspace has of its own: a SQLite file beside the state, or a schema of the data login of PostgreSQL.
final class WorkspaceDatabases: Sendable {
    /// Unit: workspaces whose database is remembered, open or not; beyond, one is forgotten.
    private static let maximumWorkspaces = 4_096

    private let folder: DataFolder
    private let dataURL: DatabaseURL?
    private let stateURL: DatabaseURL?
    private let idleTime: Duration
    private let pool: OpenDatabases
    private let tenant: @Sendable (WorkspaceID) async throws -> Int64
    private let known = Mutex<[WorkspaceID: OnDemandDatabase]>([:])

    /// - Parameters:
    ///   - dataURL: of the login that sees the workspaces' data and nothing of the server's state.
    ///   - stateURL: of the server's own state; with it and without `dataURL` there are no workspace databases.
    ///   - idleTime: how long a connection stays open that no call uses.
    ///   - pool: bounds how many are open.
    ///   - tenant: the organization of a workspace.
    init(
        folder: DataFolder, dataURL: DatabaseURL?, stateURL: DatabaseURL?, idleTime: Duration, in pool: OpenDatabases,
        tenant: @escaping @Sendable (WorkspaceID) async throws -> Int64
    ) {
        self.folder = folder
        self.dataURL = dataURL
        self.stateURL = stateURL
        self.idleTime = idleTime
        self.pool = pool
        self.tenant = tenant
    }

    /// The database, which is opened when it is used, and its schema made when it is missing.
    /// - Throws: `DatabaseError`.
    func database(of workspace: WorkspaceID) async throws -> any Database {
        if let known = known.withLock({ $0[workspace] }) { return known }
        guard dataURL != nil || stateURL == nil else {
            throw DatabaseError(.unavailable, "this server has no database for workspaces: its operator gives one with --data-database")
        }
        let made = OnDemandDatabase(dialect: dataURL?.dialect ?? .sqlite, tenant: try await tenant(workspace), in: pool) { [self] in
            try await open(workspace)
        }
        return known.withLock { known in
            if let first = known[workspace] { return first }
            // One that is forgotten serves whoever has it, and is closed when it is idle.
            if known.count >= Self.maximumWorkspaces { known.remove(at: known.startIndex) }
            known[workspace] = made
            return made
        }
    }

    private func open(_ workspace: WorkspaceID) async throws -> any Database {
        guard let dataURL else { return try SQLiteDatabase(path: folder.workspaceFile(workspace.rawValue)) }
        let schema = WorkspaceSchema(name: "workspace_\(workspace.rawValue)")
        let database = try PostgreSQLDatabase(url: dataURL, schema: schema.name, resetsAfterUse: true, idleTime: idleTime)
        do {
            try await schema.ensure(on: database)
            return database
        } catch {
            await database.close()
            throw error
        }
    }
}

import Catalog
import SQL
import SQLSyntax
import Store
import Synchronization

/// Each workspace's own database: a SQLite file beside the state, or a schema in PostgreSQL.
final class WorkspaceDatabases: Sendable {
    /// Most workspaces whose database object is kept in memory, open or closed. At the limit, one is dropped. Unit: workspaces.
    private static let maximumWorkspaces = 4_096

    private let folder: DataFolder
    private let dataURL: DatabaseURL?
    private let stateURL: DatabaseURL?
    private let idleTime: Duration
    private let logins: WorkspaceLogins
    private let pool: OpenDatabases
    private let connections: ConnectionSlots
    private let tenant: @Sendable (WorkspaceID) async throws -> Int64
    private let known = Mutex<[WorkspaceID: OnDemandDatabase]>([:])

    /// - Parameters:
    ///   - dataURL: the login that can use the workspaces' data but not the server's state.
    ///   - stateURL: the database of the server's state. With it and without `dataURL` there are no workspace databases.
    ///   - idleTime: how long an unused connection stays open.
    ///   - logins: the workspaces' own logins.
    ///   - pool: limits the number of open databases.
    ///   - connections: limits the number of connections to database servers.
    ///   - tenant: the organization of a workspace.
    init(
        folder: DataFolder, dataURL: DatabaseURL?, stateURL: DatabaseURL?, idleTime: Duration, logins: WorkspaceLogins, in pool: OpenDatabases,
        connections: ConnectionSlots, tenant: @escaping @Sendable (WorkspaceID) async throws -> Int64
    ) {
        self.folder = folder
        self.dataURL = dataURL
        self.stateURL = stateURL
        self.idleTime = idleTime
        self.logins = logins
        self.pool = pool
        self.connections = connections
        self.tenant = tenant
    }

    /// The database of a workspace. It is opened on first use, and its schema is created if it is missing.
    /// - Throws: `DatabaseError`.
    func database(of workspace: WorkspaceID) async throws -> any Database {
        if let known = known.withLock({ $0[workspace] }) { return known }
        guard dataURL != nil || stateURL == nil else {
            throw DatabaseError(.unavailable, "this server has no database for workspaces: the operator configures one with --data-database")
        }
        let tenant = try await tenant(workspace)
        let made = OnDemandDatabase(dialect: dataURL?.dialect ?? .sqlite, tenant: tenant, in: pool) { [self] in
            try await open(workspace, of: tenant)
        }
        return known.withLock { known in
            if let first = known[workspace] { return first }
            // A dropped database still serves the calls that use it, and is closed when it is idle.
            if known.count >= Self.maximumWorkspaces { known.remove(at: known.startIndex) }
            known[workspace] = made
            return made
        }
    }

    private func open(_ workspace: WorkspaceID, of tenant: Int64) async throws -> any Database {
        guard let dataURL else { return try SQLiteDatabase(path: folder.workspaceFile(workspace.rawValue)) }
        let schema = WorkspaceSchema(name: "workspace_\(workspace.rawValue)")
        let share = connections.share(of: tenant)
        if let own = try await ownURL(of: workspace, schema, dataURL) {
            return try PostgreSQLDatabase(url: own, schema: schema.name, resetsAfterUse: true, share: share, idleTime: idleTime)
        }
        let database = try PostgreSQLDatabase(url: dataURL, schema: schema.name, resetsAfterUse: true, share: share, idleTime: idleTime)
        do {
            try await schema.ensure(on: database)
            return database
        } catch {
            await database.close()
            throw error
        }
    }

    /// The address with the workspace's own login, which is created if the data login may create logins. Nil if it may not.
    private func ownURL(of workspace: WorkspaceID, _ schema: WorkspaceSchema, _ dataURL: DatabaseURL) async throws -> DatabaseURL? {
        let known = try await logins.find(workspace)
        if let known, try await opens(dataURL.with(known), schema) { return dataURL.with(known) }
        let maker = try PostgreSQLDatabase(url: dataURL, connections: 1)
        do {
            guard try await WorkspaceSchema.makesLogins(on: maker) else {
                await maker.close()
                guard known == nil else {
                    throw DatabaseError(
                        .denied,
                        "the workspace's own login cannot open its schema \(schema.name), and the login of --data-database has no right to repair this: "
                            + "give that login CREATEROLE with ALTER ROLE")
                }
                return nil
            }
            let login = try await logins.keep(workspace)
            try await schema.ensure(login, on: maker)
            await maker.close()
            return dataURL.with(login)
        } catch {
            await maker.close()
            throw error
        }
    }

    private func opens(_ url: DatabaseURL, _ schema: WorkspaceSchema) async throws -> Bool {
        let database = try PostgreSQLDatabase(url: url, connections: 1)
        do {
            let isUsable = try await schema.isUsable(on: database)
            await database.close()
            return isUsable
        } catch let error as DatabaseError where error.code == .denied {
            await database.close()
            return false
        } catch {
            await database.close()
            throw error
        }
    }
}

extension DatabaseURL {
    /// The same address with another login.
    fileprivate func with(_ login: WorkspaceLogin) -> DatabaseURL {
        DatabaseURL(
            dialect: dialect, host: host, port: port, user: login.name, password: login.password, database: database, parameters: parameters)
    }
}

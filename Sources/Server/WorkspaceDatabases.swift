import SQL
import Store
import Synchronization

/// The database that each workspace has of its own: a SQLite file beside the state, or a schema of the data login of PostgreSQL.
final class WorkspaceDatabases: Sendable {
    private let folder: DataFolder
    private let dataURL: DatabaseURL?
    private let stateURL: DatabaseURL?
    private let open = Mutex<[WorkspaceID: any Database]>([:])

    /// - Parameters:
    ///   - dataURL: of the login that sees the workspaces' data and nothing of the server's state.
    ///   - stateURL: of the server's own state; with it and without `dataURL` there are no workspace databases.
    init(folder: DataFolder, dataURL: DatabaseURL?, stateURL: DatabaseURL?) {
        self.folder = folder
        self.dataURL = dataURL
        self.stateURL = stateURL
    }

    /// The database, with its schema made when it was missing.
    /// - Throws: `DatabaseError`; what failed is tried again by the next call.
    func database(of workspace: WorkspaceID) async throws -> any Database {
        if let known = open.withLock({ $0[workspace] }) { return known }
        let made = try await make(workspace)
        let first = open.withLock { open -> (any Database)? in
            guard let first = open[workspace] else {
                open[workspace] = made
                return nil
            }
            return first
        }
        guard let first else { return made }
        await made.close()
        return first
    }

    private func make(_ workspace: WorkspaceID) async throws -> any Database {
        if let dataURL {
            let schema = WorkspaceSchema(name: "workspace_\(workspace.rawValue)")
            let database = try PostgreSQLDatabase(url: dataURL, schema: schema.name, resetsAfterUse: true)
            do {
                try await schema.ensure(on: database)
                return database
            } catch {
                await database.close()
                throw error
            }
        }
        guard stateURL == nil else {
            throw DatabaseError(.unavailable, "this server has no database for workspaces: its operator gives one with --data-database")
        }
        return try SQLiteDatabase(path: folder.workspaceFile(workspace.rawValue))
    }

    func close() async {
        let databases = open.withLock { open in
            defer { open = [:] }
            return Array(open.values)
        }
        for database in databases { await database.close() }
    }
}

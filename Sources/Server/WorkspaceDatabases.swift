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

    /// - Throws: `DatabaseError`.
    func database(of workspace: WorkspaceID) throws -> any Database {
        try open.withLock { open in
            if let known = open[workspace] { return known }
            let database = try make(workspace)
            open[workspace] = database
            return database
        }
    }

    private func make(_ workspace: WorkspaceID) throws -> any Database {
        if let dataURL {
            return try PostgreSQLDatabase(url: dataURL.inSchema("workspace_\(workspace.rawValue)"), resetsAfterUse: true)
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

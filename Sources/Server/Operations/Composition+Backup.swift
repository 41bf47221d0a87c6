import Glibc
import Identity
import SQL
package import SampleCompany
import Store
import Tools

extension Composition {
    /// Copies state, key and workspaces to a new folder of mode 0700. Each copy is a consistent snapshot of its database.
    /// - Returns: the created files.
    /// - Throws: ``SettingsError`` when the folder exists or cannot be created, or when the state is not in SQLite.
    package func backUp(to path: String) async throws -> [String] {
        guard let state = store.database as? SQLiteDatabase else {
            throw SettingsError("backup: the state is in PostgreSQL; use its own tools (pg_dump), and keep the file secret.key of the data folder")
        }
        guard mkdir(path, 0o700) == 0 else { throw SettingsError("backup: '\(path)' exists or cannot be created") }
        let folder = try DataFolder(path)
        let bounds = CallBounds.within(.seconds(600))
        try await state.backup(to: folder.stateFile, bounds)
        var made = [folder.stateFile]
        for organization in try await domains.organizations.list() {
            for workspace in try await domains.workspaces.list(organization.id) {
                let file = folder.workspaceFile(workspace.id.rawValue)
                let isCopied = try await databases.database(of: workspace.id).whileOpen(bounds) { database in
                    guard let database = database as? SQLiteDatabase else { return false }
                    try await database.backup(to: file, bounds)
                    return true
                }
                if isCopied { made.append(file) }
            }
        }
        try Self.copyKey(from: try DataFolder(settings.data).keyFile, to: folder.keyFile)
        return made + [folder.keyFile]
    }

    /// Copies the key. Without it, the sealed secrets in the copy could not be read.
    private static func copyKey(from source: String, to target: String) throws(SettingsError) {
        let failed = SettingsError("backup: the key file cannot be copied")
        guard let input = fopen(source, "r") else { throw failed }
        defer { fclose(input) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = fread(&bytes, 1, bytes.count, input)
        let descriptor = Glibc.open(target, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failed }
        defer { Glibc.close(descriptor) }
        guard count > 0, Glibc.write(descriptor, bytes, count) == count else { throw failed }
    }
}

extension Composition {
    /// Loads the sample company into the workspace `main`.
    package func load(_ company: SampleCompany, replacing: Bool) async throws -> [(table: String, rows: Int)] {
        try await company.load(into: try await databases.database(of: Workspace.mainID), replacing: replacing)
    }
}

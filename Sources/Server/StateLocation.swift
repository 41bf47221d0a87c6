import Glibc
import SQL
import Store

/// The location of the server's state before it is opened: whether the state and its key exist.
struct StateLocation: Sendable {
    let settings: Settings

    /// - Parameter makes: whether to create a missing state.
    /// - Throws: ``StartError``. Nothing is created then.
    func folder(makes: Bool) async throws -> DataFolder {
        // The key is created before the state, so a state without a key has lost its key.
        let isMade = try await isMade()
        guard isMade || makes else {
            throw StartError(
                "there is no Gatehouse state in \(name): name its location with --data or GATEHOUSE_DATA, or create a new one with gatehouse migrate")
        }
        let folder = try DataFolder(settings.data)
        if isMade, access(folder.keyFile, F_OK) != 0, errno == ENOENT {
            throw StartError(
                "\(folder.keyFile) is missing, and the state's secrets are sealed with it: restore it from the backup, or copy it from another node")
        }
        return folder
    }

    private var name: String { settings.database == nil ? "the folder '\(settings.data)'" : "the database of the setting database" }

    private func isMade() async throws -> Bool {
        guard let url = settings.database else {
            let file = open(settings.data + "/state.db", O_RDONLY | O_CLOEXEC)
            // A file that this user may not read exists. Opening it reports the error.
            guard file >= 0 else { return errno == EACCES }
            defer { close(file) }
            return lseek(file, 0, SEEK_END) > 0
        }
        let database = try PostgreSQLDatabase(url: url)
        let isMade: Bool
        do {
            isMade = try await Store.isMade(in: database)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
        return isMade
    }

    /// Adds the name of the file to a database failure of the state, so that the operator can act on it. Callers never see the file name.
    func told(_ error: any Error, _ folder: DataFolder) -> any Error {
        if let error = error as? StoreError, error.code == .unsafeKeyFile { return StartError("\(folder.keyFile): \(error.reason)") }
        guard let error = error as? DatabaseError else { return error }
        guard settings.database == nil else { return StartError("the state's database (setting database): \(error.reason)") }
        let isClosed = access(folder.path, W_OK) != 0 || (access(folder.stateFile, F_OK) == 0 && access(folder.stateFile, W_OK) != 0)
        return StartError("\(folder.stateFile): \(isClosed ? "this user cannot write it, or its disk is read-only" : error.reason)")
    }
}

/// The folder of the server's own files: state, keys, and the SQLite databases of workspaces.
package struct DataFolder: Sendable {
    package let path: String

    /// Creates the folder with mode 0700 if it is missing.
    /// - Throws: ``SettingsError`` when it cannot be created or is not a folder.
    package init(_ path: String) throws(SettingsError) {
        for folder in [path, path + "/workspaces"] {
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw SettingsError("setting data: the folder '\(path)' cannot be created: \(String(cString: strerror(errno)))")
            }
        }
        guard let resolved = realpath(path, nil) else { throw SettingsError("setting data: the folder '\(path)' cannot be read") }
        defer { free(resolved) }
        self.path = String(cString: resolved)
    }

    package var stateFile: String { path + "/state.db" }
    package var keyFile: String { path + "/secret.key" }
    /// Its locks show which processes of a SQLite state are running.
    package var lockFile: String { path + "/nodes.lock" }
    package func workspaceFile(_ id: Int64) -> String { "\(path)/workspaces/\(id).db" }

    /// The name of this server in the audit log, which is its host name.
    package var node: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "server" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Why the server cannot start although every setting is valid: the state cannot be opened, or the port is in use. The text names the file
/// or address and says what to do.
package struct StartError: Error, Hashable, Sendable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}

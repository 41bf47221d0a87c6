import Glibc
import SQL
import Store

/// The location of the server's state before it is opened: whether the state and its key exist.
struct StateLocation: Sendable {
    let settings: Settings

    /// - Parameter makes: whether a state is made where there is none.
    /// - Throws: ``StartError``; nothing was made then.
    func folder(makes: Bool) async throws -> DataFolder {
        // The key is made before the state: a state without a key has lost it.
        let isMade = try await isMade()
        guard isMade || makes else {
            throw StartError(
                "there is no Gatehouse state in \(name): name its location with --data or GATEHOUSE_DATA, or make a new one with gatehouse migrate")
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
            // One that this user may not read is there; opening it says so.
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

    /// A failure of the state's database as the operator can act on it: with the file, which no caller sees.
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

    /// Makes the folder with mode 0700 when it is missing.
    /// - Throws: ``SettingsError`` when it cannot be made or is not a folder.
    package init(_ path: String) throws(SettingsError) {
        for folder in [path, path + "/workspaces"] {
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw SettingsError("setting data: the folder '\(path)' cannot be made: \(String(cString: strerror(errno)))")
            }
        }
        guard let resolved = realpath(path, nil) else { throw SettingsError("setting data: the folder '\(path)' cannot be read") }
        defer { free(resolved) }
        self.path = String(cString: resolved)
    }

    package var stateFile: String { path + "/state.db" }
    package var keyFile: String { path + "/secret.key" }
    /// Tells the processes of a state in SQLite which of them live.
    package var lockFile: String { path + "/nodes.lock" }
    package func workspaceFile(_ id: Int64) -> String { "\(path)/workspaces/\(id).db" }

    /// Names this server in the audit log: its host.
    package var node: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "server" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Why the server cannot start although every setting is valid: the state cannot be opened or the port is taken. Names the file or address, and what
/// to do.
package struct StartError: Error, Hashable, Sendable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}

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
                "there is no Gatehouse state in \(name): name its place with --data or GATEHOUSE_DATA, or make a new one with gatehouse migrate")
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

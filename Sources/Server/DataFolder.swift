import Glibc

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

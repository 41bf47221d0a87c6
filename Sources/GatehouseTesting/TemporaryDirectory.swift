import Foundation

/// An empty directory for one test. It is removed with its contents when the last reference is released.
package final class TemporaryDirectory: Sendable {
    /// The absolute path, without a trailing slash.
    package let path: String

    /// - Throws: when the system's directory for temporary files is not writable.
    package init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("gatehouse-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = url.path
    }

    deinit {
        // A directory that cannot be removed must not fail a test that has already passed.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file `name` in the directory. The file need not exist.
    package func path(of name: String) -> String { path + "/" + name }

    /// The sorted names of all files at any depth, to check that a refused statement has changed nothing.
    package func contents() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: path).sorted() }
}

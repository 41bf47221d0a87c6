import Foundation

/// An empty directory of a test's own, removed with everything in it when the last reference goes.
package final class TemporaryDirectory: Sendable {
    /// Absolute, without a slash at its end.
    package let path: String

    /// - Throws: when the system's directory for temporary files cannot be written.
    package init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("gatehouse-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = url.path
    }

    deinit {
        // A directory that cannot be removed must not fail a test that has already passed.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` inside; the file need not exist.
    package func path(of name: String) -> String { path + "/" + name }

    /// The names of everything inside, at any depth, sorted: what a refused statement must not have changed.
    package func contents() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: path).sorted() }
}

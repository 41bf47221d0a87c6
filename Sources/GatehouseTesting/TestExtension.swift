import Foundation

/// The optional extensions that the tests' PostgreSQL can load.
package enum TestExtension {
    /// Whether the tests use an extension: its package is installed, or the tests must fail without it.
    package static func isWanted(_ name: String) -> Bool {
        let root = "/usr/share/postgresql"
        // An unreadable folder contains no extension.
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return ProcessInfo.processInfo.environment["GATEHOUSE_TESTS_COMPLETE"] != nil
            || versions.contains { FileManager.default.fileExists(atPath: "\(root)/\($0)/extension/\(name).control") }
    }
}

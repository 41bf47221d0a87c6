import Foundation

/// The extensions that the PostgreSQL of the tests can load beside those that always come with it.
package enum TestExtension {
    /// Whether the package of an extension is installed, or the tests are to fail without it.
    package static func isWanted(_ name: String) -> Bool {
        let root = "/usr/share/postgresql"
        // A folder that cannot be read has no extension.
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return ProcessInfo.processInfo.environment["GATEHOUSE_TESTS_COMPLETE"] != nil
            || versions.contains { FileManager.default.fileExists(atPath: "\(root)/\($0)/extension/\(name).control") }
    }
}

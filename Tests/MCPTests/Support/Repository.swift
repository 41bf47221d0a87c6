import Foundation

/// The files of this repository.
enum Repository {
    private static let root: String = {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(4)
        return "/" + parts.joined(separator: "/")
    }()

    static func text(_ path: String) throws -> String { try String(contentsOfFile: root + "/" + path, encoding: .utf8) }

    /// Those of Swift and of Python.
    static func sourceFiles(under folder: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: root + "/" + folder)?.compactMap { $0 as? String } ?? []
        return found.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".py") }.map { folder + "/" + $0 }
    }
}

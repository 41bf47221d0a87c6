import Foundation

/// The checkout that these tests were built from.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }

    /// Paths of all Swift files below a folder, relative to the root, sorted.
    static func swiftFiles(under folder: String) throws -> [String] {
        let base = root.appending(path: folder)
        let found = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        let prefix = root.path(percentEncoded: false)
        return found.filter { $0.pathExtension == "swift" }.map { url in
            var path = url.path(percentEncoded: false)
            if path.hasPrefix(prefix) { path.removeFirst(prefix.count) }
            return path.hasPrefix("/") ? String(path.dropFirst()) : path
        }.sorted()
    }

    static func folders(under folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: root.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey])
            .filter { (try? $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true }  // an unreadable entry is no folder of ours
            .map(\.lastPathComponent)
    }

    /// The modules that a file imports, without access words and submodules.
    static func imports(of file: String) throws -> [String] {
        try text(file).split(separator: "\n").compactMap { line in
            let match = line.firstMatch(of: /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/)
            return match.map { String($0.1) }
        }
    }
}

import Foundation

/// The checkout that these tests were built from.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root.appending(path: path).path(percentEncoded: false)) }

    /// Paths of all Swift files below a folder, relative to the root, sorted.
    static func swiftFiles(under folder: String) throws -> [String] { try files(under: folder, withExtensions: ["swift"]) }

    /// The sorted paths of the files below a folder, relative to the root. Hidden folders and build products are omitted.
    static func files(under folder: String, withExtensions extensions: Set<String>) throws -> [String] {
        let base = folder.isEmpty ? root : root.appending(path: folder)
        let found =
            FileManager.default.enumerator(
                at: base, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])?.compactMap { $0 as? URL } ?? []
        let prefix = root.path(percentEncoded: false)
        let files = try found.filter {
            try extensions.contains($0.pathExtension) && $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
        }
        return files.map { url in
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
        // The expression alone takes seconds for all lines of all sources.
        try text(file).split(separator: "\n").filter { $0.holds("import ") }.compactMap { line in
            let match = line.firstMatch(
                of:
                    /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
            )
            return match.map { String($0.1) }
        }
    }
}

extension StringProtocol {
    /// Whether the text contains another, byte by byte. The standard library's `contains` takes seconds for all sources.
    func holds(_ word: String) -> Bool { range(of: word, options: .literal) != nil }
}

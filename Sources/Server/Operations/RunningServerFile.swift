import Foundation

/// The file in the data folder that contains a running server's address, for the command line.
package enum RunningServerFile {
    private static func file(_ data: String) -> String { data + "/url" }

    /// Nil while no server uses the folder.
    package static func read(_ data: String) -> String? {
        // A missing or unreadable file means that no server runs.
        guard let text = try? String(contentsOfFile: file(data), encoding: .utf8), text.hasPrefix("http"), text.utf8.count < 300 else { return nil }
        return text.split(whereSeparator: \.isNewline).first.map(String.init)
    }

    package static func write(_ url: String, _ data: String) throws { try (url + "\n").write(toFile: file(data), atomically: true, encoding: .utf8) }

    /// Removes the file when the server stops. A missing file is not an error.
    package static func remove(_ data: String) { try? FileManager.default.removeItem(atPath: file(data)) }
}

import Glibc
import Notation

/// The path of a database file, its directory resolved once.
///
/// The file itself must not be a symbolic link, so that a name in an allowed directory cannot refer to a file outside.
struct SQLitePath: Hashable, Sendable {
    /// Absolute, so that SQLite never reads it as a URI.
    let path: String

    init(_ path: String) throws(DatabaseError) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let directory = slash.map { String(path[..<$0]) + "/" } ?? "."
        let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
        guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0) else {
            throw DatabaseError(.unavailable, "the path names no file")
        }
        guard let resolved = realpath(directory, nil) else {
            throw DatabaseError(.unavailable, "the directory of the database does not exist", detail: directory)
        }
        defer { free(resolved) }
        let parent = String(cString: resolved)
        self.path = (parent == "/" ? "" : parent) + "/" + name
    }

    /// Creates an empty file for its owner alone; returns false when the file exists.
    func makeFile() throws(DatabaseError) -> Bool {
        let descriptor = open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_WRONLY, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return true
        }
        guard errno == EEXIST else {
            throw DatabaseError(.unavailable, "the database file cannot be created", detail: "open: errno \(errno)")
        }
        return false
    }

    /// Removes the file if it exists.
    func remove() { unlink(path) }

    var hasWriteAheadLog: Bool { access(path + "-wal", F_OK) == 0 }

    /// The file as a URI that declares its pages immutable; correct only while no process writes it.
    var immutableURI: String { "file:\(PercentEncoding.encode(path, keeping: "/"))?immutable=1" }
}

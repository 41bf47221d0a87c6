#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The file that holds the store's keys: one or more random keys of 32 bytes, oldest first, readable by its owner alone.
enum KeyFile {
    /// Unit: bytes.
    static let keyLength = 32
    private static let maximumKeys = 255

    static func randomKey() -> Secret { Secret(RandomBytes.make(keyLength)) }

    /// The keys of the file; a missing file is created with one key.
    static func load(_ path: String) throws -> [Secret] {
        if let keys = try existing(path) { return keys }
        try make(path)
        guard let keys = try existing(path) else { throw refusal("could not be made", errno) }
        return keys
    }

    /// Nil when there is no file. A symbolic link is refused, not followed.
    private static func existing(_ path: String) throws -> [Secret]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw refusal(errno == ELOOP ? "is a symbolic link" : "cannot be read", errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw refusal("cannot be examined", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw refusal("is not a plain file") }
        guard status.st_mode & 0o177 == 0 else { throw refusal("is open to others: its mode must be 0600") }
        guard status.st_uid == geteuid() else { throw refusal("belongs to another user") }
        let length = Int(status.st_size)
        guard length > 0, length % keyLength == 0, length / keyLength <= maximumKeys else { throw refusal("has a wrong length") }
        var bytes = [UInt8](repeating: 0, count: length)
        var filled = 0
        while filled < length {
            let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + filled, length - filled) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw refusal("cannot be read", errno) }
            filled += count
        }
        return stride(from: 0, to: length, by: keyLength).map { Secret(Array(bytes[$0..<$0 + keyLength])) }
    }

    /// Writes a complete file beside `path` and links it there, so that no reader sees half a key and the first of two writers wins.
    private static func make(_ path: String) throws {
        let draft = path + ".new-" + String(UInt64.random(in: .min ... .max), radix: 36)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw refusal("cannot be made", errno) }
        defer { unlink(draft) }
        let bytes = randomKey().bytes
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let isDurable = written == bytes.count && fchmod(descriptor, 0o600) == 0 && fsync(descriptor) == 0
        let problem = errno
        close(descriptor)
        guard isDurable else { throw refusal("cannot be written", problem) }
        guard link(draft, path) == 0 || errno == EEXIST else { throw refusal("cannot be made", errno) }
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw refusal("cannot be made durable", errno) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw refusal("cannot be made durable", errno) }
    }

    private static func refusal(_ problem: String, _ code: Int32 = 0) -> StoreError {
        StoreError(.unsafeKeyFile, "the key file \(problem)", detail: code == 0 ? "" : String(cString: strerror(code)))
    }
}

import Crypto
import Glibc
import Synchronization

/// Named locks that end with the process: each is one byte of a file that every process with the same state opens.
///
/// The locks belong to the open file (`F_OFD_SETLK`), not to the process, so two logs in one process also exclude each other.
final class NodeLocks: Sendable {
    /// `F_OFD_GETLK` and `F_OFD_SETLK` of Linux, which the system's module does not export.
    private static let (getLock, setLock) = (Int32(36), Int32(37))

    private let path: String
    private let descriptor = Mutex<Int32?>(nil)

    init(_ path: String) { self.path = path }

    deinit { if let descriptor = descriptor.withLock(\.self) { close(descriptor) } }

    /// Takes the lock of a name if it is free.
    /// - Returns: whether this object holds it.
    func take(_ name: String) throws -> Bool {
        var lock = Self.byte(of: name, F_WRLCK)
        guard fcntl(try opened(), Self.setLock, &lock) != 0 else { return true }
        guard errno == EAGAIN || errno == EACCES else { throw Self.unusable }
        return false
    }

    /// Releases the lock of a name.
    func release(_ name: String) {
        var lock = Self.byte(of: name, F_UNLCK)
        // The system also releases it when the process ends.
        if let descriptor = try? opened() { _ = fcntl(descriptor, Self.setLock, &lock) }
    }

    /// Whether another process, or another object, holds the lock of a name.
    func isHeldByOther(_ name: String) throws -> Bool {
        var lock = Self.byte(of: name, F_WRLCK)
        guard fcntl(try opened(), Self.getLock, &lock) == 0 else { throw Self.unusable }
        return lock.l_type != Int16(F_UNLCK)
    }

    private func opened() throws -> Int32 {
        try descriptor.withLock { descriptor in
            if let descriptor { return descriptor }
            let made = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard made >= 0 else { throw Self.unusable }
            descriptor = made
            return made
        }
    }

    /// A lock request for the byte of a name.
    private static func byte(of name: String, _ type: Int32) -> flock {
        let digest = SHA256.hash(data: Array(name.utf8)).prefix(6).reduce(off_t(0)) { $0 << 8 | off_t($1) }
        return flock(l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: digest, l_len: 1, l_pid: 0)
    }

    private static var unusable: StoreError {
        StoreError(.lockFile, "the file nodes.lock of the data folder cannot be used", detail: String(cString: strerror(errno)))
    }
}

/// How the processes that share a state find out which of them are alive.
package enum NodeLiveness: Sendable {
    /// Each process renews a lease in the state. One whose lease has expired counts as dead until it renews it.
    case lease(Duration)
    /// Each process holds a lock on this file, for state that a single machine uses. The system releases the lock only when the process
    /// ends.
    case lockFile(String)

    /// The lease for state on a server.
    package static let defaultLease = Duration.seconds(15)
    /// How often the locks of other nodes are tried.
    private static let lockInterval = Duration.seconds(5)

    /// How often a process renews its own lease and looks for dead processes.
    var interval: Duration {
        switch self {
        case .lease(let duration): duration / 3
        case .lockFile: Self.lockInterval
        }
    }
}

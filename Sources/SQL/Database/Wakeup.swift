import Glibc

/// A pipe within this process. Another thread writes to it to end a `poll` that waits for a server.
final class Wakeup: Sendable {
    /// Readable after ``signal()``.
    let descriptor: Int32
    private let writer: Int32

    /// - Throws: ``DatabaseError`` `limit` when the process has no descriptors left.
    init() throws(DatabaseError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw DatabaseError(.limit, "no file descriptors are left", detail: "pipe: \(errno)") }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        descriptor = ends[0]
        writer = ends[1]
    }

    deinit {
        close(descriptor)
        close(writer)
    }

    /// Wakes the waiting thread, or the next one to wait. May be called from any thread.
    func signal() {
        var byte: UInt8 = 1
        // A full pipe already wakes.
        _ = write(writer, &byte, 1)
    }

    /// Clears earlier signals.
    func clear() {
        var bytes: UInt64 = 0
        while read(descriptor, &bytes, 8) > 0 {}
    }
}

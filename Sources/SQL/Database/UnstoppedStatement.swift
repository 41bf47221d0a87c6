import Blocking
import Glibc

/// A statement that still runs after the server was asked to stop it: engines check only between rows, and one function call can take hours
/// on a row.
///
/// The number that a caller leaves running is limited: the connection and the caller's slot are kept until the server has finished. The
/// request to stop is repeated, because engines ignore one that arrives between two messages of a statement.
enum UnstoppedStatement {
    /// Statements of the process that are waited for at the same time, one thread each. Beyond this number, no connection or slot is kept.
    private static let limit = 256
    /// After this time the slot is returned, even if the server still works.
    private static let gracePeriod: Duration = .seconds(3_600)
    /// The first and the longest pause between two requests to stop.
    private static let pauses: (first: Duration, last: Duration) = (.milliseconds(500), .seconds(60))
    private static let threads = ThreadGroup()

    /// Waits until the server ends its side of an abandoned connection.
    /// - Parameters:
    ///   - socket: its owner may close it afterwards, but must not shut it down.
    ///   - again: asks the server once more to stop the statement, without waiting.
    static func wait(for socket: Int32, keeping slot: any CallSlot, again: @escaping @Sendable () -> Void) {
        let own = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { return }
        slot.hold()
        let isStarted = threads.start("unstopped", limit: limit) {
            waitForEnd(of: own, again)
            close(own)
            slot.release()
        }
        if isStarted { return }
        close(own)
        slot.release()
    }

    private static func waitForEnd(of socket: Int32, _ again: () -> Void) {
        // When the server next reads, it finds the end of the connection and closes it.
        shutdown(socket, Int32(SHUT_WR))
        let end = ContinuousClock.now + gracePeriod
        var pause = pauses.first
        var next = ContinuousClock.now + pause
        var rest = [UInt8](repeating: 0, count: 65_536)
        while .now < end {
            var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, max(0, Int32((next - .now) / .milliseconds(1))))
            if next <= .now {
                again()
                pause = min(pause * 2, pauses.last)
                next = .now + pause
            }
            guard descriptor.revents != 0 else { continue }
            // Discards rows that were already sent.
            let count = recv(socket, &rest, rest.count, Int32(MSG_DONTWAIT))
            if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { return }
        }
    }
}

import Blocking
import Glibc

/// A statement that still runs after it was asked to stop: engines check between rows, and one function call can take hours on a row.
///
/// What can be limited is how many of them a caller leaves running. The connection and the caller's slot are kept until the server has finished. The
/// request to stop is repeated: engines ignore one that arrives between two messages of a statement.
enum UnstoppedStatement {
    /// Statements of the process that are waited for at a time, a thread each; of more nothing is kept.
    private static let limit = 256
    /// Afterwards the slot is free whatever the server does.
    private static let patience: Duration = .seconds(3_600)
    /// From one request to stop to the next: the first pause, and the longest.
    private static let pauses: (first: Duration, last: Duration) = (.milliseconds(500), .seconds(60))
    private static let threads = ThreadGroup()

    /// Waits for the server to end its side of a connection that is given up.
    /// - Parameters:
    ///   - socket: may be closed by its owner afterwards, not shut down.
    ///   - again: asks the server to stop the statement once more, without waiting for it.
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
        // A server that comes to its next reading finds the end, and closes.
        shutdown(socket, Int32(SHUT_WR))
        let end = ContinuousClock.now + patience
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
            // Rows that were on their way.
            let count = recv(socket, &rest, rest.count, Int32(MSG_DONTWAIT))
            if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { return }
        }
    }
}

import Blocking
import Glibc

/// A statement that still runs after it was told to stop: engines check between rows, and one function call can take hours on a row.
///
/// What can be limited is how many of them a caller leaves running. The connection and the caller's place are kept until the server has finished.
enum UnstoppedStatement {
    /// Statements of the process that are waited for at a time, a thread each; of more nothing is kept.
    private static let limit = 256
    /// Afterwards the place is free whatever the server does.
    private static let patience: Duration = .seconds(3_600)
    private static let threads = ThreadGroup()

    /// Waits for the server to end its side of a connection that is given up.
    /// - Parameter socket: may be closed by its owner afterwards, not shut down.
    static func wait(for socket: Int32, keeping slot: any CallSlot) {
        let own = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { return }
        slot.hold()
        let isStarted = threads.start("unstopped", limit: limit) {
            waitForEnd(of: own)
            close(own)
            slot.release()
        }
        if isStarted { return }
        close(own)
        slot.release()
    }

    private static func waitForEnd(of socket: Int32) {
        // A server that comes to its next reading finds the end, and closes.
        shutdown(socket, Int32(SHUT_WR))
        let end = ContinuousClock.now + patience
        var rest = [UInt8](repeating: 0, count: 65_536)
        while .now < end {
            var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, 60_000)
            guard descriptor.revents != 0 else { continue }
            // Rows that were on their way.
            let count = recv(socket, &rest, rest.count, Int32(MSG_DONTWAIT))
            if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { return }
        }
    }
}

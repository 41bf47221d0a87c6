import Blocking
import CLibPQ
import Synchronization

/// One request to the server to stop a connection's statement. A thread of its own sends it, because sending blocks for as long as the server is
/// silent.
final class CancelRequest: Sendable {
    /// The data for sending requests for a connection, also after it has been closed.
    ///
    /// Marked unchecked because libpq's object is only read after it was made.
    final class Target: @unchecked Sendable {
        fileprivate let pointer: OpaquePointer

        /// - Returns: nil for a connection that is lost.
        init?(_ handle: OpaquePointer) {
            guard let pointer = PQgetCancel(handle) else { return nil }
            self.pointer = pointer
        }

        deinit { PQfreeCancel(pointer) }
    }

    /// Requests of one database that may wait for its server at a time.
    static let threadLimit = 8

    private let finished = Atomic(false)

    /// Whether the server has taken the request, or it has failed.
    var isFinished: Bool { finished.load(ordering: .acquiring) }

    /// Starts the request.
    /// - Parameter wakeup: signalled when the request has finished.
    /// - Returns: nil when `threads` has no thread left; then only the server's own `statement_timeout` ends the statement.
    static func start(_ target: Target, wakeup: Wakeup, threads: ThreadGroup) -> CancelRequest? {
        let request = CancelRequest()
        let started = threads.start("pg-cancel", limit: threadLimit) {
            var reason = [CChar](repeating: 0, count: 256)
            _ = PQcancel(target.pointer, &reason, Int32(reason.count))
            request.finished.store(true, ordering: .releasing)
            wakeup.signal()
        }
        return started ? request : nil
    }
}

import Blocking
import CLibPQ
import Synchronization

/// One request to the server to stop a connection's statement. A separate thread sends it, because sending blocks until the server
/// responds.
final class CancelRequest: Sendable {
    /// The data for sending requests for a connection, even after it was closed.
    ///
    /// `@unchecked Sendable` because libpq's object is not changed after it was made.
    final class Target: @unchecked Sendable {
        fileprivate let pointer: OpaquePointer

        /// - Returns: nil for a connection that is lost.
        init?(_ handle: OpaquePointer) {
            guard let pointer = PQgetCancel(handle) else { return nil }
            self.pointer = pointer
        }

        deinit { PQfreeCancel(pointer) }
    }

    /// Requests of one database that may wait for its server at the same time.
    static let threadLimit = 8

    private let finished = Atomic(false)

    /// Whether the request has been sent or has failed.
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

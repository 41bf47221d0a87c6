import Blocking
import CLibPQ
import Synchronization

/// One request to the server to stop a connection's statement. A thread of its own sends it, because sending blocks for as long as the server is
/// silent.
final class CancelRequest: Sendable {
    /// Requests of one database that may wait for its server at a time.
    static let threadLimit = 8

    private let finished = Atomic(false)

    /// Whether the server has taken the request, or it has failed.
    var isFinished: Bool { finished.load(ordering: .acquiring) }

    /// Starts the request.
    /// - Parameter wakeup: signalled when the request has finished.
    /// - Returns: nil when `threads` has no thread left; then only the server's own `statement_timeout` ends the statement.
    static func start(_ handle: OpaquePointer, wakeup: Wakeup, threads: ThreadGroup) -> CancelRequest? {
        guard let target = PQgetCancel(handle) else { return nil }
        let request = CancelRequest()
        let address = UInt(bitPattern: target)
        let started = threads.start("pg-cancel", limit: threadLimit) {
            guard let target = OpaquePointer(bitPattern: address) else { return }
            var reason = [CChar](repeating: 0, count: 256)
            _ = PQcancel(target, &reason, Int32(reason.count))
            PQfreeCancel(target)
            request.finished.store(true, ordering: .releasing)
            wakeup.signal()
        }
        guard started else {
            PQfreeCancel(target)
            return nil
        }
        return request
    }
}

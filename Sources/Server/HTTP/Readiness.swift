import Synchronization

/// Whether the server can serve: not before it is composed, and no more once it is told to stop.
package final class Readiness: Sendable {
    private let reason = Mutex<String?>("starting")

    package init() {}

    /// Why it is not ready; nil when it is.
    package var notReady: String? { reason.withLock { $0 } }

    package func set(notReady why: String?) { reason.withLock { $0 = why } }
}

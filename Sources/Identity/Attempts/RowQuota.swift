package import Store
import Synchronization

/// Limits the audit log rows of one kind per minute for unknown callers, over all nodes together, so that they cannot fill the log (G14).
///
/// A process reserves no more rows in the state than it might write, and none while it knows that the limit is reached, so a flood does not
/// load the state.
package final class RowQuota: Sendable {
    /// Most rows of one kind in ``span``.
    package static let rows = 20
    package static let span = Duration.seconds(60)

    private struct Asked {
        var began: Timestamp
        var count = 0
    }

    private let key: AttemptKey
    private let attempts: Attempts
    private let now: @Sendable () -> Timestamp
    private let asked: Mutex<Asked>

    /// - Parameter sort: the kind of rows; each has its own limit.
    package init(_ sort: String, store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        key = AttemptKey(.strangerRow, sort)
        attempts = Attempts(store: store, now: now)
        self.now = now
        asked = Mutex(Asked(began: now()))
    }

    /// Whether one more row is allowed; if so, it is counted.
    package func admits() async -> Bool {
        guard isWorthAsking(at: now()) else { return false }
        do {
            try await attempts.count(key)
            return true
        } catch is Throttled {
            return false
        } catch {
            // The state does not respond: this process uses its own count, and the log itself refuses what cannot be written.
            return true
        }
    }

    private func isWorthAsking(at time: Timestamp) -> Bool {
        asked.withLock { asked in
            if asked.began + Self.span <= time || time < asked.began { asked = Asked(began: time) }
            guard asked.count < Self.rows else { return false }
            asked.count += 1
            return true
        }
    }
}

package import Store
import Synchronization

/// So many rows of the audit log a minute of one sort, on all nodes together: for callers that show nothing that is known here, who must not fill it (G14).
///
/// A process asks the state for no more rows than it might write itself, and asks for none while it knows that there are none left: a flood costs the
/// state nothing.
package final class RowAllowance: Sendable {
    /// Rows of one sort in ``span``.
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

    /// - Parameter sort: what the rows are of; each has an allowance of its own.
    package init(_ sort: String, store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        key = AttemptKey(.strangerRow, sort)
        attempts = Attempts(store: store, now: now)
        self.now = now
        asked = Mutex(Asked(began: now()))
    }

    /// Whether one more is allowed; it is counted then.
    package func admits() async -> Bool {
        guard isWorthAsking(at: now()) else { return false }
        do {
            try await attempts.count(key)
            return true
        } catch is Throttled {
            return false
        } catch {
            // The state does not answer: this process goes on by its own count, and the log itself says what cannot be written.
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

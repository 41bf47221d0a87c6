import Synchronization

/// So many rows of the audit log a minute, and no more: for callers that show no credential.
package final class RowAllowance: Sendable {
    private struct State {
        var began = ContinuousClock.now
        var count = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    package init(perMinute limit: Int) { self.limit = limit }

    /// Whether one more is allowed; it is counted then.
    package func admits(at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            if state.began.duration(to: now) >= .seconds(60) { state = State(began: now) }
            guard state.count < limit else { return false }
            state.count += 1
            return true
        }
    }
}

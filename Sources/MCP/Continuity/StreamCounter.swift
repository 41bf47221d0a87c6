import Synchronization

/// Counts open streams: per account over all nodes, and in total for this process.
final class StreamCounter: Sendable {
    /// Counts as one open stream until it is released.
    final class Slot: Sendable {
        private let counter: StreamCounter
        private let key: String

        fileprivate init(_ counter: StreamCounter, _ key: String) {
            self.counter = counter
            self.key = key
        }

        deinit { counter.leave(key) }
    }

    private struct State: Sendable {
        var total = 0
        var counts: [String: Int] = [:]
        /// Open streams in other processes by account, as last reported.
        var elsewhere: [String: Int] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    private let maximum: Int
    private let maximumPerKey: Int

    init(maximum: Int, maximumPerKey: Int) {
        self.maximum = maximum
        self.maximumPerKey = maximumPerKey
    }

    /// Open streams of this process.
    var total: Int { state.withLock(\.total) }

    /// Open streams of this process by account.
    var counts: [String: Int] { state.withLock(\.counts) }

    /// Sets how many streams each account has open in other processes. They count against the account's limit.
    func count(elsewhere counts: [String: Int]) { state.withLock { $0.elsewhere = counts } }

    /// Refuses all further streams.
    func close() { state.withLock { $0.isClosed = true } }

    /// Counts a stream of an account. Nil when a limit is reached.
    func enter(_ key: String) -> Slot? {
        let isAdmitted = state.withLock { state in
            let open = state.counts[key, default: 0] + state.elsewhere[key, default: 0]
            guard !state.isClosed, state.total < maximum, open < maximumPerKey else { return false }
            state.total += 1
            state.counts[key, default: 0] += 1
            return true
        }
        return isAdmitted ? Slot(self, key) : nil
    }

    private func leave(_ key: String) {
        state.withLock { state in
            state.total -= 1
            let count = state.counts[key, default: 1] - 1
            state.counts[key] = count > 0 ? count : nil
        }
    }
}

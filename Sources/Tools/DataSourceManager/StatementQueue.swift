import Access
import Catalog
import SQL
import SQLSyntax
import Store
import Synchronization

/// Limits how many `run_sql` calls run on each data source, for one caller and in total. Further calls wait within their deadline, and
/// callers take turns.
package final class StatementQueue: Sendable {
    /// Identifies calls that are counted together.
    fileprivate struct Share: Sendable {
        struct Source: Hashable, Sendable {
            let workspace: WorkspaceID
            let name: String
            /// Most calls that run on it.
            let slots: Int
        }

        let source: Source
        let caller: String
        var slots: Int { source.slots }
    }

    private enum Wake: Sendable { case runs, full, unstopped, gaveUp }

    private struct State {
        var turns: [Share.Source: StatementSchedule] = [:]
        /// The number of statements that each caller runs on other nodes, by ``StatementQueue/name(of:)``.
        var elsewhere: [String: [String: Int]] = [:]
        var waiters: [UInt64: Waiter] = [:]
        /// Decisions about calls that were made before the calls began to wait.
        var early: [UInt64: Wake] = [:]
        var lastID: UInt64 = 0
        /// Whether a task checks the deadlines of waiting calls.
        var isWatched = false
    }

    private struct Waiter {
        let continuation: CheckedContinuation<Wake, Never>
        let share: Share
        let deadline: ContinuousClock.Instant
    }

    /// Interval at which deadlines of waiting calls are checked: a timer for each call would cost more than a short statement.
    private static let interval = Duration.milliseconds(50)

    private let limits: StatementSchedule.Limits
    private let state = Mutex(State())

    package init() { limits = StatementSchedule.Limits() }

    /// Number of calls that wait, on all sources.
    package var waitingCount: Int { state.withLock { $0.waiters.count } }

    /// Waits for the caller's turn, which lasts until ``Turn/end()``.
    /// - Throws: ``Refusal`` `limited` when the deadline passes first, when too many calls wait, or when the engine did not stop earlier
    ///   statements.
    func enter(_ caller: Caller, on source: OpenSource, _ bounds: CallBounds) async throws(Refusal) -> Turn {
        let share = Share(
            source: Share.Source(workspace: caller.workspace.id, name: source.name, slots: source.database.dialect.statementSlots),
            caller: caller.accountKey)
        let (wake, hasWaited) = await enter(share, bounds)
        switch wake {
        case .runs: return Turn(share, of: self, hasWaited: hasWaited)
        case .full: throw refusal(source, "too many run_sql calls wait; wait for results before you call again")
        case .gaveUp where bounds.cancellation.isCancelled: throw refusal(source, "the call was cancelled while it waited for others")
        case .gaveUp:
            throw refusal(
                source, "the deadline of the call passed\(bounds.limitWords) while other run_sql calls ran; run fewer at a time, or narrower ones")
        case .unstopped:
            throw refusal(source, "the database still works on \(limits.ofOneCaller) statements of yours that it did not stop; wait until one ends")
        }
    }

    private func refusal(_ source: OpenSource, _ reason: String) -> Refusal { Refusal(.limited, "data source '\(source.name)': \(reason)") }

    private func enter(_ share: Share, _ bounds: CallBounds) async -> (wake: Wake, hasWaited: Bool) {
        let (id, decision) = state.withLock { state in
            state.lastID += 1
            let id = state.lastID
            let decision = change(share.source, of: &state) { $0.enter(id, of: share.caller, slots: share.slots) }
            return (state.lastID, decision)
        }
        switch decision {
        case .run: return (.runs, false)
        case .full: return (.full, false)
        case .unstopped: return (.unstopped, false)
        case .wait: return (await wait(id, share, bounds), true)
        }
    }

    private func wait(_ id: UInt64, _ share: Share, _ bounds: CallBounds) async -> Wake {
        let token = bounds.cancellation.add { self.withdraw(id, share) }
        if token == nil { withdraw(id, share) }
        defer { if let token { bounds.cancellation.remove(token) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wake(id, share, bounds.deadline, $0) }
        } onCancel: {
            withdraw(id, share)
        }
    }

    private func wake(_ id: UInt64, _ share: Share, _ deadline: ContinuousClock.Instant, _ continuation: CheckedContinuation<Wake, Never>) {
        let (early, watches) = state.withLock { state -> (Wake?, Bool) in
            if let early = state.early.removeValue(forKey: id) { return (early, false) }
            state.waiters[id] = Waiter(continuation: continuation, share: share, deadline: deadline)
            defer { state.isWatched = true }
            return (nil, !state.isWatched)
        }
        if let early { continuation.resume(returning: early) }
        if watches { Task { await watch() } }
    }

    /// Withdraws calls whose deadline has passed, while any call waits.
    private func watch() async {
        while true {
            // Nothing cancels this task.
            try? await Task.sleep(for: Self.interval)
            let now = ContinuousClock.now
            let late = state.withLock { state -> [(id: UInt64, share: Share)]? in
                state.isWatched = !state.waiters.isEmpty
                guard state.isWatched else { return nil }
                return state.waiters.compactMap { $1.deadline <= now ? ($0, $1.share) : nil }
            }
            guard let late else { return }
            for call in late { withdraw(call.id, call.share) }
        }
    }

    /// Ends the wait of a call; does nothing when it already runs.
    private func withdraw(_ id: UInt64, _ share: Share) {
        change(share) { turns in turns.withdraw(id, of: share.caller) ? [(id, .gaveUp)] : [] }
    }

    fileprivate func callEnded(_ share: Share, isUnstopped: Bool) {
        change(share) { turns in
            let (starting, refused) = turns.callEnded(of: share.caller, isUnstopped: isUnstopped, slots: share.slots)
            return starting.map { ($0, .runs) } + refused.map { ($0, .unstopped) }
        }
    }

    fileprivate func statementEnded(_ share: Share) {
        change(share) { turns in turns.statementEnded(of: share.caller, slots: share.slots).map { ($0, .runs) } }
    }

    /// Changes the schedule of the source, and wakes the calls that `body` returns.
    private func change(_ share: Share, _ body: (inout StatementSchedule) -> [(id: UInt64, wake: Wake)]) { change(share.source, body) }

    private func change(_ source: Share.Source, _ body: (inout StatementSchedule) -> [(id: UInt64, wake: Wake)]) {
        let woken = state.withLock { state -> [(CheckedContinuation<Wake, Never>, Wake)] in
            let decided = change(source, of: &state, body)
            return decided.compactMap { id, wake in
                if let waiter = state.waiters.removeValue(forKey: id) { return (waiter.continuation, wake) }
                state.early[id] = wake
                return nil
            }
        }
        for (waiter, wake) in woken { waiter.resume(returning: wake) }
    }

    /// Changes the schedule of a source, which exists while the source has calls.
    private func change<R>(_ source: Share.Source, of state: inout State, _ body: (inout StatementSchedule) -> R) -> R {
        var turns =
            state.turns.removeValue(forKey: source)
            ?? StatementSchedule(limits, elsewhere: state.elsewhere.isEmpty ? [:] : state.elsewhere[Self.name(of: source), default: [:]])
        let result = body(&turns)
        if !turns.isEmpty { state.turns[source] = turns }
        return result
    }

    /// The name of a source in messages between nodes.
    private static func name(of source: Share.Source) -> String { "\(source.workspace.rawValue)/\(source.name)" }

    /// The number of statements that each caller runs here, by source, including those that the engine did not stop.
    package var counts: [String: [String: Int]] {
        state.withLock { state in
            Dictionary(state.turns.map { (Self.name(of: $0.key), $0.value.counts) }) { one, _ in one }.filter { !$0.value.isEmpty }
        }
    }

    /// Sets the number of statements that each caller runs on other nodes, by source. They count against the callers' limits.
    package func setElsewhere(_ counts: [String: [String: Int]]) {
        let sources = state.withLock { state in
            state.elsewhere = counts
            return Array(state.turns.keys)
        }
        for source in sources {
            change(source) { $0.elsewhereChanged(counts[Self.name(of: source), default: [:]], slots: source.slots).map { ($0, .runs) } }
        }
    }

    /// The slot of one call. Statements that the engine did not stop count for the caller even after the call's end.
    final class Turn: CallSlot {
        /// Whether the call had to wait: its caller's rights may have changed.
        let hasWaited: Bool
        private let share: Share
        private let queue: StatementQueue
        private let state = Mutex((statements: 0, isEnded: false))

        fileprivate init(_ share: Share, of queue: StatementQueue, hasWaited: Bool) {
            self.share = share
            self.queue = queue
            self.hasWaited = hasWaited
        }

        func hold() { state.withLock { $0.statements += 1 } }

        func release() {
            let isLast = state.withLock { state in
                state.statements -= 1
                return state.isEnded && state.statements == 0
            }
            if isLast { queue.statementEnded(share) }
        }

        func end() {
            let isUnstopped = state.withLock { state in
                state.isEnded = true
                return state.statements > 0
            }
            queue.callEnded(share, isUnstopped: isUnstopped)
        }
    }
}

extension Dialect {
    /// Most `run_sql` calls that run on one source: on SQLite the number of connections for them; on a server fewer than its pool has, so
    /// that `crud` calls have connections too.
    fileprivate var statementSlots: Int { self == .sqlite ? 4 : 6 }
}

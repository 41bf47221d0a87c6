import SQL
import Synchronization

/// Limits how many calls of one kind use the store, or another database, at once. Further calls wait in order of arrival.
package final class ConcurrencyLimiter: Sendable {
    private enum Turn: Sendable { case granted, cancelled, full }

    private struct Waiter {
        let id: UInt64
        let since = ContinuousClock.now
        let continuation: CheckedContinuation<Turn, Never>
    }

    private struct State {
        var running = 0
        var waiting: [Waiter] = []
        var lastID: UInt64 = 0
    }

    /// Most calls that use the store.
    private let limit: Int
    /// Most calls that wait.
    private let maximumWaiting: Int
    /// Longest wait; a call whose turn comes later is refused.
    private let patience: Duration
    /// The reason of `busy`.
    private let refusal: String
    private let state = Mutex(State())

    package init(
        limit: Int, maximumWaiting: Int, patience: Duration = Store.patience,
        refusal: String = "too many calls wait for the server's state; try again later"
    ) {
        self.limit = limit
        self.patience = patience
        self.refusal = refusal
        self.maximumWaiting = maximumWaiting
    }

    /// - Throws: `busy` when too many calls wait, or the turn came too late; `CancellationError`.
    package func run<R>(_ body: () async throws -> R) async throws -> R {
        switch await turn() {
        case .granted: break
        case .cancelled: throw CancellationError()
        case .full: throw DatabaseError(.busy, refusal)
        }
        defer { leave() }
        return try await body()
    }

    /// How many calls wait.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func turn() async -> Turn {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let turn = state.withLock { state -> Turn? in
                    if state.running < limit {
                        state.running += 1
                        return .granted
                    }
                    guard state.waiting.count < maximumWaiting else { return .full }
                    // An earlier cancellation finds no waiter; a later one does.
                    guard !Task.isCancelled else { return .cancelled }
                    state.waiting.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let turn { continuation.resume(returning: turn) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: .cancelled)
        }
    }

    /// Passes the slot of an ended call to the longest waiting one; calls that have waited too long are refused.
    private func leave() {
        let now = ContinuousClock.now
        let (late, next) = state.withLock { state in
            let late = Array(state.waiting.prefix { now - $0.since > patience })
            state.waiting.removeFirst(late.count)
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return (late, CheckedContinuation<Turn, Never>?.none)
            }
            return (late, state.waiting.removeFirst().continuation)
        }
        for waiter in late { waiter.continuation.resume(returning: .full) }
        next?.resume(returning: .granted)
    }
}

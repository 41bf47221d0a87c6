import Synchronization

/// Bounds how many look-ups are at the store at once; further ones wait their turn, first come first served.
final class LookupQueue: Sendable {
    private enum Turn: Sendable { case granted, cancelled, full }

    private struct State {
        var running = 0
        var waiting: [(id: UInt64, continuation: CheckedContinuation<Turn, Never>)] = []
        var lastID: UInt64 = 0
    }

    /// Unit: look-ups at the store.
    private let limit: Int
    /// Unit: look-ups that wait.
    private let maximumWaiting: Int
    private let state = Mutex(State())

    init(limit: Int, maximumWaiting: Int) {
        self.limit = limit
        self.maximumWaiting = maximumWaiting
    }

    /// - Throws: `busy` when too many wait already; `CancellationError`.
    func run<R>(_ body: () async throws -> R) async throws -> R {
        switch await turn() {
        case .granted: break
        case .cancelled: throw CancellationError()
        case .full: throw IdentityError(.busy, "too many credentials are being looked up; try again later")
        }
        defer { leave() }
        return try await body()
    }

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
                    // A cancellation before this moment finds nobody waiting; one after it does.
                    guard !Task.isCancelled else { return .cancelled }
                    state.waiting.append((id, continuation))
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

    /// The place of a look-up that has ended goes to the one that waits longest.
    private func leave() {
        let next = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return CheckedContinuation<Turn, Never>?.none
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: .granted)
    }
}

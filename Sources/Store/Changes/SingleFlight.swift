import Synchronization

/// Runs one load of a key's value at a time. Callers that ask during the load get its result.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private enum Turn: Sendable {
        /// No load is running: this caller starts one.
        case load
        case result(Result<Value, any Error>)
        /// The caller that ran the load was cancelled: the others repeat it.
        case again
    }

    private typealias Waiters = [UInt64: CheckedContinuation<Turn, Never>]

    private struct State {
        /// By key, while its load runs.
        var waiters: [Key: Waiters] = [:]
        var lastWaiter: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// - Parameter load: runs for the first of the callers that want the value at the same time.
    /// - Throws: what `load` throws; `CancellationError` when this caller's own task is cancelled while it waits.
    package func value(for key: Key, _ load: () async throws -> Value) async throws -> Value {
        while true {
            switch await turn(for: key) {
            case .result(let result): return try result.get()
            case .again: try Task.checkCancellation()
            case .load:
                do {
                    let value = try await load()
                    end(key, .result(.success(value)))
                    return value
                } catch {
                    end(key, Task.isCancelled ? .again : .result(.failure(error)))
                    throw error
                }
            }
        }
    }

    private func turn(for key: Key) async -> Turn {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let turn = state.withLock { state -> Turn? in
                    guard state.waiters[key] != nil else {
                        state.waiters[key] = [:]
                        return .load
                    }
                    // An earlier cancellation finds no waiter; a later one does.
                    guard !Task.isCancelled else { return .again }
                    state.waiters[key]?[id] = continuation
                    return nil
                }
                if let turn { continuation.resume(returning: turn) }
            }
        } onCancel: {
            state.withLock { $0.waiters[key]?.removeValue(forKey: id) }?.resume(returning: .again)
        }
    }

    private func end(_ key: Key, _ turn: Turn) {
        for waiter in (state.withLock { $0.waiters.removeValue(forKey: key) } ?? [:]).values { waiter.resume(returning: turn) }
    }
}

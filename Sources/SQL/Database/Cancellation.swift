import Synchronization

/// A token that ends a running call from another thread, once.
package final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var handlers: [Int: @Sendable () -> Void] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    package init() {}

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Marks the call as ended and tells the engine that runs it. Later calls do nothing.
    package func cancel() {
        let handlers = state.withLock { state in
            state.isCancelled = true
            defer { state.handlers = [:] }
            return Array(state.handlers.values)
        }
        for handler in handlers { handler() }
    }

    /// Runs `body` with `handler` called on cancellation meanwhile; at once when already cancelled.
    package func withHandler<R, E: Error>(_ handler: @escaping @Sendable () -> Void, _ body: () throws(E) -> R) throws(E) -> R {
        let key: Int? = state.withLock { state in
            guard !state.isCancelled else { return nil }
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
        guard let key else {
            handler()
            return try body()
        }
        defer { state.withLock { _ = $0.handlers.removeValue(forKey: key) } }
        return try body()
    }
}

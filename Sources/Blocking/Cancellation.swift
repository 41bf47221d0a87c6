import Synchronization

/// A token that cancels a running call from another thread. It can be cancelled only once.
package final class Cancellation: Sendable {
    private struct State {
        var handlers: [Int: @Sendable () -> Void] = [:]
        var next = 0
    }

    private let cancelled = Atomic(false)
    private let state = Mutex(State())

    package init() {}

    /// Whether the call is cancelled. Cheap enough to check in a loop.
    package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Marks the call as cancelled and runs the handlers, which stop the engine. Further calls of this function do nothing.
    package func cancel() {
        state.withLock { state in
            guard !cancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
            for handler in state.handlers.values { handler() }
            state.handlers = [:]
        }
    }

    /// Registers `handler` for cancellation until ``remove(_:)``; returns nil, without running it, when already cancelled.
    ///
    /// Handlers run while the token is locked, so that none runs after its removal, when its connection may serve another call. A handler
    /// must be short and must not touch the token.
    package func add(_ handler: @escaping @Sendable () -> Void) -> Int? {
        state.withLock { state in
            guard !isCancelled else { return nil }
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
    }

    /// Removes a handler. After this returns, the handler is not running and will not run.
    package func remove(_ key: Int) {
        state.withLock { _ = $0.handlers.removeValue(forKey: key) }
    }

    /// Runs `body`. A cancellation during it runs `handler`; when already cancelled, `handler` runs first. The rule of ``add(_:)`` applies
    /// to the handler.
    package func withHandler<R, E: Error>(_ handler: @escaping @Sendable () -> Void, _ body: () throws(E) -> R) throws(E) -> R {
        guard let key = add(handler) else {
            handler()
            return try body()
        }
        defer { remove(key) }
        return try body()
    }
}

import Synchronization

/// Wakes one waiting task. A signal raised before the wait is not lost.
final class Signal: Sendable {
    private struct State: Sendable {
        var isRaised = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func raise() {
        let waiter = state.withLock { state in
            state.isRaised = state.waiter == nil
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Waits for ``raise()`` or for cancellation. A second waiter wakes the first.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let woken: CheckedContinuation<Void, Never>? = state.withLock { state in
                    // Checked under the lock, so that a later cancellation finds the waiter.
                    if state.isRaised || Task.isCancelled {
                        state.isRaised = false
                        return continuation
                    }
                    defer { state.waiter = continuation }
                    return state.waiter
                }
                woken?.resume()
            }
        } onCancel: {
            raise()
        }
    }
}

import Synchronization

/// The senders that wait for space in a queue. ``open()`` makes all of them check again.
final class SpaceSignal: Sendable {
    private let waiters = Mutex<[CheckedContinuation<Void, Never>]>([])

    func open() {
        let woken = waiters.withLock { waiters in
            defer { waiters = [] }
            return waiters
        }
        for waiter in woken { waiter.resume() }
    }

    /// Waits for ``open()`` or for cancellation. Returns at once if the condition is false.
    func wait(while condition: @Sendable () -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = waiters.withLock { waiters in
                    // Both are checked under the lock, so that a later change finds the waiter in the list.
                    guard condition(), !Task.isCancelled else { return false }
                    waiters.append(continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            open()
        }
    }
}

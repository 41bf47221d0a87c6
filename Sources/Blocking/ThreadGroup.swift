import Synchronization

/// Counts threads that end by themselves, so that a task can wait for the last one.
package final class ThreadGroup: Sendable {
    private struct State {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Starts a thread unless `limit` of them run; returns false when none was started.
    package func start(_ name: String, limit: Int = .max, _ body: @escaping @Sendable () -> Void) -> Bool {
        let isFree = state.withLock { state in
            guard state.count < limit else { return false }
            state.count += 1
            return true
        }
        guard isFree else { return false }
        let isStarted = Thread.start(name) { [self] in
            body()
            ended()
        }
        if !isStarted { ended() }
        return isStarted
    }

    /// Waits until no thread is left.
    package func allEnded() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count == 0
            }
            if isOver { continuation.resume() }
        }
    }

    private func ended() {
        let waiting = state.withLock { state in
            state.count -= 1
            guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

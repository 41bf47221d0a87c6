import Synchronization

/// One timer for all idle streams. It runs while it has listeners and stops at the first tick without one.
final class Ticker: Sendable {
    private struct Listener: Sendable {
        var age = 0
        let tick: @Sendable () -> Void
    }

    private struct State: Sendable {
        var listeners: [Int: Listener] = [:]
        var next = 0
        var task: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let clock: any Clock<Duration>
    private let interval: Duration

    /// - Parameter interval: a listener's first tick comes after half an interval to one interval, then one comes per interval.
    init(clock: any Clock<Duration>, interval: Duration) {
        self.clock = clock
        self.interval = interval / 2
    }

    deinit { state.withLock { $0.task }?.cancel() }

    /// - Parameter tick: must not block.
    /// - Returns: the id for ``remove(_:)``.
    func add(_ tick: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.next += 1
            state.listeners[state.next] = Listener(tick: tick)
            if state.task == nil { state.task = run() }
            return state.next
        }
    }

    func remove(_ id: Int) { state.withLock { $0.listeners[id] = nil } }

    private func run() -> Task<Void, Never> {
        Task { [weak self, clock, interval] in
            // The sleep throws when the ticker is deallocated.
            while (try? await clock.sleep(for: interval)) != nil {
                guard let due = self?.due() else { return }
                for tick in due { tick() }
            }
        }
    }

    /// The listeners that are due. Nil when there are no listeners.
    private func due() -> [@Sendable () -> Void]? {
        state.withLock { state in
            guard !state.listeners.isEmpty else {
                state.task = nil
                return nil
            }
            var due: [@Sendable () -> Void] = []
            for id in Array(state.listeners.keys) {
                state.listeners[id]?.age += 1
                if let listener = state.listeners[id], listener.age.isMultiple(of: 2) { due.append(listener.tick) }
            }
            return due
        }
    }
}

import Synchronization

/// One timer for all idle streams. It runs while there are listeners and stops at the first tick without one.
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

    /// - Parameter interval: a listener hears first after half of it to all of it, then once an interval.
    init(clock: any Clock<Duration>, interval: Duration) {
        self.clock = clock
        self.interval = interval / 2
    }

    deinit { state.withLock { $0.task }?.cancel() }

    /// - Parameter tick: must not block.
    /// - Returns: the name for ``remove(_:)``.
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
            // Throws when the ticker is no more.
            while (try? await clock.sleep(for: interval)) != nil {
                guard let due = self?.due() else { return }
                for tick in due { tick() }
            }
        }
    }

    /// The listeners whose turn it is; nil when there are none at all.
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

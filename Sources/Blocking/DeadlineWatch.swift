/// One thread that tells a queue when to refuse late items. It exists only after something had to wait.
final class DeadlineWatch: Sendable {
    private struct State {
        var next: ContinuousClock.Instant?
        var expire: @Sendable () -> ContinuousClock.Instant? = { nil }
        var isStarted = false
        var isClosed = false
    }

    private let name: String
    private let state = Monitor(State())

    init(name: String) { self.name = name }

    deinit { close() }

    /// - Parameter expire: refuses late items and returns the next deadline.
    func onDeadline(_ expire: @escaping @Sendable () -> ContinuousClock.Instant?) {
        state.withLock { $0.expire = expire }
    }

    /// Wakes at `deadline` at the latest.
    func note(_ deadline: ContinuousClock.Instant) {
        let mustStart = state.withLock { state in
            state.next = min(state.next ?? deadline, deadline)
            defer { state.isStarted = true }
            return !state.isStarted && !state.isClosed
        }
        // Without a thread the queue still refuses late items when they are taken.
        if mustStart { _ = Thread.start("\(name)-late") { [state] in Self.run(state) } }
        state.wakeAll()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        state.wakeAll()
    }

    private static func run(_ state: Monitor<State>) {
        while true {
            let next: ContinuousClock.Instant?? = state.wait(until: nil) { state in
                if state.isClosed { return .some(nil) }
                return state.next.map { .some($0) }
            }
            guard let deadline = next.flatMap({ $0 }) else { return }
            let isDisturbed = state.wait(until: deadline) { $0.isClosed || ($0.next ?? deadline) < deadline ? true : nil }
            if isDisturbed == true { continue }
            let expire = state.withLock { state in
                state.next = nil
                return state.expire
            }
            if let following = expire() { state.withLock { $0.next = min($0.next ?? following, following) } }
        }
    }
}

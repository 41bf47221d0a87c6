/// A bounded first-in, first-out queue between callers that wait and threads that work.
///
/// What is late or cancelled while it waits is refused at that moment and never handed out.
final class WorkQueue<Work: Sendable>: Sendable {
    struct Item: Sendable {
        fileprivate let id: Int
        let bounds: CallBounds
        let work: Work
        /// Answers the caller when the work is not done.
        let refuse: @Sendable (any Error) -> Void
        fileprivate let token: Int?
    }

    private struct State {
        var items: [Item] = []
        var nextID = 0
        var idle = 0
        var isClosed = false
    }

    /// Unit: items.
    let limit: Int
    private let state = Monitor(State())
    private let watch: DeadlineWatch

    init(name: String, limit: Int) {
        self.limit = limit
        watch = DeadlineWatch(name: name)
        watch.onDeadline { [weak self] in self?.expire() }
    }

    /// How many items wait.
    var count: Int { state.withLock { $0.items.count } }

    /// Puts work at the end, or refuses it; returns whether all working threads are taken, so that another one would help.
    func put(_ bounds: CallBounds, _ work: Work, refuse: @escaping @Sendable (any Error) -> Void) -> Bool {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let token = bounds.cancellation.add { [weak self] in self?.drop(id) }
        let item = Item(id: id, bounds: bounds, work: work, refuse: refuse, token: token)
        let (refusal, mustWait) = state.withLock { state -> (DatabaseError?, Bool) in
            if let refusal = bounds.refusal { return (refusal, false) }
            if state.isClosed { return (.closed, false) }
            if state.items.count >= limit { return (DatabaseError(.busy, "too many calls wait for the database"), false) }
            state.items.append(item)
            return (nil, state.items.count > state.idle)
        }
        if let refusal {
            forget(item)
            refuse(refusal)
            return false
        }
        state.wakeOne()
        return mustWait
    }

    /// Says that an item with that deadline may have to wait, so that it is refused in time though no thread comes free.
    func watch(_ deadline: ContinuousClock.Instant) { watch.note(deadline) }

    /// The next item, waiting for one; nil once the queue is closed and empty.
    func take() -> Item? {
        while true {
            state.withLock { $0.idle += 1 }
            let next: Item?? = state.wait(until: nil) { state in
                guard !state.items.isEmpty || state.isClosed else { return nil }
                state.idle -= 1
                return .some(state.items.isEmpty ? nil : state.items.removeFirst())
            }
            guard let item = next.flatMap({ $0 }) else { return nil }
            if accept(item) { return item }
        }
    }

    /// The next item if one waits.
    func poll() -> Item? {
        while true {
            guard let item = state.withLock({ $0.items.isEmpty ? nil : $0.items.removeFirst() }) else { return nil }
            if accept(item) { return item }
        }
    }

    /// Refuses new work; what waits is still handed out.
    func close() {
        state.withLock { $0.isClosed = true }
        state.wakeAll()
        watch.close()
    }

    /// Refuses everything that waits.
    func refuseAll(_ error: any Error) {
        let items = state.withLock { state in
            defer { state.items = [] }
            return state.items
        }
        for item in items {
            forget(item)
            item.refuse(error)
        }
    }

    private func accept(_ item: Item) -> Bool {
        forget(item)
        guard let refusal = item.bounds.refusal else { return true }
        item.refuse(refusal)
        return false
    }

    private func forget(_ item: Item) {
        if let token = item.token { item.bounds.cancellation.remove(token) }
    }

    private func drop(_ id: Int) {
        let item = state.withLock { state in
            state.items.firstIndex { $0.id == id }.map { state.items.remove(at: $0) }
        }
        item?.refuse(DatabaseError.cancelled)
    }

    /// Refuses what is late; returns the earliest deadline that is left.
    private func expire() -> ContinuousClock.Instant? {
        let now = ContinuousClock.now
        let (late, next) = state.withLock { state in
            let late = state.items.filter { $0.bounds.deadline <= now }
            if !late.isEmpty { state.items.removeAll { $0.bounds.deadline <= now } }
            return (late, state.items.map(\.bounds.deadline).min())
        }
        for item in late {
            forget(item)
            item.refuse(item.bounds.named(DatabaseError.timeout))
        }
        return next
    }
}

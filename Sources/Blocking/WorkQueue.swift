/// A bounded first-in, first-out queue between waiting callers and working threads.
///
/// An item that is late or cancelled while it waits is refused at that moment and never handed out.
package final class WorkQueue<Work: Sendable>: Sendable {
    package struct Item: Sendable {
        fileprivate let id: Int
        fileprivate let deadline: ContinuousClock.Instant
        fileprivate let cancellation: Cancellation
        package let work: Work
        /// Resumes the caller with a refusal.
        fileprivate let refuse: @Sendable (PoolRefusal) -> Void
        fileprivate let token: Int?

        fileprivate var refusal: PoolRefusal? { cancellation.isCancelled ? .cancelled : deadline <= .now ? .late : nil }
    }

    private struct State {
        var items: [Item] = []
        var nextID = 0
        /// Threads that wait for an item.
        var idle = 0
        /// Items that threads are working on.
        var taken = 0
        /// Threads that take items, including those that are about to start.
        var threads = 0
        var isClosed = false
    }

    /// The maximum number of items, waiting and in work together.
    private let capacity: Int
    /// The maximum number of threads.
    private let workers: Int
    private let state = Monitor(State())
    private let watch: DeadlineWatch

    /// - Parameters:
    ///   - limit: items that wait while all threads work.
    ///   - workers: threads.
    package init(name: String, limit: Int, workers: Int) {
        capacity = limit + workers
        self.workers = workers
        watch = DeadlineWatch(name: name)
        watch.onDeadline { [weak self] in self?.expire() }
    }

    /// How many items wait.
    package var count: Int { state.withLock { $0.items.count } }

    /// Appends work, or refuses it. Returns whether the caller must start a thread that calls ``take(idleFor:)``.
    package func put(
        until deadline: ContinuousClock.Instant, _ cancellation: Cancellation, _ work: Work, refuse: @escaping @Sendable (PoolRefusal) -> Void
    ) -> Bool {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let token = cancellation.add { [weak self] in self?.cancel(id) }
        let item = Item(id: id, deadline: deadline, cancellation: cancellation, work: work, refuse: refuse, token: token)
        let (refusal, mustWait, mustStart) = state.withLock { state -> (PoolRefusal?, Bool, Bool) in
            if let refusal = item.refusal { return (refusal, false, false) }
            if state.isClosed { return (.closed, false, false) }
            if state.items.count + state.taken >= capacity { return (.full, false, false) }
            state.items.append(item)
            let mustWait = state.items.count > state.idle
            guard mustWait, state.threads < workers else { return (nil, mustWait, false) }
            state.threads += 1
            return (nil, false, true)
        }
        if let refusal {
            removeHandler(of: item)
            refuse(refusal)
            return false
        }
        state.wakeOne()
        // It is refused in time even if no thread becomes free.
        if mustWait { watch.note(deadline) }
        return mustStart
    }

    /// Records that the system could not start a thread after ``put(until:_:_:refuse:)`` asked for one. When there are no threads at all,
    /// waiting items are refused.
    /// - Parameter deadline: of the item that the thread was for.
    package func threadFailed(_ deadline: ContinuousClock.Instant) {
        let hasOthers = state.withLock { state in
            state.threads -= 1
            return state.threads > 0
        }
        if hasOthers { watch.note(deadline) } else { refuseAll(.noThread) }
    }

    /// Waits for the next item. Returns nil when the queue is closed and empty, or when no item came in time; the thread must then end.
    /// ``done()`` must follow each item.
    package func take(idleFor time: Duration? = nil) -> Item? {
        while true {
            let end = time.map { ContinuousClock.now + $0 }
            state.withLock { $0.idle += 1 }
            let next: Item?? = state.wait(until: end) { state in
                guard !state.items.isEmpty || state.isClosed else { return nil }
                state.idle -= 1
                return .some(Self.takeFirst(&state))
            }
            // An item that arrives as the time ends is still taken, because no other thread was started for it.
            let item =
                next
                ?? state.withLock { state in
                    state.idle -= 1
                    return Self.takeFirst(&state)
                }
            guard let item else { return nil }
            if accept(item) { return item }
            done()
        }
    }

    private static func takeFirst(_ state: inout State) -> Item? {
        guard !state.items.isEmpty else {
            state.threads -= 1
            return nil
        }
        state.taken += 1
        return state.items.removeFirst()
    }

    /// Marks the thread's item as done.
    package func done() { state.withLock { $0.taken -= 1 } }

    /// The next waiting item, if any, to be worked on together with the current one.
    package func poll() -> Item? {
        while true {
            guard let item = state.withLock({ $0.items.isEmpty ? nil : $0.items.removeFirst() }) else { return nil }
            if accept(item) { return item }
        }
    }

    /// Refuses new work; waiting items are still handed out.
    package func close() {
        state.withLock { $0.isClosed = true }
        state.wakeAll()
        watch.close()
    }

    /// Refuses all waiting items.
    private func refuseAll(_ refusal: PoolRefusal) {
        let items = state.withLock { state in
            defer { state.items = [] }
            return state.items
        }
        for item in items {
            removeHandler(of: item)
            item.refuse(refusal)
        }
    }

    private func accept(_ item: Item) -> Bool {
        removeHandler(of: item)
        guard let refusal = item.refusal else { return true }
        item.refuse(refusal)
        return false
    }

    private func removeHandler(of item: Item) {
        if let token = item.token { item.cancellation.remove(token) }
    }

    private func cancel(_ id: Int) {
        let item = state.withLock { state in
            state.items.firstIndex { $0.id == id }.map { state.items.remove(at: $0) }
        }
        item?.refuse(.cancelled)
    }

    /// Refuses late items; returns the earliest remaining deadline.
    private func expire() -> ContinuousClock.Instant? {
        let now = ContinuousClock.now
        let (late, next) = state.withLock { state in
            let late = state.items.filter { $0.deadline <= now }
            if !late.isEmpty { state.items.removeAll { $0.deadline <= now } }
            return (late, state.items.map(\.deadline).min())
        }
        for item in late {
            removeHandler(of: item)
            item.refuse(.late)
        }
        return next
    }
}

import Synchronization

/// Tasks in this process. At its bound it forgets those begun first.
public final class MemoryTaskStore: TaskStore {
    private struct Entry: Sendable {
        var record: TaskRecord
        let end: ContinuousClock.Instant
    }

    private struct State: Sendable {
        var entries: [String: Entry] = [:]
        /// Ids in the order of their beginning.
        var order: [String] = []
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: most tasks kept.
    public init(limit: Int = 10_000) { self.limit = max(1, limit) }

    public func add(_ task: TaskRecord) {
        let now = ContinuousClock.now
        state.withLock { state in
            state.entries[task.id] = Entry(record: task, end: now + .milliseconds(task.lifetime))
            state.order.append(task.id)
            var dropped = 0
            for id in state.order {
                if state.order.count - dropped <= limit, let entry = state.entries[id], entry.end > now { break }
                state.entries[id] = nil
                dropped += 1
            }
            state.order.removeFirst(dropped)
        }
    }

    public func task(_ id: String) -> TaskRecord? {
        state.withLock { state in
            guard let entry = state.entries[id], entry.end > .now else { return nil }
            return entry.record
        }
    }

    public func change(_ id: String, _ body: @escaping @Sendable (inout TaskRecord) -> Bool) -> TaskRecord? {
        state.withLock { state in
            guard let entry = state.entries[id], entry.end > .now else { return nil }
            var record = entry.record
            guard body(&record) else { return entry.record }
            state.entries[id]?.record = record
            return record
        }
    }
}

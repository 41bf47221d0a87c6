import JSON
import Synchronization

/// Stores tasks in this process. At the count limit it drops the oldest tasks. At a size limit it drops the oldest finished ones: first
/// those of the owner whose results are too large, then those of all owners.
public final class MemoryTaskStore: TaskStore {
    private struct Entry: Sendable {
        var record: TaskRecord
        let end: ContinuousClock.Instant

        var bytes: Int { record.result?.bytes.count ?? 0 }
    }

    private struct State: Sendable {
        var entries: [String: Entry] = [:]
        /// Ids, oldest first.
        var order: [String] = []
        /// Size of all results, in total and by owner.
        var bytes = 0
        var bytesByOwner: [String: Int] = [:]

        mutating func count(_ bytes: Int, of owner: String) {
            guard bytes != 0 else { return }
            self.bytes += bytes
            let left = bytesByOwner[owner, default: 0] + bytes
            bytesByOwner[owner] = left > 0 ? left : nil
        }

        mutating func forget(_ id: String) {
            guard let entry = entries.removeValue(forKey: id) else { return }
            count(-entry.bytes, of: entry.record.owner)
        }

        /// Drops finished tasks, oldest first, until `isEnough`. It never drops the newest one.
        mutating func forget(until isEnough: (State) -> Bool, where isMeant: (TaskRecord) -> Bool) {
            guard !isEnough(self) else { return }
            let candidates = order.filter { id in entries[id].map { $0.bytes > 0 && isMeant($0.record) } ?? false }
            for id in candidates.dropLast() {
                forget(id)
                if isEnough(self) { return }
            }
        }
    }

    private let state = Mutex(State())
    private let limit: Int
    private let bytes: Int
    private let bytesOfOwner: Int

    /// - Parameters:
    ///   - limit: most stored tasks.
    ///   - bytes: most bytes of all results together.
    ///   - bytesOfOwner: most bytes of the results of one owner.
    public init(limit: Int = 10_000, bytes: Int = 256 * 1_048_576, bytesOfOwner: Int = 16 * 1_048_576) {
        self.limit = max(1, limit)
        self.bytes = bytes
        self.bytesOfOwner = bytesOfOwner
    }

    public func add(_ task: TaskRecord) {
        let now = ContinuousClock.now
        state.withLock { state in
            state.entries[task.id] = Entry(record: task, end: now + .milliseconds(task.lifetime))
            state.order.append(task.id)
            var dropped = 0
            for id in state.order {
                if state.order.count - dropped <= limit, let entry = state.entries[id], entry.end > now { break }
                state.forget(id)
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
            let owner = record.owner
            state.count((state.entries[id]?.bytes ?? 0) - entry.bytes, of: owner)
            state.forget(until: { $0.bytesByOwner[owner, default: 0] <= bytesOfOwner }, where: { $0.owner == owner })
            state.forget(until: { $0.bytes <= bytes }, where: { _ in true })
            return record
        }
    }
}

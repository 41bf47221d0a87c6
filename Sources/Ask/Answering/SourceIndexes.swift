import Access
import SQL
import Store
import Synchronization

/// The indexes of data sources, each for callers who may see the same of one: made when somebody asks, kept while what it was made of stays.
final class SourceIndexes: Sendable {
    /// How long what tables held counts as what they hold.
    static let timeToLive = Duration.seconds(60)
    /// Unit: indexes that are kept; beyond, the one that was not used for longest is forgotten.
    static let capacity = 16

    /// Whose index of what: callers with equal rights share one.
    struct Key: Hashable, Sendable {
        let workspace: WorkspaceID
        let source: String
        /// What the caller may view, in the order of the collections' names.
        let rights: [CollectionRights]
        /// The version of the semantic layer; nil without one.
        let layer: Int64?
    }

    private struct Entry {
        let index: SourceIndex
        let made: ContinuousClock.Instant
        var used: ContinuousClock.Instant
    }

    private let entries = Mutex<[Key: Entry]>([:])
    private let making = SingleFlight<Key, SourceIndex>()

    func index(_ key: Key, _ make: () async throws -> SourceIndex) async throws -> SourceIndex {
        if let known = known(key) { return known }
        return try await making.value(for: key) {
            let index = try await make()
            keep(index, for: key)
            return index
        }
    }

    private func known(_ key: Key) -> SourceIndex? {
        let now = ContinuousClock.now
        return entries.withLock { entries in
            guard let entry = entries[key], now - entry.made < Self.timeToLive else { return nil }
            entries[key]?.used = now
            return entry.index
        }
    }

    private func keep(_ index: SourceIndex, for key: Key) {
        let now = ContinuousClock.now
        entries.withLock { entries in
            entries = entries.filter { now - $0.value.made < Self.timeToLive }
            if entries.count >= Self.capacity, let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key { entries[oldest] = nil }
            entries[key] = Entry(index: index, made: now, used: now)
        }
    }
}

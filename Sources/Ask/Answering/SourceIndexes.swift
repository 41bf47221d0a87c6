import Access
import SQL
import Store
import Synchronization

/// Caches the indexes of data sources. Callers with the same view of a source share one. An index is created on first use, dropped when its
/// source or the view changes, and rebuilt in the background by a task.
final class SourceIndexes: Sendable {
    /// How long the contents of an index count as current.
    static let timeToLive = Duration.seconds(60)
    /// How long an old index is used while a new one is created.
    static let patience = Duration.seconds(900)
    /// Most cached indexes. Beyond it, the least recently used one is dropped. Unit: indexes.
    static let capacity = 16
    /// How long rebuilding an index in the background may take.
    private static let refreshTime = Duration.seconds(60)

    /// Creates an index.
    struct Make: Sendable {
        /// The file that stores the samples across restarts. Nil if they are not stored.
        var file: @Sendable () async -> KeptSamples.File?
        var read: @Sendable (CallBounds) async throws -> [SampledTable]
        var index: @Sendable ([SampledTable]) -> SourceIndex
    }

    /// Identifies an index. Callers with equal rights share one.
    struct Key: Hashable, Sendable {
        let workspace: WorkspaceID
        let source: String
        /// The collections that the caller may view, sorted by name.
        let rights: [CollectionRights]
        /// The semantic layer. Nil without one.
        let layer: LayerVersion?
    }

    enum LayerVersion: Hashable, Sendable {
        case ofSource(Int64)
        case ofAssistant(AssistantID, Timestamp)
    }

    private struct Entry {
        let index: SourceIndex
        let made: ContinuousClock.Instant
        var used: ContinuousClock.Instant
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The keys of ``entries`` that wait to be rebuilt.
        var waiting: Set<Key> = []
        /// Whether a task rebuilds indexes.
        var isRefreshing = false
    }

    private struct Refresh: Sendable {
        let key: Key
        let make: Make
    }

    private let state = Mutex(State())
    private let making = SingleFlight<Key, SourceIndex>()
    private let refreshes: AsyncStream<Refresh>
    private let queue: AsyncStream<Refresh>.Continuation

    init() {
        (refreshes, queue) = AsyncStream.makeStream(of: Refresh.self, bufferingPolicy: .bufferingOldest(Self.capacity))
    }

    func index(_ key: Key, _ bounds: CallBounds, _ make: Make) async throws -> SourceIndex {
        if let known = known(key, make) { return known }
        return try await making.value(for: key) {
            let file = await make.file()
            if let kept = kept(key, make, file) { return kept }
            return try await made(key, bounds, make, file)
        }
    }

    /// Rebuilds the indexes that are in use and out of date, one after the other, until the task is cancelled.
    func run() async {
        state.withLock { $0.isRefreshing = true }
        for await refresh in refreshes {
            // If rebuilding fails, the old index stays in use. Once it is too old, the next question rebuilds it.
            _ = try? await making.value(for: refresh.key) {
                try await made(refresh.key, .within(Self.refreshTime), refresh.make, await refresh.make.file())
            }
            state.withLock { _ = $0.waiting.remove(refresh.key) }
        }
        state.withLock { $0.isRefreshing = false }
    }

    /// The index from samples stored before a restart. It stays in use as long as it would have without the restart.
    private func kept(_ key: Key, _ make: Make, _ file: KeptSamples.File?) -> SourceIndex? {
        guard let (samples, age) = file?.load() else { return nil }
        guard age < (state.withLock(\.isRefreshing) ? Self.patience : Self.timeToLive) else { return nil }
        let index = make.index(samples)
        keep(index, for: key, made: .now - age)
        return index
    }

    private func made(_ key: Key, _ bounds: CallBounds, _ make: Make, _ file: KeptSamples.File?) async throws -> SourceIndex {
        let samples = try await make.read(bounds)
        let index = make.index(samples)
        keep(index, for: key, made: .now)
        file?.keep(samples)
        return index
    }

    private func known(_ key: Key, _ make: Make) -> SourceIndex? {
        let now = ContinuousClock.now
        let (index, isDue) = state.withLock { state -> (SourceIndex?, Bool) in
            guard let entry = state.entries[key] else { return (nil, false) }
            let isFresh = now - entry.made < Self.timeToLive
            guard isFresh || (state.isRefreshing && now - entry.made < Self.patience) else { return (nil, false) }
            state.entries[key]?.used = now
            return (entry.index, !isFresh && state.waiting.insert(key).inserted)
        }
        if isDue, case .dropped = queue.yield(Refresh(key: key, make: make)) { state.withLock { _ = $0.waiting.remove(key) } }
        return index
    }

    private func keep(_ index: SourceIndex, for key: Key, made: ContinuousClock.Instant) {
        let now = ContinuousClock.now
        state.withLock { state in
            state.entries = state.entries.filter { now - $0.value.made < Self.patience }
            if state.entries.count >= Self.capacity, let oldest = state.entries.min(by: { $0.value.used < $1.value.used })?.key {
                state.entries[oldest] = nil
            }
            state.entries[key] = Entry(index: index, made: made, used: now)
        }
    }
}

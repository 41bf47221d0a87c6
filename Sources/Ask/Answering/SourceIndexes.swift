import Access
import SQL
import Store
import Synchronization

/// Caches the indexes of data sources. Callers with the same view of a source share one. An index is made when it is first needed, kept until its
/// source or the view changes, and rebuilt in the background where a task does that.
final class SourceIndexes: Sendable {
    /// How long what tables held counts as what they hold.
    static let timeToLive = Duration.seconds(60)
    /// How long an index is used while a newer one is made.
    static let patience = Duration.seconds(900)
    /// Unit: indexes that are kept; beyond, the one that was not used for longest is forgotten.
    static let capacity = 16
    /// How long making one beside the questions may take.
    private static let refreshTime = Duration.seconds(60)

    /// How an index is made.
    struct Make: Sendable {
        /// Where what was read is kept across restarts; nil where it is not.
        var file: @Sendable () async -> KeptSamples.File?
        var read: @Sendable (CallBounds) async throws -> [SampledTable]
        var index: @Sendable ([SampledTable]) -> SourceIndex
    }

    /// Whose index of what: callers with equal rights share one.
    struct Key: Hashable, Sendable {
        let workspace: WorkspaceID
        let source: String
        /// The collections that the caller may view, sorted by name.
        let rights: [CollectionRights]
        /// The semantic layer; nil without one.
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
        /// Of ``entries``, those that wait to be made again.
        var waiting: Set<Key> = []
        /// A task makes indexes again.
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

    /// Makes indexes again that are in use and out of date, one after the other, until the task is cancelled.
    func run() async {
        state.withLock { $0.isRefreshing = true }
        for await refresh in refreshes {
            // The one that there is serves on; questions make it again once it is too old.
            _ = try? await making.value(for: refresh.key) {
                try await made(refresh.key, .within(Self.refreshTime), refresh.make, await refresh.make.file())
            }
            state.withLock { _ = $0.waiting.remove(refresh.key) }
        }
        state.withLock { $0.isRefreshing = false }
    }

    /// What was read before a restart serves on as long as it would have served without one.
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

import Synchronization

/// A bounded cache of values from the store. An entry is valid until a topic that it depends on changes.
///
/// Existing and missing keys are counted separately, so that guessed keys evict only guessed keys. When either part is full, an arbitrary
/// entry of it is evicted.
package final class FeedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry<Content: Sendable>: Sendable {
        let content: Content
        /// The version of the feed before the store was queried, or a later one at which the topics were found unchanged.
        var version: UInt64
        let topics: [ChangeTopic]
    }

    /// The version distinguishes look-ups, because one that began before a change must not serve a caller that asks after it.
    private struct PendingLookup: Hashable {
        let key: Key
        let version: UInt64
    }

    private struct State {
        var values: [Key: Entry<Value>] = [:]
        var absent: [Key: Entry<Void>] = [:]
    }

    private let feed: ChangeFeed
    /// Most entries of each of the two parts.
    private let limit: Int
    private let state = Mutex(State())
    private let flights = SingleFlight<PendingLookup, Value?>()

    package init(_ feed: ChangeFeed, limit: Int) {
        self.feed = feed
        self.limit = limit
    }

    package func lookup(_ key: Key) -> Lookup<Value> {
        let version = feed.version
        return state.withLock { state in
            if let value = Self.current(key, in: &state.values, at: version, feed) { return .found(value) }
            return Self.current(key, in: &state.absent, at: version, feed) == nil ? .unknown : .absent
        }
    }

    /// Whether the store had a value when it was last queried, even if the value is out of date.
    package func wasFound(_ key: Key) -> Bool { state.withLock { $0.values[key] != nil } }

    /// The cached value, or the result of `ask`, which runs once for all callers that need the key at the same time.
    /// - Parameter topics: of the result of `ask`; see ``keep(_:for:topics:at:)``.
    package func value(for key: Key, topics: (Value?) -> [ChangeTopic], _ ask: () async throws -> Value?) async throws -> Value? {
        switch lookup(key) {
        case .found(let value): return value
        case .absent: return nil
        case .unknown: break
        }
        let version = feed.version
        return try await flights.value(for: PendingLookup(key: key, version: version)) {
            let value = try await ask()
            keep(value, for: key, topics: topics(value), at: version)
            return value
        }
    }

    /// Caches the result of the store.
    /// - Parameters:
    ///   - value: nil when the store has none.
    ///   - topics: everything that the result depends on, even if there is no value.
    ///   - version: of the feed, read before the store was queried.
    package func keep(_ value: Value?, for key: Key, topics: [ChangeTopic], at version: UInt64) {
        state.withLock { state in
            if let value {
                state.absent[key] = nil
                Self.keep(Entry(content: value, version: version, topics: topics), for: key, in: &state.values, limit)
            } else {
                state.values[key] = nil
                Self.keep(Entry(content: (), version: version, topics: topics), for: key, in: &state.absent, limit)
            }
        }
    }

    /// Removes an entry, so that the next look-up asks the store, without a change of a topic.
    package func forget(_ key: Key) { state.withLock { $0.values[key] = nil } }

    package var counts: (values: Int, absent: Int) { state.withLock { ($0.values.count, $0.absent.count) } }

    private static func current<Content>(
        _ key: Key, in entries: inout [Key: Entry<Content>], at version: UInt64, _ feed: ChangeFeed
    ) -> Content? {
        // By index: to copy an entry costs more than to find it.
        guard let index = entries.index(forKey: key) else { return nil }
        if entries.values[index].version != version {
            // An outdated entry stays until the store is queried again or its memory is needed: see `wasFound`.
            guard feed.isUnchanged(entries.values[index].topics, since: entries.values[index].version) else { return nil }
            entries.values[index].version = version
        }
        return entries.values[index].content
    }

    private static func keep<Content>(_ entry: Entry<Content>, for key: Key, in entries: inout [Key: Entry<Content>], _ limit: Int) {
        if let known = entries[key] {
            // Another lookup queried the store later.
            guard known.version <= entry.version else { return }
        } else if entries.count >= limit {
            entries.remove(at: entries.startIndex)
        }
        entries[key] = entry
    }
}

/// The state of a key in a cache.
package enum Lookup<Value: Sendable>: Sendable {
    case found(Value)
    /// Known not to exist.
    case absent
    /// The cache has no valid entry: the store has to be queried.
    case unknown
}

extension Lookup {
    package func map<Other: Sendable>(_ transform: (Value) -> Other) -> Lookup<Other> {
        switch self {
        case .found(let value): .found(transform(value))
        case .absent: .absent
        case .unknown: .unknown
        }
    }
}

extension Lookup: Equatable where Value: Equatable {}

import Synchronization

/// A bounded map of what the store said, empty again as soon as the change feed moves on.
///
/// What exists and what does not are counted apart, so that guesses push out guesses only. When either is full, any one entry of it makes room.
final class FeedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var version: UInt64 = 0
        var values: [Key: Value] = [:]
        var absent: Set<Key> = []
    }

    /// Unit: entries, of each sort.
    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// - Parameter version: of the feed, read just before.
    func lookup(_ key: Key, at version: UInt64) -> Lookup<Value> {
        state.withLock { state in
            guard state.version == version else { return .unknown }
            if let value = state.values[key] { return .found(value) }
            return state.absent.contains(key) ? .absent : .unknown
        }
    }

    /// Keeps an answer.
    /// - Parameter version: of the feed, read before the store was asked. An answer older than the cache is dropped.
    func keep(_ value: Value?, for key: Key, at version: UInt64) {
        state.withLock { state in
            guard version >= state.version else { return }
            if version > state.version { state = State(version: version) }
            if let value {
                if state.values.count >= limit, state.values[key] == nil { state.values.remove(at: state.values.startIndex) }
                state.values[key] = value
            } else {
                if state.absent.count >= limit { state.absent.removeFirst() }
                state.absent.insert(key)
            }
        }
    }

    var counts: (values: Int, absent: Int) { state.withLock { ($0.values.count, $0.absent.count) } }
}

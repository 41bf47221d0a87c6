import Synchronization

/// A sealer that stores the bytes in this process and returns random names for them.
///
/// At its limit it drops the oldest entry. Another node cannot open the names, and neither can this one after a restart.
public final class MemorySealer: Sealer {
    private struct Entry: Sendable {
        let bytes: [UInt8]
        let context: String
        let end: ContinuousClock.Instant
    }

    private struct State: Sendable {
        var entries: [String: Entry] = [:]
        /// Issued names, oldest first. Entries before `first` were forgotten.
        var order: [String] = []
        var first = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: most stored entries.
    public init(limit: Int = 20_000) { self.limit = max(1, limit) }

    public func seal(_ bytes: [UInt8], context: String, lifetime: Duration) -> String {
        let name = RandomName.make()
        let entry = Entry(bytes: bytes, context: context, end: .now + lifetime)
        state.withLock { state in
            state.entries[name] = entry
            state.order.append(name)
            let now = ContinuousClock.now
            while state.first < state.order.count {
                let oldest = state.order[state.first]
                if state.entries.count <= limit, let kept = state.entries[oldest], kept.end > now { break }
                state.entries[oldest] = nil
                state.first += 1
            }
            if state.first > limit {
                state.order.removeFirst(state.first)
                state.first = 0
            }
        }
        return name
    }

    public func open(_ text: String, context: String) -> [UInt8]? {
        guard let entry = state.withLock({ $0.entries[text] }), entry.context == context, entry.end > .now else { return nil }
        return entry.bytes
    }
}

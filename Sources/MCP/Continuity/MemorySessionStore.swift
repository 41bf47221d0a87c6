import Synchronization

/// Stores session records in this process. At its limit it drops the records that were saved first.
public final class MemorySessionStore: SessionStore {
    private struct State: Sendable {
        var records: [String: SessionRecord] = [:]
        var order: [String] = []
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: most stored records.
    public init(limit: Int = 20_000) { self.limit = max(1, limit) }

    public func record(of session: String) -> SessionRecord? { state.withLock { $0.records[session] } }

    public func save(_ record: SessionRecord, of session: String, lifetime: Duration) {
        state.withLock { state in
            if state.records.updateValue(record, forKey: session) == nil { state.order.append(session) }
            guard state.order.count > limit else { return }
            let count = max(1, limit / 10)
            for oldest in state.order.prefix(count) { state.records[oldest] = nil }
            state.order.removeFirst(count)
        }
    }
}

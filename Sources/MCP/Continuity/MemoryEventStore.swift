import Synchronization

/// Stores events in this process. Each stream has a count limit and a size limit, all streams together have a size limit, and events have a
/// maximum age.
///
/// When a stream reaches its limit, its oldest events are dropped. When the total reaches its limit, the oldest streams are dropped.
public final class MemoryEventStore: EventStore {
    /// The limits of a store.
    public struct Limits: Hashable, Sendable {
        /// Most events in a stream.
        public var count = 1000
        /// Most bytes in a stream.
        public var bytes = 4 * 1_048_576
        /// Most bytes in all streams.
        public var totalBytes = 64 * 1_048_576
        /// Longest time since the last event of a stream.
        public var age = Duration.seconds(300)

        public init() {}
    }

    private struct Stream: Sendable {
        var events: [StoredEvent] = []
        var bytes = 0
        var next = 1
        var end: ContinuousClock.Instant
    }

    private struct State: Sendable {
        var streams: [String: Stream] = [:]
        /// Names of the streams, oldest first.
        var order: [String] = []
        var bytes = 0

        mutating func remove(_ name: String) {
            guard let stream = streams.removeValue(forKey: name) else { return }
            bytes -= stream.bytes
        }
    }

    private let state = Mutex(State())
    private let limits: Limits

    public init(limits: Limits = Limits()) { self.limits = limits }

    /// Number of bytes in all stored events.
    var byteCount: Int { state.withLock(\.bytes) }

    public func append(_ message: [UInt8], to stream: String, isLast: Bool) -> Int {
        let now = ContinuousClock.now
        return state.withLock { state in
            if state.streams[stream] == nil {
                state.streams[stream] = Stream(end: now)
                state.order.append(stream)
            }
            let number = add(message, isLast, to: stream, &state, until: now + limits.age)
            trim(&state, keeping: stream, now)
            return number
        }
    }

    public func events(of stream: String, after number: Int, limit: Int) -> [StoredEvent]? {
        state.withLock { state in
            guard let kept = state.streams[stream], kept.end > .now, number < kept.next, number >= kept.next - kept.events.count - 1 else {
                return nil
            }
            return Array(kept.events.suffix(kept.next - 1 - number).prefix(limit))
        }
    }

    private func add(_ message: [UInt8], _ isLast: Bool, to name: String, _ state: inout State, until end: ContinuousClock.Instant) -> Int {
        guard var stream = state.streams.removeValue(forKey: name) else { return 0 }
        let number = stream.next
        stream.events.append(StoredEvent(number: number, message: message, isLast: isLast))
        stream.next += 1
        stream.end = end
        var change = message.count
        while stream.events.count > limits.count || (stream.bytes + change > limits.bytes && stream.events.count > 1) {
            change -= stream.events.removeFirst().message.count
        }
        stream.bytes += change
        state.bytes += change
        state.streams[name] = stream
        return number
    }

    private func trim(_ state: inout State, keeping name: String, _ now: ContinuousClock.Instant) {
        var dropped = 0
        for oldest in state.order {
            guard oldest != name else { break }
            if state.bytes <= limits.totalBytes, let stream = state.streams[oldest], stream.end > now { break }
            state.remove(oldest)
            dropped += 1
        }
        state.order.removeFirst(dropped)
    }
}

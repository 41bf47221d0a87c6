import Synchronization
import Tools

/// A bounded queue of spans to be sent. When it is full, new ones are dropped and counted.
final class SpanQueue: SpanRecorder {
    /// Unit: spans.
    static let limit = 8_192

    private struct State {
        var spans: [Span] = []
        var lost = 0
    }

    private let state = Mutex(State())

    /// Spans that were lost since the start: the collector was too slow, or not there.
    var lost: Int { state.withLock(\.lost) }

    func record(_ span: Span) {
        state.withLock { state in
            if state.spans.count < Self.limit { state.spans.append(span) } else { state.lost += 1 }
        }
    }

    /// The oldest, at most `count`; they are out of the queue then.
    func take(_ count: Int) -> [Span] {
        state.withLock { state in
            let taken = Array(state.spans.prefix(count))
            state.spans.removeFirst(taken.count)
            return taken
        }
    }

    func lose(_ count: Int) { state.withLock { $0.lost += count } }
}

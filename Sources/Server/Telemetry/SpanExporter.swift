import Outbound
import Synchronization
package import Tools

/// Sends spans to a collector as OTLP over HTTP in JSON, in batches in the background. A slow or missing collector loses spans but never delays a
/// call.
package final class SpanExporter: SpanRecorder {
    /// Where to, and what is sent along.
    package struct Collector: Hashable, Sendable {
        /// Of the traces themselves: `http://localhost:4318/v1/traces`.
        package let url: String
        /// For the collector's own access control.
        package let headers: [String: String]

        /// The operator's own choice: it may be on this machine or in the network beside it.
        var client: OutboundClient { OutboundClient(permits: HostPermit(hostOf: url, reach: .privateNetworks)) }
    }

    private static let batch = 512
    private static let pause = Duration.seconds(1)
    private static let patience = Duration.seconds(10)
    /// Of an answer, which nobody reads. Unit: bytes.
    private static let longestAnswer = 65_536
    /// Tries of one batch, where the collector says that another may help.
    private static let tries = 3

    private let collector: Collector
    private let client: OutboundClient
    private let queue = SpanQueue()
    private let node: String

    /// - Parameter node: names this server among others.
    init(_ collector: Collector, node: String) {
        self.collector = collector
        self.node = node
        client = collector.client
    }

    var lost: Int { queue.lost }

    package func record(_ span: Span) { queue.record(span) }

    /// Sends until the task is cancelled, and then what is left, once.
    func run() async {
        while !Task.isCancelled {
            await sendAll()
            // A cancelled pause is the end of the loop.
            try? await Task.sleep(for: Self.pause)
        }
        // The task that was cancelled can send nothing any more.
        await Task { [self] in await sendAll(tries: 1, patience: .seconds(2)) }.value
    }

    private func sendAll(tries: Int = SpanExporter.tries, patience: Duration = SpanExporter.patience) async {
        while true {
            let spans = queue.take(Self.batch)
            guard !spans.isEmpty else { return }
            if await !send(spans, tries, patience) { queue.lose(spans.count) }
        }
    }

    private func send(_ spans: [Span], _ tries: Int, _ patience: Duration) async -> Bool {
        var headers = ["content-type": "application/json", "user-agent": "gatehouse/\(ServerVersion.current)"]
        for (name, value) in collector.headers { headers[name.lowercased()] = value }
        let request = OutboundRequest(
            method: .post, url: collector.url, headers: headers.map { (name: $0.key, value: $0.value) }, body: SpanEncoder(node: node).encode(spans),
            deadline: patience, maximumBody: Self.longestAnswer)
        for attempt in 1...tries {
            // Whatever the reason, the collector has not taken them.
            if let status = try? await client.send(request).status {
                if (200..<300).contains(status) { return true }
                // OTLP 1.x, retryable response codes; all others would be refused again.
                guard [429, 502, 503, 504].contains(status) else { return false }
            }
            guard attempt < tries, !Task.isCancelled else { return false }
            try? await Task.sleep(for: Self.pause * (1 << attempt))  // as above
        }
        return false
    }
}

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

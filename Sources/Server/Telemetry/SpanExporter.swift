import Outbound
import Synchronization
package import Tools

/// Sends spans to a collector in the background, in batches, as OTLP over HTTP in JSON. If the collector is slow or missing, spans are
/// dropped, but calls are never delayed.
package final class SpanExporter: SpanRecorder {
    /// The address of the collector, and header fields for it.
    package struct Collector: Hashable, Sendable {
        /// The URL for traces, for example `http://localhost:4318/v1/traces`.
        package let url: String
        /// Header fields for the collector's access control.
        package let headers: [String: String]

        /// The operator chooses the collector, so it may be on this machine or in a private network.
        var client: OutboundClient { OutboundClient(permits: HostPermit(hostOf: url, reach: .privateNetworks)) }
    }

    private static let batch = 512
    private static let pause = Duration.seconds(1)
    private static let timeout = Duration.seconds(10)
    /// Largest response, whose body is ignored. Unit: bytes.
    private static let maximumResponse = 65_536
    /// Attempts per batch, if the collector reports an error that may be temporary.
    private static let tries = 3

    private let collector: Collector
    private let client: OutboundClient
    private let queue = SpanQueue()
    private let node: String

    /// - Parameter node: the name of this server.
    init(_ collector: Collector, node: String) {
        self.collector = collector
        self.node = node
        client = collector.client
    }

    var lost: Int { queue.lost }

    package func record(_ span: Span) { queue.record(span) }

    /// Sends spans until the task is cancelled, then makes one attempt to send the rest.
    func run() async {
        while !Task.isCancelled {
            await sendAll()
            // Cancellation ends the sleep and then the loop.
            try? await Task.sleep(for: Self.pause)
        }
        // A new task, because a cancelled task cannot send anything.
        await Task { [self] in await sendAll(tries: 1, timeout: .seconds(2)) }.value
    }

    private func sendAll(tries: Int = SpanExporter.tries, timeout: Duration = SpanExporter.timeout) async {
        while true {
            let spans = queue.take(Self.batch)
            guard !spans.isEmpty else { return }
            if await !send(spans, tries, timeout) { queue.lose(spans.count) }
        }
    }

    private func send(_ spans: [Span], _ tries: Int, _ timeout: Duration) async -> Bool {
        var headers = ["content-type": "application/json", "user-agent": "gatehouse/\(ServerVersion.current)"]
        for (name, value) in collector.headers { headers[name.lowercased()] = value }
        let request = OutboundRequest(
            method: .post, url: collector.url, headers: headers.map { (name: $0.key, value: $0.value) }, body: SpanEncoder(node: node).encode(spans),
            deadline: timeout, maximumBody: Self.maximumResponse)
        for attempt in 1...tries {
            // The cause does not matter: the collector has not accepted the spans.
            if let status = try? await client.send(request).status {
                if (200..<300).contains(status) { return true }
                // Retryable status codes of OTLP 1.x. Others would be refused again.
                guard [429, 502, 503, 504].contains(status) else { return false }
            }
            guard attempt < tries, !Task.isCancelled else { return false }
            try? await Task.sleep(for: Self.pause * (1 << attempt))  // cancellation ends the wait; the guard above then stops the attempts
        }
        return false
    }
}

/// A bounded queue of spans to send. When it is full, new spans are dropped and counted.
final class SpanQueue: SpanRecorder {
    /// Most spans in the queue.
    static let limit = 8_192

    private struct State {
        var spans: [Span] = []
        var lost = 0
    }

    private let state = Mutex(State())

    /// Number of spans dropped since the start, because the collector was slow or missing.
    var lost: Int { state.withLock(\.lost) }

    func record(_ span: Span) {
        state.withLock { state in
            if state.spans.count < Self.limit { state.spans.append(span) } else { state.lost += 1 }
        }
    }

    /// Removes the oldest spans from the queue, at most `count`.
    func take(_ count: Int) -> [Span] {
        state.withLock { state in
            let taken = Array(state.spans.prefix(count))
            state.spans.removeFirst(taken.count)
            return taken
        }
    }

    func lose(_ count: Int) { state.withLock { $0.lost += count } }
}

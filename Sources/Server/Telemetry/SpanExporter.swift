import AsyncHTTPClient
import NIOCore
import NIOHTTP1
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
    }

    private static let batch = 512
    private static let pause = Duration.seconds(1)
    private static let patience = TimeAmount.seconds(10)
    /// Tries of one batch, where the collector says that another may help.
    private static let tries = 3

    private let collector: Collector
    private let queue = SpanQueue()
    private let node: String

    /// - Parameter node: names this server among others.
    init(_ collector: Collector, node: String) {
        self.collector = collector
        self.node = node
    }

    var lost: Int { queue.lost }

    package func record(_ span: Span) { queue.record(span) }

    /// Sends until the task is cancelled, and then what is left, once.
    func run() async {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        while !Task.isCancelled {
            await sendAll(client)
            // A cancelled pause is the end of the loop.
            try? await Task.sleep(for: Self.pause)
        }
        // The task that was cancelled can send nothing any more.
        await Task { [self] in await sendAll(client, tries: 1, patience: .seconds(2)) }.value
        // Nothing is on its way: a client that cannot shut down keeps nothing that matters.
        try? await client.shutdown()
    }

    private func sendAll(_ client: HTTPClient, tries: Int = SpanExporter.tries, patience: TimeAmount = SpanExporter.patience) async {
        while true {
            let spans = queue.take(Self.batch)
            guard !spans.isEmpty else { return }
            if await !send(spans, client, tries, patience) { queue.lose(spans.count) }
        }
    }

    private func send(_ spans: [Span], _ client: HTTPClient, _ tries: Int, _ patience: TimeAmount) async -> Bool {
        var request = HTTPClientRequest(url: collector.url)
        request.method = .POST
        request.headers = ["content-type": "application/json", "user-agent": "gatehouse/\(ServerVersion.current)"]
        for (name, value) in collector.headers { request.headers.replaceOrAdd(name: name, value: value) }
        request.body = .bytes(ByteBuffer(bytes: SpanEncoder(node: node).encode(spans)))
        for attempt in 1...tries {
            // Whatever the reason, the collector has not taken them.
            let answer = try? await client.execute(request, timeout: patience)
            if let status = answer?.status {
                if (200..<300).contains(status.code) { return true }
                // OTLP 1.x, retryable response codes; all others would be refused again.
                guard [429, 502, 503, 504].contains(status.code) else { return false }
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

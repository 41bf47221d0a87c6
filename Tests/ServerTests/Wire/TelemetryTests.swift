import HTTPTypes
import JSON
import NIOCore
import NIOHTTP1
import NIOPosix
import Server
import Synchronization
import Testing

/// An OpenTelemetry collector on its own port, which records what it receives.
final class Collector: Sendable {
    struct Received: Sendable {
        let path: String
        let type: String
        let secret: String
        let text: String
        /// Target, all fields and the body.
        let whole: String
    }

    private let received = Mutex<[Received]>([])
    private let status: Mutex<HTTPResponse.Status>

    init(status: HTTPResponse.Status = .ok) { self.status = Mutex(status) }

    var all: [Received] { received.withLock { $0 } }

    /// Every span in the order of arrival.
    func spans() throws -> [JSONValue] {
        try all.filter { $0.path == "/v1/traces" }.flatMap { received in
            let message = try JSONValue(parsing: Array(received.text.utf8), limits: JSONLimits(maximumByteCount: 16_777_216, maximumDepth: 64))
            return (message["resourceSpans"]?[0]?["scopeSpans"]?[0]?["spans"]?.array ?? [])
        }
    }

    func say(_ status: HTTPResponse.Status) { self.status.withLock { $0 = status } }

    /// Runs `body` beside the collector.
    static func run(_ body: @escaping @Sendable (Collector, _ url: String) async throws -> Void) async throws {
        let collector = Collector()
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(CollectorHandler(collector: collector))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let outcome: Result<Void, any Error>
        do {
            try await body(collector, "http://127.0.0.1:\(server.localAddress?.port ?? 0)")
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        try await server.close()
        try outcome.get()
    }

    fileprivate func keep(_ head: HTTPRequestHead, _ text: String) -> HTTPResponse.Status {
        let fields = head.headers.map { "\($0.name): \($0.value)" }
        received.withLock {
            $0.append(
                Received(
                    path: head.uri, type: head.headers.first(name: "content-type") ?? "", secret: head.headers.first(name: "authorization") ?? "",
                    text: text, whole: ([head.uri] + fields + [text]).joined(separator: "\n")))
        }
        return status.withLock { $0 }
    }
}

/// Keeps each request of one connection, and answers with the status that is wanted.
private final class CollectorHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let collector: Collector
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()

    init(collector: Collector) { self.collector = collector }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): (self.head, body) = (head, ByteBuffer())
        case .body(var part): body.writeBuffer(&part)
        case .end:
            guard let head else { return }
            let status = HTTPResponseStatus(statusCode: collector.keep(head, String(buffer: body)).code)
            context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: ["content-length": "0"]))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}

extension JSONValue {
    fileprivate func attribute(_ name: String) -> String? {
        self["attributes"]?.array?.first { $0["key"]?.string == name }?["value"]?["stringValue"]?.string
    }
}

@Suite("Traces")
struct TelemetryTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let header = "00-\(trace)-b7ad6b7169203331-01"
    private static let secret = "SELECT 'a value that no collector sees' AS shown"

    /// Runs a server that sends its spans to a collector.
    private static func run(_ body: @escaping @Sendable (RunningServer, Collector) async throws -> Void) async throws {
        try await Collector.run { collector, url in
            let settings: [SettingKey: String] = [.telemetryEndpoint: url, .telemetryHeaders: "authorization=Bearer collector"]
            try await RunningServer.run(settings) { try await body($0, collector) }
        }
    }

    private static func spans(_ collector: Collector, _ count: Int, of server: RunningServer) async throws -> [JSONValue] {
        try await server.eventually { try collector.spans().count >= count }
        return try collector.spans()
    }

    /// The span of a call comes behind those of its queries.
    private static func spans(_ collector: Collector, until name: String, of server: RunningServer) async throws -> [JSONValue] {
        try await server.eventually { try collector.spans().contains { $0["name"]?.string == name } }
        return try collector.spans()
    }

    @Test("a call and its query are spans of the client's trace, one under the other, and the log names the trace")
    func callAndQuery() async throws {
        try await Self.run { server, collector in
            try await server.addNotes()
            let key = try await server.key()
            let call = Ask.call("run_sql", ["sql": .string(Self.secret)], key: key).with("traceparent", Self.header)
            let done = try await server.answer(call)
            #expect(done.text.contains("no collector sees"))
            let spans = try await Self.spans(collector, until: "tools/call run_sql", of: server)
            let tool = try #require(spans.first { $0["name"]?.string == "tools/call run_sql" })
            #expect(tool["traceId"]?.string == Self.trace && tool["parentSpanId"]?.string == "b7ad6b7169203331" && tool["kind"] == 2)
            #expect(tool.attribute("mcp.method.name") == "tools/call" && tool.attribute("gen_ai.tool.name") == "run_sql")
            #expect(tool.attribute("gatehouse.workspace") == "main" && tool["status"] == nil)
            let queries = spans.filter { $0["kind"] == 3 }
            #expect(!queries.isEmpty)
            for query in queries {
                #expect(query["traceId"]?.string == Self.trace && query["parentSpanId"] == tool["spanId"])
                #expect(query.attribute("db.system.name") == "sqlite")
                let (begin, end) = (Int(query["startTimeUnixNano"]?.string ?? ""), Int(query["endTimeUnixNano"]?.string ?? ""))
                #expect(try #require(begin) <= #require(end))
            }
            let first = try #require(collector.all.first)
            #expect(first.path == "/v1/traces" && first.type == "application/json" && first.secret == "Bearer collector")
            let request = try #require(tool.attribute("gatehouse.request.id"))
            let line = try server.log().split(separator: "\n").first { $0.contains(request) }
            #expect(line?.contains("\"trace.id\":\"\(Self.trace)\"") == true)
        }
    }

    @Test("no span holds an argument, a row, SQL, a credential or a name that the client made up")
    func nothingPrivate() async throws {
        try await Self.run { server, collector in
            try await server.addNotes()
            let key = try await server.key()
            _ = try await server.answer(.call("run_sql", ["sql": .string(Self.secret)], key: key))
            _ = try await server.answer(.call("crud", ["resource": "notes", "action": "get", "filterByTk": 1], key: key))
            _ = try await server.answer(.call("crud", ["resource": "notes", "action": "create", "values": ["title": "a private title"]], key: key))
            _ = try await server.answer(.call("made_up_tool", ["x": "y"], key: key))
            let spans = try await Self.spans(collector, until: "tools/call unknown", of: server)
            let names = Set(spans.compactMap { $0["name"]?.string })
            #expect(names.isSuperset(of: ["tools/call run_sql", "tools/call crud", "tools/call unknown"]))
            let unknown = try #require(spans.first { $0["name"]?.string == "tools/call unknown" })
            #expect(unknown["status"]?["code"] == 2 && unknown.attribute("error.type") == "unknown_tool")
            let said = collector.all.map(\.text).joined()
            for word in ["collector sees", "SELECT", "a private title", "first", "made_up_tool", key, "notes", "title"] {
                #expect(!said.contains(word), "\(word)")
            }
        }
    }

    @Test("a traceparent in _meta precedes the header's; a malformed one is ignored, and an unsampled trace is not sent")
    func parents() async throws {
        try await Self.run { server, collector in
            let key = try await server.key()
            func ask(_ header: String?, meta: String?) -> Ask {
                var params: JSONObject = ["name": "whoami", "arguments": [:]]
                if let meta { params["_meta"] = ["traceparent": .string(meta)] }
                let ask = Ask.mcp("tools/call", params, key: key)
                return header.map { ask.with("traceparent", $0) } ?? ask
            }
            let other = "4bf92f3577b34da6a3ce929d0e0e4736"
            _ = try await server.answer(ask(Self.header, meta: "00-\(Self.trace.dropLast())0-b7ad6b7169203331-00"))
            _ = try await server.answer(ask("00-\(Self.trace.dropLast())1-b7ad6b7169203331-00", meta: nil))
            _ = try await server.answer(ask(Self.header, meta: "00-\(other)-00f067aa0ba902b7-01"))
            let malformed = [
                "", "00-0-0-01", Self.header.uppercased(), "ff" + Self.header.dropFirst(2), Self.header + "-00",
                "00-\(String(repeating: "0", count: 32))-b7ad6b7169203331-01",
            ]
            for text in malformed { _ = try await server.answer(ask(text, meta: text)) }
            _ = try await server.answer(ask(Self.header, meta: nil).with("traceparent", Self.header))
            let spans = try await Self.spans(collector, 2 + malformed.count, of: server)
            #expect(spans.count == 2 + malformed.count)
            #expect(spans.filter { $0["traceId"]?.string == other && $0["parentSpanId"] == "00f067aa0ba902b7" }.count == 1)
            #expect(spans.filter { $0["parentSpanId"] == nil }.count == 1 + malformed.count)
            #expect(Set(spans.compactMap { $0["traceId"]?.string }).count == spans.count)
        }
    }

    @Test("a refusing or missing collector loses spans, which are counted, and affects no call")
    func lost() async throws {
        try await Self.run { server, collector in
            collector.say(.badRequest)
            let key = try await server.key()
            #expect(try await server.answer(.call("whoami", key: key)).status == 200)
            try await server.eventually { try await server.answer(.get("/metrics")).text.contains("gatehouse_spans_lost 1\n") }
            collector.say(.ok)
            #expect(try await server.answer(.call("whoami", key: key)).status == 200)
            try await server.eventually { try collector.spans().count == 2 }
        }
        try await RunningServer.run([.telemetryEndpoint: "http://127.0.0.1:1"]) { server in
            let key = try await server.key()
            for _ in 0..<3 { #expect(try await server.answer(.call("whoami", key: key)).status == 200) }
        }
    }

    @Test("without a collector nothing is made of a trace, and its id is not logged")
    func off() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let answer = try await server.answer(.call("whoami", key: key).with("traceparent", Self.header))
            #expect(answer.status == 200)
            let (log, metrics) = (try server.log(), try await server.answer(.get("/metrics")).text)
            #expect(!log.contains("trace.id") && !metrics.contains("gatehouse_spans"))
        }
    }

    @Test("an endpoint that is no URL of a collector, and fields that are none, are refused by their setting")
    func settings() throws {
        func settings(_ flags: [SettingKey: String]) throws -> Settings {
            try Settings(try ResolvedSettings(flags: flags, environment: [:], file: nil))
        }
        #expect(try settings([:]).telemetry == nil)
        for (text, url) in [("http://localhost:4318", "/v1/traces"), ("https://o.example/", "v1/traces"), ("http://o.example/a/v1/traces", "")] {
            #expect(try settings([.telemetryEndpoint: text]).telemetry?.url == text + url)
        }
        for text in ["localhost:4318", "ftp://a", "http://", "http:///x", "http://a b", "http://u@a", "http://a?b", "http://169.254.169.254"] {
            let error = #expect(throws: SettingsError.self) { try settings([.telemetryEndpoint: text]) }
            #expect(error?.reason.hasPrefix("setting telemetry.endpoint (flag): expected the URL of a collector") == true)
        }
        for fields in ["hunter2", "host=hunter2", "a b=hunter2"] {
            let error = #expect(throws: SettingsError.self) { try settings([.telemetryEndpoint: "http://a", .telemetryHeaders: fields]) }
            #expect(error?.reason.contains("telemetry.headers") == true && error?.reason.contains("hunter2") == false, "\(fields)")
        }
    }
}

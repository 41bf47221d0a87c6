import Access
import JSON
import SQL
package import Store
import Synchronization

/// One finished piece of work, as defined by OpenTelemetry. It contains no argument, row, credential or SQL.
package struct Span: Sendable {
    package enum Kind: Int, Sendable {
        /// A call that a client made.
        case server = 2
        /// A use of a database.
        case client = 3
    }

    package let trace: TraceID
    package let id: UInt64
    package let parent: UInt64?
    package let name: String
    package let kind: Kind
    package let start: Timestamp
    package let duration: Duration
    /// Values from closed lists, and names.
    package let attributes: [(name: String, value: String)]
    /// The code of the failure.
    package let failure: String?

    package static func makeID() -> UInt64 { .random(in: 1 ... .max) }
}

/// Receives spans. It never waits, and drops spans when memory is short.
package protocol SpanRecorder: Sendable {
    func record(_ span: Span)
}

/// The trace of one request: the client's, or a new one. Nil in a ``RequestPrincipal`` when spans are not collected.
package final class RequestTrace: Sendable {
    private let recorder: any SpanRecorder
    private let root: TraceID
    private let parent: TraceContext?
    /// The trace of the last call that sent its own.
    private let own = Mutex<TraceID?>(nil)

    /// - Parameter traceparent: the header field, if there is exactly one.
    package init(_ recorder: any SpanRecorder, traceparent: String?) {
        self.recorder = recorder
        parent = traceparent.flatMap { TraceContext(traceparent: $0) }
        root = parent?.trace ?? .make()
    }

    /// The trace id for the log: 32 hexadecimal digits.
    package var id: String { (own.withLock { $0 } ?? root).text }

    /// The span of one call; nil when the client does not sample its trace.
    /// - Parameters:
    ///   - tool: a defined name, or `unknown`.
    ///   - meta: of the request; its `traceparent` takes precedence over the header's, because a gateway may set the latter.
    func call(_ tool: String, meta: JSONObject, _ principal: RequestPrincipal) -> CallTrace? {
        let given = meta["traceparent"]?.string.flatMap { TraceContext(traceparent: $0) }
        if let given { own.withLock { $0 = given.trace } }
        let parent = given ?? parent
        guard parent?.isSampled ?? true else { return nil }
        return CallTrace(
            recorder, trace: parent?.trace ?? root, parent: parent?.span, tool: tool,
            attributes: [
                ("gatehouse.request.id", principal.requestID), ("gatehouse.workspace", principal.caller.workspace.name),
            ])
    }
}

/// The span of one running call, and of the queries within it.
final class CallTrace: QueryProbe {
    private let recorder: any SpanRecorder
    private let trace: TraceID
    private let id = Span.makeID()
    private let parent: UInt64?
    private let tool: String
    private let attributes: [(name: String, value: String)]
    private let time = Timestamp.now
    private let start = ContinuousClock.now

    init(_ recorder: any SpanRecorder, trace: TraceID, parent: UInt64?, tool: String, attributes: [(name: String, value: String)]) {
        self.recorder = recorder
        self.trace = trace
        self.parent = parent
        self.tool = tool
        self.attributes = attributes
    }

    /// - Parameter failure: the code of the refusal; nil when the call succeeded.
    func ended(_ failure: String?) {
        // The names of OpenTelemetry's conventions for MCP.
        let named = [(name: "mcp.method.name", value: "tools/call"), ("gen_ai.tool.name", tool), ("gen_ai.operation.name", "execute_tool")]
        recorder.record(
            Span(
                trace: trace, id: id, parent: parent, name: "tools/call \(tool)", kind: .server, start: time, duration: start.duration(to: .now),
                attributes: named + attributes, failure: failure))
    }

    func used(_ engine: String, _ operation: String, from begin: ContinuousClock.Instant, failure: String?) {
        recorder.record(
            Span(
                trace: trace, id: Span.makeID(), parent: id, name: "\(operation) \(engine)", kind: .client,
                start: time + start.duration(to: begin), duration: begin.duration(to: .now),
                attributes: [("db.system.name", engine), ("db.operation.name", operation)], failure: failure))
    }
}

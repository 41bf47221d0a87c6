import SQL
import Store

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

    /// - Parameter failure: the code of the refusal; nil when the call did what it was asked.
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

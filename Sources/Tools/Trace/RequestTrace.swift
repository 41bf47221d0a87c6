import Access
import JSON
import Synchronization

/// The trace of one request: the client's, or a new one. Nil in a ``RequestPrincipal`` when spans are not collected.
package final class RequestTrace: Sendable {
    private let recorder: any SpanRecorder
    private let root: TraceID
    private let parent: TraceContext?
    /// The trace of the last call that brought its own.
    private let own = Mutex<TraceID?>(nil)

    /// - Parameter traceparent: the header field, when there is exactly one.
    package init(_ recorder: any SpanRecorder, traceparent: String?) {
        self.recorder = recorder
        parent = traceparent.flatMap { TraceContext(traceparent: $0) }
        root = parent?.trace ?? .make()
    }

    /// For the log: 32 hexadecimal digits.
    package var id: String { (own.withLock { $0 } ?? root).text }

    /// The span of one call; nil when the client says that it keeps none of its trace.
    /// - Parameters:
    ///   - tool: a defined name, or `unknown`.
    ///   - meta: of the request; its `traceparent` goes before the header's, since a gateway may write the latter.
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

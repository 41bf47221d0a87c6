import Access
import HTTPTypes
import JSON
import MCP
import SQL
import Synchronization
import Tools

/// The response to a question, sent in parts as soon as they are available: as Markdown, or as server-sent events for clients that request
/// them.
struct AnswerStream: Sendable {
    let sendsEvents: Bool
    /// The requested language.
    let language: String?
    /// Logs failures whose cause clients do not see.
    let report: @Sendable (any Error) -> Void

    /// Begins the call and returns when the first part is available. Closing the response's stream cancels the call, including its database
    /// query.
    /// - Parameter cancellation: that of the request; cancelled when the reader leaves.
    /// - Throws: the error of a call that fails before its first part.
    func response(
        _ cancellation: Cancellation, _ call: @escaping @Sendable (@escaping AnswerListener) async throws -> Void
    ) async throws -> Response {
        let pipe = EventPipe { cancellation.cancel() }
        let opening = FirstPart()
        // The reader of the response owns this task, which outlives this function.
        let work = Task {
            do {
                try await call { part in
                    try await send(part, into: pipe)
                    opening.open()
                }
            } catch {
                if !opening.fail(error) { await tell(error, pipe) }
            }
            // Fails if the client has left.
            if sendsEvents { try? await pipe.send(Self.event("finish", "")) }
            pipe.finish()
            opening.open()
        }
        // A cancellation handler must not lock the token, because the work's own calls lock it when they are cancelled. So another task
        // cancels the work.
        if cancellation.add({ Task { work.cancel() } }) == nil { work.cancel() }
        let stream = pipe.stream
        try await opening.wait()
        return Response(
            head: .init(
                status: .ok,
                headerFields: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store, no-transform", .accelBuffering: "no"]),
            body: .events(stream))
    }

    private func send(_ part: AnswerPart, into pipe: EventPipe) async throws {
        if sendsEvents {
            try await pipe.send(Self.event(part.kind.rawValue, part.content))
        } else if !part.markdown.isEmpty {
            try await pipe.send(Array(part.markdown.utf8))
        }
    }

    private func tell(_ error: any Error, _ pipe: EventPipe) async {
        let refusal = Refusal(error)
        if refusal == nil, !(error is CancellationError) { report(error) }
        // Fails if the client has left.
        try? await send(.error(refusal?.reason, language: language), into: pipe)
    }

    private static func event(_ type: String, _ content: JSONValue) -> [UInt8] {
        Array("data:\(JSONValue.object(["type": .string(type), "content": content]))\n\n".utf8)
    }
}

/// Whether the response has begun: with its first part, or with an error.
private final class FirstPart: Sendable {
    private let isDecided = Mutex(false)
    private let stream: AsyncThrowingStream<Void, any Error>
    private let queue: AsyncThrowingStream<Void, any Error>.Continuation

    init() { (stream, queue) = AsyncThrowingStream.makeStream() }

    /// Does nothing when called again.
    func open() { if decide() { queue.finish() } }

    /// - Returns: false if the response has already begun.
    func fail(_ error: any Error) -> Bool {
        guard decide() else { return false }
        queue.finish(throwing: error)
        return true
    }

    func wait() async throws { for try await _ in stream {} }

    private func decide() -> Bool {
        isDecided.withLock { isDecided in
            defer { isDecided = true }
            return !isDecided
        }
    }
}

extension HTTPField.Name {
    // The name is a valid token of RFC 9110, so the fallback is never used.
    fileprivate static let accelBuffering = HTTPField.Name("X-Accel-Buffering") ?? .from
}

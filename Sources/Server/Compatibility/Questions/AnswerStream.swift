import Access
import HTTPTypes
import JSON
import MCP
import SQL
import Synchronization
import Tools

/// The response to a question, sent in parts as they become known: Markdown, or server-sent events for clients that ask for them.
struct AnswerStream: Sendable {
    let sendsEvents: Bool
    /// The requested language.
    let language: String?
    /// Keeps failures whose cause no client sees.
    let report: @Sendable (any Error) -> Void

    /// Begins the call. The response is there with the first part; closing its stream ends the call, down to the database.
    /// - Parameter cancellation: of the request; cancelled when the reader leaves.
    /// - Throws: what the call failed with before its first part.
    func response(
        _ cancellation: Cancellation, _ call: @escaping @Sendable (@escaping AnswerListener) async throws -> Void
    ) async throws -> Response {
        let pipe = EventPipe { cancellation.cancel() }
        let opening = FirstPart()
        // Outlives this function; the reading of the response owns it.
        let work = Task {
            do {
                try await call { part in
                    try await send(part, into: pipe)
                    opening.open()
                }
            } catch {
                if !opening.fail(error) { await tell(error, pipe) }
            }
            // The client may have left.
            if sendsEvents { try? await pipe.send(Self.event("finish", "")) }
            pipe.finish()
            opening.open()
        }
        // A cancellation handler must not touch the token, because the work's own calls do when they are cancelled; so it is notified from another
        // task.
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
        // The client may have left.
        try? await send(.error(refusal?.reason, language: language), into: pipe)
    }

    private static func event(_ type: String, _ content: JSONValue) -> [UInt8] {
        Array("data:\(JSONValue.object(["type": .string(type), "content": content]))\n\n".utf8)
    }
}

/// Whether the first part of a response has come, or an error before it.
private final class FirstPart: Sendable {
    private let isDecided = Mutex(false)
    private let stream: AsyncThrowingStream<Void, any Error>
    private let queue: AsyncThrowingStream<Void, any Error>.Continuation

    init() { (stream, queue) = AsyncThrowingStream.makeStream() }

    /// Does nothing the second time.
    func open() { if decide() { queue.finish() } }

    /// - Returns: false when the response has begun already.
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
    // A token of RFC 9110; the fallback is never reached.
    fileprivate static let accelBuffering = HTTPField.Name("X-Accel-Buffering") ?? .from
}

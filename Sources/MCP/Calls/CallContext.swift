public import JSON

/// The request in which a handler runs: its principal, revision and deadline, and the way to send messages to the client.
///
/// Cancellation is the task's: when the client disconnects or cancels, the handler's task is cancelled.
public final class CallContext: Sendable {
    /// The revision in which the client is answered.
    public let revision: Revision
    /// Nil outside a request, as in a test.
    public let requestID: RequestID?
    /// Who the client says it is; not to be trusted. Nil when it did not say.
    public let client: Implementation?
    /// What the client declared that it can do.
    public let clientCapabilities: ClientCapabilities
    /// When the work must be over. The handler passes it on to everything that it waits for; nil: no bound but cancellation.
    public let deadline: ContinuousClock.Instant?
    /// Least severe message that the client wants; nil: none.
    public let logLevel: LoggingLevel?
    /// The request's `_meta`, with trace context and unknown keys.
    public let meta: JSONObject
    private let sink: (any MessageSink)?
    private let progressGate: ProgressFilter?
    let inputChannel: (any InputChannel)?
    private let promotion: TaskPromotion?
    let keys: QuestionKeys?

    /// A context without a client, for calls that come from elsewhere: a command line, a form, a test.
    public convenience init(revision: Revision = .v2026_07_28, deadline: ContinuousClock.Instant? = nil) {
        self.init(revision: revision, requestID: nil, deadline: deadline)
    }

    init(
        revision: Revision,
        requestID: RequestID?,
        client: Implementation? = nil,
        clientCapabilities: ClientCapabilities = ClientCapabilities(),
        deadline: ContinuousClock.Instant? = nil,
        logLevel: LoggingLevel? = nil,
        meta: JSONObject = JSONObject(),
        sink: (any MessageSink)? = nil,
        inputChannel: (any InputChannel)? = nil,
        promotion: TaskPromotion? = nil
    ) {
        self.revision = revision
        self.requestID = requestID
        self.client = client
        self.clientCapabilities = clientCapabilities
        self.deadline = deadline
        self.logLevel = logLevel
        self.meta = meta
        self.sink = sink
        self.promotion = promotion
        let inputChannel = promotion ?? inputChannel
        self.inputChannel = inputChannel
        keys = inputChannel.map { _ in QuestionKeys() }
        let token = sink == nil ? nil : meta[MetaKey.progressToken].flatMap { RequestID($0) }
        progressGate = token.map { ProgressFilter(token: $0) }
    }

    /// Whether the client asked for progress and can receive it.
    public var wantsProgress: Bool { progressGate != nil }

    /// Whether ``report(_:)`` reaches anybody.
    public var takesReports: Bool { wantsProgress || mayBeginTask }

    /// Whether the work should stop.
    public var isCancelled: Bool { Task.isCancelled }

    /// Tells how far the work is. Does nothing when the client did not ask, or when the value did not grow.
    ///
    /// The message of a call that has become a task is shown to clients that query the task.
    public func progress(_ progress: Double, total: Double? = nil, message: String? = nil) async throws {
        if let promotion, promotion.hasBegun {
            if let message { try await promotion.tell(message) }
            return
        }
        guard let progressGate, progressGate.admits(progress) else { return }
        try await send(progress, total: total, message, progressGate)
    }

    /// Tells what the work has come to, as progress that is a little beyond the last: unlike a count that did not grow, it is never left out.
    ///
    /// Revisions before 2025-03-26 have no messages: there the client sees that the work goes on.
    public func report(_ message: String) async throws {
        if let promotion, promotion.hasBegun { return try await promotion.tell(message) }
        guard let progressGate else { return }
        try await send(progressGate.advance(), message, progressGate)
    }

    private func send(_ progress: Double, total: Double? = nil, _ message: String?, _ progressGate: ProgressFilter) async throws {
        try await sink?.send(
            MessageEncoder.notification("notifications/progress") { writer in
                writer.key("progressToken")
                progressGate.token.write(into: &writer)
                writer.key("progress")
                writer.double(progress)
                if let total {
                    writer.key("total")
                    writer.double(total)
                }
                if let message, revision >= .v2025_03_26 { writer.member("message", message) }
            }
        )
    }

    /// Sends a log message, when the client wants messages of this level. Never pass secrets.
    public func log(_ level: LoggingLevel, _ data: JSONValue, logger: String? = nil) async throws {
        guard let sink, let logLevel, level >= logLevel, promotion?.hasBegun != true else { return }
        try await sink.send(
            MessageEncoder.notification("notifications/message") { writer in
                writer.member("level", level.rawValue)
                if let logger { writer.member("logger", logger) }
                writer.key("data")
                writer.value(data)
            }
        )
    }

    /// Ends the client's connection to the stream of this call and lets it come back for the rest: for calls that are silent for long.
    ///
    /// Sessions of 2025-11-25 alone can do that; does nothing elsewhere.
    public func releaseConnection() async {
        guard revision == .v2025_11_25 else { return }
        await sink?.release()
    }

    /// Whether ``beginTask(_:)`` could do anything.
    public var mayBeginTask: Bool { promotion != nil }

    /// Goes on as a task: the request is answered with it at once, and the handler's result becomes the task's.
    ///
    /// Does nothing when the client does not know tasks, the tool has none, or the principal has too many; the client then waits. Ask what must be
    /// asked before; later questions are found by clients that look at the task.
    /// - Parameter message: for people: what the task does.
    /// - Returns: whether the call is a task now.
    @discardableResult
    public func beginTask(_ message: String? = nil) async throws -> Bool {
        guard let promotion else { return false }
        return try await promotion.begin(message)
    }
}

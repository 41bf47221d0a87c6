public import JSON
import Synchronization

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

/// Questions to the client, in both eras.
///
/// A legacy client gets a request on the stream of the call, and the handler waits. A client of 2026-07-28 gets the questions as the response and
/// calls again with the answers: the handler then **runs again from its start**, and each question that was answered returns at once. So ask before
/// anything is changed, and ask the same questions in the same order; or see ``CallContext/askedKeys``.
extension CallContext {
    /// Whether the client takes such a question.
    public func canAsk(_ request: InputRequest) -> Bool { inputChannel != nil && request.isTaken(by: clientCapabilities, in: revision) }

    /// Whether the client can show forms to its user.
    public var canAskPerson: Bool { inputChannel != nil && canAsk(.elicitation(Elicitation(message: "", mode: .form([:])))) }

    /// The keys of what earlier rounds of this call asked, answered or not: a handler that has changed something before it asked finds it by a key, and does
    /// not change it again. Empty in the first round, and where the handler waits for its answers.
    public var askedKeys: Set<String> { inputChannel?.asked ?? [] }

    /// Whether an error ends a round with questions: the call comes again with the answers.
    public static func isQuestion(_ error: any Error) -> Bool { error is InputRequired }

    /// Asks the client's user.
    /// - Parameter key: names the question on the wire; nil: by its place in the handler's run.
    /// - Throws: ``InputError``: ``InputError/notSupported`` when the client cannot be asked; the handler then does without, or says what it needs.
    ///   Let every other error pass through.
    public func ask(_ question: Elicitation, key: String? = nil) async throws -> ElicitResult {
        let name = key ?? nextKey()
        guard let answer = try await ask([(name, .elicitation(question))])[name]?.elicitation else { throw InputError.malformed }
        return answer
    }

    /// Asks the client's model.
    public func sample(_ request: SamplingRequest, key: String? = nil) async throws -> CreateMessageResult {
        let name = key ?? nextKey()
        guard let answer = try await ask([(name, .sampling(request))])[name]?.sampling else { throw InputError.malformed }
        return answer
    }

    /// Asks for the folders that the client works on.
    public func roots(key: String? = nil) async throws -> [Root] {
        let name = key ?? nextKey()
        guard let answer = try await ask([(name, .roots)])[name]?.roots else { throw InputError.malformed }
        return answer
    }

    /// Asks several at once, and answers by the same keys.
    public func ask(_ requests: [(key: String, request: InputRequest)]) async throws -> [String: InputResponse] {
        // Before the way to ask, which a client that declared nothing does not have: it learns what it must declare.
        for (_, request) in requests {
            guard request.isTaken(by: clientCapabilities, in: revision) else { throw InputError.notSupported(request) }
        }
        guard let inputChannel else { throw InputError.notSupported }
        return try await inputChannel.ask(requests.map { Question(key: $0.key, request: $0.request) })
    }

    private func nextKey() -> String { keys?.next() ?? "input" }
}

/// Passes on only growing values, because progress must strictly increase on the wire.
final class ProgressFilter: Sendable {
    let token: RequestID
    private let last = Mutex(-Double.infinity)

    init(token: RequestID) { self.token = token }

    func admits(_ value: Double) -> Bool {
        last.withLock { last in
            guard value.isFinite, value > last else { return false }
            last = value
            return true
        }
    }

    /// The next value just beyond the last one.
    func advance() -> Double {
        last.withLock { last in
            last = max(0, last) + Self.step
            return last
        }
    }

    private static let step = 0.001
}

public import JSON
import Synchronization

/// The request in which a handler runs: its principal, revision and deadline, and the way to send messages to the client.
///
/// Cancellation is the task's: when the client disconnects or cancels, the handler's task is cancelled.
public final class CallContext: Sendable {
    /// The revision of the response.
    public let revision: Revision
    /// Nil outside a request, for example in a test.
    public let requestID: RequestID?
    /// The client's own statement of its name; do not trust it. Nil if the client did not send it.
    public let client: Implementation?
    /// The capabilities that the client declared.
    public let clientCapabilities: ClientCapabilities
    /// The time by which the work must end. The handler passes it on to everything that it waits for. Nil: only cancellation ends the work.
    public let deadline: ContinuousClock.Instant?
    /// The least severe level of log messages that the client wants. Nil if it wants none.
    public let logLevel: LoggingLevel?
    /// The request's `_meta`, with trace context and unknown keys.
    public let meta: JSONObject
    private let sink: (any MessageSink)?
    private let progressGate: ProgressFilter?
    let inputChannel: (any InputChannel)?
    private let promotion: TaskPromotion?
    let keys: QuestionKeys?

    /// Creates a context without a client, for calls that do not come from a request: from a command line, a form or a test.
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

    /// Whether ``report(_:)`` can reach the client.
    public var takesReports: Bool { wantsProgress || mayBeginTask }

    /// Whether the work should stop.
    public var isCancelled: Bool { Task.isCancelled }

    /// Reports the progress of the work. Does nothing when the client did not ask for progress, or when the value did not grow.
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

    /// Reports a message. It is sent as progress whose value is slightly above the last one, so it is never dropped the way a value that
    /// did not grow is.
    ///
    /// Revisions before 2025-03-26 have no progress messages; their clients see only that the work continues.
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

    /// Sends a log message if the client wants messages of this level. Never pass secrets.
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

    /// Ends the client's connection to the stream of this call and lets the client reconnect for the rest. Use it for calls that send
    /// nothing for a long time.
    ///
    /// Only sessions of revision 2025-11-25 support that; the function does nothing elsewhere.
    public func releaseConnection() async {
        guard revision == .v2025_11_25 else { return }
        await sink?.release()
    }

    /// Whether ``beginTask(_:)`` can begin a task.
    public var mayBeginTask: Bool { promotion != nil }

    /// Continues the call as a task: the response is sent at once and contains the task, and the handler's result becomes the task's
    /// result.
    ///
    /// Does nothing when the client does not support tasks, the tool does not offer them, or the principal has too many; the client then
    /// waits for the result. Ask the necessary questions before: a client finds later questions only when it queries the task.
    /// - Parameter message: what the task does, for people.
    /// - Returns: whether the call is a task now.
    @discardableResult
    public func beginTask(_ message: String? = nil) async throws -> Bool {
        guard let promotion else { return false }
        return try await promotion.begin(message)
    }
}

/// Questions to the client, in both eras.
///
/// A legacy client receives a request on the stream of the call, and the handler waits. A client of 2026-07-28 receives the questions as
/// the response and repeats the call with the answers: the handler then **runs again from its start**, and each question that was answered
/// returns at once. So ask before changing anything, and ask the same questions in the same order; otherwise use ``CallContext/askedKeys``.
extension CallContext {
    /// Whether the client supports such a request.
    public func canAsk(_ request: InputRequest) -> Bool { inputChannel != nil && request.isTaken(by: clientCapabilities, in: revision) }

    /// Whether the client can show forms to its user.
    public var canAskPerson: Bool { inputChannel != nil && canAsk(.elicitation(Elicitation(message: "", mode: .form([:])))) }

    /// The keys of the questions in earlier rounds of this call, answered or not. A handler that changes something before it asks checks
    /// here whether it has asked, so that it makes the change once. Empty in the first round, and for legacy clients, whose handler waits
    /// for the answers.
    public var askedKeys: Set<String> { inputChannel?.asked ?? [] }

    /// Whether an error ends a round with questions. The client repeats the call with the answers.
    public static func isQuestion(_ error: any Error) -> Bool { error is InputRequired }

    /// Asks the client's user.
    /// - Parameter key: identifies the question on the wire. Nil: the key follows from the question's position in the handler's run.
    /// - Throws: ``InputError``. On ``InputError/notSupported`` the client cannot be asked; the handler then continues without an answer or
    ///   reports what it needs. Let every other error propagate.
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

    /// Asks for the folders that the client works in.
    public func roots(key: String? = nil) async throws -> [Root] {
        let name = key ?? nextKey()
        guard let answer = try await ask([(name, .roots)])[name]?.roots else { throw InputError.malformed }
        return answer
    }

    /// Asks several questions at once. The answers have the same keys.
    public func ask(_ requests: [(key: String, request: InputRequest)]) async throws -> [String: InputResponse] {
        // This check precedes the channel check: a client that declared nothing has no channel, and the error tells it what to declare.
        for (_, request) in requests {
            guard request.isTaken(by: clientCapabilities, in: revision) else { throw InputError.notSupported(request) }
        }
        guard let inputChannel else { throw InputError.notSupported }
        return try await inputChannel.ask(requests.map { Question(key: $0.key, request: $0.request) })
    }

    private func nextKey() -> String { keys?.next() ?? "input" }
}

/// Admits only growing values, because progress must strictly increase on the wire.
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

    /// The smallest value that is greater than the last one.
    func advance() -> Double {
        last.withLock { last in
            last = max(0, last) + Self.step
            return last
        }
    }

    private static let step = 0.001
}

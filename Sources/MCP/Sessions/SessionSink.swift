import Synchronization

/// Carries the messages of a session's call to its client. The first message decides that the response is a stream, which outlives its
/// connection.
final class SessionSink: MessageSink {
    private struct State: Sendable {
        var log: StreamLog?
        var handler: Task<Void, Never>?
        var isCancelled = false
    }

    private let session: Session
    private let decision = Mutex(ResponseStartDecision())
    private let state = Mutex(State())

    init(_ session: Session) { self.session = session }

    /// How the response begins. Nil while that is undecided.
    var settled: ResponseStart? { decision.settled }

    /// The stream, created on first use.
    var log: StreamLog {
        if let log = state.withLock(\.log) { return log }
        let made = session.makeLog { [weak self] in self?.cancel() }
        let kept = state.withLock { state in
            state.log = state.log ?? made
            return state.log ?? made
        }
        if kept !== made { session.forget(made) }
        return kept
    }

    func send(_ message: [UInt8]) async throws {
        try Task.checkCancellation()
        guard decision.decide(.events) else { throw CancellationError() }
        try await log.append(message)
    }

    /// Begins the stream without a message.
    func open() { _ = decision.decide(.events) }

    func release() async {
        guard decision.decide(.events) else { return }
        await log.release()
    }

    /// Ends the call with its response, or without one if the client cancelled it.
    func finish(_ response: EncodedResponse) async {
        if state.withLock(\.isCancelled) {
            if decision.decide(.nothing) { return }
            await end(with: [])
        } else {
            if decision.decide(.response(response)) { return }
            await end(with: response.message)
        }
    }

    /// Writes the last message. It uses a task of its own, because a store would not write for a cancelled task.
    private func end(with message: [UInt8]) async {
        // If the store fails, the client cannot be notified.
        await Task { [log] in try? await log.append(message, isLast: true) }.value
    }

    func adopt(_ handler: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.handler = handler
            return state.isCancelled
        }
        if isCancelled { handler.cancel() }
    }

    /// Cancels the call for its client, which wants no response.
    func cancel() {
        let handler = state.withLock { state in
            state.isCancelled = true
            return state.handler
        }
        handler?.cancel()
        _ = decision.decide(.nothing)
    }

    /// Waits until it is decided how the response begins. Call it once.
    func opening() async -> ResponseStart { await decision.opening() }
}

import Synchronization

/// The way from a running handler to the reader of its response: undecided until the first message, then a bounded queue of frames.
final class EventChannel: Outlet {
    /// How a response begins.
    enum Opening: Sendable {
        /// The handler ended without a message before.
        case response(Answer)
        /// A message came first: frames follow.
        case events
    }

    private struct State: Sendable {
        var opening: Opening?
        var opener: CheckedContinuation<Opening, Never>?
    }

    let frames: MessageQueue
    private let state = Mutex(State())

    /// - Parameter limit: most frames that wait for the reader.
    init(limit: Int) { frames = MessageQueue(limit: limit) }

    func send(_ message: [UInt8]) async throws {
        try Task.checkCancellation()
        guard decide(.events) else { throw CancellationError() }
        try await frames.send(EventFrame.message(message))
    }

    /// Ends the exchange with its response; frames that wait go first.
    func finish(_ answer: Answer) {
        if decide(.response(answer)) { return }
        frames.finish(with: EventFrame.message(answer.message))
    }

    /// Shows a sign of life when nothing else waits to be read; begins the stream if need be. Throws when the exchange is over.
    func keepAlive() async throws {
        guard decide(.events) else { throw CancellationError() }
        if frames.isEmpty { try await frames.send(EventFrame.keepAlive) }
    }

    /// The response, when the handler ended before any message.
    var response: Answer? {
        if case .response(let answer) = state.withLock({ $0.opening }) { answer } else { nil }
    }

    /// Waits until it is known how the response begins. To be called once.
    func opening() async -> Opening {
        await withCheckedContinuation { continuation in
            let known: Opening? = state.withLock { state in
                if state.opening == nil { state.opener = continuation }
                return state.opening
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Settles how the response begins, unless that is settled; true when it begins as given.
    private func decide(_ opening: Opening) -> Bool {
        let (begins, opener) = state.withLock { state in
            switch (state.opening, opening) {
            case (nil, _):
                state.opening = opening
                defer { state.opener = nil }
                return (true, state.opener)
            case (.events, .events): return (true, nil)
            default: return (false, nil)
            }
        }
        opener?.resume(returning: opening)
        return begins
    }
}

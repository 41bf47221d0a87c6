import Synchronization

/// The way from a running handler to the reader of its response: undecided until the first message, then a bounded queue of frames.
///
/// At the bound a sender waits; the final response has always room.
final class EventChannel: Outlet {
    /// How a response begins.
    enum Opening: Sendable {
        /// The handler ended without a message before.
        case response(Answer)
        /// A message came first: frames follow.
        case events
    }

    private struct State: Sendable {
        var frames: [[UInt8]] = []
        var answer: Answer?
        var isStreaming = false
        var isClosed = false
        var opener: CheckedContinuation<Opening, Never>?
        var reader: CheckedContinuation<[UInt8]?, Never>?
        var senders: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: most frames that wait for the reader.
    init(limit: Int) { self.limit = max(1, limit) }

    // MARK: The handler's side

    func send(_ message: [UInt8]) async throws {
        let frame = EventFrame.message(message)
        while true {
            try Task.checkCancellation()
            switch enqueue(frame) {
            case .taken: return
            case .closed: throw CancellationError()
            case .full: await roomOrCancellation()
            }
        }
    }

    /// Ends the exchange with its response; frames already queued go first.
    func finish(_ answer: Answer) {
        wake { state in
            guard !state.isClosed, state.answer == nil else { return [] }
            state.answer = answer
            guard state.isStreaming else {
                defer { state.opener = nil }
                return state.opener.map { [.opener($0, .response(answer))] } ?? []
            }
            state.frames.append(EventFrame.message(answer.message))
            return Self.feedReader(&state)
        }
    }

    /// Shows a sign of life when nothing else waits to be read; begins the stream if need be. False when the exchange is over.
    func keepAlive() -> Bool {
        let isOver = state.withLock { $0.isClosed || $0.answer != nil }
        guard !isOver else { return false }
        let isIdle = state.withLock { $0.frames.isEmpty }
        if isIdle { _ = enqueue(EventFrame.keepAlive) }
        return true
    }

    // MARK: The reader's side

    /// Whether the handler has ended before anything was read.
    var finished: Answer? { state.withLock { $0.isStreaming ? nil : $0.answer } }

    /// Waits until it is known how the response begins. To be called once.
    func opening() async -> Opening {
        await withCheckedContinuation { continuation in
            let known: Opening? = state.withLock { state in
                if state.isStreaming { return .events }
                if let answer = state.answer { return .response(answer) }
                state.opener = continuation
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// The next frame; nil at the end. One reader at a time.
    func next() async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            wake { state in
                precondition(state.reader == nil, "an event stream has one reader")
                state.reader = continuation
                return Self.feedReader(&state)
            }
        }
    }

    /// Nobody reads any more: senders fail, the reader sees the end.
    func close() {
        wake { state in
            guard !state.isClosed else { return [] }
            state.isClosed = true
            state.frames = []
            return Self.feedReader(&state)
        }
    }

    // MARK: Inside

    private enum Wake: Sendable {
        case opener(CheckedContinuation<Opening, Never>, Opening)
        case reader(CheckedContinuation<[UInt8]?, Never>, [UInt8]?)
        case sender(CheckedContinuation<Void, Never>)
    }

    private enum Enqueued { case taken, full, closed }

    /// Changes the state under the lock and resumes whom it says outside of it.
    private func wake(_ change: (inout State) -> [Wake]) {
        for wake in state.withLock({ change(&$0) }) {
            switch wake {
            case .opener(let continuation, let opening): continuation.resume(returning: opening)
            case .reader(let continuation, let frame): continuation.resume(returning: frame)
            case .sender(let continuation): continuation.resume()
            }
        }
    }

    private func enqueue(_ frame: [UInt8]) -> Enqueued {
        var outcome = Enqueued.taken
        wake { state in
            guard !state.isClosed, state.answer == nil else {
                outcome = .closed
                return []
            }
            guard state.frames.count < limit else {
                outcome = .full
                return []
            }
            state.frames.append(frame)
            guard !state.isStreaming else { return Self.feedReader(&state) }
            state.isStreaming = true
            defer { state.opener = nil }
            return state.opener.map { [.opener($0, .events)] } ?? []
        }
        return outcome
    }

    private func roomOrCancellation() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    // Read under the lock: a later cancellation finds the sender in the list.
                    if state.isClosed || state.frames.count < limit || Task.isCancelled { return true }
                    state.senders.append(continuation)
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            wake { Self.releaseSenders(&$0) }
        }
    }

    private static func feedReader(_ state: inout State) -> [Wake] {
        guard let reader = state.reader else { return state.isClosed ? releaseSenders(&state) : [] }
        if state.frames.isEmpty {
            guard state.isClosed || state.answer != nil else { return [] }
            state.reader = nil
            return [.reader(reader, nil)] + releaseSenders(&state)
        }
        state.reader = nil
        return [.reader(reader, state.frames.removeFirst())] + releaseSenders(&state)
    }

    private static func releaseSenders(_ state: inout State) -> [Wake] {
        defer { state.senders = [] }
        return state.senders.map(Wake.sender)
    }
}

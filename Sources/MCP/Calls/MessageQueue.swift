import Synchronization

/// A bounded queue of serialized messages from handlers to the one reader of a stream. When it is full, a sender waits.
final class MessageQueue: Sendable {
    private struct State: Sendable {
        var messages: [[UInt8]] = []
        /// Nothing more comes in.
        var isFinished = false
        var reader: CheckedContinuation<[UInt8]?, Never>?
        var senders: [CheckedContinuation<Void, Never>] = []
    }

    /// Who goes on after a change, resumed outside of the lock.
    private struct Wakeups: Sendable {
        var reader: (CheckedContinuation<[UInt8]?, Never>, [UInt8]?)?
        var senders: [CheckedContinuation<Void, Never>] = []
    }

    private enum Admission: Sendable { case taken, finished, full }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: most messages that wait for the reader.
    init(limit: Int) { self.limit = max(1, limit) }

    /// Adds a message if nothing waits to be read.
    func offer(_ message: [UInt8]) {
        change { state in
            if !state.isFinished, state.messages.isEmpty { state.messages.append(message) }
        }
    }

    /// Adds a message, and waits for space. Throws `CancellationError` when the reader has left, or when the task is cancelled.
    func send(_ message: [UInt8]) async throws {
        while true {
            try Task.checkCancellation()
            switch admit(message) {
            case .taken: return
            case .finished: throw CancellationError()
            case .full: await room()
            }
        }
    }

    /// Adds a message beyond the bound and ends the input; what waits is still read.
    func finish(with message: [UInt8]? = nil) {
        change { state in
            guard !state.isFinished else { return }
            state.isFinished = true
            if let message { state.messages.append(message) }
        }
    }

    /// Ends both sides at once: senders fail, the reader sees the end.
    func close() {
        change { state in
            state.isFinished = true
            state.messages = []
        }
    }

    /// The next message; nil at the end, when the task is cancelled (which closes the queue), and for a second reader.
    func next() async -> [UInt8]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSecond = state.withLock { $0.reader != nil }
                guard !isSecond else { return continuation.resume(returning: nil) }
                change { $0.reader = continuation }
            }
        } onCancel: {
            close()
        }
    }

    private func admit(_ message: [UInt8]) -> Admission {
        var admission = Admission.taken
        change { state in
            if state.isFinished {
                admission = .finished
            } else if state.messages.count >= limit {
                admission = .full
            } else {
                state.messages.append(message)
            }
        }
        return admission
    }

    /// Waits until there may be room, or until the task is cancelled.
    private func room() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    // Read under the lock: a later cancellation finds the sender in the list.
                    if state.isFinished || state.messages.count < limit || Task.isCancelled { return true }
                    state.senders.append(continuation)
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let senders = state.withLock { state in
                defer { state.senders = [] }
                return state.senders
            }
            for sender in senders { sender.resume() }
        }
    }

    /// Changes the state, then lets everyone go on for whom the change made a difference.
    private func change(_ body: (inout State) -> Void) {
        let wakes = state.withLock { state in
            body(&state)
            var wakes = Wakeups()
            if let reader = state.reader, !state.messages.isEmpty || state.isFinished {
                wakes.reader = (reader, state.messages.isEmpty ? nil : state.messages.removeFirst())
                state.reader = nil
            }
            if state.messages.count < limit || state.isFinished {
                wakes.senders = state.senders
                state.senders = []
            }
            return wakes
        }
        if let (reader, message) = wakes.reader { reader.resume(returning: message) }
        for sender in wakes.senders { sender.resume() }
    }
}

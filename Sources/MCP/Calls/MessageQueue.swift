import Synchronization

/// A bounded queue of serialized messages from handlers to the one reader of a stream. When it is full, a sender waits.
final class MessageQueue: Sendable {
    private struct State: Sendable {
        var messages: [[UInt8]] = []
        /// Whether the queue accepts no more messages.
        var isFinished = false
        var reader: CheckedContinuation<[UInt8]?, Never>?
        var senders: [CheckedContinuation<Void, Never>] = []
    }

    /// The continuations that a change allows to continue. They are resumed outside the lock.
    private struct Wakeups: Sendable {
        var reader: (CheckedContinuation<[UInt8]?, Never>, [UInt8]?)?
        var senders: [CheckedContinuation<Void, Never>] = []
    }

    private enum Admission: Sendable { case taken, finished, full }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: most messages in the queue.
    init(limit: Int) { self.limit = max(1, limit) }

    /// Adds a message if the queue is empty.
    func offer(_ message: [UInt8]) {
        change { state in
            if !state.isFinished, state.messages.isEmpty { state.messages.append(message) }
        }
    }

    /// Adds a message, and waits for space. Throws `CancellationError` when the reader has left or the task is cancelled.
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

    /// Closes the input, after an optional last message that may exceed the limit. The reader still receives the queued messages.
    func finish(with message: [UInt8]? = nil) {
        change { state in
            guard !state.isFinished else { return }
            state.isFinished = true
            if let message { state.messages.append(message) }
        }
    }

    /// Closes both ends at once: senders throw, and the reader reaches the end.
    func close() {
        change { state in
            state.isFinished = true
            state.messages = []
        }
    }

    /// The next message. Nil at the end, when the task is cancelled (which closes the queue), and for a second reader.
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

    /// Waits until the queue may have space, or until the task is cancelled.
    private func room() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    // Checked under the lock, so that a later cancellation finds the sender in the list.
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

    /// Changes the state, then resumes the reader and the senders that can continue.
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

import Synchronization

/// An open `subscriptions/listen`. Its messages are created when they are read.
final class Subscription: Sendable {
    /// The next item of the stream.
    enum Item: Sendable {
        case message([UInt8])
        /// Nothing new: the stream sends a keep-alive message.
        case silence
        /// The last message, which is the response.
        case end([UInt8])
    }

    private struct State: Sendable {
        var waiting: [[UInt8]]
        var isDue = false
        var isEnding = false
        var isOver = false
        var tick: Int?
    }

    private let id: RequestID
    private let node: Node
    private let listener: Listener
    private let slot: StreamCounter.Slot
    private let signal = Signal()
    private let isCurrent: @Sendable () async -> Bool
    private let isOpen: @Sendable (_ uri: String, _ topic: String) async -> Bool
    private let task: @Sendable (String) async -> TaskRecord?
    private let end: @Sendable () -> [UInt8]
    private let state: Mutex<State>

    /// Registers the listener, so that no change after the acknowledgement is missed.
    /// - Parameters:
    ///   - acknowledgement: the first message.
    ///   - isOpen: whether the client may be notified of a resource.
    ///   - task: the record of a task. Nil if the client may not see it.
    ///   - end: creates the response.
    init(
        _ id: RequestID, on node: Node, _ listener: Listener, _ slot: StreamCounter.Slot, acknowledgement: [UInt8],
        isCurrent: @escaping @Sendable () async -> Bool, isOpen: @escaping @Sendable (_ uri: String, _ topic: String) async -> Bool,
        task: @escaping @Sendable (String) async -> TaskRecord?,
        end: @escaping @Sendable () -> [UInt8]
    ) {
        self.id = id
        self.node = node
        self.listener = listener
        self.slot = slot
        self.isCurrent = isCurrent
        self.isOpen = isOpen
        self.task = task
        self.end = end
        state = Mutex(State(waiting: [acknowledgement]))
        listener.onNews { [signal] in signal.raise() }
        node.board.add(listener)
        let tick = node.openStreams.add(
            of: listener.audiences, look: { [weak self] in self?.tick() }, end: { [weak self] in self?.finish() })
        state.withLock { $0.tick = tick }
    }

    deinit { close() }

    /// The next item. Nil when the stream has ended or the task is cancelled.
    func next() async -> Item? {
        while !Task.isCancelled {
            if let item = waiting() { return item }
            if state.withLock(\.isOver) { return nil }
            await look()
            if let item = waiting() { return item }
            if takeDue() {
                if await isCurrent() { return .silence }
                finish()
                continue
            }
            await signal.wait()
        }
        return nil
    }

    /// Ends the stream with its response.
    func finish() {
        state.withLock { $0.isEnding = true }
        signal.raise()
    }

    /// Removes the stream after its reader has left.
    func close() {
        let tick = state.withLock { state in
            state.isOver = true
            defer { state.tick = nil }
            return state.tick
        }
        if let tick { node.openStreams.remove(tick) }
        node.board.remove(listener)
    }

    private func tick() {
        state.withLock { $0.isDue = true }
        signal.raise()
    }

    private func takeDue() -> Bool {
        state.withLock { state in
            defer { state.isDue = false }
            return state.isDue
        }
    }

    private func waiting() -> Item? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            if !state.waiting.isEmpty { return .message(state.waiting.removeFirst()) }
            guard state.isEnding else { return nil }
            state.isOver = true
            return .end(end())
        }
    }

    private func look() async {
        var messages: [[UInt8]] = []
        for subject in listener.take() {
            if case .task(let name) = subject {
                guard let record = await task(name) else { continue }
                messages.append(
                    MessageEncoder.notice("notifications/tasks", subscription: id) { record.writeDetails(into: &$0) })
            } else if let message = await listener.notification(subject, subscription: id, isOpen: isOpen) {
                messages.append(message)
            }
        }
        let made = messages
        state.withLock { $0.waiting += made }
    }
}

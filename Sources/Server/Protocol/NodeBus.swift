import MCP
import Store
import Synchronization

/// The bus between processes that share a store, including the command line. Messages are written in groups and polled several times a
/// second.
///
/// Memory is bounded: the sender of a long message, or of a message beyond the limit, waits until it is written. So no sender fills the
/// node's memory or delays the short messages of others.
final class NodeBus: Bus {
    private struct Waiting: Sendable {
        let message: NodeMessages.Message
        /// Resumed when the message is written or lost.
        let sender: CheckedContinuation<Void, Never>?
    }

    private struct State: Sendable {
        var listeners: [@Sendable (BusMessage) -> Void] = []
        /// Messages to write, oldest first. Each write takes a group of brief ones and one long one.
        var brief: [Waiting] = []
        var long: [Waiting] = []
        var isWriting = false
        /// Continuations that wait until nothing is left to write.
        var drained: [CheckedContinuation<Void, Never>] = []
    }

    /// Polling intervals: with nodes that share clients, and with notifications only.
    private static let interval = Duration.milliseconds(150)
    private static let notificationInterval = Duration.milliseconds(500)
    /// Longest brief message. Unit: bytes.
    private static let briefLength = 4_096
    /// Most brief messages in one group. When as many are waiting, further senders wait too.
    private static let groupCount = 1_000

    let reachesOthers: Bool
    private let messages: NodeMessages
    private let failed: @Sendable (any Error) -> Void
    private let state = Mutex(State())

    /// - Parameter reachesOthers: whether other nodes serve the same clients. Otherwise only notifications are sent.
    init(_ store: Store, reachesOthers: Bool = true, failed: @escaping @Sendable (any Error) -> Void) {
        messages = NodeMessages(store)
        self.reachesOthers = reachesOthers
        self.failed = failed
    }

    func listen(_ receive: @escaping @Sendable (BusMessage) -> Void) { state.withLock { $0.listeners.append(receive) } }

    func publish(_ message: BusMessage) async throws {
        deliver(message)
        let message = NodeMessages.Message(topic: message.topic, payload: message.payload)
        let isBrief = message.payload.count <= Self.briefLength
        if isBrief, state.withLock({ $0.brief.count < Self.groupCount }) {
            post(message, isBrief: true, nil)
        } else {
            await withCheckedContinuation { post(message, isBrief: isBrief, $0) }
        }
    }

    private func post(_ message: NodeMessages.Message, isBrief: Bool, _ sender: CheckedContinuation<Void, Never>?) {
        let waiting = Waiting(message: message, sender: sender)
        let isFirst = state.withLock { state in
            // Two equal messages in sequence, such as those of a growing stream, are sent once.
            if sender == nil, state.brief.last?.message == message { return false }
            if isBrief { state.brief.append(waiting) } else { state.long.append(waiting) }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        // Messages that arrive while a group is written go into the next group.
        if isFirst { Task { await write() } }
    }

    /// Reads messages until the task is cancelled.
    func run(clock: any Clock<Duration> = ContinuousClock()) async {
        var hasFailed = false
        while !Task.isCancelled {
            do {
                for message in try await messages.receive() { deliver(BusMessage(topic: message.topic, payload: message.payload)) }
                hasFailed = false
            } catch {
                // Reported once per outage of the store.
                if !hasFailed { failed(error) }
                hasFailed = true
            }
            // Cancellation ends the sleep and then the loop.
            try? await clock.sleep(for: reachesOthers ? Self.interval : Self.notificationInterval)
        }
    }

    /// Waits until the published messages are written or lost.
    func drain() async {
        await withCheckedContinuation { waiting in
            let isDone = state.withLock { state in
                if state.isWriting { state.drained.append(waiting) }
                return !state.isWriting
            }
            if isDone { waiting.resume() }
        }
    }

    private func deliver(_ message: BusMessage) { for listener in state.withLock({ $0.listeners }) { listener(message) } }

    private func write() async {
        while let group = take() {
            // Losing messages does not damage stored data, because receivers poll again.
            do { try await messages.send(group.map(\.message)) } catch { failed(error) }
            for waiting in group { waiting.sender?.resume() }
        }
    }

    private func take() -> [Waiting]? {
        let (group, drained): ([Waiting]?, [CheckedContinuation<Void, Never>]) = state.withLock { state in
            let group = Array(state.brief.prefix(Self.groupCount) + state.long.prefix(1))
            guard !group.isEmpty else {
                state.isWriting = false
                defer { state.drained = [] }
                return (nil, state.drained)
            }
            state.brief.removeFirst(min(Self.groupCount, state.brief.count))
            state.long.removeFirst(min(1, state.long.count))
            return (group, [])
        }
        for waiting in drained { waiting.resume() }
        return group
    }
}

import MCP
import Store
import Synchronization

/// The bus between nodes that share a store: letters are written in groups, and looked for several times a second.
///
/// Little is held that nobody waits for: who sends a long letter, or one of very many, goes on when it is written. So no sender fills the node, and none
/// holds up the others' letters, which are brief.
final class NodeBus: Bus {
    private struct Waiting: Sendable {
        let letter: NodeMail.Letter
        /// Goes on when the letter is written, or lost.
        let sender: CheckedContinuation<Void, Never>?
    }

    private struct State: Sendable {
        var listeners: [@Sendable (BusMessage) -> Void] = []
        /// What goes out next, oldest first: the brief ones in groups, one of the long ones with each group.
        var brief: [Waiting] = []
        var long: [Waiting] = []
        var isWriting = false
    }

    /// How often letters are looked for.
    private static let interval = Duration.milliseconds(150)
    /// Unit: bytes of a letter that is brief.
    private static let briefLength = 4_096
    /// Brief letters in one group. When so many wait, the senders of more wait too.
    private static let groupCount = 1_000

    private let mail: NodeMail
    private let failed: @Sendable (any Error) -> Void
    private let state = Mutex(State())

    init(_ store: Store, failed: @escaping @Sendable (any Error) -> Void) {
        mail = NodeMail(store)
        self.failed = failed
    }

    var reachesOthers: Bool { true }

    func listen(_ receive: @escaping @Sendable (BusMessage) -> Void) { state.withLock { $0.listeners.append(receive) } }

    func publish(_ message: BusMessage) async throws {
        deliver(message)
        let letter = NodeMail.Letter(topic: message.topic, payload: message.payload)
        let isBrief = letter.payload.count <= Self.briefLength
        if isBrief, state.withLock({ $0.brief.count < Self.groupCount }) {
            post(letter, isBrief: true, nil)
        } else {
            await withCheckedContinuation { post(letter, isBrief: isBrief, $0) }
        }
    }

    private func post(_ letter: NodeMail.Letter, isBrief: Bool, _ sender: CheckedContinuation<Void, Never>?) {
        let waiting = Waiting(letter: letter, sender: sender)
        let isFirst = state.withLock { state in
            // A stream that has grown twice is looked at once.
            if sender == nil, state.brief.last?.letter == letter { return false }
            if isBrief { state.brief.append(waiting) } else { state.long.append(waiting) }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        // Whoever comes while a group is written finds it going on, and leaves its letter for the next.
        if isFirst { Task { await write() } }
    }

    /// Reads the mail, until the task is cancelled.
    func run(clock: any Clock<Duration> = ContinuousClock()) async {
        var hasFailed = false
        while !Task.isCancelled {
            do {
                for letter in try await mail.receive() { deliver(BusMessage(topic: letter.topic, payload: letter.payload)) }
                hasFailed = false
            } catch {
                // Said once for each time that the store is away.
                if !hasFailed { failed(error) }
                hasFailed = true
            }
            // Cancellation ends the sleep, and the loop with it.
            try? await clock.sleep(for: Self.interval)
        }
    }

    private func deliver(_ message: BusMessage) { for listener in state.withLock({ $0.listeners }) { listener(message) } }

    private func write() async {
        while let group = take() {
            // Lost letters are no harm to what is stored: whoever waits looks again.
            do { try await mail.send(group.map(\.letter)) } catch { failed(error) }
            for waiting in group { waiting.sender?.resume() }
        }
    }

    private func take() -> [Waiting]? {
        state.withLock { state in
            let group = Array(state.brief.prefix(Self.groupCount) + state.long.prefix(1))
            guard !group.isEmpty else {
                state.isWriting = false
                return nil
            }
            state.brief.removeFirst(min(Self.groupCount, state.brief.count))
            state.long.removeFirst(min(1, state.long.count))
            return group
        }
    }
}

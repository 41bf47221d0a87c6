import MCP
import Store
import Synchronization

/// The bus between nodes that share a store: letters are written in groups, and looked for several times a second.
final class NodeBus: Bus {
    private struct State: Sendable {
        var listeners: [@Sendable (BusMessage) -> Void] = []
        /// What goes out with the next group.
        var waiting: [NodeMail.Letter] = []
        var isWriting = false
    }

    /// How often letters are looked for.
    private static let interval = Duration.milliseconds(150)
    /// Letters that wait for the store at most; more are lost, as a bus may.
    private static let maximumWaiting = 10_000

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
        let isFirst = state.withLock { state in
            // A stream that has grown twice is looked at once.
            guard state.waiting.last != letter, state.waiting.count < Self.maximumWaiting else { return false }
            state.waiting.append(letter)
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
        while let letters = take() {
            // Lost letters are no harm to what is stored: whoever waits looks again.
            do { try await mail.send(letters) } catch { failed(error) }
        }
    }

    private func take() -> [NodeMail.Letter]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isWriting = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}

import Synchronization

/// Reads a session's stream as frames from any position, on the node that writes the stream or on another.
final class LogReader: FrameSource {
    /// The properties of a stream beside its events.
    struct Kind: Sendable {
        /// The writing end of the stream. Nil if another node writes it.
        var log: StreamLog?
        /// The session whose notifications the stream carries. Nil for the stream of a call.
        var news: Session?
        /// The stream's slot among the open streams. Nil for the stream of a call.
        var slot: StreamCounter.Slot?
        /// The audiences of the principal that reads the notifications (see ``Continuity/audiences``).
        var audiences: Set<String> = []
        /// Whether the credential is still valid.
        var isCurrent: @Sendable () async -> Bool = { true }
        /// Whether the reading principal may be notified of a resource.
        var isOpen: @Sendable (_ uri: String, _ topic: String) async -> Bool = { _, _ in false }
        /// Called once when the reading ends.
        var over: @Sendable () -> Void = {}
    }

    private struct State: Sendable {
        var ready: [[UInt8]]
        var position: Int
        var isDue = false
        /// Whether the stream ends after the frames that are ready.
        var isLast = false
        var isOver = false
        var tick: Int?
        var kind: Kind?
    }

    private let node: Node
    private let name: String
    private let key: String
    private let signal = Signal()
    private let state: Mutex<State>

    /// - Parameters:
    ///   - number: the events after this number are read.
    ///   - opening: frames to send first.
    init(_ name: String, of session: String, on node: Node, after number: Int, opening: [[UInt8]], _ kind: Kind) {
        self.node = node
        self.name = name
        key = StreamLog.key(name, of: session)
        state = Mutex(State(ready: opening, position: number, kind: kind))
        node.signals.add(signal, for: key)
        kind.log?.attach(ObjectIdentifier(self), at: number) { [weak self] in self?.end() }
        kind.news?.news.onNews { [signal] in signal.raise() }
        let tick = open(kind)
        state.withLock { $0.tick = tick }
    }

    func next() async -> [UInt8]? {
        while !Task.isCancelled {
            let (frame, isLast, kind) = state.withLock { state in
                (state.isOver || state.ready.isEmpty ? nil : state.ready.removeFirst(), state.isLast, state.kind)
            }
            if let frame { return frame }
            guard let kind else { return nil }
            if isLast { break }
            // The reader ends before the events written since, because the client reconnects for them.
            if kind.log?.isReleased == true {
                end()
                return EventFrame.retry(node.settings.bounds.retry)
            }
            do {
                if let session = kind.news, let log = kind.log { try await session.tell(log, isOpen: kind.isOpen) }
                guard try await load(kind) else { continue }
            } catch {
                break  // the store failed; the client resumes after the last event that it received
            }
            if takeDue() {
                if await kind.isCurrent() { return EventFrame.keepAlive }
                break
            }
            await signal.wait()
        }
        end()
        return nil
    }

    func end() {
        let (kind, tick): (Kind?, Int?) = state.withLock { state in
            defer {
                state.isOver = true
                state.kind = nil
                state.tick = nil
            }
            return (state.kind, state.tick)
        }
        guard let kind else { return }
        if let tick { if kind.news == nil { node.ticker.remove(tick) } else { node.openStreams.remove(tick) } }
        node.signals.remove(signal, for: key)
        _ = kind.log?.detach(ObjectIdentifier(self))
        signal.raise()
        kind.over()
    }

    /// Registers the reader. A call's stream ends with its call; a notification stream stays open and is added to the open streams.
    private func open(_ kind: Kind) -> Int {
        let look: @Sendable () -> Void = { [weak self] in self?.tick() }
        guard kind.news != nil else { return node.ticker.add(look) }
        return node.openStreams.add(of: kind.audiences, look: look, end: { [weak self] in self?.end() })
    }

    /// Loads the next events from the store. Returns false if there were events or the stream has ended.
    private func load(_ kind: Kind) async throws -> Bool {
        let position = state.withLock(\.position)
        guard let events = try await node.events.events(of: key, after: position, limit: 16) else {
            // Either nothing has been written, or the reader lags so far that events were dropped.
            if position == 0, kind.log?.isFinished != true { return true }
            if kind.news != nil, try await node.events.events(of: key, after: 0, limit: 1) == nil {
                // The stream was silent for longer than events are stored, so its numbers begin again.
                state.withLock { $0.position = 0 }
                return true
            }
            end()
            return false
        }
        guard let last = events.last else { return true }
        let frames = events.filter { !$0.message.isEmpty }.map {
            EventFrame.message($0.message, id: EventID(stream: name, number: $0.number))
        }
        state.withLock { state in
            state.ready += frames
            state.position = last.number
            state.isLast = last.isLast
        }
        kind.log?.advance(ObjectIdentifier(self), to: last.number)
        return false
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
}

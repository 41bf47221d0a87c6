import Synchronization

/// A legacy session in this process: its running calls, streams and open questions. The rest is in its id and in stores.
final class Session: LegacyPeer {
    private struct State: Sendable {
        var record: SessionRecord
        var isEnded = false
        var lastUse = ContinuousClock.now
        /// Streams that this node writes, by name.
        var logs: [String: StreamLog] = [:]
        var standalone: StreamLog?
        var running: [RequestID: @Sendable () -> Void] = [:]
        /// Questions of other nodes whose answers this node forwarded, oldest first.
        var handedOn: [String] = []
    }

    let claims: SessionClaims
    let owner: String
    /// Whether the session began on another node or before this process started. Its client may have missed changes.
    let isRestored: Bool
    let pending: PendingQuestions
    /// Collects change notifications while a stream of the session is open.
    let news: Listener
    let node: Node
    private let state: Mutex<State>

    init(_ claims: SessionClaims, owner: String, audiences: Set<String>, record: SessionRecord, isRestored: Bool, on node: Node) {
        self.claims = claims
        self.owner = owner
        self.isRestored = isRestored
        self.node = node
        pending = PendingQuestions(limit: node.settings.bounds.openQuestions) { [node, handle = claims.handle] in node.questionID(in: handle) }
        news = Listener(audiences: audiences, lists: Set(ChangeNotification.List.allCases), topics: record.subscriptions)
        state = Mutex(State(record: record))
    }

    var logLevel: LoggingLevel { state.withLock(\.record.logLevel) }
    var isEnded: Bool { state.withLock(\.isEnded) }
    /// Whether dropping the session would lose state that is not stored elsewhere.
    var isBusy: Bool { state.withLock { !$0.running.isEmpty || !$0.logs.isEmpty } }
    var lastUse: ContinuousClock.Instant { state.withLock(\.lastUse) }

    func touch() { state.withLock { $0.lastUse = .now } }

    // MARK: Calls

    /// Registers a running call, so that its client can cancel it.
    func began(_ id: RequestID, cancel: @escaping @Sendable () -> Void) { state.withLock { $0.running[id] = cancel } }

    func ended(_ id: RequestID) { state.withLock { $0.running[id] = nil } }

    /// Cancels a call. Returns false when no such call runs here.
    func cancel(_ id: RequestID) -> Bool {
        let cancel = state.withLock { $0.running.removeValue(forKey: id) }
        cancel?()
        return cancel != nil
    }

    // MARK: Streams

    /// Begins the stream of a call.
    /// - Parameter abandoned: cancels the call.
    func makeLog(abandoned: @escaping @Sendable () -> Void) -> StreamLog {
        let log = StreamLog(StreamLog.newName(isStandalone: false), of: claims.handle, on: node, abandoned: abandoned)
        state.withLock { $0.logs[log.name] = log }
        return log
    }

    func log(named name: String) -> StreamLog? { state.withLock { $0.logs[name] } }

    /// Begins the notification stream, which replaces the previous one.
    /// - Parameter name: the name of a stream to continue. Nil for a new one.
    func makeStandalone(_ name: String?) -> StreamLog {
        let name = name ?? StreamLog.newName(isStandalone: true)
        let (log, before): (StreamLog, StreamLog?) = state.withLock { state in
            let log = state.logs[name] ?? StreamLog(name, of: claims.handle, on: node) {}
            let before = state.standalone
            state.logs[name] = log
            state.standalone = log
            guard let before, before !== log else { return (log, nil) }
            state.logs[before.name] = nil
            return (log, before)
        }
        before?.end()
        node.board.add(news)
        return log
    }

    /// Drops a stream that no client can resume.
    func forget(_ log: StreamLog) {
        let wasStandalone = state.withLock { state in
            state.logs[log.name] = nil
            guard state.standalone === log else { return false }
            state.standalone = nil
            return true
        }
        if wasStandalone { node.board.remove(news) }
    }

    /// Writes the pending notifications into the notification stream.
    /// - Parameter isOpen: whether the reader may be notified of a resource.
    func tell(_ log: StreamLog, isOpen: (_ uri: String, _ topic: String) async -> Bool) async throws {
        for subject in news.take() {
            if let message = await news.notification(subject, isOpen: isOpen) { try await log.append(message, waits: false) }
        }
    }

    // MARK: Questions

    /// Whether to forward an answer to other nodes: another node asked the question in this session, and this is the first answer to it.
    func handsOn(answerTo id: RequestID) -> Bool {
        guard case .string(let name) = id, node.asked(name, in: claims.handle) else { return false }
        let limit = 8 * node.settings.bounds.openQuestions
        return state.withLock { state in
            guard !state.handedOn.contains(name) else { return false }
            if state.handedOn.count >= limit { state.handedOn.removeFirst() }
            state.handedOn.append(name)
            return true
        }
    }

    // MARK: The client's settings

    func setLogLevel(_ level: LoggingLevel) async throws { try await change { $0.logLevel = level } }

    func subscribe(_ uri: String, topic: String) async throws {
        let limit = node.settings.bounds.subscriptions
        guard state.withLock({ $0.record.subscriptions[topic] != nil || $0.record.subscriptions.count < limit }) else {
            throw MCPError.invalidParams("A session has at most \(limit) subscriptions")
        }
        try await change { $0.subscriptions[topic] = uri }
    }

    func unsubscribe(_ uri: String) async throws {
        try await change { record in record.subscriptions = record.subscriptions.filter { $0.value != uri } }
    }

    private func change(_ body: @Sendable (inout SessionRecord) -> Void) async throws {
        let record = state.withLock { state in
            body(&state.record)
            return state.record
        }
        news.setTopics(record.subscriptions)
        try await node.save(record, of: self)
    }

    /// Applies a change that another node made.
    func adopt(_ record: SessionRecord) {
        state.withLock { $0.record = record }
        news.setTopics(record.subscriptions)
        if record.isEnded { end() }
    }

    /// Cancels the running calls and ends all streams.
    func end() {
        let (running, logs) = state.withLock { state in
            state.isEnded = true
            state.record.isEnded = true
            defer {
                state.running = [:]
                state.logs = [:]
                state.standalone = nil
            }
            return (Array(state.running.values), Array(state.logs.values))
        }
        for cancel in running { cancel() }
        for log in logs { log.end() }
        node.board.remove(news)
    }
}

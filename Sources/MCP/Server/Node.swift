import JSON

/// The state that one process of a server with a ``Continuity`` holds between requests, and its connection to the bus.
final class Node: Sendable {
    let settings: MCPSettings
    let ticker: Ticker
    let events: any EventStore
    let bus: any Bus
    let sealer: any Sealer
    let sessionStore: any SessionStore
    let board = Subscribers()
    let signals = StreamWaiters()
    let sessions: SessionTable
    let streams: StreamCounter
    let openStreams: OpenStreams
    let connections = ConnectionTable()
    let tasks: TaskRunner?

    init<Principal>(_ continuity: Continuity<Principal>, _ settings: MCPSettings, _ ticker: Ticker) {
        self.settings = settings
        self.ticker = ticker
        events = continuity.events
        bus = continuity.bus
        sealer = continuity.sealer
        sessionStore = continuity.sessions
        openStreams = OpenStreams(ticker: ticker)
        sessions = SessionTable(limit: settings.bounds.sessions)
        streams = StreamCounter(maximum: settings.bounds.streams, maximumPerKey: settings.bounds.streamsPerPrincipal)
        tasks = continuity.tasks.map { TaskRunner($0, bounds: settings.bounds, now: continuity.now) }
        tasks?.join(self)
        bus.listen { [weak self] in self?.receive($0) }
    }

    // MARK: The bus

    /// Announces a change on every node, including this one.
    func announce(_ notice: ChangeNotification) async {
        await publish("notice", notice.payload) { self.board.offer(notice) }
    }

    /// Signals the readers of a stream, on this node and on others, that it has grown.
    func grew(_ stream: String) async {
        signals.raise(stream)
        guard bus.reachesOthers else { return }
        await publish("grew", ["stream": .string(stream)]) {}
    }

    /// Sends a session's message to the node that needs it. Does nothing without other nodes.
    func forward(_ topic: String, _ session: Session, _ members: JSONObject) async {
        guard bus.reachesOthers else { return }
        var payload = members
        payload["session"] = .string(session.claims.handle)
        await publish(topic, payload) {}
    }

    func publish(_ topic: String, _ payload: JSONObject, otherwise: () -> Void) async {
        do {
            try await bus.publish(BusMessage(topic: topic, payload: JSONValue.object(payload).serialized))
        } catch {
            settings.reportFailure(error, "bus")
            otherwise()
        }
    }

    private func receive(_ message: BusMessage) {
        // An unreadable message comes from another release and is meant for its nodes.
        guard let payload = try? JSONValue(parsing: message.payload) else { return }
        let session = payload["session"]?.string.flatMap { sessions.session(handle: $0) }
        switch message.topic {
        case "notice": if let notice = ChangeNotification(payload) { board.offer(notice) }
        case "grew": if let stream = payload["stream"]?.string { signals.raise(stream) }
        case "answer":
            if let session, let id = payload["id"].flatMap({ RequestID($0) }) {
                session.pending.answer(id, payload["message"]?.object ?? JSONObject())
            }
        case "cancel": if let session, let id = payload["id"].flatMap({ RequestID($0) }) { _ = session.cancel(id) }
        case "session":
            guard let session else { return }
            if payload["ended"] == true { forget(session) } else if let record = SessionRecord(payload) { session.adopt(record) }
        case "post": connections.receive(payload)
        case "task": tasks?.receive(payload)
        default: break
        }
    }

    // MARK: Sessions

    /// The session with an id, if the owner matches. Nil otherwise; callers cannot distinguish the reasons.
    func session(_ id: String, owner: String, audiences: () -> Set<String>) async throws -> Session? {
        if let known = sessions.session(id) {
            guard known.owner == owner, !known.isEnded else { return nil }
            known.touch()
            return known
        }
        guard id.utf8.count <= Self.longestID, let bytes = sealer.open(id, context: Self.context(owner)), let claims = SessionClaims(bytes) else {
            return nil
        }
        let record = try await sessionStore.record(of: claims.handle) ?? SessionRecord()
        guard !record.isEnded else { return nil }
        return sessions.add(Session(claims, owner: owner, audiences: audiences(), record: record, isRestored: true, on: self), id)
    }

    /// Begins a session and returns its id.
    func begin(_ claims: SessionClaims, owner: String, audiences: Set<String>) throws -> String {
        let id = try sealer.seal(claims.bytes, context: Self.context(owner), lifetime: settings.bounds.sessionLifetime)
        _ = sessions.add(Session(claims, owner: owner, audiences: audiences, record: SessionRecord(), isRestored: false, on: self), id)
        return id
    }

    func end(_ session: Session) async throws {
        forget(session)
        var record = SessionRecord()
        record.isEnded = true
        try await sessionStore.save(record, of: session.claims.handle, lifetime: settings.bounds.sessionLifetime)
        await forward("session", session, ["ended": true])
    }

    func save(_ record: SessionRecord, of session: Session) async throws {
        try await sessionStore.save(record, of: session.claims.handle, lifetime: settings.bounds.sessionLifetime)
        await forward("session", session, record.payload)
    }

    private func forget(_ session: Session) {
        session.end()
        sessions.remove(session)
    }

    private static func context(_ owner: String) -> String { "session\n\(owner)" }
    /// The longest id that is examined. Unit: bytes.
    private static let longestID = 4096

    // MARK: Questions

    /// A new id for a question in a session. With other nodes, the id is sealed, so that each node can verify it.
    func questionID(in session: String) -> String {
        // If sealing fails, only this node accepts the answer.
        let sealed = bus.reachesOthers ? try? sealer.seal([], context: Self.questionContext(session), lifetime: settings.bounds.answerTime) : nil
        return Self.questionPrefix + (sealed ?? RandomName.make())
    }

    /// Whether a node asked a question with that id in the session and its answer time has not passed.
    func asked(_ id: String, in session: String) -> Bool {
        guard bus.reachesOthers, id.utf8.count <= Self.longestID, id.hasPrefix(Self.questionPrefix) else { return false }
        return sealer.open(String(id.dropFirst(Self.questionPrefix.utf8.count)), context: Self.questionContext(session)) != nil
    }

    private static let questionPrefix = "server-"
    private static func questionContext(_ session: String) -> String { "question\n\(session)" }

    // MARK: Open streams

    /// Ends all streams and refuses new ones.
    func endStreams() {
        streams.close()
        openStreams.endAll()
    }
}

extension SessionRecord {
    /// The message payload for other nodes.
    var payload: JSONObject {
        [
            "level": .string(logLevel.rawValue),
            "subscriptions": .object(JSONObject(subscriptions.map { ($0.key, .string($0.value)) })),
        ]
    }

    init?(_ payload: JSONValue) {
        guard let level = payload["level"]?.string.flatMap(LoggingLevel.init(rawValue:)), let subscriptions = payload["subscriptions"]?.object else {
            return nil
        }
        logLevel = level
        for (topic, uri) in subscriptions { self.subscriptions[topic] = uri.string }
    }
}

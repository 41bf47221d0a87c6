import JSON

/// Classifies each message of a connection, based on the messages before it. It does no I/O and calls no handlers.
struct ConnectionMessageReader: Sendable {
    /// The next step for a message.
    enum Step: Sendable {
        case nothing
        /// Write this message at once.
        case reply([UInt8])
        case run(Call)
        case runBatch([BatchEntry])
        /// Cancel the call with this id and send no response.
        case cancel(RequestID)
        /// The client's response to a server request.
        case answer(RequestID, JSONObject)
        /// The client has finished the handshake and accepts unsolicited messages.
        case initialized
    }

    let served: Set<Method>
    let settings: MCPSettings
    private let peer: ConnectionPeer?
    /// The revision of the handshake. Nil before a handshake.
    private(set) var revision: Revision?
    private var client: Implementation?
    private var capabilities = ClientCapabilities()
    /// Whether a request with an envelope was served. Then the connection has no handshake.
    private var isModern = false

    init(served: Set<Method>, settings: MCPSettings, peer: ConnectionPeer? = nil) {
        self.served = served
        self.settings = settings
        self.peer = peer
    }

    mutating func read(_ line: LineSplitter.Line) -> Step {
        guard case .complete(let bytes) = line else { return refuse(.invalidRequest("The line is too long")) }
        do {
            let value = try JSONValue(parsing: bytes, limits: settings.jsonLimits)
            if case .array(let elements) = value { return readBatch(elements) }
            return read(value)
        } catch {
            return refuse(error.code == .tooLarge ? .invalidRequest("The line is too long") : .parseError(error))
        }
    }

    private mutating func read(_ value: JSONValue) -> Step {
        do {
            switch try Message(value) {
            case .notification("notifications/cancelled", let params):
                return params?["requestId"].flatMap { RequestID($0) }.map(Step.cancel) ?? .nothing
            case .notification("notifications/initialized", _): return revision == nil ? .nothing : .initialized
            case .notification: return .nothing
            case .response(let id, let message): return .answer(id, message)
            case .request(let id, let name, let params):
                do {
                    return .run(try call(id, name, params))
                } catch {
                    return refuse(error, id: id)
                }
            }
        } catch {
            return refuse(error.error(in: isModern ? .modern : .legacy), id: error.id)
        }
    }

    private mutating func call(_ id: RequestID, _ name: String, _ params: JSONObject?) throws(MCPError) -> Call {
        if Envelope.isPresent(in: params) { return try modernCall(id, name, params) }
        if name == Method.initialize.rawValue { return try handshake(id, params ?? JSONObject()) }
        guard let revision else {
            if name == Method.ping.rawValue { return try legacyCall(id, name, params, .unnamed) }
            throw MCPError.noEnvelope
        }
        return try legacyCall(id, name, params, revision)
    }

    private mutating func modernCall(_ id: RequestID, _ name: String, _ params: JSONObject?) throws(MCPError) -> Call {
        let envelope = try Envelope(params)
        guard Revision(name: envelope.version)?.era == .modern else { throw MCPError.unsupportedProtocolVersion(envelope.version) }
        guard let method = Method(name: name, revision: .v2026_07_28), served.contains(method) else { throw MCPError.methodNotFound(name) }
        // `server/discover` alone does not decide the era: a client may send it before a handshake.
        if method != .discover, revision == nil { isModern = true }
        return Call(
            id: id, method: method, params: params ?? JSONObject(), revision: .v2026_07_28, client: envelope.client,
            capabilities: envelope.capabilities, logLevel: envelope.logLevel
        )
    }

    private mutating func handshake(_ id: RequestID, _ params: JSONObject) throws(MCPError) -> Call {
        let asked = params["protocolVersion"]?.string
        guard !isModern else { throw MCPError.unsupportedProtocolVersion(asked ?? "") }
        let negotiated = asked.map(Revision.negotiated) ?? .newestLegacy
        if asked != nil {
            revision = negotiated
            client = Implementation(params["clientInfo"])
            capabilities = ClientCapabilities(params["capabilities"]?.object ?? JSONObject())
        }
        return Call(id: id, method: .initialize, params: params, revision: negotiated)
    }

    private mutating func legacyCall(_ id: RequestID, _ name: String, _ params: JSONObject?, _ revision: Revision) throws(MCPError) -> Call {
        guard let method = Method(name: name, revision: revision), served.contains(method) else { throw MCPError.methodNotFound(name) }
        let params = params ?? JSONObject()
        // Applied here, because the level must follow the order of the requests, not that of the responses.
        if method == .setLoggingLevel, let level = LifecycleMethods.level(in: params) { peer?.setLogLevel(level) }
        return Call(
            id: id, method: method, params: params, revision: revision, client: client, capabilities: capabilities,
            logLevel: peer?.logLevel ?? .warning, peer: peer)
    }

    private mutating func readBatch(_ elements: [JSONValue]) -> Step {
        let isFit = !isModern && (revision ?? .unnamed) < .v2025_06_18 && !elements.isEmpty && elements.count <= settings.maximumBatchCount
        guard isFit, !elements.contains(where: { Envelope.isPresent(in: $0["params"]?.object) }) else {
            return refuse(.invalidRequest("A batch needs 2024-11-05 or 2025-03-26 and 1 to \(settings.maximumBatchCount) messages"))
        }
        var state = self
        let entries = BatchEntry.read(elements) { id, name, params throws(MCPError) in try state.call(id, name, params) }
        self = state
        return entries.isEmpty ? .nothing : .runBatch(entries)
    }

    private func refuse(_ error: MCPError, id: RequestID? = nil) -> Step { .reply(MessageEncoder.error(id, error)) }
}

import HTTPTypes
import JSON

/// Classifies an HTTP request: nothing to answer, a single call, or a batch, each with or without a session. It refuses everything else.
///
/// The body decides the era; header fields are checked against it. The decision depends on the request alone.
struct HTTPMessageReader: Sendable {
    enum Work: Sendable {
        case nothing
        case call(Call, AcceptedTypes)
        /// A batch with at least one entry.
        case batch([BatchEntry], Revision)
        /// A legacy request with the id of its session.
        case inSession(String, SessionWork)
    }

    let served: Set<Method>
    let settings: MCPSettings
    var hasSessions = false

    func read(_ request: HTTPRequest, _ body: [UInt8]) throws(HTTPRefusal) -> Work {
        let fields = RequestFields(request.headerFields)
        let header = VersionHeader(fields.version)
        guard request.method == .post else { return try readOther(request.method, header, fields) }
        guard fields.declaresJSON else { throw HTTPRefusal(status: 415, "Content-Type must be application/json") }
        guard let accepted = AcceptedTypes(fields.accept) else {
            throw HTTPRefusal(status: 406, "Accept must admit application/json or text/event-stream")
        }
        let value = try parse(body)
        if case .array(let elements) = value { return try readBatch(elements, header, fields) }

        let message: Message
        do {
            message = try Message(value)
        } catch {
            throw HTTPRefusal(error.error(in: header == .modern ? .modern : .legacy), id: error.id, revision: .newestLegacy)
        }
        switch message {
        case .request(let id, let method, let params):
            if Envelope.isPresent(in: params) {
                let ladder = ModernRequestValidator(served: served, mixedVersionClients: settings.mixedVersionClients)
                do {
                    return .call(try ladder.climb(id: id, method: method, params: params, fields, request.headerFields), accepted)
                } catch {
                    throw HTTPRefusal(error, id: id, revision: .v2026_07_28)
                }
            }
            if fields.sessionID != .absent, method != Method.initialize.rawValue {
                return .inSession(try sessionID(fields, id), .message(message, header, accepted))
            }
            return .call(try legacyCall(id, method, params, header, fields), accepted)
        case .notification:
            if header == .modern, !hasSessions || fields.sessionID == .absent { return .nothing }
            if fields.sessionID != .absent { return .inSession(try sessionID(fields, nil), .message(message, header, accepted)) }
            _ = try legacyRevision(header, id: nil)
            return .nothing
        case .response(let id, _):
            guard header != .modern else {
                throw HTTPRefusal(.invalidRequest("This revision has no responses from clients"), id: id, revision: .v2026_07_28)
            }
            if fields.sessionID != .absent { return .inSession(try sessionID(fields, id), .message(message, header, accepted)) }
            _ = try legacyRevision(header, id: id)
            return .nothing
        }
    }

    private func readOther(_ method: HTTPRequest.Method, _ header: VersionHeader, _ fields: RequestFields) throws(HTTPRefusal) -> Work {
        if header == .modern { throw HTTPRefusal(status: 405, "This revision has only POST", allow: "POST") }
        let allow = hasSessions ? "GET, POST, DELETE, OPTIONS" : "POST, OPTIONS"
        guard method == .get || method == .delete else {
            throw HTTPRefusal(status: 405, "Method \(method.rawValue) is not served here", allow: allow)
        }
        if fields.sessionID == .absent {
            if method == .delete, hasSessions { throw HTTPRefusal(status: 400, "DELETE needs the header Mcp-Session-Id") }
            throw HTTPRefusal(status: 405, "Method \(method.rawValue) needs a session", allow: allow)
        }
        let id = try sessionID(fields, nil)
        if method == .delete { return .inSession(id, .end) }
        guard let accepted = AcceptedTypes(fields.accept), accepted.events else {
            throw HTTPRefusal(status: 406, "Accept must admit text/event-stream")
        }
        guard case .value(let event) = fields.lastEventID else { return .inSession(id, .open(after: nil)) }
        return .inSession(id, .open(after: event))
    }

    private func parse(_ body: [UInt8]) throws(HTTPRefusal) -> JSONValue {
        do {
            return try JSONValue(parsing: body, limits: settings.jsonLimits)
        } catch {
            if error.code == .tooLarge { throw HTTPRefusal(status: 413, "The body is larger than \(settings.jsonLimits.maximumByteCount) bytes") }
            throw HTTPRefusal(.parseError(error), revision: .newestLegacy)
        }
    }
}

/// The kinds of legacy requests with a session.
enum SessionWork: Sendable {
    case message(Message, VersionHeader, AcceptedTypes)
    case batch([JSONValue])
    /// Opens the session's own stream, or resumes a stream after the event with this id.
    case open(after: String?)
    case end

    /// The request id for an error response.
    var requestID: RequestID? {
        switch self {
        case .message(.request(let id, _, _), _, _), .message(.response(let id, _), _, _): id
        default: nil
        }
    }
}

extension HTTPMessageReader {
    // MARK: Requests without a session

    /// Reads a request without an envelope and without a session. Its header names its revision.
    func legacyCall(
        _ id: RequestID, _ name: String, _ params: JSONObject?, _ header: VersionHeader, _ fields: RequestFields
    ) throws(HTTPRefusal) -> Call {
        var revision = try legacyRevision(header, id: id)
        let isHandshake = name == Method.initialize.rawValue
        if isHandshake { revision = params?["protocolVersion"]?.string.map(Revision.negotiated) ?? revision }
        // A new handshake ends the session that the request still names.
        let former: String? = if isHandshake, case .value(let former) = fields.sessionID { former } else { nil }
        do {
            return try legacyCall(id, name, params, revision, former)
        } catch {
            throw HTTPRefusal(error, id: id, revision: revision)
        }
    }

    private func legacyCall(
        _ id: RequestID, _ name: String, _ params: JSONObject?, _ revision: Revision, _ formerSession: String? = nil
    ) throws(MCPError) -> Call {
        guard let method = Method(name: name, revision: revision), served.contains(method) else { throw MCPError.methodNotFound(name) }
        return Call(
            id: id, method: method, params: params ?? JSONObject(), revision: revision, logLevel: .warning, formerSession: formerSession)
    }

    /// The legacy revision that the header names. A modern or unknown version is refused, because the request has no envelope.
    func legacyRevision(_ header: VersionHeader, id: RequestID?) throws(HTTPRefusal) -> Revision {
        switch header {
        case .absent: return .unnamed
        case .legacy(let revision): return revision
        case .conflicting:
            throw HTTPRefusal(.invalidRequest("MCP-Protocol-Version is given twice with different values"), id: id, revision: .newestLegacy)
        case .modern, .unknown:
            throw HTTPRefusal(.noEnvelope, id: id, revision: .v2026_07_28)
        }
    }

    /// Reads a batch: JSON-RPC of the two oldest revisions.
    func readBatch(_ elements: [JSONValue], _ header: VersionHeader, _ fields: RequestFields) throws(HTTPRefusal) -> Work {
        if fields.sessionID != .absent, header != .modern { return .inSession(try sessionID(fields, nil), .batch(elements)) }
        let revision = try batchRevision(header)
        let entries = try entries(elements, revision) { id, name, params throws(MCPError) in try legacyCall(id, name, params, revision) }
        return entries.isEmpty ? .nothing : .batch(entries, revision)
    }

    private func batchRevision(_ header: VersionHeader) throws(HTTPRefusal) -> Revision {
        switch header {
        case .absent: return .unnamed
        case .legacy(let revision) where revision < .v2025_06_18: return revision
        default: throw HTTPRefusal(.invalidRequest("This revision has no batches"), revision: .newestLegacy)
        }
    }

    private func entries(
        _ elements: [JSONValue], _ revision: Revision, call: (RequestID, String, JSONObject?) throws(MCPError) -> Call
    ) throws(HTTPRefusal) -> [BatchEntry] {
        guard !elements.isEmpty else { throw HTTPRefusal(.invalidRequest("A batch is not empty"), revision: revision) }
        guard elements.count <= settings.maximumBatchCount else {
            throw HTTPRefusal(.invalidRequest("A batch has at most \(settings.maximumBatchCount) messages"), revision: revision)
        }
        guard !elements.contains(where: { Envelope.isPresent(in: $0["params"]?.object) }) else {
            throw HTTPRefusal(.invalidRequest("This revision has no batches"), revision: revision)
        }
        return BatchEntry.read(elements, call: call)
    }

    // MARK: Requests with a session

    /// The session id of the request.
    func sessionID(_ fields: RequestFields, _ id: RequestID?) throws(HTTPRefusal) -> String {
        if hasSessions, case .value(let session) = fields.sessionID { return session }
        var refusal = HTTPRefusal(status: 404, "Session not found")
        refusal.id = id
        throw refusal
    }

    /// Checks the version header. The revision of the handshake applies even if the header names another known version.
    func check(_ header: VersionHeader, id: RequestID?) throws(HTTPRefusal) {
        switch header {
        case .absent, .legacy, .modern: return
        case .conflicting, .unknown: _ = try legacyRevision(header, id: id)
        }
    }

    func call(_ id: RequestID, _ name: String, _ params: JSONObject?, in session: Session) throws(HTTPRefusal) -> Call {
        do {
            return try sessionCall(id, name, params, session)
        } catch {
            throw HTTPRefusal(error, id: id, revision: session.claims.revision)
        }
    }

    func batch(_ elements: [JSONValue], in session: Session) throws(HTTPRefusal) -> [BatchEntry] {
        let revision = session.claims.revision
        guard revision < .v2025_06_18 else { throw HTTPRefusal(.invalidRequest("This revision has no batches"), revision: revision) }
        return try entries(elements, revision) { id, name, params throws(MCPError) in try sessionCall(id, name, params, session) }
    }

    private func sessionCall(_ id: RequestID, _ name: String, _ params: JSONObject?, _ session: Session) throws(MCPError) -> Call {
        let claims = session.claims
        guard let method = Method(name: name, revision: claims.revision), served.contains(method) else { throw MCPError.methodNotFound(name) }
        return Call(
            id: id, method: method, params: params ?? JSONObject(), revision: claims.revision, client: claims.client,
            capabilities: claims.capabilities, logLevel: session.logLevel, peer: session)
    }
}

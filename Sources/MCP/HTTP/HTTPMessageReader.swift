import HTTPTypes
import JSON

/// Decides what an HTTP request is: nothing to answer, one call, or a batch, alone or in a session. It refuses everything else.
///
/// The body decides the era; header fields are checked against it. Pure: the same request gives the same decision.
struct HTTPMessageReader: Sendable {
    enum Work: Sendable {
        case nothing
        case call(Call, AcceptedTypes)
        /// At least one entry.
        case batch([BatchEntry], Revision)
        /// A legacy request that names a session, by its id.
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

/// What a legacy request asks of the session that it names.
enum SessionWork: Sendable {
    case message(Message, VersionHeader, AcceptedTypes)
    case batch([JSONValue])
    /// The session's stream, or the rest of one after the event of this id.
    case open(after: String?)
    case end

    /// The id under which a refusal is answered.
    var requestID: RequestID? {
        switch self {
        case .message(.request(let id, _, _), _, _), .message(.response(let id, _), _, _): id
        default: nil
        }
    }
}

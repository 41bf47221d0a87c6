import HTTPTypes
import JSON

/// Decides what an HTTP request is: nothing to answer, one call, or a batch; everything else is refused here.
///
/// The body decides the era, header fields are cross-checks. Pure: the same request gives the same decision.
struct HTTPIntake: Sendable {
    enum Work: Sendable {
        case nothing
        case call(Call, AcceptedTypes)
        /// At least one entry.
        case batch([BatchEntry], Revision)
    }

    let served: Set<Method>
    let settings: MCPSettings

    func read(_ request: HTTPRequest, _ body: [UInt8]) throws(HTTPRefusal) -> Work {
        let fields = RequestFields(request.headerFields)
        let header = VersionHeader(fields.version)
        try checkMethod(request.method, header, fields)
        guard fields.declaresJSON else { throw HTTPRefusal(status: 415, "Content-Type must be application/json") }
        guard let accepted = AcceptedTypes(fields.accept) else {
            throw HTTPRefusal(status: 406, "Accept must admit application/json or text/event-stream")
        }
        let value = try parse(body)
        if case .array(let elements) = value { return try readBatch(elements, header, fields) }

        let message: Message
        do { message = try Message(value) } catch { throw HTTPRefusal(error.error, id: error.id, revision: .newestLegacy) }
        switch message {
        case .request(let id, let method, let params):
            if Envelope.isPresent(in: params) {
                let ladder = ModernLadder(served: served, mixedVersionClients: settings.mixedVersionClients)
                do {
                    return .call(try ladder.climb(id: id, method: method, params: params, fields, request.headerFields), accepted)
                } catch {
                    throw HTTPRefusal(error, id: id, revision: .v2026_07_28)
                }
            }
            return .call(try legacyCall(id, method, params, header, fields), accepted)
        case .notification:
            if header != .modern {
                _ = try legacyRevision(header, id: nil)
                try checkSession(fields, id: nil)
            }
            return .nothing
        case .response(let id):
            guard header != .modern else {
                throw HTTPRefusal(.invalidRequest("This revision has no responses from clients"), id: id, revision: .v2026_07_28)
            }
            _ = try legacyRevision(header, id: id)
            try checkSession(fields, id: id)
            return .nothing
        }
    }

    private func checkMethod(_ method: HTTPRequest.Method, _ header: VersionHeader, _ fields: RequestFields) throws(HTTPRefusal) {
        guard method != .post else { return }
        if header == .modern { throw HTTPRefusal(status: 405, "This revision has only POST", allow: "POST") }
        if method == .get || method == .delete { try checkSession(fields, id: nil) }
        throw HTTPRefusal(status: 405, "Method \(method.rawValue) is not served here", allow: "POST, OPTIONS")
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

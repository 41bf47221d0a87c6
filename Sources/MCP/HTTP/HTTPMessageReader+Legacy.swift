import JSON

extension HTTPMessageReader {
    // MARK: Alone

    /// A request without envelope and session: served alone, under the revision of its header.
    func legacyCall(
        _ id: RequestID, _ name: String, _ params: JSONObject?, _ header: VersionHeader, _ fields: RequestFields
    ) throws(HTTPRefusal) -> Call {
        var revision = try legacyRevision(header, id: id)
        let isHandshake = name == Method.initialize.rawValue
        if isHandshake { revision = params?["protocolVersion"]?.string.map(Revision.negotiated) ?? revision }
        // A session that the client still names is left behind by a new handshake.
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

    /// The legacy revision that the header names; what is not legacy claims to be modern and has no envelope.
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

    /// A batch: JSON-RPC of the two oldest revisions.
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

    // MARK: In a session

    /// The id of the session that the request names.
    func sessionID(_ fields: RequestFields, _ id: RequestID?) throws(HTTPRefusal) -> String {
        if hasSessions, case .value(let session) = fields.sessionID { return session }
        var refusal = HTTPRefusal(status: 404, "Session not found")
        refusal.id = id
        throw refusal
    }

    /// The revision of the handshake stays in force, whatever known version the header names.
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

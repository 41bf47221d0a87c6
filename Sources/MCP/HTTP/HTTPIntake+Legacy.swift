import JSON

extension HTTPIntake {
    /// A request without an envelope: served alone, under the revision of its header.
    func legacyCall(
        _ id: RequestID, _ name: String, _ params: JSONObject?, _ header: VersionHeader, _ fields: RequestFields
    ) throws(HTTPRefusal) -> Call {
        var revision = try legacyRevision(header, id: id)
        if name == Method.initialize.rawValue {
            // A session that the client still names is left behind by a new handshake.
            revision = params?["protocolVersion"]?.string.map(Revision.negotiated) ?? revision
        } else {
            try checkSession(fields, id: id)
        }
        do {
            return try legacyCall(id, name, params, revision)
        } catch {
            throw HTTPRefusal(error, id: id, revision: revision)
        }
    }

    private func legacyCall(_ id: RequestID, _ name: String, _ params: JSONObject?, _ revision: Revision) throws(MCPError) -> Call {
        guard let method = Method(name: name, revision: revision), served.contains(method) else { throw MCPError.methodNotFound }
        return Call(id: id, method: method, params: params ?? JSONObject(), revision: revision, logLevel: .warning)
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

    /// Refuses every session id: none is given out, so all are unknown, and 404 tells a client to start anew.
    func checkSession(_ fields: RequestFields, id: RequestID?) throws(HTTPRefusal) {
        guard fields.sessionID != .absent else { return }
        var refusal = HTTPRefusal(status: 404, "Session not found")
        refusal.id = id
        throw refusal
    }

    /// A batch: JSON-RPC of the two oldest revisions.
    func readBatch(_ elements: [JSONValue], _ header: VersionHeader, _ fields: RequestFields) throws(HTTPRefusal) -> Work {
        let revision = try batchRevision(header)
        guard !elements.isEmpty else { throw HTTPRefusal(.invalidRequest("A batch is not empty"), revision: revision) }
        guard elements.count <= settings.maximumBatchCount else {
            throw HTTPRefusal(.invalidRequest("A batch has at most \(settings.maximumBatchCount) messages"), revision: revision)
        }
        guard !elements.contains(where: { Envelope.isPresent(in: $0["params"]?.object) }) else {
            throw HTTPRefusal(.invalidRequest("This revision has no batches"), revision: revision)
        }
        try checkSession(fields, id: nil)
        let entries = BatchEntry.read(elements) { id, name, params throws(MCPError) in try legacyCall(id, name, params, revision) }
        return entries.isEmpty ? .nothing : .batch(entries, revision)
    }

    private func batchRevision(_ header: VersionHeader) throws(HTTPRefusal) -> Revision {
        switch header {
        case .absent: return .unnamed
        case .legacy(let revision) where revision < .v2025_06_18: return revision
        default: throw HTTPRefusal(.invalidRequest("This revision has no batches"), revision: .newestLegacy)
        }
    }
}

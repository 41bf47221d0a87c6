import JSON

/// Serializes the server's messages. It is the only place that adds what a revision requires on every result.
struct MessageEncoder: Sendable {
    /// `serverInfo` as the modern revision puts it into every `_meta`.
    private let serverInfo: JSONFragment

    init(_ implementation: Implementation) {
        serverInfo = JSONFragment { writer in implementation.write(into: &writer, revision: .v2026_07_28) }
    }

    /// A response that carries a result.
    func response(_ id: RequestID, _ body: any ResultBody, revision: Revision) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: body.sizeEstimate + 512)
        writer.object { writer in
            Self.writeHead(id, into: &writer)
            writer.key("result")
            writeResult(body, revision, into: &writer)
        }
        return writer.bytes
    }

    /// A result alone, as it appears in a response.
    func result(_ body: any ResultBody, revision: Revision) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: body.sizeEstimate + 256)
        writeResult(body, revision, into: &writer)
        return writer.bytes
    }

    private func writeResult(_ body: any ResultBody, _ revision: Revision, into writer: inout JSONWriter) {
        let isModern = revision.era == .modern
        writer.object { writer in
            if isModern { writer.member("resultType", body.resultType) }
            body.writeMembers(into: &writer, revision: revision)
            if isModern, let hint = body.cacheHint {
                writer.key("ttlMs")
                writer.int(hint.milliseconds)
                writer.member("cacheScope", hint.scope.rawValue)
            }
            writeMeta(body.meta, isModern: isModern, into: &writer)
        }
    }

    /// A response that carries an error; without an id the request's could not be read.
    static func error(_ id: RequestID?, _ error: MCPError) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 512)
        writer.object { writer in
            writeHead(id, into: &writer)
            writer.key("error")
            error.write(into: &writer)
        }
        return writer.bytes
    }

    /// A notification; the closure writes the members of `params`.
    static func notification(_ method: String, _ params: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("jsonrpc", "2.0")
            writer.member("method", method)
            writer.key("params")
            writer.object(params)
        }
        return writer.bytes
    }

    /// A notification of a change, tagged with the subscription that asked for it.
    static func notice(_ method: String, subscription: RequestID?, _ params: (inout JSONWriter) -> Void) -> [UInt8] {
        notification(method) { writer in
            params(&writer)
            guard let subscription else { return }
            writer.key("_meta")
            writer.object { writer in
                writer.key(MetaKey.subscriptionID)
                subscription.write(into: &writer)
            }
        }
    }

    private static func writeHead(_ id: RequestID?, into writer: inout JSONWriter) {
        writer.member("jsonrpc", "2.0")
        writer.key("id")
        if let id { id.write(into: &writer) } else { writer.null() }
    }

    private func writeMeta(_ meta: JSONObject?, isModern: Bool, into writer: inout JSONWriter) {
        guard isModern || meta != nil else { return }
        writer.key("_meta")
        writer.object { writer in
            for (key, value) in meta ?? JSONObject() where key != MetaKey.serverInfo {
                writer.key(key)
                writer.value(value)
            }
            if isModern {
                writer.key(MetaKey.serverInfo)
                writer.raw(serverInfo.bytes)
            }
        }
    }
}

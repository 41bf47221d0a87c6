import HTTPTypes
import JSON

/// Checks a request that has an envelope, in a fixed order. The first failed check decides the response.
struct ModernRequestValidator: Sendable {
    let served: Set<Method>
    let mixedVersionClients: Set<String>

    func climb(id: RequestID, method name: String, params: JSONObject?, _ fields: RequestFields, _ headers: HTTPFields) throws(MCPError) -> Call {
        let envelope = try Envelope(params)
        let params = params ?? JSONObject()
        let isMixed = try checkVersion(envelope, fields.version)
        try checkMethod(name, fields.method, mayBeAbsent: isMixed)
        let method = Method(name: name, revision: .v2026_07_28)
        if let method, served.contains(method), let parameter = method.nameParameter {
            try checkName(params[parameter]?.string, fields.name, mayBeAbsent: isMixed)
        }
        guard Revision(name: envelope.version)?.era == .modern else { throw MCPError.unsupportedProtocolVersion(envelope.version) }
        guard let method, served.contains(method) else { throw MCPError.methodNotFound(name) }
        return Call(
            id: id, method: method, params: params, revision: .v2026_07_28, client: envelope.client,
            capabilities: envelope.capabilities, logLevel: envelope.logLevel, mirroredFields: isMixed ? nil : headers
        )
    }

    /// Compares the version header with the envelope. True for a listed client that sends a modern envelope with a legacy version header.
    private func checkVersion(_ envelope: Envelope, _ field: RequestFields.Single) throws(MCPError) -> Bool {
        switch field {
        case .absent: throw MCPError.headerMismatch("Header 'MCP-Protocol-Version' is missing")
        case .conflicting: throw MCPError.headerMismatch("Header 'MCP-Protocol-Version' is given twice with different values")
        case .value(envelope.version): return false
        case .value:
            guard case .legacy = VersionHeader(field), let client = envelope.client, mixedVersionClients.contains(client.name) else {
                throw MCPError.headerMismatch("Header 'MCP-Protocol-Version' differs from the body")
            }
            return true
        }
    }

    private func checkMethod(_ name: String, _ field: RequestFields.Single, mayBeAbsent: Bool) throws(MCPError) {
        switch field {
        case .absent where mayBeAbsent: return
        case .absent: throw MCPError.headerMismatch("Header 'Mcp-Method' is missing")
        case .value(name): return
        default: throw MCPError.headerMismatch("Header 'Mcp-Method' differs from the body")
        }
    }

    private func checkName(_ name: String?, _ field: RequestFields.Single, mayBeAbsent: Bool) throws(MCPError) {
        switch field {
        case .absent where mayBeAbsent: return
        case .absent: throw MCPError.headerMismatch("Header 'Mcp-Name' is missing")
        case .value(let raw):
            guard try HeaderText.decode(raw, header: "Mcp-Name") == name else {
                throw MCPError.headerMismatch("Header 'Mcp-Name' differs from the body")
            }
        case .conflicting: throw MCPError.headerMismatch("Header 'Mcp-Name' is given twice with different values")
        }
    }
}

import JSON

/// The data about a modern request in `params._meta`.
struct Envelope: Sendable {
    let version: String
    let capabilities: ClientCapabilities
    let client: Implementation?
    let logLevel: LoggingLevel?

    /// Whether the parameters claim to be a modern request: the version key decides, whatever its value.
    static func isPresent(in params: JSONObject?) -> Bool {
        params?["_meta"]?.object?[MetaKey.protocolVersion] != nil
    }

    /// Reads the envelope; throws -32602 naming the key that is missing or wrong.
    init(_ params: JSONObject?) throws(MCPError) {
        let meta = params?["_meta"]?.object ?? JSONObject()
        guard let version = meta[MetaKey.protocolVersion]?.string else { throw Self.missing(MetaKey.protocolVersion, "a string") }
        guard let capabilities = meta[MetaKey.clientCapabilities]?.object else { throw Self.missing(MetaKey.clientCapabilities, "an object") }
        self.version = version
        self.capabilities = ClientCapabilities(capabilities)
        client = Implementation(meta[MetaKey.clientInfo])
        switch meta[MetaKey.logLevel] {
        case nil: logLevel = nil
        case let value?:
            guard let level = value.string.flatMap(LoggingLevel.init(rawValue:)) else {
                throw MCPError.badEnvelope("'_meta' key '\(MetaKey.logLevel)' must be a logging level")
            }
            logLevel = level
        }
    }

    private static func missing(_ key: String, _ type: String) -> MCPError {
        MCPError.badEnvelope("Invalid params: '_meta' key '\(key)' is required and must be \(type)")
    }
}

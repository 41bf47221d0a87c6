public import JSON

/// One JSON-RPC message. Its structure is checked, its meaning is not.
enum Message: Sendable {
    case request(id: RequestID, method: String, params: JSONObject?)
    case notification(method: String, params: JSONObject?)
    /// The whole message, with `result` or `error`.
    case response(id: RequestID, message: JSONObject)

    /// Reads a message. A refusal carries the request id if it can be read.
    init(_ value: JSONValue) throws(Refusal) {
        guard case .object(let object) = value else { throw Refusal(.invalidRequest("A message is a JSON object")) }
        let idValue = object["id"]
        let id = idValue.flatMap { RequestID($0) }
        func refuse(_ reason: String) -> Refusal { Refusal(.invalidRequest(reason), id: id) }

        guard object["jsonrpc"]?.string == "2.0" else { throw refuse("Member 'jsonrpc' must be \"2.0\"") }
        guard let methodValue = object["method"] else {
            guard let id, object["result"] != nil || object["error"] != nil else { throw refuse("Member 'method' is missing") }
            self = .response(id: id, message: object)
            return
        }
        guard let method = methodValue.string else { throw refuse("Member 'method' must be a string") }
        let params: JSONObject?
        switch object["params"] {
        case nil, .null: params = nil
        case .object(let members): params = members
        default:
            throw Refusal(.invalidRequest("Member 'params' must be an object"), legacy: id == nil ? nil : .invalidParams("Invalid params"), id: id)
        }
        guard idValue != nil else {
            self = .notification(method: method, params: params)
            return
        }
        guard let id else { throw refuse("Member 'id' must be a string or an integer") }
        self = .request(id: id, method: method, params: params)
    }
}

/// Why a message is refused, with the id for the response.
struct Refusal: Error {
    let error: MCPError
    /// The error for revisions before 2026-07-28. Nil if it is the same.
    let legacy: MCPError?
    let id: RequestID?

    init(_ error: MCPError, legacy: MCPError? = nil, id: RequestID? = nil) {
        self.error = error
        self.legacy = legacy
        self.id = id
    }

    func error(in era: Era) -> MCPError { era == .modern ? error : legacy ?? error }
}

/// The metadata of a modern request, from `params._meta`.
struct Envelope: Sendable {
    let version: String
    let capabilities: ClientCapabilities
    let client: Implementation?
    let logLevel: LoggingLevel?

    /// Whether the parameters are those of a modern request. The presence of the version key decides, not its value.
    static func isPresent(in params: JSONObject?) -> Bool {
        params?["_meta"]?.object?[MetaKey.protocolVersion] != nil
    }

    /// Reads the envelope. Throws -32602, which names the missing or invalid key.
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

/// The id of a request, or a progress token: a string or an integer, sent back unchanged.
public enum RequestID: Hashable, Sendable {
    case string(String)
    case number(JSONNumber)

    /// Reads an id. Nil for anything that is not a string or an integer (JSON-RPC 2.0 §4, narrowed by MCP).
    public init?(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .string(text)
        case .number(let number) where number.int != nil: self = .number(number)
        default: return nil
        }
    }

    /// The id as JSON.
    var value: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .number(let number): .number(number)
        }
    }

    func write(into writer: inout JSONWriter) {
        switch self {
        case .string(let text): writer.string(text)
        case .number(let number): writer.number(number)
        }
    }
}

extension RequestID {
    /// The id of a serialized request, if it has one.
    init?(ofMessage bytes: [UInt8], limits: JSONLimits) {
        // An unreadable body has no id. Its parse error is not reported here, because the caller reports another one.
        guard let message = try? JSONValue(parsing: bytes, limits: limits), let id = message["id"] else { return nil }
        self.init(id)
    }
}

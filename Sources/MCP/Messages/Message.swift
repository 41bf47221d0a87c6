public import JSON

/// One JSON-RPC message, checked for its shape but not for its meaning.
enum Message: Sendable {
    case request(id: RequestID, method: String, params: JSONObject?)
    case notification(method: String, params: JSONObject?)
    /// The whole message, with `result` or `error`.
    case response(id: RequestID, message: JSONObject)

    /// Reads a message. An invalid message is refused with its request id, if that can be read.
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

/// A message that is refused, with the id for the response.
struct Refusal: Error {
    let error: MCPError
    /// The error in revisions before 2026-07-28; nil for the same one.
    let legacy: MCPError?
    let id: RequestID?

    init(_ error: MCPError, legacy: MCPError? = nil, id: RequestID? = nil) {
        self.error = error
        self.legacy = legacy
        self.id = id
    }

    func error(in era: Era) -> MCPError { era == .modern ? error : legacy ?? error }
}

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

/// The id of a request, or a progress token: a string or an integer, echoed as it came.
public enum RequestID: Hashable, Sendable {
    case string(String)
    case number(JSONNumber)

    /// Reads an id; nil for anything that is not a string or an integer (JSON-RPC 2.0 §4, narrowed by MCP).
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
    /// The id of a serialized request, if it is one.
    init?(ofMessage bytes: [UInt8], limits: JSONLimits) {
        // A body that cannot be read has no id, and its own fault is not the one to report here.
        guard let message = try? JSONValue(parsing: bytes, limits: limits), let id = message["id"] else { return nil }
        self.init(id)
    }
}

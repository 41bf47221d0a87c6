import JSON

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

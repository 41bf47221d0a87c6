import HTTPTypes
import JSON

/// A request that passed all checks of its transport, ready for its method's handler.
struct Call: Sendable {
    let id: RequestID
    let method: Method
    let params: JSONObject
    let revision: Revision
    var client: Implementation?
    var capabilities = ClientCapabilities()
    var logLevel: LoggingLevel?
    /// The request's header fields, where they must agree with the arguments (modern HTTP).
    var mirroredFields: HTTPFields?
    /// The session or connection to which a legacy request belongs.
    var peer: (any LegacyPeer)?
    /// The session that a new handshake leaves behind.
    var formerSession: String?
}

/// What a handler gets.
struct Invocation<Principal: Sendable>: Sendable {
    let call: Call
    let principal: Principal
    let context: CallContext
}

/// Runs one method.
typealias MethodHandler<Principal: Sendable> = @Sendable (Invocation<Principal>) async throws -> any ResultBody

import HTTPTypes
import JSON

/// A request that passed all checks of its transport and is ready for its method's handler. It is a class, because every step passes it on.
final class Call: Sendable {
    let id: RequestID
    let method: Method
    let params: JSONObject
    let revision: Revision
    let client: Implementation?
    let capabilities: ClientCapabilities
    let logLevel: LoggingLevel?
    /// The request's header fields, if they must agree with the arguments (modern HTTP).
    let mirroredFields: HTTPFields?
    /// The session or connection of a legacy request.
    let peer: (any LegacyPeer)?
    /// The session that a new handshake ends.
    let formerSession: String?

    init(
        id: RequestID, method: Method, params: JSONObject, revision: Revision, client: Implementation? = nil,
        capabilities: ClientCapabilities = ClientCapabilities(), logLevel: LoggingLevel? = nil, mirroredFields: HTTPFields? = nil,
        peer: (any LegacyPeer)? = nil, formerSession: String? = nil
    ) {
        self.id = id
        self.method = method
        self.params = params
        self.revision = revision
        self.client = client
        self.capabilities = capabilities
        self.logLevel = logLevel
        self.mirroredFields = mirroredFields
        self.peer = peer
        self.formerSession = formerSession
    }
}

/// The input of a method's handler.
final class Invocation<Principal: Sendable>: Sendable {
    let call: Call
    let context: CallContext
    let principal: Principal

    init(call: Call, principal: Principal, context: CallContext) {
        self.call = call
        self.context = context
        self.principal = principal
    }
}

/// Runs one method.
typealias MethodHandler<Principal: Sendable> = @Sendable (Invocation<Principal>) async throws -> any ResultBody

import HTTPTypes
import Identity
import JSON
import OAuth
import Tools

/// Dynamic client registration (RFC 7591), and management of a client's own registration (RFC 7592).
struct RegistrationRoutes: Sendable {
    let authorization: AuthorizationServer

    var routes: [(path: String, route: Route)] {
        let register = Route("register", .anyOrigin, post: { try await self.register(&$0) })
        return [("/api/oauth/register", register), ("/register", register)]
    }

    var below: [(prefix: String, route: Route)] {
        let own = Route("registration", .anyOrigin, get: { try await read(&$0) }, put: { try await change(&$0) }, delete: { try await remove(&$0) })
        return [("/api/oauth/register/", own)]
    }

    /// Registers a client. The query parameter `organization`, which other servers read, is ignored.
    private func register(_ context: inout RequestContext) async throws -> Response {
        do {
            let made = try await authorization.registration.register(
                try await context.body(), registrationURI: { Self.uri($0, context.origin) }, context.call)
            return .token(made, status: .created)
        } catch let error as OAuthError where error.code == .accessDenied {
            context.entry.error = error.code.rawValue
            return .token(error.document, status: .forbidden)
        }
    }

    private func read(_ context: inout RequestContext) async throws -> Response {
        let (client, token) = try named(context)
        return .token(try await authorization.registration.read(client: client, token: token, registrationURI: Self.uri(client, context.origin)))
    }

    private func change(_ context: inout RequestContext) async throws -> Response {
        let (client, token) = try named(context)
        return .token(
            try await authorization.registration.change(
                client: client, token: token, try await context.body(), registrationURI: Self.uri(client, context.origin), context.call))
    }

    private func remove(_ context: inout RequestContext) async throws -> Response {
        let (client, token) = try named(context)
        try await authorization.registration.remove(client: client, token: token)
        return Response(status: .noContent)
    }

    /// The URL of a client's registration.
    private static func uri(_ client: String, _ origin: String) -> String { "\(origin)/api/oauth/register/\(client)" }

    private func named(_ context: RequestContext) throws(OAuthError) -> (client: String, token: String) {
        guard case .bearer(let token) = Credential(authorization: context.request.authorization) else {
            throw OAuthError(.invalidToken, "the registration access token is missing")
        }
        return (String(context.rest), token)
    }
}

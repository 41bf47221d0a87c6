import HTTPTypes
import Identity
import JSON
import OAuth
import Store

/// The endpoints that clients call directly: issuing, inspecting and revoking tokens, and starting the device grant. Responses are always
/// JSON and never cached.
struct TokenRoutes: Sendable {
    let authorization: AuthorizationServer

    var routes: [(path: String, route: Route)] {
        let token = Route("token", .anyOrigin, post: { try await self.token(&$0, grant: nil) })
        let refresh = Route("token", .anyOrigin, post: { try await self.token(&$0, grant: .refreshToken) })
        let revoke = Route("revoke", .anyOrigin, post: { try await self.revoke(&$0) })
        return [
            ("/api/login/oauth/access_token", token), ("/token", token), ("/api/login/oauth/refresh_token", refresh),
            ("/api/login/oauth/introspect", Route("introspect", .namedOrigins, post: { try await introspect(&$0) })),
            ("/api/login/oauth/revoke", revoke), ("/revoke", revoke),
            ("/api/device-auth", Route("device-auth", .namedOrigins, post: { try await device(&$0) })),
        ]
    }

    private func token(_ context: inout RequestContext, grant: GrantType?) async throws -> Response {
        let answer = try await authorization.token.issue(
            try await fields(context), authorization: try context.oneCredential, grant: grant, context.call)
        return .token(answer.document)
    }

    private func introspect(_ context: inout RequestContext) async throws -> Response {
        .token(
            try await authorization.introspection.introspect(try await fields(context), authorization: try context.oneCredential, context.call)
                .document)
    }

    private func revoke(_ context: inout RequestContext) async throws -> Response {
        try await authorization.revocation.revoke(try await fields(context), authorization: try context.oneCredential, context.call)
        return .token([:])
    }

    private func device(_ context: inout RequestContext) async throws -> Response {
        .token(
            try await authorization.devices.authorize(
                try await fields(context), authorization: try context.oneCredential, verificationURI: context.origin + "/device", context.call))
    }

    /// The fields of the body. Client parameters are never taken from the URL, which proxies and logs store (RFC 6749 section 2.3.1).
    private func fields(_ context: RequestContext) async throws -> Parameters {
        let fields = try await context.bodyParameters()
        if !context.query.isEmpty, fields.query.isEmpty {
            throw OAuthError(.invalidRequest, "parameters belong into the body of the request; those of the URL are not read")
        }
        return fields
    }
}

extension RequestContext {
    /// The value of the only `Authorization` field.
    /// - Throws: `invalid_request` for two credentials, because either could apply.
    var oneCredential: String? {
        get throws(OAuthError) {
            guard request.authorization.count < 2 else { throw OAuthError(.invalidRequest, "the field Authorization: given more than once") }
            return request.authorization.first
        }
    }
}

extension Response {
    /// A response with secrets, which no cache may store (RFC 6749 section 5.1).
    static func token(_ document: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.json(document, status: status)
        response.headers[.cacheControl] = "no-store"
        response.headers[.pragma] = "no-cache"
        return response
    }
}

extension HTTPField.Name {
    // The name is a valid token of RFC 9110, so the fallback is never used.
    static let pragma = HTTPField.Name("Pragma") ?? .from
}

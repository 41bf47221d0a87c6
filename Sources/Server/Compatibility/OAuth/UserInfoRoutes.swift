import HTTPTypes
import Identity
import JSON
import OAuth
import Tools

/// Tells whom a token represents (OpenID Connect Core section 5.3).
struct UserInfoRoutes: Sendable {
    let authorization: AuthorizationServer
    let visitors: Visitors

    var routes: [(path: String, route: Route)] {
        [("/api/userinfo", Route("userinfo", .namedOrigins, get: { try await answer(&$0) }, post: { try await answer(&$0) }))]
    }

    private func answer(_ context: inout RequestContext) async throws -> Response {
        switch Credential(authorization: context.request.authorization) {
        case .bearer(let token):
            return .token(try await authorization.userInfo.claims(bearer: token, context.call))
        case .none:
            // Pages of this server may use their session here, as on every other interface.
            if context.provenance == .own, let session = try await visitors.session(of: context) {
                context.entry.caller = "session:\(session.label)"
                return .token(try await authorization.userInfo.claims(session, context.call))
            }
            // RFC 6750 section 3.1: a request without a credential gets a challenge without an error code.
            var response = Response.oauth(OAuthError(.invalidToken, "send an access token as Authorization: Bearer; one in the URL is not read"))
            response.headers[.wwwAuthenticate] = "Bearer realm=\"/.well-known/oauth-protected-resource\", scope=\"openid\""
            context.entry.error = "unauthorized"
            return response
        default:
            throw OAuthError(.invalidToken, "the credential is not an access token")
        }
    }
}

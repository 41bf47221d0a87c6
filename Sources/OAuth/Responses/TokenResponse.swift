package import JSON
package import Notation

/// A token response (RFC 6749 section 5.1); sent with `Cache-Control: no-store`.
package struct TokenResponse: Sendable {
    package let accessToken: String
    package let lifetime: Duration
    package let scopes: ScopeNames
    package let refreshToken: String?

    package init(accessToken: String, lifetime: Duration, scopes: ScopeNames, refreshToken: String? = nil) {
        self.accessToken = accessToken
        self.lifetime = lifetime
        self.scopes = scopes
        self.refreshToken = refreshToken
    }

    /// The response as JSON. It always has lifetime and scope: clients without the lifetime never refresh.
    package var document: JSONValue {
        var members: JSONObject = [
            "access_token": .string(accessToken), "token_type": "Bearer", "expires_in": .number(JSONNumber(lifetime.components.seconds)),
        ]
        if let refreshToken { members["refresh_token"] = .string(refreshToken) }
        members["scope"] = .string(scopes.text)
        return .object(members)
    }
}

/// The response to an introspection (RFC 7662 section 2.2). For a token that the client may not examine, it is only `active: false`.
package enum Introspection: Sendable {
    case inactive
    /// - Parameter username: the person's, `ORG/NAME`; nil for an application.
    case accessToken(AccessTokenClaims, username: String?)
    case refreshToken(AuthorizationGrant, issuer: String, issued: Timestamp, expires: Timestamp, username: String?)

    package var document: JSONValue {
        switch self {
        case .inactive: return ["active": false]
        case .accessToken(let claims, let username):
            var members: JSONObject = [
                "active": true, "scope": .string(claims.scopes.text), "client_id": .string(claims.clientID), "token_type": "Bearer",
                "exp": .number(JSONNumber(claims.expires.seconds)), "iat": .number(JSONNumber(claims.issuedAt.seconds)),
                "nbf": .number(JSONNumber(claims.issuedAt.seconds)), "sub": .string(claims.subject), "aud": .string(claims.audience),
                "iss": .string(claims.issuer), "jti": .string(claims.id),
            ]
            if let username { members["username"] = .string(username) }
            return .object(members)
        case .refreshToken(let grant, let issuer, let issued, let expires, let username):
            var members: JSONObject = [
                "active": true, "scope": .string(grant.scopes.text), "client_id": .string(grant.clientID),
                "exp": .number(JSONNumber(expires.seconds)), "iat": .number(JSONNumber(issued.seconds)), "sub": .string(grant.subject),
                "aud": .string(grant.resource.text),
                "iss": .string(issuer),
            ]
            if let username { members["username"] = .string(username) }
            return .object(members)
        }
    }
}

/// The URL to which the browser is sent with a code or an error (RFC 6749 section 4.1.2); both name the issuer (RFC 9207 section 2).
package struct AuthorizationResponse: Hashable, Sendable {
    package let redirect: String
    package let state: String?
    package let issuer: String

    package init(redirect: String, state: String?, issuer: String) {
        self.redirect = redirect
        self.state = state
        self.issuer = issuer
    }

    package func location(code: String) -> String { location([("code", code)]) }

    package func location(error: OAuthError) -> String {
        location([("error", error.code.rawValue), ("error_description", error.reason)])
    }

    /// The redirect with further query items; its own query stays.
    private func location(_ items: [(String, String)]) -> String {
        var items = items
        if let state { items.append(("state", state)) }
        items.append(("iss", issuer))
        let query = items.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        guard redirect.contains("?") else { return redirect + "?" + query }
        return redirect + (redirect.hasSuffix("?") || redirect.hasSuffix("&") ? "" : "&") + query
    }
}

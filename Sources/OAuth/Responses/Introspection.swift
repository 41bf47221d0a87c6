package import JSON
package import Notation

/// The response to an introspection (RFC 7662 section 2.2). For a token that is not the client's, it is only `active: false`.
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

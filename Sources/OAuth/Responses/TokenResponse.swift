package import JSON

/// RFC 6749 section 5.1; sent with `Cache-Control: no-store`.
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

    /// Lifetime and scope always: clients that do not get the lifetime never refresh.
    package var document: JSONValue {
        var members: JSONObject = [
            "access_token": .string(accessToken), "token_type": "Bearer", "expires_in": .number(JSONNumber(lifetime.components.seconds)),
        ]
        if let refreshToken { members["refresh_token"] = .string(refreshToken) }
        members["scope"] = .string(scopes.text)
        return .object(members)
    }
}

package import JSON

/// The claims about a person at the userinfo endpoint, by the token's scopes (OpenID Connect Core sections 5.1 and 5.4).
package struct UserClaims: Sendable {
    package let subject: String
    package let issuer: String
    /// The client or endpoint for which the claims are.
    package let audience: String
    /// `ORG/NAME`.
    package let username: String
    /// The display name.
    package let name: String?
    package let email: String?
    package let emailIsVerified: Bool
    package let picture: String?
    /// Sorted.
    package let roles: [String]

    package init(
        subject: String, issuer: String, audience: String, username: String, name: String?, email: String?, emailIsVerified: Bool = false,
        picture: String? = nil, roles: [String] = []
    ) {
        self.subject = subject
        self.issuer = issuer
        self.audience = audience
        self.username = username
        self.name = name
        self.email = email
        self.emailIsVerified = emailIsVerified
        self.picture = picture
        self.roles = roles
    }

    /// - Parameter scopes: `profile` adds names and roles, `email` the address; other scopes add nothing.
    package func document(for scopes: ScopeNames) -> JSONValue {
        var members: JSONObject = ["sub": .string(subject), "iss": .string(issuer), "aud": .string(audience)]
        if scopes.contains("profile") {
            members["preferred_username"] = .string(username)
            members["name"] = .string(name ?? username)
            if let picture { members["picture"] = .string(picture) }
            members["roles"] = .array(roles.map(JSONValue.string))
        }
        if scopes.contains("email"), let email {
            members["email"] = .string(email)
            members["email_verified"] = .bool(emailIsVerified)
        }
        return .object(members)
    }
}

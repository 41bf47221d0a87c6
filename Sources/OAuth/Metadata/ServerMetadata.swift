package import JSON

/// The metadata of the authorization server (RFC 8414 section 2); OpenID Connect discovery returns the same document. It lists only what this server
/// supports.
package struct ServerMetadata: Sendable {
    package let origin: String
    /// The scopes of OpenID Connect first.
    package let scopes: [String]
    /// Whether clients can register themselves.
    package let registers: Bool
    /// Whether documents at client ids that are URLs are fetched.
    package let readsDocuments: Bool

    package init(origin: String, scopes: [String], registers: Bool = true, readsDocuments: Bool = true) {
        self.origin = origin
        self.scopes = scopes
        self.registers = registers
        self.readsDocuments = readsDocuments
    }

    package var document: JSONValue {
        let methods = ClientAuthentication.allCases.map { JSONValue.string($0.rawValue) }
        let algorithms: JSONValue = ["RS256", "ES256"]
        var members: JSONObject = [
            "issuer": .string(origin),
            "authorization_endpoint": at("/login/oauth/authorize"),
            "token_endpoint": at("/api/login/oauth/access_token"),
            "userinfo_endpoint": at("/api/userinfo"),
            "jwks_uri": at("/.well-known/jwks"),
            "introspection_endpoint": at("/api/login/oauth/introspect"),
            "revocation_endpoint": at("/api/login/oauth/revoke"),
            "device_authorization_endpoint": at("/api/device-auth"),
            "end_session_endpoint": at("/api/logout"),
            "scopes_supported": .array(scopes.map(JSONValue.string)),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": .array(GrantType.allCases.map { .string($0.rawValue) }),
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": .array(methods),
            "token_endpoint_auth_signing_alg_values_supported": algorithms,
            "introspection_endpoint_auth_methods_supported": .array(methods.filter { $0 != "none" }),
            "introspection_endpoint_auth_signing_alg_values_supported": algorithms,
            "revocation_endpoint_auth_methods_supported": .array(methods),
            "revocation_endpoint_auth_signing_alg_values_supported": algorithms,
            "authorization_response_iss_parameter_supported": true,
            "client_id_metadata_document_supported": .bool(readsDocuments),
            "subject_types_supported": ["public"],
            "claims_supported": ["sub", "iss", "aud", "preferred_username", "name", "picture", "roles", "email", "email_verified"],
            "request_parameter_supported": false,
            "request_uri_parameter_supported": false,
        ]
        if registers { members["registration_endpoint"] = at("/api/oauth/register") }
        return .object(members)
    }

    private func at(_ path: String) -> JSONValue { .string(origin + path) }
}

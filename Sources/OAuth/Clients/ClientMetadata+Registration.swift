package import JSON
package import Notation

extension ClientMetadata {
    /// Reads a registration request (RFC 7591 section 3.1).
    /// - Throws: `invalid_redirect_uri`, `invalid_client_metadata`.
    package init(registering body: [UInt8]) throws(OAuthError) {
        let value: JSONValue
        do { value = try JSONValue(parsing: body, limits: JSONLimits(maximumByteCount: Self.maximumLength, maximumDepth: 8)) } catch {
            throw OAuthError(.invalidClientMetadata, "the body is not JSON: \(error.reason)")
        }
        guard let members = value.object else { throw OAuthError(.invalidClientMetadata, "the body is not a JSON object") }
        try self.init(members, standard: .secretBasic, fallbackName: "unnamed client")
    }

    /// The answer to a registration (RFC 7591 section 3.2.1): what was accepted, with the id and what the client needs to use it.
    /// - Parameters:
    ///   - secret: for a client that authenticates with one; it has no end.
    ///   - registration: where the client finds itself again, and with which token (RFC 7592 section 3).
    package func document(
        clientID: String, issuedAt: Timestamp, secret: String?, registration: (uri: String, token: String)? = nil
    ) -> JSONValue {
        var members: JSONObject = ["client_id": .string(clientID), "client_id_issued_at": .number(JSONNumber(issuedAt.seconds))]
        if let secret {
            members["client_secret"] = .string(secret)
            members["client_secret_expires_at"] = 0
        }
        if let registration {
            members["registration_client_uri"] = .string(registration.uri)
            members["registration_access_token"] = .string(registration.token)
        }
        members["client_name"] = .string(name.text)
        members["redirect_uris"] = .array(redirectURIs.map { .string($0.text) })
        members["grant_types"] = .array(GrantType.sorted(grantTypes).map { .string($0.rawValue) })
        members["response_types"] = grantTypes.contains(.authorizationCode) ? ["code"] : []
        members["token_endpoint_auth_method"] = .string(authentication.rawValue)
        let texts = [
            ("scope", scopes?.text), ("application_type", applicationType), ("client_uri", uri), ("policy_uri", policyURI), ("tos_uri", termsURI),
            ("jwks_uri", keysURI), ("software_id", softwareID), ("software_version", softwareVersion),
        ]
        for (key, text) in texts { if let text { members[key] = .string(text) } }
        if let keys { members["jwks"] = keys.document }
        if !contacts.isEmpty { members["contacts"] = .array(contacts.map(JSONValue.string)) }
        return .object(members)
    }
}

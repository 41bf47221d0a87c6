package import JSON
package import Notation

/// A client's description of itself, in a registration (RFC 7591 section 2) or in a document at its URL, reduced to the accepted members.
package struct ClientMetadata: Hashable, Sendable {
    package let redirectURIs: [RedirectURI]
    package let name: ClientName
    package let grantTypes: Set<GrantType>
    package let authentication: ClientAuthentication
    /// The scopes that it announces. They are not a limit, because clients learn later which they need, and a person decides each time.
    package let scopes: ScopeNames?
    /// `native` or `web`; nil when absent. It has no effect.
    package let applicationType: String?
    /// https addresses that are shown and never fetched.
    package let uri: String?
    package let policyURI: String?
    package let termsURI: String?
    package let contacts: [String]
    /// Its keys, for `private_key_jwt`: here or at an https address.
    package let keys: JSONWebKeySet?
    package let keysURI: String?
    package let softwareID: String?
    package let softwareVersion: String?

    /// Unit: bytes of JSON.
    package static let maximumLength = 65_536

    /// The ``Client`` with its assigned id.
    package func client(id: String, origin: Client.Origin) -> Client {
        Client(
            id: id, name: name.text, origin: origin, redirectURIs: redirectURIs, grantTypes: grantTypes, authentication: authentication, uri: uri)
    }

    /// Reads the members and ignores unused ones.
    /// - Parameter standard: the default authentication method.
    /// - Throws: `invalid_redirect_uri` when no address is acceptable; `invalid_client_metadata`.
    init(_ members: JSONObject, standard: ClientAuthentication, fallbackName: String) throws(OAuthError) {
        let reader = ClientMetadataReader(members: members)
        grantTypes = try reader.grantTypes()
        redirectURIs = grantTypes.contains(.authorizationCode) ? try RedirectURI.accepted(try reader.strings("redirect_uris") ?? []) : []
        try reader.checkResponseTypes()
        name = ClientName(cleaning: try reader.string("client_name"), fallback: fallbackName)
        keys = try reader.keys()
        keysURI = try reader.address("jwks_uri")
        authentication = try reader.authentication(standard: standard, hasKeys: keys != nil || keysURI != nil)
        scopes = try reader.scopes()
        applicationType = try reader.string("application_type").flatMap { ["native", "web"].contains($0) ? $0 : nil }
        uri = try reader.address("client_uri")
        policyURI = try reader.address("policy_uri")
        termsURI = try reader.address("tos_uri")
        contacts = Array((try reader.strings("contacts") ?? []).prefix(8).map { ClientName(cleaning: $0, fallback: "-").text })
        softwareID = try reader.string("software_id").map { ClientName(cleaning: $0, fallback: "-").text }
        softwareVersion = try reader.string("software_version").map { ClientName(cleaning: $0, fallback: "-").text }
    }
}

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

    /// The response to a registration (RFC 7591 section 3.2.1): the accepted members, with the id and what the client needs to use it.
    /// - Parameters:
    ///   - secret: for a client that authenticates with one; it does not expire.
    ///   - registration: the URL and token for managing the registration (RFC 7592 section 3).
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

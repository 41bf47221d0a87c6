import JSON

/// A client's description of itself, in a registration (RFC 7591 section 2) or in a document at its URL, reduced to the accepted members.
package struct ClientMetadata: Hashable, Sendable {
    package let redirectURIs: [RedirectURI]
    package let name: ClientName
    package let grantTypes: Set<GrantType>
    package let authentication: ClientAuthentication
    /// What it means to ask for; no limit, since clients learn later what they need and a person decides each time.
    package let scopes: ScopeNames?
    /// `native` or `web`; nil when it does not say, which changes nothing.
    package let applicationType: String?
    /// https addresses, to be shown and never fetched.
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

    /// The members of ``Client`` for the id that it got.
    package func client(id: String, origin: Client.Origin) -> Client {
        Client(
            id: id, name: name.text, origin: origin, redirectURIs: redirectURIs, grantTypes: grantTypes, authentication: authentication, uri: uri)
    }

    /// Reads the members, dropping what has no use here.
    /// - Parameter standard: the way to authenticate when none is named.
    /// - Throws: `invalid_redirect_uri` when no address is left; `invalid_client_metadata`.
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

/// What the OAuth rules need to know about a client, however it is stored.
package struct Client: Hashable, Sendable {
    package enum Origin: Hashable, Sendable {
        /// By an administrator, as an application.
        case registered
        /// By a document at its own URL (Client ID Metadata Document).
        case document
        /// By itself (RFC 7591), unverified.
        case dynamic
    }

    package let id: String
    package let name: String
    package let origin: Origin
    package let redirectURIs: [RedirectURI]
    package let grantTypes: Set<GrantType>
    package let authentication: ClientAuthentication
    /// What it can be given at most; nil or empty for what its user may have.
    package let scopes: ScopeNames?
    /// Its page, to be shown; https.
    package let uri: String?

    package init(
        id: String, name: String, origin: Origin, redirectURIs: [RedirectURI], grantTypes: Set<GrantType>, authentication: ClientAuthentication,
        scopes: ScopeNames? = nil, uri: String? = nil
    ) {
        self.id = id
        self.name = name
        self.origin = origin
        self.redirectURIs = redirectURIs
        self.grantTypes = grantTypes
        self.authentication = authentication
        self.scopes = scopes
        self.uri = uri
    }

    package var isPublic: Bool { authentication == .none }

    /// - Throws: `unauthorized_client` when it is not registered for this grant.
    package func require(_ grant: GrantType) throws(OAuthError) {
        guard grantTypes.contains(grant) else {
            throw OAuthError(.unauthorizedClient, "this client is not registered for the grant \(grant.rawValue)")
        }
    }

    /// The registered redirect that this one is.
    package func redirectURI(matching presented: String) -> RedirectURI? { redirectURIs.first { $0.matches(presented) } }
}

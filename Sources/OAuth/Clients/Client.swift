/// A client as the OAuth rules see it, however it is stored.
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
    /// The maximum of scopes; nil or empty for all that its user may have.
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

/// How a client proves at the token endpoint who it is (RFC 7591 section 2, `token_endpoint_auth_method`).
package enum ClientAuthentication: String, Hashable, Sendable, CaseIterable {
    /// A public client: its codes are bound to its verifiers.
    case none
    case secretBasic = "client_secret_basic"
    case secretPost = "client_secret_post"
    case privateKeyJWT = "private_key_jwt"

    /// Both ways of sending the secret are as good.
    package var usesSecret: Bool { self == .secretBasic || self == .secretPost }
}

/// The grant types by which a client gets tokens.
package enum GrantType: String, Hashable, Sendable, CaseIterable {
    case authorizationCode = "authorization_code"
    case refreshToken = "refresh_token"
    case clientCredentials = "client_credentials"
    case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"

    /// - Throws: `unsupported_grant_type`.
    package init(parsing text: String) throws(OAuthError) {
        guard let type = GrantType(rawValue: text) else {
            throw OAuthError(
                .unsupportedGrantType, "parameter 'grant_type': expected one of \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self = type
    }

    /// In the order of documentation.
    package static func sorted(_ types: Set<GrantType>) -> [GrantType] { allCases.filter(types.contains) }
}

/// The party in whose name a token acts.
package enum ScopeHolder: Hashable, Sendable {
    /// A user; an administrator of the organization or not.
    case person(isAdministrator: Bool)
    /// An application by its own credentials, with the scopes that it is registered with.
    case application(ScopeNames)
}

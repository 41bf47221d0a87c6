/// A client in the form that the OAuth rules use, independent of its storage.
package struct Client: Hashable, Sendable {
    package enum Origin: Hashable, Sendable {
        /// Registered by an administrator, as an application.
        case registered
        /// Described by a document at its own URL (Client ID Metadata Document).
        case document
        /// Registered by itself (RFC 7591), unverified.
        case dynamic
    }

    package let id: String
    package let name: String
    package let origin: Origin
    package let redirectURIs: [RedirectURI]
    package let grantTypes: Set<GrantType>
    package let authentication: ClientAuthentication
    /// The most scopes that it gets; nil or empty for all scopes of its user.
    package let scopes: ScopeNames?
    /// Its home page, to be shown; https.
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

    /// The registered redirect that matches the presented one.
    package func redirectURI(matching presented: String) -> RedirectURI? { redirectURIs.first { $0.matches(presented) } }
}

/// How a client authenticates at the token endpoint (RFC 7591 section 2, `token_endpoint_auth_method`).
package enum ClientAuthentication: String, Hashable, Sendable, CaseIterable {
    /// A public client: its codes are bound to its code verifiers.
    case none
    case secretBasic = "client_secret_basic"
    case secretPost = "client_secret_post"
    case privateKeyJWT = "private_key_jwt"

    /// Whether the client has a secret; both ways of sending it are accepted.
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

/// The party for which a token acts.
package enum ScopeHolder: Hashable, Sendable {
    /// A user; `isAdministrator` says whether of the organization.
    case person(isAdministrator: Bool)
    /// An application with its own credentials, limited to its registered scopes.
    case application(ScopeNames)
}

/// A request to the token endpoint, by grant type. The client itself is a ``PresentedClient``.
package enum TokenRequest: Sendable {
    case authorizationCode(CodeRequest)
    case refreshToken(RefreshRequest)
    case clientCredentials(ClientCredentialsRequest)
    case deviceCode(DeviceCodeRequest)

    /// - Parameter grant: the grant type when `grant_type` is absent, for the path that only refreshes.
    /// - Throws: `invalid_request`, `unsupported_grant_type`, `invalid_scope`.
    package init(_ parameters: Parameters, grant: GrantType? = nil) throws(OAuthError) {
        let named = try parameters["grant_type"].map { text throws(OAuthError) in try GrantType(parsing: text) }
        guard let type = named ?? grant else { throw OAuthError(.invalidRequest, "parameter 'grant_type': missing") }
        guard grant == nil || type == grant else {
            throw OAuthError(.unsupportedGrantType, "parameter 'grant_type': expected \(grant?.rawValue ?? "")")
        }
        switch type {
        case .authorizationCode: self = .authorizationCode(try CodeRequest(parameters))
        case .refreshToken: self = .refreshToken(try RefreshRequest(parameters))
        case .clientCredentials: self = .clientCredentials(try ClientCredentialsRequest(parameters))
        case .deviceCode: self = .deviceCode(try DeviceCodeRequest(parameters))
        }
    }

    package var grant: GrantType {
        switch self {
        case .authorizationCode: .authorizationCode
        case .refreshToken: .refreshToken
        case .clientCredentials: .clientCredentials
        case .deviceCode: .deviceCode
        }
    }
}

/// An authorization code request (RFC 6749 section 4.1.3, RFC 7636 section 4.5).
package struct CodeRequest: Sendable {
    package let code: String
    /// OAuth 2.1 omits it; if present it must be the one of the authorization request.
    package let redirect: String?
    package let verifier: String
    package let resources: [String]

    init(_ parameters: Parameters) throws(OAuthError) {
        code = try parameters.require("code")
        redirect = parameters["redirect_uri"]
        verifier = try parameters.require("code_verifier")
        resources = parameters.all("resource")
    }
}

/// A refresh request (RFC 6749 section 6).
package struct RefreshRequest: Sendable {
    package let token: String
    package let scopes: ScopeNames?
    package let resources: [String]

    init(_ parameters: Parameters) throws(OAuthError) {
        token = try parameters.require("refresh_token")
        scopes = try parameters["scope"].map { text throws(OAuthError) in try ScopeNames(parsing: text) }
        resources = parameters.all("resource")
    }
}

/// A client credentials request (RFC 6749 section 4.4.2).
package struct ClientCredentialsRequest: Sendable {
    package let scopes: ScopeNames?
    package let resources: [String]

    init(_ parameters: Parameters) throws(OAuthError) {
        scopes = try parameters["scope"].map { text throws(OAuthError) in try ScopeNames(parsing: text) }
        resources = parameters.all("resource")
    }
}

/// A device's poll (RFC 8628 section 3.4).
package struct DeviceCodeRequest: Sendable {
    package let code: String
    package let resources: [String]

    init(_ parameters: Parameters) throws(OAuthError) {
        code = try parameters.require("device_code")
        resources = parameters.all("resource")
    }
}

/// The request by which a device gets the code that it shows to a person (RFC 8628 section 3.1).
package struct DeviceRequest: Sendable {
    package let scopes: ScopeNames?
    package let resources: [String]

    package init(_ parameters: Parameters) throws(OAuthError) {
        scopes = try parameters["scope"].map { text throws(OAuthError) in try ScopeNames(parsing: text) }
        resources = parameters.all("resource")
    }
}

/// The token to be introspected (RFC 7662 section 2.1) or revoked (RFC 7009 section 2.1).
package struct TokenHintRequest: Sendable {
    package enum Hint: String, Sendable {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
    }

    package let token: String
    /// Which kind of token to look for first; an unknown hint is ignored.
    package let hint: Hint?

    package init(_ parameters: Parameters) throws(OAuthError) {
        token = try parameters.require("token")
        hint = parameters["token_type_hint"].flatMap(Hint.init(rawValue:))
    }
}

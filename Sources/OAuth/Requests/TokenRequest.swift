/// What a client asks the token endpoint for, by grant. The client itself is ``PresentedClient``.
package enum TokenRequest: Sendable {
    case authorizationCode(CodeRequest)
    case refreshToken(RefreshRequest)
    case clientCredentials(ClientCredentialsRequest)
    case deviceCode(DeviceCodeRequest)

    /// - Parameter grant: what is meant where `grant_type` may be left out: at the path for refreshing alone.
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

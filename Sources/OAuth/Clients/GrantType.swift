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

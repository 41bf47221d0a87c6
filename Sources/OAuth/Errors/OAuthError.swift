package import JSON

/// Why an authorization server refuses a request, with the error code on the wire.
package struct OAuthError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        // RFC 6749 sections 4.1.2.1 and 5.2
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedGrantType = "unsupported_grant_type"
        case unsupportedResponseType = "unsupported_response_type"
        case invalidScope = "invalid_scope"
        case accessDenied = "access_denied"
        case serverError = "server_error"
        case temporarilyUnavailable = "temporarily_unavailable"
        // RFC 8707 section 2
        case invalidTarget = "invalid_target"
        // RFC 8628 section 3.5
        case authorizationPending = "authorization_pending"
        case slowDown = "slow_down"
        case expiredToken = "expired_token"
        // RFC 7591 section 3.2.2
        case invalidRedirectURI = "invalid_redirect_uri"
        case invalidClientMetadata = "invalid_client_metadata"
        // RFC 6750 section 3.1
        case invalidToken = "invalid_token"
        case insufficientScope = "insufficient_scope"
        // OpenID Connect Core section 3.1.2.6
        case loginRequired = "login_required"
        case consentRequired = "consent_required"
    }

    package let code: Code
    /// For people who read logs of their client: one line of printable ASCII without `"` and `\` (RFC 6749 section 5.2), and without
    /// secrets.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = String(
            String.UnicodeScalarView(reason.unicodeScalars.map { (0x20...0x7E).contains($0.value) && $0 != "\"" && $0 != "\\" ? $0 : "'" }))
    }
}

extension OAuthError {
    /// The HTTP status of a response with this code (RFC 6749 section 5.2, RFC 6750 section 3.1, RFC 7591 section 3.2.2).
    package var status: Int {
        switch code {
        case .invalidClient, .invalidToken: 401
        case .insufficientScope: 403
        case .serverError: 500
        case .temporarilyUnavailable: 503
        default: 400
        }
    }

    /// The body of an error response: `error` and `error_description`.
    package var document: JSONValue {
        ["error": .string(code.rawValue), "error_description": .string(reason)]
    }
}

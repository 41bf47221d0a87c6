package import JSON

extension OAuthError {
    /// The HTTP status of an answer with this code (RFC 6749 section 5.2, RFC 6750 section 3.1, RFC 7591 section 3.2.2).
    package var status: Int {
        switch code {
        case .invalidClient, .invalidToken: 401
        case .insufficientScope: 403
        case .serverError: 500
        case .temporarilyUnavailable: 503
        default: 400
        }
    }

    /// The body of an answer: `error` and `error_description`.
    package var document: JSONValue {
        ["error": .string(code.rawValue), "error_description": .string(reason)]
    }
}

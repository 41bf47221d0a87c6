/// The token to be introspected (RFC 7662 section 2.1) or revoked (RFC 7009 section 2.1).
package struct TokenHintRequest: Sendable {
    package enum Hint: String, Sendable {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
    }

    package let token: String
    /// Where to look first; a hint that is unknown is none.
    package let hint: Hint?

    package init(_ parameters: Parameters) throws(OAuthError) {
        token = try parameters.require("token")
        hint = parameters["token_type_hint"].flatMap(Hint.init(rawValue:))
    }
}

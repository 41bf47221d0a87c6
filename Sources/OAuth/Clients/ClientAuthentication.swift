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

/// How the authorization endpoint refuses: to the person while the redirect is not known to be the client's, to the client after that.
package enum AuthorizationFailure: Error, Hashable, Sendable {
    /// A page; the browser must not be sent anywhere (RFC 6749 section 4.1.2.1).
    case page(OAuthError)
    /// The whole `Location`, and for logs what it says.
    case redirect(String, OAuthError)

    package var error: OAuthError {
        switch self {
        case .page(let error), .redirect(_, let error): error
        }
    }
}

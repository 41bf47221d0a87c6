import Notation

/// The URL to which the browser is sent with a code or an error (RFC 6749 section 4.1.2); both name the issuer (RFC 9207 section 2).
package struct AuthorizationResponse: Hashable, Sendable {
    package let redirect: String
    package let state: String?
    package let issuer: String

    package init(redirect: String, state: String?, issuer: String) {
        self.redirect = redirect
        self.state = state
        self.issuer = issuer
    }

    package func location(code: String) -> String { location([("code", code)]) }

    package func location(error: OAuthError) -> String {
        location([("error", error.code.rawValue), ("error_description", error.reason)])
    }

    /// The redirect's own query is kept.
    private func location(_ items: [(String, String)]) -> String {
        var items = items
        if let state { items.append(("state", state)) }
        items.append(("iss", issuer))
        let query = items.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        guard redirect.contains("?") else { return redirect + "?" + query }
        return redirect + (redirect.hasSuffix("?") || redirect.hasSuffix("&") ? "" : "&") + query
    }
}

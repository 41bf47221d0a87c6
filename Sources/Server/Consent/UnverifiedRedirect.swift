import OAuth

/// The redirect of an unverified client. A page may offer it only as a link that shows the host, so that the person decides whether to
/// follow it (RFC 9700 section 4.11.2).
struct UnverifiedRedirect: Hashable, Sendable {
    let url: String
    /// Host and port for display.
    let host: String

    /// Nil for a text that no client can have registered: a script address, or a text that is not an address.
    init?(_ url: String) {
        guard let host = RedirectURI.host(ofPresented: url), ["https", "http", "cursor"].contains(url.prefix { $0 != ":" }.lowercased()) else {
            return nil
        }
        self.url = url
        self.host = host
    }
}

/// The `form-action` value that lets a browser follow a redirect to a client after a form: an origin, or the scheme of a program's own
/// links.
enum FormTarget {
    static func of(_ redirect: String) -> String {
        guard let colon = redirect.firstIndex(of: ":") else { return "" }
        let scheme = redirect[..<colon].lowercased()
        guard scheme == "https" || scheme == "http" else { return "\(scheme):" }
        let rest = redirect[colon...].dropFirst(3)
        return "\(scheme)://\(rest.prefix { !"/?#".contains($0) })"
    }
}

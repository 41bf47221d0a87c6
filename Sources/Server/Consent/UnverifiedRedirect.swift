import OAuth

/// The redirect of an unverified client. A page may only offer it as a link that names the host, so that the person decides whether
/// to follow it (RFC 9700 section 4.11.2).
struct UnverifiedRedirect: Hashable, Sendable {
    let url: String
    /// Host and port, to be shown.
    let host: String

    /// Nil for what no client can have registered: addresses that are scripts, and what is not an address.
    init?(_ url: String) {
        guard let host = RedirectURI.host(ofPresented: url), ["https", "http", "cursor"].contains(url.prefix { $0 != ":" }.lowercased()) else {
            return nil
        }
        self.url = url
        self.host = host
    }
}

/// The `form-action` value that lets a browser follow a redirect to a client after a form: the origin, or the scheme of a program's links.
enum FormTarget {
    static func of(_ redirect: String) -> String {
        guard let colon = redirect.firstIndex(of: ":") else { return "" }
        let scheme = redirect[..<colon].lowercased()
        guard scheme == "https" || scheme == "http" else { return "\(scheme):" }
        let rest = redirect[colon...].dropFirst(3)
        return "\(scheme)://\(rest.prefix { !"/?#".contains($0) })"
    }
}

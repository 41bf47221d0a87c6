import OAuth

/// Where a client that nobody has vouched for wants the browser: a page may lead there only by a link that names the host, for the person to follow or not
/// (RFC 9700 section 4.11.2).
struct ClientPlace: Hashable, Sendable {
    let url: String
    /// Host and port, to be shown.
    let host: String

    /// Nil for what no client can have registered: addresses that are scripts, and what is no address.
    init?(_ url: String) {
        guard let host = RedirectURI.host(ofPresented: url), ["https", "http", "cursor"].contains(url.prefix { $0 != ":" }.lowercased()) else {
            return nil
        }
        self.url = url
        self.host = host
    }
}

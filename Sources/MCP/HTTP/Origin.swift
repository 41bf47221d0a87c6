/// The origin of a page (RFC 6454 §6.2). The port is the default port of the scheme if none is given.
struct Origin: Hashable, Sendable {
    let scheme: String
    let authority: Authority

    /// Nil for `null`, for lists and paths, and for schemes other than http and https.
    init?(_ text: String) {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        let defaultPort: UInt16
        switch scheme {
        case "http": defaultPort = 80
        case "https": defaultPort = 443
        default: return nil
        }
        let rest = text.dropFirst(scheme.count)
        guard rest.hasPrefix("://"), let authority = Authority(rest.dropFirst(3)) else { return nil }
        self.scheme = scheme
        self.authority = Authority(name: authority.name, port: authority.port ?? defaultPort)
    }

    var isLoopback: Bool { authority.isLoopback }
}

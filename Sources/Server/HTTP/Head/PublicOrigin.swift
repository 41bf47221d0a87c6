import HTTPTypes

/// The origin at which clients know the server. Without a setting it follows the `Host` of a loopback client, which is checked before.
struct PublicOrigin: Sendable {
    let configured: String?
    let usesTLS: Bool

    /// Whether clients reach the server over TLS.
    var isSecure: Bool { configured?.hasPrefix("https:") ?? usesTLS }

    /// - Parameter host: the `Host` of the request.
    func origin(host: String?) -> String { configured ?? "\(usesTLS ? "https" : "http")://\(host?.lowercased() ?? "localhost")" }

    /// The origins of this server's own pages for one request: the public origin, and the one to which the request was sent.
    ///
    /// The same host with the other scheme is another origin (RFC 6454 section 4), because anybody could have changed a page that came over
    /// plain http.
    /// - Parameter host: the `Host` of the request, already checked.
    func own(host: String?) -> [String] {
        let called = host?.lowercased() ?? "localhost"
        // A proxy may terminate TLS for named hosts, but never for loopback.
        let isEncrypted = Self.isLoopback(called) ? usesTLS : isSecure
        return [origin(host: host), "\(isEncrypted ? "https" : "http")://\(called)"]
    }

    /// - Parameter host: with or without a port.
    static func isLoopback(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains { host == $0 || host.hasPrefix($0 + ":") }
    }
}

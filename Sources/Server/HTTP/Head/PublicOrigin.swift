import HTTPTypes

/// The origin by which clients know the server. Without a setting it is the `Host` that a loopback client used, which was checked before.
struct PublicOrigin: Sendable {
    let configured: String?
    let usesTLS: Bool

    /// Whether clients reach the server over TLS.
    var isSecure: Bool { configured?.hasPrefix("https:") ?? usesTLS }

    /// - Parameter host: of the request.
    func origin(host: String?) -> String { configured ?? "\(usesTLS ? "https" : "http")://\(host?.lowercased() ?? "localhost")" }

    /// The origins of this server's own pages, as one request sees them: the public one, and the one that it was sent to.
    ///
    /// The same host under the other scheme is another origin (RFC 6454 section 4): a page that came over plain http may be anybody's.
    /// - Parameter host: of the request; checked before.
    func own(host: String?) -> [String] {
        let called = host?.lowercased() ?? "localhost"
        // A proxy ends TLS for named hosts, never for those of this machine itself.
        let isEncrypted = Self.isLoopback(called) ? usesTLS : isSecure
        return [origin(host: host), "\(isEncrypted ? "https" : "http")://\(called)"]
    }

    private static func isLoopback(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains { host == $0 || host.hasPrefix($0 + ":") }
    }
}

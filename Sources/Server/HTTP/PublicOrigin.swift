import HTTPTypes

/// The origin that clients know the server by. Without a setting it is what a loopback client called, whose `Host` was checked before.
struct PublicOrigin: Sendable {
    let configured: String?
    let usesTLS: Bool

    /// Whether clients reach the server over TLS.
    var isSecure: Bool { configured?.hasPrefix("https:") ?? usesTLS }

    func origin(of head: HTTPRequest) -> String {
        configured ?? "\(usesTLS ? "https" : "http")://\(head.authority?.lowercased() ?? "localhost")"
    }
}

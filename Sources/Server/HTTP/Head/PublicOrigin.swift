import HTTPTypes

/// The origin that clients know the server by. Without a setting it is what a loopback client called, whose `Host` was checked before.
struct PublicOrigin: Sendable {
    let configured: String?
    let usesTLS: Bool

    /// Whether clients reach the server over TLS.
    var isSecure: Bool { configured?.hasPrefix("https:") ?? usesTLS }

    func origin(of head: HTTPRequest) -> String { origin(host: head.authority) }

    /// - Parameter host: of the request.
    func origin(host: String?) -> String { configured ?? "\(usesTLS ? "https" : "http")://\(host?.lowercased() ?? "localhost")" }
}

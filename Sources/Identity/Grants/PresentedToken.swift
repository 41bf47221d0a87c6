/// An access token as a request presents it: its SHA-256 for the look-up, and its text for the one check of the signature.
package struct PresentedToken: Hashable, Sendable {
    let digest: SecretDigest
    let text: String

    /// Longest text that can be one of this server's tokens. Unit: bytes.
    package static let maximumLength = 8_192

    /// Nil when the text is too long to be one.
    package init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
        digest = SecretDigest(text)
        self.text = text
    }

    package static func == (left: Self, right: Self) -> Bool { left.digest == right.digest }
    package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

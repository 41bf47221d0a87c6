/// An access token as a caller shows it: its SHA-256 to look it up by, and the text for the one check of its signature.
package struct PresentedToken: Hashable, Sendable {
    let digest: SecretDigest
    let text: String

    /// Longest text that can be a token of ours. Unit: bytes.
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

/// The value of a session cookie, held as its SHA-256.
package struct PresentedSession: Hashable, Sendable {
    let digest: SecretDigest

    /// Nil when the text has not the form of a session's id.
    package init?(_ cookie: String) {
        guard let digest = SecretText.session.digest(of: cookie) else { return nil }
        self.digest = digest
    }
}

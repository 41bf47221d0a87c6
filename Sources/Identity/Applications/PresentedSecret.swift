/// A client id with the secret that a request presents for it, held as the SHA-256 of the secret only.
package struct PresentedSecret: Hashable, Sendable {
    let client: String
    let digest: SecretDigest

    /// Nil when the secret has not the form of one; such a pair is no application's for certain.
    package init?(client: String, secret: String) {
        guard (1...2_048).contains(client.utf8.count), !client.utf8.contains(0), let digest = SecretText.client.digest(of: secret) else { return nil }
        self.client = client
        self.digest = digest
    }
}

package import Store

/// A key at the one moment when its text is known.
package struct NewAPIKey: Sendable {
    package let id: APIKeyID
    /// Shown to its owner once, and kept nowhere.
    package let key: Secret
}

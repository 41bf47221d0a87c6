package import Store

/// An application at the one moment when its secret is known.
package struct NewApplication: Sendable {
    package let application: Application
    /// Shown once, and kept nowhere; nil for a public application.
    package let secret: Secret?
}

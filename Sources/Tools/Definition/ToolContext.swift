package import SQL

/// What a handler has besides its grant and input: how long it may take, and ways to speak to the client meanwhile.
package struct ToolContext: Sendable {
    /// When the call must have ended, and the token that ends it early.
    package let bounds: CallBounds
    /// Tells the client how far the work is; does nothing when the client did not ask. Units are the tool's own.
    package let progress: @Sendable (_ done: Double, _ total: Double?, _ message: String?) async -> Void

    package init(bounds: CallBounds, progress: @escaping @Sendable (Double, Double?, String?) async -> Void = { _, _, _ in }) {
        self.bounds = bounds
        self.progress = progress
    }
}

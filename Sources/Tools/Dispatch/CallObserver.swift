/// Receives every ended call, for metrics.
package struct CallObserver: Sendable {
    /// - Parameters:
    ///   - tool: a defined name, or `unknown`.
    ///   - outcome: `ok` or the code of the refusal.
    package let ended: @Sendable (_ tool: String, _ outcome: String, _ duration: Duration) -> Void
    /// Receives failures whose cause no client sees.
    package let failed: @Sendable (_ requestID: String, _ error: any Error) -> Void

    package init(
        ended: @escaping @Sendable (String, String, Duration) -> Void, failed: @escaping @Sendable (String, any Error) -> Void
    ) {
        self.ended = ended
        self.failed = failed
    }
}

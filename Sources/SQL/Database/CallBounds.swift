/// How long a call may take, and the token that ends it early.
package struct CallBounds: Sendable {
    /// The instant after which the engine is told to stop.
    package let deadline: ContinuousClock.Instant
    package let cancellation: Cancellation
    /// Nil where nobody collects traces.
    package let probe: (any QueryProbe)?

    package init(deadline: ContinuousClock.Instant, cancellation: Cancellation = Cancellation(), probe: (any QueryProbe)? = nil) {
        self.deadline = deadline
        self.cancellation = cancellation
        self.probe = probe
    }

    /// Bounds that end `duration` from this moment.
    package static func within(_ duration: Duration) -> CallBounds { CallBounds(deadline: .now + duration) }

    /// Why the call must not go on, if so.
    package var refusal: DatabaseError? {
        if cancellation.isCancelled { return .cancelled }
        if deadline <= .now { return .timeout }
        return nil
    }
}

extension DatabaseError {
    package static let timeout = DatabaseError(.timeout, "the deadline passed")
    package static let cancelled = DatabaseError(.cancelled, "the call was cancelled")
    package static let closed = DatabaseError(.unavailable, "the database is closed")
}

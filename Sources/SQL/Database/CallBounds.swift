/// How long a call may take, and the token that ends it early.
package struct CallBounds: Sendable {
    /// The instant after which the engine is told to stop.
    package let deadline: ContinuousClock.Instant
    package let cancellation: Cancellation
    /// Nil where nobody collects traces.
    package let probe: (any QueryProbe)?
    /// Held as long as anything of the call goes on, also in an engine that was told to stop and does not.
    package let place: (any CallPlace)?

    package init(
        deadline: ContinuousClock.Instant, cancellation: Cancellation = Cancellation(), probe: (any QueryProbe)? = nil,
        place: (any CallPlace)? = nil
    ) {
        self.deadline = deadline
        self.cancellation = cancellation
        self.probe = probe
        self.place = place
    }

    /// The same bounds for a call that takes up a place.
    package func keeping(_ place: any CallPlace) -> CallBounds {
        CallBounds(deadline: deadline, cancellation: cancellation, probe: probe, place: place)
    }

    /// Bounds that end `duration` from this moment.
    package static func within(_ duration: Duration) -> CallBounds { CallBounds(deadline: .now + duration) }

    /// The same call, with so much time from this moment on at most.
    package func within(_ duration: Duration) -> CallBounds {
        CallBounds(deadline: min(deadline, .now + duration), cancellation: cancellation, probe: probe, place: place)
    }

    /// Why the call must not go on, if so.
    package var refusal: DatabaseError? {
        if cancellation.isCancelled { return .cancelled }
        if deadline <= .now { return .timeout }
        return nil
    }
}

/// What a call takes up of what its caller may have at a time.
package protocol CallPlace: AnyObject, Sendable {
    /// An engine works for the call though the call may end before.
    func hold()
    /// That engine has done.
    func release()
}

extension DatabaseError {
    package static let timeout = DatabaseError(
        .timeout, "the deadline of the call passed while the database worked: narrow the call or ask for fewer rows")
    package static let cancelled = DatabaseError(.cancelled, "the call was cancelled")
    package static let closed = DatabaseError(.unavailable, "the database is closed")
}

// Code that uses bounds also uses the cancellation token of this target.
@_exported public import Blocking

/// The deadline of a call, and the token that cancels it.
package struct CallBounds: Sendable {
    /// The instant after which the engine is asked to stop.
    package let deadline: ContinuousClock.Instant
    /// The total time of the call, for the error after its deadline; nil where it is not known.
    package let limit: Duration?
    package let cancellation: Cancellation
    /// Nil without a collector of traces.
    package let probe: (any QueryProbe)?
    /// Held while any part of the call runs, including an engine that was asked to stop and still works.
    package let slot: (any CallSlot)?
    /// Nil for a call that is limited by time alone.
    package let work: WorkLimit?

    package init(
        deadline: ContinuousClock.Instant, limit: Duration? = nil, cancellation: Cancellation = Cancellation(), probe: (any QueryProbe)? = nil,
        slot: (any CallSlot)? = nil, work: WorkLimit? = nil
    ) {
        self.deadline = deadline
        self.limit = limit
        self.cancellation = cancellation
        self.probe = probe
        self.slot = slot
        self.work = work
    }

    /// The same bounds for a call that uses a slot.
    package func keeping(_ slot: any CallSlot) -> CallBounds {
        CallBounds(deadline: deadline, limit: limit, cancellation: cancellation, probe: probe, slot: slot, work: work)
    }

    /// Bounds that end `duration` from this moment.
    package static func within(_ duration: Duration, doing work: WorkLimit? = nil) -> CallBounds {
        CallBounds(deadline: .now + duration, limit: duration, work: work)
    }

    /// The same call with a deadline at most `duration` from this moment, and at most `work`.
    package func within(_ duration: Duration, doing work: WorkLimit? = nil) -> CallBounds {
        let end = ContinuousClock.now + duration
        return CallBounds(
            deadline: min(deadline, end), limit: end < deadline ? duration : limit, cancellation: cancellation, probe: probe, slot: slot,
            work: work ?? self.work)
    }

    /// Why the call must not continue; nil while it may.
    package var refusal: DatabaseError? {
        if cancellation.isCancelled { return .cancelled }
        if deadline <= .now { return named(.timeout) }
        return nil
    }

    /// A pool's refusal of a call, as the error of a database.
    func error(_ refusal: PoolRefusal) -> DatabaseError {
        switch refusal {
        case .full: DatabaseError(.busy, "too many calls wait for the database")
        case .noThread: DatabaseError(.busy, "the system cannot start more threads")
        case .late: named(.timeout)
        case .cancelled: .cancelled
        case .closed: .closed
        }
    }

    /// The same error; a timeout also states the time limit of the call.
    func named(_ error: DatabaseError) -> DatabaseError {
        error.code == .timeout && limit != nil ? DatabaseError(.timeout, DatabaseError.lateness(limitWords), detail: error.detail) : error
    }

    /// ` (30 s)`, the time limit of the call; empty where it is not known.
    package var limitWords: String { limit.map { " (\($0.words))" } ?? "" }

    func named(_ error: any Error) -> any Error { (error as? DatabaseError).map { named($0) } ?? error }
}

/// One of the calls that a caller may run at the same time. It is returned when the call has ended, and with it everything that the engine
/// still does for it.
package protocol CallSlot: AnyObject, Sendable {
    /// Notes that an engine works for the call, even after the call has ended.
    func hold()
    /// Notes that the engine has finished.
    func release()
}

extension Duration {
    /// `30 s`, `1.5 s`, `200 ms`.
    fileprivate var words: String {
        let milliseconds = Int((self / .milliseconds(1)).rounded())
        guard milliseconds >= 1_000 else { return "\(milliseconds) ms" }
        let tenths = (milliseconds + 50) / 100
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}

extension DatabaseError {
    package static let timeout = DatabaseError(.timeout, lateness(""))

    /// - Parameter limit: the time limit of the call, in brackets.
    fileprivate static func lateness(_ limit: String) -> String {
        "the deadline of the call passed\(limit) while the database worked: narrow the call or ask for fewer rows"
    }

    package static let cancelled = DatabaseError(.cancelled, "the call was cancelled")
    package static let closed = DatabaseError(.unavailable, "the database is closed")
}

/// A moment of wall-clock time, to the microsecond, in UTC.
package struct Instant: Hashable, Comparable, Sendable {
    /// Since 1970-01-01T00:00:00Z, leap seconds not counted. Unit: microseconds.
    package let microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// - Parameter seconds: since 1970, as JSON Web Tokens count (RFC 7519 section 2, NumericDate); held at the ends of the range.
    package init(seconds: Int64) {
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
        microseconds = isTooLarge ? (seconds < 0 ? .min : .max) : product
    }

    /// Whole seconds since 1970, rounded down.
    package var seconds: Int64 {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    package static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

    /// The moment `duration` later, held at the ends of the range; parts of a microsecond are dropped.
    package static func + (moment: Instant, duration: Duration) -> Instant {
        let (seconds, attoseconds) = duration.components
        let whole = Instant(seconds: seconds).microseconds
        let (sum, overflow) = moment.microseconds.addingReportingOverflow(whole)
        guard !overflow else { return Instant(microseconds: whole < 0 ? .min : .max) }
        let (total, isBeyond) = sum.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return isBeyond ? Instant(microseconds: sum) : Instant(microseconds: total)
    }

    package static func - (moment: Instant, duration: Duration) -> Instant { moment + (.zero - duration) }

    /// How long after `earlier` this is; negative when before it.
    package func since(_ earlier: Instant) -> Duration { .microseconds(microseconds) - .microseconds(earlier.microseconds) }
}

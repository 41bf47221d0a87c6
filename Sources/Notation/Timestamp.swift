#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A moment of wall-clock time between the years 0000 and 9999, to the microsecond, in UTC.
package struct Timestamp: Hashable, Comparable, Sendable {
    /// Since 1970-01-01T00:00:00Z, leap seconds not counted. Unit: microseconds.
    package let microseconds: Int64

    /// 0000-01-01T00:00:00Z.
    package static let earliest = Timestamp(microseconds: -62_167_219_200_000_000)
    /// 9999-12-31T23:59:59.999999Z.
    package static let latest = Timestamp(microseconds: 253_402_300_799_999_999)

    /// - Parameter microseconds: since 1970; a value outside ``earliest``...``latest`` becomes the nearer of the two.
    package init(microseconds: Int64) {
        self.microseconds = min(max(microseconds, -62_167_219_200_000_000), 253_402_300_799_999_999)
    }

    /// This moment, by the system's clock.
    package static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }

    /// The moment `duration` later, held at ``earliest`` and ``latest``; parts of a microsecond are dropped.
    package static func + (time: Timestamp, duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let (whole, tooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !tooLarge else { return seconds < 0 ? earliest : latest }
        let (sum, overflow) = time.microseconds.addingReportingOverflow(whole + attoseconds / 1_000_000_000_000)
        return overflow ? (seconds < 0 ? earliest : latest) : Timestamp(microseconds: sum)
    }

    package static func - (time: Timestamp, duration: Duration) -> Timestamp { time + (.zero - duration) }

    /// - Parameter seconds: since 1970, as JSON Web Tokens count (RFC 7519 section 2, NumericDate); held at ``earliest`` and ``latest``.
    package init(seconds: Int64) {
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
        self.init(microseconds: isTooLarge ? (seconds < 0 ? .min : .max) : product)
    }

    /// Whole seconds since 1970, rounded down.
    package var seconds: Int64 { microseconds.flooredDivision(by: 1_000_000).quotient }

    /// How long after `earlier` this is; negative when before it.
    package func since(_ earlier: Timestamp) -> Duration { .microseconds(microseconds - earlier.microseconds) }
}

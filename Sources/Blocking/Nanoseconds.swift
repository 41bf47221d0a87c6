import Glibc

/// Instants in nanoseconds of the monotonic clock, cheap enough to read in an engine's callbacks.
package enum Nanoseconds {
    package static let second: Int64 = 1_000_000_000
    package static let hour: Int64 = 3_600 * second

    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * second + Int64(time.tv_nsec)
    }

    package static func of(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        if seconds > 1_000_000_000 { return .max / 4 }
        if seconds < -1_000_000_000 { return .min / 4 }
        return seconds * second + attoseconds / second
    }

    /// How far off an instant is; negative once it has passed.
    package static func left(until deadline: ContinuousClock.Instant) -> Int64 { of(ContinuousClock.now.duration(to: deadline)) }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A moment of wall-clock time between the years 0000 and 9999, to the microsecond, in UTC.
package struct Timestamp: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z, without leap seconds.
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

    /// The moment `duration` later, limited to ``earliest``...``latest``; parts of a microsecond are dropped.
    package static func + (time: Timestamp, duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let (whole, tooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !tooLarge else { return seconds < 0 ? earliest : latest }
        let (sum, overflow) = time.microseconds.addingReportingOverflow(whole + attoseconds / 1_000_000_000_000)
        return overflow ? (seconds < 0 ? earliest : latest) : Timestamp(microseconds: sum)
    }

    package static func - (time: Timestamp, duration: Duration) -> Timestamp { time + (.zero - duration) }

    /// - Parameter seconds: since 1970, as JSON Web Tokens count (RFC 7519 section 2, NumericDate); limited to ``earliest``...``latest``.
    package init(seconds: Int64) {
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
        self.init(microseconds: isTooLarge ? (seconds < 0 ? .min : .max) : product)
    }

    /// Whole seconds since 1970, rounded down.
    package var seconds: Int64 { microseconds.flooredDivision(by: 1_000_000).quotient }

    /// How long after `earlier` this is; negative when before it.
    package func since(_ earlier: Timestamp) -> Duration { .microseconds(microseconds - earlier.microseconds) }
}

extension Timestamp {
    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7); parts of a second are dropped.
    package var httpDate: String {
        let (days, second) = seconds.flooredDivision(by: 86_400)
        let date = CivilDate(daysSince1970: days)
        let time = Int(second)
        let clock = [time / 3_600, time / 60 % 60, time % 60].map { CivilDate.padded($0, 2) }.joined(separator: ":")
        return "\(Self.weekdays[CivilDate.weekday(ofDay: days)]), \(CivilDate.padded(date.day, 2)) \(CivilDate.englishMonths[date.month - 1]) "
            + "\(CivilDate.padded(date.year, 4)) \(clock) GMT"
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}

extension Timestamp: CustomStringConvertible {
    /// Reads an RFC 3339 date-time, for example `2024-02-29T23:59:59.5+01:00`; nil for any other text.
    ///
    /// A zone is required. Digits beyond the microsecond are dropped. A leap second (RFC 3339 §5.7) is read as the second after it.
    package init?(rfc3339 text: String) {
        var text = text
        let parsed = text.withUTF8 { bytes -> Int64? in
            guard bytes.count <= 64 else { return nil }
            var reader = DateTimeReader(bytes: bytes[...])
            return reader.microseconds()
        }
        guard let parsed, parsed >= Timestamp.earliest.microseconds, parsed <= Timestamp.latest.microseconds else { return nil }
        self.init(microseconds: parsed)
    }

    /// RFC 3339 in UTC. A fraction of a second is printed with six digits; a zero fraction is omitted.
    package var rfc3339: String {
        let (days, rest) = microseconds.flooredDivision(by: 86_400_000_000)
        let date = CivilDate(daysSince1970: days)
        let (second, fraction) = rest.quotientAndRemainder(dividingBy: 1_000_000)
        return String(unsafeUninitializedCapacity: 27) { buffer in
            var writer = DigitWriter(buffer: buffer)
            writer.put(Int64(date.year), width: 4)
            writer.put("-")
            writer.put(Int64(date.month), width: 2)
            writer.put("-")
            writer.put(Int64(date.day), width: 2)
            writer.put("T")
            writer.put(second / 3_600, width: 2)
            writer.put(":")
            writer.put(second / 60 % 60, width: 2)
            writer.put(":")
            writer.put(second % 60, width: 2)
            if fraction != 0 {
                writer.put(".")
                writer.put(fraction, width: 6)
            }
            writer.put("Z")
            return writer.count
        }
    }

    package var description: String { rfc3339 }
}

/// Writes ASCII digits and punctuation into a buffer that is large enough.
private struct DigitWriter {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var count = 0

    mutating func put(_ character: Unicode.Scalar) {
        buffer[count] = UInt8(ascii: character)
        count += 1
    }

    mutating func put(_ number: Int64, width: Int) {
        var rest = number
        for index in stride(from: count + width - 1, through: count, by: -1) {
            buffer[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        count += width
    }
}

/// Reads the grammar of RFC 3339 §5.6 from the left.
private struct DateTimeReader {
    var bytes: Slice<UnsafeBufferPointer<UInt8>>

    /// Microseconds since 1970, or nil when the text is not a date-time.
    mutating func microseconds() -> Int64? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2), take("T", or: "t"),
            let date = CivilDate(year: year, month: month, day: day),
            let hour = digits(2), hour < 24, take(":"), let minute = digits(2), minute < 60, take(":"), let second = digits(2), second <= 60,
            let fraction = fraction(), let offset = offset(), bytes.isEmpty
        else { return nil }
        let minutes = date.daysSince1970 * 1_440 + Int64(hour * 60 + minute - offset)
        if second == 60, !Self.mayHoldLeapSecond(minutes) { return nil }
        return (minutes * 60 + Int64(second)) * 1_000_000 + (second == 60 ? 0 : fraction)
    }

    /// Whether a leap second can follow this minute: leap seconds come at the end of a month, UTC (§5.7).
    private static func mayHoldLeapSecond(_ minutes: Int64) -> Bool {
        let (days, minute) = minutes.flooredDivision(by: 1_440)
        return minute == 1_439 && CivilDate(daysSince1970: days).isLastOfMonth
    }

    /// Zero when there is none; nil when a dot has no digit after it.
    private mutating func fraction() -> Int64? {
        guard take(".") else { return 0 }
        var value: Int64 = 0
        var read = 0
        while let digit = digit() {
            if read < 6 { value = value * 10 + Int64(digit) }
            read += 1
        }
        guard read > 0 else { return nil }
        for _ in 0..<max(0, 6 - read) { value *= 10 }
        return value
    }

    /// Minutes east of UTC.
    private mutating func offset() -> Int? {
        if take("Z", or: "z") { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hour = digits(2), hour < 24, take(":"), let minute = digits(2), minute < 60 else { return nil }
        return (isEast ? 1 : -1) * (hour * 60 + minute)
    }

    private mutating func digits(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    private mutating func digit() -> Int? {
        guard let byte = bytes.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        bytes.removeFirst()
        return Int(byte - UInt8(ascii: "0"))
    }

    private mutating func take(_ character: Unicode.Scalar, or other: Unicode.Scalar? = nil) -> Bool {
        guard let byte = bytes.first, byte == UInt8(ascii: character) || other.map({ byte == UInt8(ascii: $0) }) == true else { return false }
        bytes.removeFirst()
        return true
    }
}

import Notation

/// The wall clock and the format of times on the wire.
public enum UnixTime {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public static var now: Int64 { Timestamp.now.microseconds / 1_000 }

    /// RFC 3339 in UTC with milliseconds: `2026-09-01T10:00:00.000Z`.
    public static func text(_ milliseconds: Int64) -> String {
        let time = Timestamp(microseconds: milliseconds * 1_000)
        let part = time.microseconds - time.seconds * 1_000_000
        return String(Timestamp(seconds: time.seconds).rfc3339.dropLast()) + "." + CivilDate.padded(Int(part / 1_000), 3) + "Z"
    }
}

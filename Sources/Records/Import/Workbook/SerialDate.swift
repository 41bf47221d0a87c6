import Notation

/// A date in a workbook: days since the end of 1899, or since 1904, with the time of day as the fraction.
enum SerialDate {
    private static let daysUntil1970From1900: Int64 = 25_569
    private static let daysUntil1970From1904: Int64 = 24_107
    /// 9999-12-31.
    private static let last = 2_958_465.0

    /// `2026-06-30`, `2026-06-30T17:05:00`, or for a fraction alone `17:05:00`; nil for a number outside the range of dates.
    static func text(_ serial: Double, from1904: Bool) -> String? {
        guard serial >= 0, serial <= last else { return nil }
        var day = Int64(serial)
        // To the millisecond, the precision of a double for dates.
        var milliseconds = Int64(((serial - Double(day)) * 86_400_000).rounded())
        if milliseconds == 86_400_000 { (day, milliseconds) = (day + 1, 0) }
        let time = milliseconds == 0 ? nil : timeText(milliseconds)
        if serial < 1, !from1904 { return time ?? "00:00:00" }
        // The calendar of these workbooks has 29 February 1900, which did not exist.
        guard from1904 || day != 60 else { return nil }
        let since1970 = from1904 ? day - daysUntil1970From1904 : day - daysUntil1970From1900 + (day < 60 ? 1 : 0)
        let date = Timestamp(microseconds: since1970 * 86_400_000_000).rfc3339.prefix(10)
        return time.map { "\(date)T\($0)" } ?? String(date)
    }

    private static func timeText(_ milliseconds: Int64) -> String {
        let text = Timestamp(microseconds: milliseconds * 1_000).rfc3339.dropFirst(11).dropLast()
        // Three digits of the second's fraction.
        return text.utf8.count > 8 ? String(text.dropLast(3)) : String(text)
    }
}

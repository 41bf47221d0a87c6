/// Days of the calendar that follow each other, by the first and the first after them.
struct CalendarSpan: Hashable, Sendable {
    /// `YYYY-MM-DD`, like ``end``.
    let start: String
    let end: String

    init(from start: String, to end: String) {
        self.start = start
        self.end = end
    }

    /// - Parameter text: `2026-03-31`, `2026-03` or `2026`; nil for all else, and for the last of the years that can be written.
    init?(_ text: String) {
        let padded = text + "-01-01".dropFirst(max(0, text.utf8.count - 4))
        guard [4, 7, 10].contains(text.utf8.count), DatabaseText.isDate(padded) else { return nil }
        let parts = padded.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, parts[0] < 9999 else { return nil }
        var (year, month, day) = (parts[0], parts[1], parts[2])
        switch text.utf8.count {
        case 4: year += 1
        case 7: month += 1
        default: day += 1
        }
        start = padded
        if day > 28, !DatabaseText.isDate(Self.text(year, month, day)) { (month, day) = (month + 1, 1) }
        if month > 12 { (year, month) = (year + 1, 1) }
        end = Self.text(year, month, day)
    }

    static func text(_ year: Int, _ month: Int, _ day: Int) -> String {
        let digits = String(year)
        let years = String(repeating: "0", count: 4 - digits.count) + digits
        return "\(years)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }
}

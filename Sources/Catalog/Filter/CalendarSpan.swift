import Notation

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
        guard [4, 7, 10].contains(text.utf8.count), let date = CivilDate(padded), (1..<9999).contains(date.year) else { return nil }
        let month = date.year * 12 + date.month - 1
        let next =
            switch text.utf8.count {
            case 4: CivilDate(firstOfMonth: month + 12)
            case 7: CivilDate(firstOfMonth: month + 1)
            default: CivilDate(daysSince1970: date.daysSince1970 + 1)
            }
        self.init(from: date.text, to: next.text)
    }
}

import Notation

/// A span of days: the first day, and the day after the last.
struct CalendarSpan: Hashable, Sendable {
    /// `YYYY-MM-DD`, like ``end``.
    let start: String
    let end: String

    init(from start: String, to end: String) {
        self.start = start
        self.end = end
    }

    /// - Parameter text: `2026-03-31`, `2026-03`, `2026`, `2026-Q3` or `2026Q3`, `2026-W14` or `2026W14` (ISO 8601); nil for all else, and for the last of
    ///   the years that can be written.
    init?(_ text: String) {
        if let part = text.dropFirst(4).first(where: { $0 != "-" }), part == "Q" || part == "W" {
            self.init(partOfYear: text)
        } else {
            self.init(written: text)
        }
    }

    private init?(written text: String) {
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

    private init?(partOfYear text: String) {
        let rest = text.dropFirst(text.dropFirst(4).hasPrefix("-") ? 6 : 5)
        let isQuarter = text.contains("Q")
        guard text.utf8.count <= 8, rest.utf8.count == (isQuarter ? 1 : 2), rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(rest), let year = Int(text.prefix(4)), text.utf8.prefix(4).allSatisfy({ (0x30...0x39).contains($0) }),
            (1..<9999).contains(year)
        else { return nil }
        if isQuarter {
            guard (1...4).contains(number) else { return nil }
            let first = year * 12 + number * 3 - 3
            self.init(from: CivilDate(firstOfMonth: first).text, to: CivilDate(firstOfMonth: first + 3).text)
        } else {
            self.init(week: number, of: year)
        }
    }
}

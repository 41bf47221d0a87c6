import JSON
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

    /// - Parameter text: `2026-03-31`, `2026-03`, `2026`, `2026-Q3` or `2026Q3`, `2026-W14` or `2026W14` (ISO 8601). Nil for other text,
    ///   and for the last supported year.
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

extension CalendarSpan {
    /// The names between `{{$nDate.` and `}}`.
    static let names =
        ["today", "yesterday", "tomorrow"]
        + ["Week", "Month", "Quarter", "Year"].flatMap { unit in ["this", "last", "next"].map { $0 + unit } }
        + ["7Days", "30Days", "90Days"].flatMap { days in ["last", "next"].map { $0 + days } }

    /// The days that a name means, in UTC. Weeks begin on Monday; `last7Days` ends with today, `next7Days` begins tomorrow.
    /// - Returns: nil for a name that is not in ``names`` (`thisIsoWeek` is `thisWeek`).
    init?(named name: String, at moment: Timestamp) {
        let today = Self.day(of: moment)
        let step = ["last": -1, "this": 0, "next": 1][name.prefix(4)]
        switch (name, name.dropFirst(4), step) {
        case ("today", _, _): self.init(days: today..<today + 1)
        case ("yesterday", _, _): self.init(days: today - 1..<today)
        case ("tomorrow", _, _): self.init(days: today + 1..<today + 2)
        case (_, "Week", let step?), (_, "IsoWeek", let step?):
            let monday = Self.monday(before: today) + 7 * step
            self.init(days: monday..<monday + 7)
        case (_, "Month", let step?): self.init(months: 1, step, around: today)
        case (_, "Quarter", let step?): self.init(months: 3, step, around: today)
        case (_, "Year", let step?): self.init(months: 12, step, around: today)
        case (_, "7Days", let step?), (_, "30Days", let step?), (_, "90Days", let step?):
            guard step != 0, let count = Int(name.dropFirst(4).dropLast(4)) else { return nil }
            self.init(days: step < 0 ? today + 1 - count..<today + 1 : today + 1..<today + 1 + count)
        default: return nil
        }
    }

    /// Most units of `past` and `next`, so that the years stay in the supported range.
    static let maximumUnits: Int64 = 1_000

    /// Whole units before or after the current one: `past` with 2 `month` means the two months before this one. Or the days of one of
    /// ``names``.
    /// - Parameter object: `type`; with `past` and `next` also `number` (default 1) and `unit` (default `day`); nothing else.
    init?(relative object: JSONObject, at moment: Timestamp) {
        guard let type = object["type"]?.string else { return nil }
        guard type == "past" || type == "next" else {
            guard object.count == 1 else { return nil }
            self.init(named: type, at: moment)
            return
        }
        guard object.allSatisfy({ ["type", "number", "unit"].contains($0.key) }) else { return nil }
        let (number, unit) = (object["number"] ?? 1, object["unit"] ?? "day")
        guard let count = number.int, (1...Self.maximumUnits).contains(count), let unit = unit.string else { return nil }
        let (units, isPast, today) = (Int(count), type == "past", Self.day(of: moment))
        switch unit {
        case "day": self.init(days: isPast ? today - units..<today : today + 1..<today + 1 + units)
        case "week":
            let monday = Self.monday(before: today)
            self.init(days: isPast ? monday - 7 * units..<monday : monday + 7..<monday + 7 + 7 * units)
        case "month": self.init(months: 1, isPast ? -units : 1, around: today, units: units)
        case "quarter": self.init(months: 3, isPast ? -units : 1, around: today, units: units)
        case "year": self.init(months: 12, isPast ? -units : 1, around: today, units: units)
        default: return nil
        }
    }

    /// The first week of a year is the one with 4 January (ISO 8601).
    init?(week: Int, of year: Int) {
        func first(_ year: Int) -> Int { Self.monday(before: Int(CivilDate.daysSince1970(year, 1, 4))) }
        let start = first(year)
        guard (1...53).contains(week), start + 7 * (week - 1) < first(year + 1) else { return nil }
        self.init(days: start + 7 * (week - 1)..<start + 7 * week)
    }

    /// Days since 1970-01-01 in UTC.
    private static func day(of moment: Timestamp) -> Int {
        Int((moment.microseconds / 86_400_000_000).advanced(by: moment.microseconds % 86_400_000_000 < 0 ? -1 : 0))
    }

    /// The Monday on or before a day; day 0 of 1970 was a Thursday.
    private static func monday(before day: Int) -> Int { day - ((day + 3) % 7 + 7) % 7 }

    /// - Parameter days: since 1970-01-01.
    private init(days: Range<Int>) {
        func text(_ day: Int) -> String { CivilDate(daysSince1970: Int64(day)).text }
        self.init(from: text(days.lowerBound), to: text(days.upperBound))
    }

    /// - Parameters:
    ///   - count: months of a unit.
    ///   - step: units between the current one and the first one.
    private init(months count: Int, _ step: Int, around today: Int, units: Int = 1) {
        let date = CivilDate(daysSince1970: Int64(today))
        let now = date.year * 12 + date.month - 1
        let first = now - now % count + step * count
        func text(_ month: Int) -> String { CivilDate(firstOfMonth: month).text }
        self.init(from: text(first), to: text(first + count * units))
    }
}

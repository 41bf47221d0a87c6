/// Days from the first to before the end.
package struct DateSpan: Hashable, Sendable {
    /// The first day; nil for no beginning.
    package var start: CalendarDay?
    /// The day after the last; nil for no end.
    package var end: CalendarDay?
    /// As a person would say it: "2025-07".
    package var label: String
}

/// A day of the Gregorian calendar.
package struct CalendarDay: Hashable, Sendable, Comparable {
    package var year: Int
    package var month: Int
    package var day: Int

    package init(_ year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// - Parameter text: `2025-07-31`.
    package init?(_ text: String) {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...12).contains(parts[1]), (1...31).contains(parts[2]), (1...9999).contains(parts[0]) else { return nil }
        self.init(parts[0], parts[1], parts[2])
    }

    package static func < (left: Self, right: Self) -> Bool { (left.year, left.month, left.day) < (right.year, right.month, right.day) }

    /// `2025-07-31`
    package var text: String {
        func digits(_ number: Int, _ width: Int) -> String { String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)" }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }

    /// Days since 1970-01-01 (Howard Hinnant's days_from_civil).
    package var ordinal: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    package init(ordinal: Int) {
        let shifted = ordinal + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let place = (5 * dayOfYear + 2) / 153
        let month = place < 10 ? place + 3 : place - 9
        self.init(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * place + 2) / 5 + 1)
    }

    package func adding(days: Int) -> CalendarDay { CalendarDay(ordinal: ordinal + days) }

    /// The first day of the month that is so many months later.
    package func firstOfMonth(adding months: Int = 0) -> CalendarDay {
        let count = year * 12 + month - 1 + months
        return CalendarDay(count / 12, count % 12 + 1, 1)
    }

    /// Monday is 0.
    package var weekday: Int { (ordinal + 3) % 7 }
}

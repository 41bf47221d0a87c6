import Notation

/// A period of days: from the first day to the day before the end.
package struct DateSpan: Hashable, Sendable {
    /// The first day. Nil: no start.
    package var start: CalendarDay?
    /// The day after the last. Nil: no end.
    package var end: CalendarDay?
    /// The period as a person would write it: "2025-07".
    package var label: String

    /// The days before the period, after it, from its first day, or until its last day.
    func compared(_ comparison: Comparison) -> Self {
        switch comparison {
        case .greater: DateSpan(start: end, end: nil, label: "after \(label)")
        case .greaterOrEqual: DateSpan(start: start, end: nil, label: "since \(label)")
        case .less: DateSpan(start: nil, end: start, label: "before \(label)")
        case .lessOrEqual: DateSpan(start: nil, end: end, label: "until \(label)")
        default: self
        }
    }
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
    package var text: String { "\(CivilDate.padded(year, 4))-\(CivilDate.padded(month, 2))-\(CivilDate.padded(day, 2))" }

    /// Days since 1970-01-01.
    package var ordinal: Int { Int(CivilDate.daysSince1970(year, month, day)) }

    package init(ordinal: Int) {
        let date = CivilDate(daysSince1970: Int64(ordinal))
        self.init(date.year, date.month, date.day)
    }

    package func adding(days: Int) -> CalendarDay { CalendarDay(ordinal: ordinal + days) }

    /// The first day of the month, this number of months later.
    package func firstOfMonth(adding months: Int = 0) -> CalendarDay {
        let count = year * 12 + month - 1 + months
        return CalendarDay(count / 12, count % 12 + 1, 1)
    }

    /// Monday is 0.
    package var weekday: Int { CivilDate.weekday(ofDay: Int64(ordinal)) }
}

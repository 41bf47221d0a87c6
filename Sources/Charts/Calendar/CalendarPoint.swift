import Foundation

/// A point in time as it was written: a whole year, quarter, month, week or day, or a time of day.
struct CalendarPoint: Hashable, Sendable {
    let unit: CalendarUnit
    /// Seconds from 1970-01-01 00:00 to the start of the unit, as clocks show it where it was written.
    let seconds: Double

    init(unit: CalendarUnit, seconds: Double) {
        self.unit = unit
        self.seconds = seconds
    }

    init(_ unit: CalendarUnit, _ day: CalendarDay) { self.init(unit: unit, seconds: Double(day.number) * 86_400) }

    var day: CalendarDay { CalendarDay(number: Int((seconds / 86_400).rounded(.down))) }

    /// Seconds since midnight.
    var secondOfDay: Int { Int(seconds - (seconds / 86_400).rounded(.down) * 86_400) }

    /// ISO 8601 with a time of day and no offset: Vega reads that as local time.
    var isoText: String {
        let (day, second) = (day, secondOfDay)
        return "\(Self.padded(day.year, 4))-\(Self.padded(day.month, 2))-\(Self.padded(day.day, 2))T"
            + "\(Self.padded(second / 3_600, 2)):\(Self.padded(second / 60 % 60, 2)):\(Self.padded(second % 60, 2))"
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

import Foundation
import Notation

/// A point in time as it was written: a whole year, quarter, month, week or day, or a time of day.
struct CalendarPoint: Hashable, Sendable {
    let unit: CalendarUnit
    /// Seconds from 1970-01-01 00:00 to the start of the unit, as clocks show it where it was written.
    let seconds: Double

    init(unit: CalendarUnit, seconds: Double) {
        self.unit = unit
        self.seconds = seconds
    }

    init(_ unit: CalendarUnit, _ day: CivilDate) { self.init(unit: unit, seconds: Double(day.number) * 86_400) }

    var day: CivilDate { CivilDate(number: Int((seconds / 86_400).rounded(.down))) }

    /// Seconds since midnight.
    var secondOfDay: Int { Int(seconds - (seconds / 86_400).rounded(.down) * 86_400) }

    /// ISO 8601 with a time of day and no offset: Vega reads that as local time.
    var isoText: String {
        let (day, second) = (day, secondOfDay)
        return "\(CivilDate.padded(day.year, 4))-\(CivilDate.padded(day.month, 2))-\(CivilDate.padded(day.day, 2))T"
            + "\(CivilDate.padded(second / 3_600, 2)):\(CivilDate.padded(second / 60 % 60, 2)):\(CivilDate.padded(second % 60, 2))"
    }
}

/// The precision of a point in time.
enum CalendarUnit: Int, Comparable, Sendable {
    case second, minute, hour, day, week, month, quarter, year

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

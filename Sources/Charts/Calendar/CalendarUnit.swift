/// How exact a point in time is.
enum CalendarUnit: Int, Comparable, Sendable {
    case second, minute, hour, day, week, month, quarter, year

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

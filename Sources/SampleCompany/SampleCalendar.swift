/// Days and times of the sample: counted in whole days and seconds, written as ISO 8601 dates and RFC 3339 times in UTC.
struct SampleCalendar {
    /// The first day of trade, 2023-07-01. Unit: days since 1970-01-01.
    static let firstDay = day(2023, 7, 1)
    /// The last day of trade, 2026-06-30.
    static let lastDay = day(2026, 6, 30)
    /// The last second that the sample knows of. Unit: seconds since 1970-01-01T00:00:00Z.
    static let end = (lastDay + 1) * 86400 - 1

    private let dayTexts: [String]
    private let firstText: Int
    private let twoDigits: [String] = (0..<60).map { $0 < 10 ? "0\($0)" : "\($0)" }

    init() {
        firstText = Self.day(2012, 1, 1)
        dayTexts = (firstText...Self.lastDay).map(Self.text(ofDay:))
    }

    func date(_ day: Int) -> String { dayTexts[day - firstText] }

    /// - Parameter second: since 1970-01-01T00:00:00Z.
    func time(_ second: Int) -> String {
        let inDay = second % 86400
        var text = dayTexts[second / 86400 - firstText]
        text += "T"
        text += twoDigits[inDay / 3600]
        text += ":"
        text += twoDigits[inDay / 60 % 60]
        text += ":"
        text += twoDigits[inDay % 60]
        text += "Z"
        return text
    }

    /// Monday is 0. Day 0 of 1970 was a Thursday.
    static func weekday(_ day: Int) -> Int { (day + 3) % 7 }

    /// Days since 1970-01-01 of a date of the proleptic Gregorian calendar: years begin in March, so that the leap day is a year's last.
    static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        var year = 1970 + day / 366
        while Self.day(year + 1, 1, 1) <= day { year += 1 }
        var month = 12
        while Self.day(year, month, 1) > day { month -= 1 }
        return (year, month, day - Self.day(year, month, 1) + 1)
    }

    private static func text(ofDay day: Int) -> String {
        let (year, month, day) = civil(day)
        return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }
}

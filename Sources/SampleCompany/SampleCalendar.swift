import Notation

/// Days and times of the sample: counted in whole days and seconds, written as ISO 8601 dates and RFC 3339 times in UTC.
struct SampleCalendar {
    /// The first day of trade, 2023-07-01. Unit: days since 1970-01-01.
    static let firstDay = day(2023, 7, 1)
    /// The last day of trade, 2026-06-30.
    static let lastDay = day(2026, 6, 30)
    /// The last second of the sample period. Unit: seconds since 1970-01-01T00:00:00Z.
    static let end = (lastDay + 1) * secondsOfDay - 1

    private let dayTexts: [String]
    /// The first day with a cached text. The oldest dates of the sample, openings of stores, are later. Unit: days since 1970-01-01.
    private static let firstTextDay = day(2012, 1, 1)
    static let secondsOfDay = 86_400
    private let twoDigits: [String] = (0..<60).map { $0 < 10 ? "0\($0)" : "\($0)" }

    init() {
        dayTexts = (Self.firstTextDay...Self.lastDay).map(Self.text(ofDay:))
    }

    func date(_ day: Int) -> String { dayTexts[day - Self.firstTextDay] }

    /// - Parameter second: since 1970-01-01T00:00:00Z.
    func time(_ second: Int) -> String {
        let inDay = second % Self.secondsOfDay
        var text = dayTexts[second / Self.secondsOfDay - Self.firstTextDay]
        text += "T"
        text += twoDigits[inDay / 3600]
        text += ":"
        text += twoDigits[inDay / 60 % 60]
        text += ":"
        text += twoDigits[inDay % 60]
        text += "Z"
        return text
    }

    /// Monday is 0.
    static func weekday(_ day: Int) -> Int { CivilDate.weekday(ofDay: Int64(day)) }

    /// Days since 1970-01-01.
    static func day(_ year: Int, _ month: Int, _ day: Int) -> Int { Int(CivilDate.daysSince1970(year, month, day)) }

    static func civil(_ day: Int) -> CivilDate { CivilDate(daysSince1970: Int64(day)) }

    private static func text(ofDay day: Int) -> String { civil(day).text }
}

import Access
import Notation

/// A cron expression of five fields: minute, hour, day of the month, month, day of the week (0 and 7 are Sunday). With six fields the first
/// is the second, a single number.
struct CronExpression: Hashable, Sendable {
    private let second: Int
    private let minutes: Set<Int>
    private let hours: Set<Int>
    private let days: Set<Int>
    private let months: Set<Int>
    /// 0 is Sunday.
    private let weekdays: Set<Int>
    private let isAnyDay: Bool
    private let isAnyWeekday: Bool

    private static let monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    /// Days that are searched for the next time: 29 February on a given day of the week occurs within 40 years.
    private static let horizon: Int64 = 41 * 366

    init(_ text: String, argument: String) throws(Refusal) {
        var fields = text.split(separator: " ").map { $0.lowercased() }
        var second = 0
        if fields.count == 6 {
            guard let number = Int(fields[0]), (0...59).contains(number) else {
                throw Refusal(
                    .invalidArgument, "\(argument): seconds: expected one number from 0 to 59, since nothing runs more often than once a minute")
            }
            second = number
            fields.removeFirst()
        }
        guard fields.count == 5 else {
            throw Refusal(
                .invalidArgument,
                "\(argument): '\(text.prefix(60))' is not a cron expression: expected minute hour day month weekday, such as 0 9 * * 1-5")
        }
        self.second = second
        minutes = try Self.field(fields[0], 0...59, "minute", argument)
        hours = try Self.field(fields[1], 0...23, "hour", argument)
        days = try Self.field(fields[2], 1...31, "day", argument)
        months = try Self.field(fields[3], 1...12, "month", argument, names: Self.monthNames, from: 1)
        weekdays = Set(try Self.field(fields[4], 0...7, "weekday", argument, names: Self.dayNames, from: 0).map { $0 % 7 })
        isAnyDay = fields[2].hasPrefix("*") || fields[2] == "?"
        isAnyWeekday = fields[4].hasPrefix("*") || fields[4] == "?"
    }

    private static func field(
        _ text: String, _ range: ClosedRange<Int>, _ name: String, _ argument: String, names: [String] = [], from first: Int = 0
    ) throws(Refusal) -> Set<Int> {
        func wrong() -> Refusal {
            Refusal(
                .invalidArgument,
                "\(argument): \(name) '\(text.prefix(30))': expected *, numbers from \(range.lowerBound) to \(range.upperBound), a-b, */n, or a list of these"
            )
        }
        func number(_ text: Substring) -> Int? {
            if let index = names.firstIndex(of: String(text)) { return index + first }
            return Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
        var out: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let steps = part.split(separator: "/", omittingEmptySubsequences: false)
            guard (1...2).contains(steps.count), let step = steps.count == 2 ? Int(steps[1]) : 1, (1...60).contains(step) else { throw wrong() }
            let ends = steps[0].split(separator: "-", omittingEmptySubsequences: false)
            let span: ClosedRange<Int>
            if steps[0] == "*" || steps[0] == "?" {
                span = range
            } else if ends.count == 2, let low = number(ends[0]), let high = number(ends[1]), low <= high {
                span = low...high
            } else if ends.count == 1, let only = number(ends[0]) {
                span = steps.count == 2 ? only...range.upperBound : only...only
            } else {
                throw wrong()
            }
            out.formUnion(stride(from: span.lowerBound, through: span.upperBound, by: step))
        }
        return out
    }

    /// The first time after `time` whose local time in the zone matches; nil when there is none.
    ///
    /// A local time that the clocks skip counts as the time of the change; one that occurs twice counts at its first occurrence.
    func next(after time: Timestamp, in zone: ZoneRules) -> Timestamp? {
        let local = time.seconds + zone.offset(at: time.seconds)
        // Schedules are evaluated only after 1970.
        let (today, second) = local.quotientAndRemainder(dividingBy: 86_400)
        // Starts a day earlier, because a skipped time at its end may be after `time`.
        for day in (today - 1)...(today + Self.horizon) where isDay(day) {
            for hour in hours.sorted() {
                for minute in minutes.sorted() {
                    let clock = Int64(hour * 3_600 + minute * 60 + self.second)
                    // Clocks change by less than a day.
                    guard day * 86_400 + clock > today * 86_400 + second - 86_400 else { continue }
                    let moment = zone.moment(ofLocal: day * 86_400 + clock)
                    if moment > time.seconds { return Timestamp(seconds: moment) }
                }
            }
        }
        return nil
    }

    private func isDay(_ day: Int64) -> Bool {
        let date = CivilDate(daysSince1970: day)
        guard months.contains(date.month) else { return false }
        let isDay = days.contains(date.day)
        // CivilDate counts from Monday.
        let isWeekday = weekdays.contains((CivilDate.weekday(ofDay: day) + 1) % 7)
        // As in every cron: if both are restricted, one match is enough.
        return isAnyDay || isAnyWeekday ? isDay && isWeekday : isDay || isWeekday
    }
}

import Notation

/// How many orders fall on each day of trade: growth over the years, a busy winter, a quiet August, a weekly rhythm.
struct SampleSeason {
    /// January first. Unit: percent.
    private static let months = [98, 96, 99, 95, 94, 88, 80, 74, 92, 101, 128, 142]
    /// Monday first. Unit: percent.
    private static let weekdays = [96, 92, 94, 98, 112, 124, 84]

    /// Number of orders from the first day to the end of each day.
    private let upTo: [Int]

    init(orders: Int) {
        var sum = 0
        let days = SampleCalendar.firstDay...SampleCalendar.lastDay
        let cumulated = days.map { day in
            let growth = 100 + 95 * (day - SampleCalendar.firstDay) / days.count
            sum += growth * Self.months[SampleCalendar.civil(day).month - 1] * Self.weekdays[SampleCalendar.weekday(day)]
            return sum
        }
        upTo = cumulated.map { orders * $0 / sum }
    }

    func orders(on day: Int) -> Int {
        let index = day - SampleCalendar.firstDay
        return upTo[index] - (index > 0 ? upTo[index - 1] : 0)
    }
}

import Store

extension CalendarSpan {
    /// What stands behind `{{$nDate.` and before `}}`.
    static let names =
        ["today", "yesterday", "tomorrow"]
        + ["Week", "Month", "Quarter", "Year"].flatMap { unit in ["this", "last", "next"].map { $0 + unit } }
        + ["7Days", "30Days", "90Days"].flatMap { days in ["last", "next"].map { $0 + days } }

    /// The days that a name means, in UTC. Weeks begin on Monday; `last7Days` ends with today, `next7Days` begins tomorrow.
    /// - Returns: nil for a name that is not among ``names`` (`thisIsoWeek` is `thisWeek`).
    init?(named name: String, at moment: Timestamp) {
        let today = Int((moment.microseconds / 86_400_000_000).advanced(by: moment.microseconds % 86_400_000_000 < 0 ? -1 : 0))
        let step = ["last": -1, "this": 0, "next": 1][name.prefix(4)]
        switch (name, name.dropFirst(4), step) {
        case ("today", _, _): self.init(days: today..<today + 1)
        case ("yesterday", _, _): self.init(days: today - 1..<today)
        case ("tomorrow", _, _): self.init(days: today + 1..<today + 2)
        case (_, "Week", let step?), (_, "IsoWeek", let step?):
            // The first day of 1970 was a Thursday.
            let monday = today - (today + 3) % 7 + 7 * step
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

    /// - Parameter days: since 1970-01-01.
    private init(days: Range<Int>) {
        func text(_ day: Int) -> String {
            let date = CivilDate(daysSince1970: Int64(day))
            return Self.text(date.year, date.month, date.day)
        }
        self.init(from: text(days.lowerBound), to: text(days.upperBound))
    }

    private init(months count: Int, _ step: Int, around today: Int) {
        let date = CivilDate(daysSince1970: Int64(today))
        let now = date.year * 12 + date.month - 1
        let first = now - now % count + step * count
        func text(_ month: Int) -> String { Self.text(month / 12, month % 12 + 1, 1) }
        self.init(from: text(first), to: text(first + count))
    }
}

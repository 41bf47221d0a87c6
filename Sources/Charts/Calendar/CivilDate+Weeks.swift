import Notation

extension CivilDate {
    /// Nil when there is no such day, or its year is not 1...9999.
    init?(_ year: Int, _ month: Int, _ day: Int) {
        guard year >= 1 else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day that is `number` days after 1970-01-01.
    init(number: Int) { self.init(daysSince1970: Int64(number)) }

    /// Days since 1970-01-01.
    var number: Int { Int(daysSince1970) }

    /// Monday is 0.
    var weekday: Int { Self.weekday(ofDay: daysSince1970) }

    var quarter: Int { (month + 2) / 3 }

    /// ISO 8601: the week is of the year in which its Thursday lies.
    var week: (year: Int, number: Int) {
        let thursday = CivilDate(number: number - weekday + 3)
        return (thursday.year, (thursday.number - Int(Self.daysSince1970(thursday.year, 1, 1))) / 7 + 1)
    }
}

/// A day of the proleptic Gregorian calendar.
struct CalendarDay: Hashable, Sendable {
    let year: Int
    /// 1...12
    let month: Int
    /// 1...31
    let day: Int

    /// Nil when there is no such day, or its year is not 1...9999.
    init?(_ year: Int, _ month: Int, _ day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: year) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day that is `number` days after 1970-01-01. Source: H. Hinnant, "chrono-compatible low-level date algorithms".
    init(number: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01. Source as above.
    var number: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Monday is 0.
    var weekday: Int { ((number + 3) % 7 + 7) % 7 }

    var quarter: Int { (month + 2) / 3 }

    /// ISO 8601: the week is of the year in which its Thursday lies.
    var week: (year: Int, number: Int) {
        let thursday = CalendarDay(number: number - weekday + 3)
        guard let first = CalendarDay(thursday.year, 1, 1) else { return (thursday.year, 1) }
        return (thursday.year, (thursday.number - first.number) / 7 + 1)
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

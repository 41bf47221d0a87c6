/// A date of the proleptic Gregorian calendar, years 0000 to 9999.
package struct CivilDate: Hashable, Sendable {
    package let year: Int
    /// 1...12.
    package let month: Int
    /// 1...31.
    package let day: Int

    /// Nil when there is no such day.
    package init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.daysInMonth(month, of: year) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Reads `YYYY-MM-DD`; nil for any other text, and when there is no such day.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        guard let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]), let day = Self.number(bytes[8..<10]) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The first day of the month that lies `months` after January of the year 0000.
    package init(firstOfMonth months: Int) { (year, month, day) = (months / 12, months % 12 + 1, 1) }

    /// The date that many days after 1970-01-01. Years are counted from March, so that a leap day is the last of its year.
    package init(daysSince1970 days: Int64) {
        // Day 0 of the count is 0000-03-01; 400 years ("an era") are 146,097 days.
        let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shifted + 2) / 5) + 1
        month = Int(shifted < 10 ? shifted + 3 : shifted - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    }

    package var daysSince1970: Int64 { Self.daysSince1970(year, month, day) }

    /// Days from 1970-01-01 to a day. A day after the month's last one counts on into the next month.
    package static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let (era, yearOfEra) = Int64(month <= 2 ? year - 1 : year).flooredDivision(by: 400)
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Monday is 0. Day 0 of 1970 was a Thursday.
    package static func weekday(ofDay days: Int64) -> Int { Int((days + 3).flooredDivision(by: 7).remainder) }

    /// `YYYY-MM-DD`.
    package var text: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

    /// January first, in three letters.
    package static let englishMonths = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    var isLastOfMonth: Bool { day == Self.daysInMonth(month, of: year) }

    package static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The number with zeros in front.
    package static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var sum = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            sum = sum * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return sum
    }
}

extension Int64 {
    /// The quotient rounded down, and the remainder, which is never negative.
    func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

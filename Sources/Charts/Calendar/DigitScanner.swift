import Notation

/// Reads groups of decimal digits and the signs between them.
struct DigitScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position == bytes.count }

    /// Reads exactly `count` digits; nil if there are fewer.
    mutating func digits(_ count: Int) -> Int? {
        guard bytes.count - position >= count else { return nil }
        var value = 0
        for byte in bytes[position..<position + count] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        position += count
        return value
    }

    /// Skips digits; false if there are none.
    mutating func skipDigits() -> Bool {
        let start = position
        while digits(1) != nil {}
        return position > start
    }

    mutating func accept(_ sign: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: sign) else { return false }
        position += 1
        return true
    }
}

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

    /// The ISO 8601 week, which belongs to the year of its Thursday.
    var week: (year: Int, number: Int) {
        let thursday = CivilDate(number: number - weekday + 3)
        return (thursday.year, (thursday.number - Int(Self.daysSince1970(thursday.year, 1, 1))) / 7 + 1)
    }
}

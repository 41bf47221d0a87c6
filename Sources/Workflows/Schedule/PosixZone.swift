import Notation

/// The rule of a time zone for all future years, in the format of a TZ string (POSIX.1-2024 section 8.3): `CET-1CEST,M3.5.0,M10.5.0/3`.
struct PosixZone: Hashable, Sendable {
    /// A day of the year and a local time on it. Unit of `time`: seconds.
    private struct Change: Hashable {
        enum Day: Hashable {
            /// 1...365, 29 February not counted.
            case julian(Int)
            /// 0...365.
            case ordinal(Int)
            /// Week 5 is the last; weekday 0 is Sunday.
            case weekday(month: Int, week: Int, weekday: Int)
        }
        let day: Day
        let time: Int64
    }

    /// Unit: seconds east of UTC.
    private let standard: Int64
    private let summer: (offset: Int64, from: Change, to: Change)?

    static func == (left: Self, right: Self) -> Bool {
        left.standard == right.standard && left.summer?.offset == right.summer?.offset && left.summer?.from == right.summer?.from
            && left.summer?.to == right.summer?.to
    }

    func hash(into hasher: inout Hasher) { hasher.combine(standard) }

    init(standard: Int64) { (self.standard, summer) = (standard, nil) }

    init?(_ text: String) {
        var reader = Reader(rest: Array(text.utf8)[...])
        guard reader.name(), let standard = reader.time() else { return nil }
        self.standard = -standard
        guard !reader.rest.isEmpty else {
            summer = nil
            return
        }
        guard reader.name() else { return nil }
        let offset = reader.rest.first == UInt8(ascii: ",") ? standard - 3_600 : reader.time()
        guard let offset, let from = reader.change(), let to = reader.change(), reader.rest.isEmpty else { return nil }
        summer = (-offset, from, to)
    }

    func offset(at moment: Int64) -> Int64 {
        guard let summer else { return standard }
        let year = CivilDate(daysSince1970: (moment + standard) / 86_400).year
        let start = Self.moment(of: summer.from, in: year) - standard
        let end = Self.moment(of: summer.to, in: year) - summer.offset
        let isSummer = start < end ? (start..<end).contains(moment) : !(end..<start).contains(moment)
        return isSummer ? summer.offset : standard
    }

    /// The local time of a change. Unit: seconds since 1970.
    private static func moment(of change: Change, in year: Int) -> Int64 {
        let first = CivilDate.daysSince1970(year, 1, 1)
        let day: Int64
        switch change.day {
        case .ordinal(let number): day = first + Int64(number)
        case .julian(let number):
            let isLeap = CivilDate.daysInMonth(2, of: year) == 29
            day = first + Int64(number - 1) + (isLeap && number >= 60 ? 1 : 0)
        case .weekday(let month, let week, let weekday):
            let start = CivilDate.daysSince1970(year, month, 1)
            let distance = (weekday - (CivilDate.weekday(ofDay: start) + 1) % 7 + 7) % 7
            var index = distance + (week - 1) * 7
            while index >= CivilDate.daysInMonth(month, of: year) { index -= 7 }
            day = start + Int64(index)
        }
        return day * 86_400 + change.time
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func take(_ mark: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: mark) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func name() -> Bool {
            if take("<") {
                rest = rest.drop { $0 != UInt8(ascii: ">") }
                return take(">")
            }
            let length = rest.prefix { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }.count
            rest = rest.dropFirst(length)
            return length >= 3
        }

        mutating func number() -> Int64? {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            return Int64(String(decoding: digits, as: UTF8.self))
        }

        /// Unit: seconds.
        mutating func time() -> Int64? {
            let isNegative = take("-")
            if !isNegative { _ = take("+") }
            guard var total = number() else { return nil }
            total *= 3_600
            if take(":") {
                guard let minutes = number() else { return nil }
                total += minutes * 60
                if take(":") {
                    guard let seconds = number() else { return nil }
                    total += seconds
                }
            }
            return isNegative ? -total : total
        }

        mutating func change() -> Change? {
            guard take(",") else { return nil }
            let day: Change.Day
            if take("M") {
                guard let month = number(), (1...12).contains(month), take("."), let week = number(), (1...5).contains(week), take("."),
                    let weekday = number(), (0...6).contains(weekday)
                else { return nil }
                day = .weekday(month: Int(month), week: Int(week), weekday: Int(weekday))
            } else if take("J") {
                guard let number = number(), (1...365).contains(number) else { return nil }
                day = .julian(Int(number))
            } else {
                guard let number = number(), (0...365).contains(number) else { return nil }
                day = .ordinal(Int(number))
            }
            guard take("/") else { return Change(day: day, time: 7_200) }
            return time().map { Change(day: day, time: $0) }
        }
    }
}

import Foundation
import Notation

/// A written point in time: a whole year, quarter, month, week or day, or a time of day.
struct CalendarPoint: Hashable, Sendable {
    let unit: CalendarUnit
    /// Seconds from 1970-01-01 00:00 to the start of the unit, in the local time of the text.
    let seconds: Double

    init(unit: CalendarUnit, seconds: Double) {
        self.unit = unit
        self.seconds = seconds
    }

    init(_ unit: CalendarUnit, _ day: CivilDate) { self.init(unit: unit, seconds: Double(day.number) * 86_400) }

    var day: CivilDate { CivilDate(number: Int((seconds / 86_400).rounded(.down))) }

    /// Seconds since midnight.
    var secondOfDay: Int { Int(seconds - (seconds / 86_400).rounded(.down) * 86_400) }

    /// ISO 8601 with a time of day and no offset, which Vega reads as local time.
    var isoText: String {
        let (day, second) = (day, secondOfDay)
        return "\(CivilDate.padded(day.year, 4))-\(CivilDate.padded(day.month, 2))-\(CivilDate.padded(day.day, 2))T"
            + "\(CivilDate.padded(second / 3_600, 2)):\(CivilDate.padded(second / 60 % 60, 2)):\(CivilDate.padded(second % 60, 2))"
    }
}

/// The precision of a point in time.
enum CalendarUnit: Int, Comparable, Sendable {
    case second, minute, hour, day, week, month, quarter, year

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension CalendarPoint {
    /// Parses `2026`, `2026-Q1`, `2026-W05`, `2026-01`, `2026-01-31`, `2026-01-31 10:20[:30[.5]][Z|+01:00]`, with a space or `T` before the
    /// time.
    init?(_ text: String) {
        guard text.utf8.count <= 40 else { return nil }
        var scanner = DigitScanner(text)
        guard let year = scanner.digits(4) else { return nil }
        let first: CalendarPoint?
        if scanner.isAtEnd {
            first = CivilDate(year, 1, 1).map { CalendarPoint(.year, $0) }
        } else {
            guard scanner.accept("-") else { return nil }
            first = Self.afterYear(year, &scanner)
        }
        guard let first, scanner.isAtEnd else { return nil }
        self = first
    }

    private static func afterYear(_ year: Int, _ scanner: inout DigitScanner) -> CalendarPoint? {
        if scanner.accept("Q") {
            guard let quarter = scanner.digits(1) else { return nil }
            return CivilDate(year, quarter * 3 - 2, 1).map { CalendarPoint(.quarter, $0) }
        }
        if scanner.accept("W") {
            guard let week = scanner.digits(2), week <= 53, let fourth = CivilDate(year, 1, 4) else { return nil }
            return CalendarPoint(.week, CivilDate(number: fourth.number - fourth.weekday + (week - 1) * 7))
        }
        guard let month = scanner.digits(2) else { return nil }
        if scanner.isAtEnd { return CivilDate(year, month, 1).map { CalendarPoint(.month, $0) } }
        guard scanner.accept("-"), let number = scanner.digits(2), let day = CivilDate(year, month, number) else { return nil }
        if scanner.isAtEnd { return CalendarPoint(.day, day) }
        guard scanner.accept("T") || scanner.accept(" ") else { return nil }
        return time(of: day, &scanner)
    }

    private static func time(of day: CivilDate, _ scanner: inout DigitScanner) -> CalendarPoint? {
        guard let hour = scanner.digits(2), scanner.accept(":"), let minute = scanner.digits(2), hour < 24, minute < 60 else { return nil }
        var second = 0
        if scanner.accept(":") {
            guard let seconds = scanner.digits(2), seconds <= 60 else { return nil }
            second = seconds
            if scanner.accept(".") { guard scanner.skipDigits() else { return nil } }
        }
        if !scanner.accept("Z"), scanner.accept("+") || scanner.accept("-") {
            guard scanner.digits(2) != nil else { return nil }
            if !scanner.isAtEnd { guard scanner.accept(":"), scanner.digits(2) != nil else { return nil } }
        }
        let seconds = day.number * 86_400 + hour * 3_600 + minute * 60 + second
        return CalendarPoint(unit: second > 0 ? .second : .minute, seconds: Double(seconds))
    }
}

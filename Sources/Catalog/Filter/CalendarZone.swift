import Foundation
package import Notation
import SQL
package import SQLSyntax

/// A time zone, by its offset from UTC (`+08:00`) or by its IANA name (`Europe/Vienna`).
package struct CalendarZone: Hashable, Sendable {
    /// Seconds east of UTC; nil if the offset varies during the year.
    package let fixedOffset: Int?
    /// As it was written.
    package let name: String
    private let zone: TimeZone

    package static let utc = CalendarZone(name: "UTC", zone: .gmt, fixedOffset: 0)

    private init(name: String, zone: TimeZone, fixedOffset: Int?) {
        (self.name, self.zone, self.fixedOffset) = (name, zone, fixedOffset)
    }

    /// - Parameter text: `Z`, `UTC`, `+08:00`, `-0530`, or a name in the IANA database; nil for anything else.
    package init?(_ text: String) {
        if ["Z", "UTC", "GMT"].contains(text) {
            self = .utc
        } else if let seconds = Self.offset(text), let zone = TimeZone(secondsFromGMT: seconds) {
            self.init(name: text, zone: zone, fixedOffset: seconds)
        } else {
            // Only listed names: the system would look for other names as files.
            guard text.utf8.count <= 64, TimeZone.knownTimeZoneIdentifiers.contains(text), let zone = TimeZone(identifier: text) else { return nil }
            self.init(name: text, zone: zone, fixedOffset: nil)
        }
    }

    /// At most 18 hours, as in ISO 8601 and all engines.
    private static func offset(_ text: String) -> Int? {
        guard let sign = ["+": 1, "-": -1][text.prefix(1)] else { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        let isSpelled = text.dropFirst().utf8.count == 5 ? text.dropFirst(3).first == ":" : digits.utf8.count == text.utf8.count - 1
        guard isSpelled, digits.utf8.count == 4, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
            number % 100 < 60, number <= 1_800
        else { return nil }
        return sign * (number / 100 * 3_600 + number % 100 * 60)
    }

    /// The local time of the zone, represented as a UTC time.
    func local(_ moment: Timestamp) -> Timestamp { Timestamp(microseconds: moment.microseconds + offset(at: moment.microseconds)) }

    /// The first moment of a day.
    /// - Parameter day: `YYYY-MM-DD`.
    func start(of day: String) -> Timestamp? {
        guard let wanted = TimeText.microseconds(of: day) else { return nil }
        // Uses the offset at an approximate time first, then the offset at the time found, because the clocks may change in between.
        let about = wanted - offset(at: wanted)
        return Timestamp(microseconds: wanted - offset(at: about))
    }

    /// Unit: microseconds.
    private func offset(at moment: Int64) -> Int64 {
        if let fixedOffset { return Int64(fixedOffset) * 1_000_000 }
        return Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment) / 1_000_000))) * 1_000_000
    }
}

/// The calendar of a filter: the time of the call, and the time zone.
package struct FilterCalendar: Sendable {
    /// Nil for a stored filter, which would fix the day.
    let now: Timestamp?
    let zone: CalendarZone
    /// Decides which columns have times without a zone; nil if days are in UTC.
    let dialect: Dialect?

    package init(now: Timestamp? = nil, zone: CalendarZone = .utc, dialect: Dialect? = nil) {
        (self.now, self.zone, self.dialect) = (now, zone, dialect)
    }

    /// The time of the call as local time of the zone.
    var today: Timestamp? { now.map(zone.local) }

    /// The first moment of a day, as a value of the field.
    func start(of day: String, _ field: Field) -> String {
        // A column without a zone holds local times.
        let isLocal = dialect.map { field.hasNoZone(in: $0) } ?? true
        guard field.type == .timestamp, zone != .utc, !isLocal, let moment = zone.start(of: day) else { return day }
        return moment.rfc3339
    }
}

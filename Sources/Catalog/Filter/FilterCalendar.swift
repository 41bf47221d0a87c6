package import Notation
import SQL
package import SQLSyntax

/// What days mean in a filter: the time of the call, and the time zone.
package struct FilterCalendar: Sendable {
    /// Nil for a filter that is kept, since it would keep the day too.
    let now: Timestamp?
    let zone: CalendarZone
    /// How columns of times without a zone are recognized; nil where days are in UTC.
    let dialect: Dialect?

    package init(now: Timestamp? = nil, zone: CalendarZone = .utc, dialect: Dialect? = nil) {
        (self.now, self.zone, self.dialect) = (now, zone, dialect)
    }

    /// The moment of the call as clocks of the zone show it.
    var today: Timestamp? { now.map(zone.local) }

    /// The first moment of a day, as a value of the field.
    func start(of day: String, _ field: Field) -> String {
        // A column without a zone shows what clocks show.
        let isLocal = dialect.map { field.hasNoZone(in: $0) } ?? true
        guard field.type == .timestamp, zone != .utc, !isLocal, let moment = zone.start(of: day) else { return day }
        return moment.rfc3339
    }
}

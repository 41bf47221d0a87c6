import Notation

/// The times of a series, parsed from rows: days, weeks, months, quarters or years.
package struct TimePoints: Hashable, Sendable {
    package let unit: TimeUnit
    /// In the order of the rows. Months, quarters, years and days are counted from an origin; weeks are the days of their Mondays.
    private let ordinals: [Int]

    /// - Returns: nil if the texts are not times of one unit.
    package init?(_ texts: [String]) {
        let read = texts.map(Self.read)
        guard let first = read.first.flatMap({ $0 })?.unit, read.allSatisfy({ $0?.unit == first }) else { return nil }
        let found = read.compactMap { $0?.ordinal }
        let isWeekly = first == .day && found.count > 2 && zip(found, found.dropFirst()).allSatisfy { ($1 - $0) % 7 == 0 && $1 > $0 }
        unit = isWeekly ? .week : first
        ordinals = found
    }

    private static func read(_ text: String) -> (unit: TimeUnit, ordinal: Int)? {
        let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
        guard let year = parts.first.flatMap({ $0.count == 4 ? Int($0) : nil }), (1...9999).contains(year) else { return nil }
        switch parts.count {
        case 1: return text.count == 4 ? (.year, year) : nil
        case 2:
            if parts[1].hasPrefix("Q"), let quarter = Int(parts[1].dropFirst()), (1...4).contains(quarter) {
                return (.quarter, year * 4 + quarter - 1)
            }
            guard text.count == 7, let month = Int(parts[1]), (1...12).contains(month) else { return nil }
            return (.month, year * 12 + month - 1)
        default: return CalendarDay(String(text.prefix(10))).map { (.day, $0.ordinal) }
        }
    }

    private var step: Int { unit == .week ? 7 : 1 }

    /// The indices of the rows in chronological order.
    /// - Throws: ``SeriesProblem`` if a time is missing or occurs twice.
    package func order() throws(SeriesProblem) -> [Int] {
        let order = ordinals.indices.sorted { ordinals[$0] < ordinals[$1] }
        for (before, after) in zip(order, order.dropFirst()) where ordinals[after] - ordinals[before] != step {
            guard ordinals[after] != ordinals[before] else {
                throw .twice(text(ordinals[after]), unit)
            }
            throw .missing(text(ordinals[before] + step), unit)
        }
        return order
    }

    /// The times after the last one.
    package func next(_ count: Int) -> [String] {
        let last = ordinals.max() ?? 0
        return (1...max(1, count)).map { text(last + $0 * step) }
    }

    /// The number of steps after which a yearly or weekly pattern repeats. Nil if there is none.
    package var season: Int? {
        switch unit {
        case .day: 7
        case .week: 52
        case .month: 12
        case .quarter: 4
        case .year, .weekday, .hour: nil
        }
    }

    private func text(_ ordinal: Int) -> String {
        switch unit {
        case .year: CivilDate.padded(ordinal, 4)
        case .quarter: "\(CivilDate.padded(ordinal / 4, 4))-Q\(ordinal % 4 + 1)"
        case .month: "\(CivilDate.padded(ordinal / 12, 4))-\(CivilDate.padded(ordinal % 12 + 1, 2))"
        case .day, .week, .weekday, .hour: CalendarDay(ordinal: ordinal).text
        }
    }
}

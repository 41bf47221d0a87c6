import SQL
import Store

/// UUIDs on SQLite, which stores them as text in upper or lower case.
extension OperandWriter {
    /// Compares identifiers for equality without regard to case (RFC 9562 section 4). An index on the column serves the usual spellings:
    /// all lower case, as the server writes them, all upper case, and as given. Exclusion applies to any spelling.
    /// - Returns: nil for another kind of comparison.
    func identifiers(_ comparison: Comparison, _ field: Field, _ column: Statement) throws(CatalogError) -> Statement? {
        guard field.type == .uuid, !comparison.operands.isEmpty else { return nil }
        var given: [String] = []
        for operand in comparison.operands {
            guard case .text(let text) = try coerced(operand, field) else { return nil }
            given.append(text)
        }
        switch comparison {
        case .equal, .oneOf:
            let spelled = Set(given + given.map { $0.lowercased() } + given.map { $0.uppercased() }).sorted()
            return "\(column) IN (\(Statement.joined(spelled.map { "\($0)" }, by: ", ")))"
        case .notEqual, .noneOf:
            return "((NOT \(column) COLLATE NOCASE IN (\(Statement.joined(given.map { "\($0)" }, by: ", ")))) OR \(column) IS NULL)"
        default: return nil
        }
    }
}

/// Times on SQLite, which are text in several formats: `2026-01-01 10:00:00`, `2026-01-01T12:00:00.5+02:00`.
extension OperandWriter {
    /// Compares times by the time that their text means. A comparison of the text itself, wide enough for any format and zone, is added so
    /// that an index on the column can be used.
    /// - Returns: nil for another kind of comparison, and for dates with dates, whose text order is correct.
    func moments(_ comparison: Comparison, _ field: Field, _ column: Statement) throws(CatalogError) -> Statement? {
        guard field.type == .timestamp || field.type == .date || field.type == .time else { return nil }
        var moments: [Int64] = []
        var areDates = true
        for operand in comparison.operands {
            guard case .text(let text) = try coerced(operand, field) else { return nil }
            guard let moment = TimeText.microseconds(of: text) else {
                throw invalid("filter: field '\(field.name)' expects \(field.type.expectation)")
            }
            moments.append(moment)
            areDates = areDates && DatabaseText.isDate(text)
        }
        guard let least = moments.min(), let most = moments.max(), !(areDates && field.type == .date) else { return nil }
        let hasDay = field.type != .time
        let from = hasDay ? Self.dayBefore(least).map { "\(column) >= \($0)" as Statement } : nil
        let until = hasDay ? Self.dayAfterNext(most).map { "\(column) < \($0)" as Statement } : nil
        let instant = SQLiteInstant.of(column)
        let listed = Statement.joined(moments.map { "\($0)" }, by: ", ")
        switch comparison {
        case .equal: return Self.all([from, until, "\(instant) = \(least)"])
        case .less: return Self.all([until, "\(instant) < \(most)"])
        case .lessOrEqual: return Self.all([until, "\(instant) <= \(most)"])
        case .greater: return Self.all([from, "\(instant) > \(least)"])
        case .greaterOrEqual: return Self.all([from, "\(instant) >= \(least)"])
        case .between: return Self.all([from, until, "\(instant) BETWEEN \(moments[0]) AND \(moments[1])"])
        case .oneOf: return Self.all([from, until, "\(instant) IN (\(listed))"])
        // Also true for null, and for text that is not a time.
        case .notEqual: return "(\(instant) IS NOT \(least))"
        case .noneOf: return "((\(instant) IN (\(listed))) IS NOT TRUE)"
        default: return nil
        }
    }

    private static func all(_ conditions: [Statement?]) -> Statement { "(\(Statement.joined(conditions.compactMap(\.self), by: " AND ")))" }

    private static let day: Int64 = 86_400_000_000

    /// The day before the UTC day of a time: in no zone does the text of the time begin with an earlier day.
    private static func dayBefore(_ moment: Int64) -> String? { date(moment - day) }

    /// The second day after the UTC day of a time: in no zone does the text of the time begin with it or a later day.
    private static func dayAfterNext(_ moment: Int64) -> String? { date(moment + 2 * day) }

    /// Nil outside the years that the text format supports.
    private static func date(_ moment: Int64) -> String? {
        guard moment > Timestamp.earliest.microseconds, moment < Timestamp.latest.microseconds else { return nil }
        return String(Timestamp(microseconds: moment).rfc3339.prefix(10))
    }
}

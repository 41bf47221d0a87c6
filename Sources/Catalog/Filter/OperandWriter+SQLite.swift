import SQL
import Store

/// UUIDs on SQLite, which stores them as text in upper or lower case.
extension OperandWriter {
    /// Comparisons for equality, of identifiers in either case (RFC 9562 section 4). An index on the column is of use for the spellings that occur:
    /// all lower case, as the server writes them, all upper case, and as it is given. A row that is to be excluded is excluded in any spelling.
    /// - Returns: nil for a comparison of another kind.
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

/// Times on SQLite, which are texts of many spellings: `2026-01-01 10:00:00`, `2026-01-01T12:00:00.5+02:00`.
extension OperandWriter {
    /// Comparisons of times by the moment that their text means. A bound on the text itself stands beside, as wide as any spelling and zone needs, so
    /// that an index on the column is of use.
    /// - Returns: nil for a comparison of another kind, and of dates with dates, whose order as text is right.
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
        // True also for null, and for text that is not a time.
        case .notEqual: return "(\(instant) IS NOT \(least))"
        case .noneOf: return "((\(instant) IN (\(listed))) IS NOT TRUE)"
        default: return nil
        }
    }

    private static func all(_ conditions: [Statement?]) -> Statement { "(\(Statement.joined(conditions.compactMap(\.self), by: " AND ")))" }

    private static let day: Int64 = 86_400_000_000

    /// The day before a moment's own in UTC: in no zone does the moment's text begin with an earlier one.
    private static func dayBefore(_ moment: Int64) -> String? { date(moment - day) }

    /// The day after the next, which the text begins with in no zone.
    private static func dayAfterNext(_ moment: Int64) -> String? { date(moment + 2 * day) }

    /// Nil outside the years that a text can have.
    private static func date(_ moment: Int64) -> String? {
        guard moment > Timestamp.earliest.microseconds, moment < Timestamp.latest.microseconds else { return nil }
        return String(Timestamp(microseconds: moment).rfc3339.prefix(10))
    }
}

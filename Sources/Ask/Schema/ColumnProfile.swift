package import SQL

/// Statistics about a sample of a column's values.
package struct ColumnProfile: Hashable, Sendable {
    /// The kind of the values, whatever the column's type is.
    package enum Kind: Hashable, Sendable, CaseIterable {
        case number, date, text, flag, other
    }

    package var kind: Kind
    /// Whether numbers or dates are stored as text.
    package var isStoredAsText: Bool
    package var distinctValues: Int
    /// Whether all values are distinct and none is missing.
    package var isUnique: Bool
    package var hasNulls: Bool
    /// Whether all values are four-digit years in a plausible range.
    package var holdsYears: Bool
    package var minimum: Double?
    package var maximum: Double?
    /// The newest day. Only for dates.
    package var lastDay: CalendarDay?
    /// A few values of booleans and codes.
    package var samples: [String]

    package init(kind: Kind) {
        self.kind = kind
        isStoredAsText = false
        distinctValues = 0
        isUnique = false
        hasNulls = false
        holdsYears = false
        samples = []
    }

    /// - Parameters:
    ///   - values: the distinct values that were read, as text.
    ///   - distinct: number of distinct values.
    ///   - rows: number of rows in the table.
    ///   - nulls: number of rows without a value.
    package init(_ values: [String], of distinct: Int, type: ColumnType, rows: Int, nulls: Int) {
        let numbers = values.compactMap { Double($0) }
        let areNumbers = !values.isEmpty && numbers.count == values.count
        let areDates = !values.isEmpty && values.allSatisfy(Self.isDate)
        let isText = type == .text || type == .other
        switch type {
        case .boolean: kind = .flag
        case .integer, .decimal, .double:
            // Engines without strict types may store a few texts in a numeric column.
            let mostlyNumbers = numbers.count * 10 >= values.count * 9
            kind = mostlyNumbers || values.isEmpty ? .number : areDates ? .date : .text
        case .date, .timestamp: kind = .date
        case .text, .other, .uuid, .time: kind = areDates ? .date : areNumbers ? .number : .text
        case .json, .blob: kind = .other
        }
        isStoredAsText = isText && kind != .text
        distinctValues = distinct
        isUnique = nulls == 0 && rows > 0 && distinct >= rows
        hasNulls = nulls > 0
        holdsYears = areNumbers && numbers.allSatisfy { $0 >= 1000 && $0 <= 2100 && $0 == $0.rounded() }
        minimum = numbers.min()
        maximum = numbers.max()
        samples = values.count <= 12 ? values : Array(values.prefix(3))
    }

    /// The spellings of yes and no in a column that contains only these.
    package var yesAndNo: (yes: String, no: String)? {
        guard kind == .text || kind == .number, !samples.isEmpty, distinctValues == samples.count, distinctValues <= 2 else { return nil }
        let values = Set(samples.map { $0.lowercased() })
        guard let pair = Self.pairs.first(where: { values.isSubset(of: [$0.0, $0.1]) }) else { return nil }
        func spelled(_ word: String) -> String { samples.first { $0.lowercased() == word } ?? word }
        return (spelled(pair.0), spelled(pair.1))
    }

    private static let pairs = [("y", "n"), ("yes", "no"), ("t", "f"), ("true", "false"), ("1", "0")]

    /// Whether a text is a date, `2024-03-01`, with or without a time.
    static func isDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count >= 10 else { return false }
        return bytes.prefix(10).enumerated().allSatisfy { index, byte in index == 4 || index == 7 ? byte == 0x2D : byte >= 0x30 && byte <= 0x39 }
            && (bytes.count == 10 || bytes[10] == 0x20 || bytes[10] == 0x54)
    }
}

import SQL
import Store

/// Comparisons on MySQL and MariaDB that need more than plain values.
extension OperandWriter {
    /// Compares text by its UTF-8 bytes: most collations of these engines ignore case, accents and trailing spaces, which a row filter must
    /// not do. The plain comparison for equality is added, because it can use an index.
    /// - Returns: nil for another kind of comparison.
    func exactly(_ comparison: Comparison, _ field: Field, _ column: Statement) throws(CatalogError) -> Statement? {
        let bytes = Self.bytes(of: column)
        switch comparison {
        case .equal(let one):
            let value = try value(one, field)
            return "(\(column) = \(value) AND \(bytes) = \(Self.bytes(of: value)))"
        case .notEqual(let one): return "(\(bytes) <> \(Self.bytes(of: try value(one, field))) OR \(column) IS NULL)"
        case .oneOf(let list) where !list.isEmpty:
            return "(\(column) IN (\(try values(list, field))) AND \(bytes) IN (\(try listed(list, field))))"
        case .noneOf(let list) where !list.isEmpty: return "(\(bytes) NOT IN (\(try listed(list, field))) OR \(column) IS NULL)"
        case .less(let one): return "\(bytes) < \(Self.bytes(of: try value(one, field)))"
        case .lessOrEqual(let one): return "\(bytes) <= \(Self.bytes(of: try value(one, field)))"
        case .greater(let one): return "\(bytes) > \(Self.bytes(of: try value(one, field)))"
        case .greaterOrEqual(let one): return "\(bytes) >= \(Self.bytes(of: try value(one, field)))"
        case .between(let low, let high):
            return "(\(bytes) BETWEEN \(Self.bytes(of: try value(low, field))) AND \(Self.bytes(of: try value(high, field))))"
        case .isEmpty: return "(\(column) IS NULL OR \(bytes) = '')"
        case .isNotEmpty: return "(\(column) IS NOT NULL AND \(bytes) <> '')"
        default: return nil
        }
    }

    private func listed(_ list: [Operand], _ field: Field) throws(CatalogError) -> Statement {
        var out: [Statement] = []
        for operand in list { out.append(Self.bytes(of: try value(operand, field))) }
        return Statement.joined(out, by: ", ")
    }

    private static func bytes(of text: Statement) -> Statement { "CAST(CONVERT(\(text) USING utf8mb4) AS BINARY)" }

    func mySQL(_ value: SQLValue, _ field: Field) throws(CatalogError) -> Statement {
        switch (field.type, value) {
        case (.date, .text(let text)) where DatabaseText.isDate(text): return "CAST(\(value) AS DATE)"
        case (.date, .text(let text)), (.timestamp, .text(let text)): return Self.instant(text)
        case (.time, .text): return "CAST(\(value) AS TIME(6))"
        case (.date, _), (.timestamp, _), (.time, _): throw invalid("filter: field '\(field.name)' expects \(field.type.expectation)")
        default: return "\(value)"
        }
    }

    /// A time in UTC, as the driver's sessions and columns without a zone use it. A time without a zone means UTC.
    private static func instant(_ text: String) -> Statement {
        let time = Timestamp(microseconds: TimeText.microseconds(of: text) ?? 0).rfc3339
        return "CAST(\("\(time.prefix(10)) \(time.dropFirst(11).dropLast())") AS DATETIME(6))"
    }
}

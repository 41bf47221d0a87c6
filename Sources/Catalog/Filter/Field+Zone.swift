import SQL
package import SQLSyntax

extension Field {
    /// Whether the column holds a date and a time of day without a zone: PostgreSQL's `timestamp`, MySQL's `DATETIME`. Such a value names no moment.
    ///
    /// SQLite keeps times as text with or without a zone: there the definition of the field says which.
    package func hasNoZone(in dialect: Dialect) -> Bool {
        guard type == .timestamp else { return false }
        return switch dialect {
        case .sqlite: definition?.type == .datetimeNoTz
        case .postgresql: declaredType.contains("without time zone")
        case .mysql: declaredType.hasPrefix("datetime")
        }
    }
}

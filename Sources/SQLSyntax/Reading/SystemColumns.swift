/// Columns that an engine adds to every table without listing them.
enum SystemColumns {
    /// Whether a table of the database may have such a column beside those that the query may see. The engine finds it before the title of an item.
    static func isHidden(_ name: SQLName, in dialect: Dialect) -> Bool {
        switch dialect {
        case .sqlite: false
        case .postgresql: postgreSQL.contains(name)
        case .mysql: mySQL.contains(name.key(in: dialect))
        }
    }

    /// Whether the name is SQLite's number of a row, which reveals nothing but the order of rows, in a table that the caller sees completely.
    static func isRowNumber(_ name: SQLName, in dialect: Dialect) -> Bool {
        dialect == .sqlite && rowNumbers.contains { $0.isSame(as: name, in: .sqlite) }
    }

    /// PostgreSQL 15, section 5.5.
    private static let postgreSQL: Set<SQLName> = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid", "oid"]
    /// Of system-versioned tables of MariaDB.
    private static let mySQL = Set((["row_start", "row_end"] as [SQLName]).map { $0.key(in: .mysql) })
    private static let rowNumbers: [SQLName] = ["rowid", "oid", "_rowid_"]
}

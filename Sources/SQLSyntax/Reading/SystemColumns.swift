/// Columns that an engine adds to every table without listing them.
enum SystemColumns {
    /// Whether a database table may have such a column besides those that the query may see. The engine prefers it to the title of an item.
    static func isHidden(_ name: SQLName, in dialect: Dialect) -> Bool {
        switch dialect {
        case .sqlite: false
        case .postgresql: postgreSQL.contains(name)
        case .mysql: mySQL.contains(name.key(in: dialect))
        }
    }

    /// Whether the name is SQLite's row number. In a table that the caller sees completely it reveals only the order of rows.
    static func isRowNumber(_ name: SQLName, in dialect: Dialect) -> Bool {
        dialect == .sqlite && rowNumbers.contains { $0.isSame(as: name, in: .sqlite) }
    }

    /// PostgreSQL 15, section 5.5.
    private static let postgreSQL: Set<SQLName> = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid", "oid"]
    /// Columns of MariaDB's system-versioned tables.
    private static let mySQL = Set((["row_start", "row_end"] as [SQLName]).map { $0.key(in: .mysql) })
    private static let rowNumbers: [SQLName] = ["rowid", "oid", "_rowid_"]
}

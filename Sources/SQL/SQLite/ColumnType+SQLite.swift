extension ColumnType {
    /// The type of a column with this declaration; nil where the declaration implies none.
    ///
    /// Common type names take precedence over SQLite's rules of affinity (datatype3.html section 3.1).
    package init?(declaredInSQLite declared: String) {
        let upper = declared.uppercased()
        let base = upper.prefix { $0 != "(" && $0 != " " }
        switch base {
        case "": return nil
        case "BOOLEAN", "BOOL": self = .boolean
        case "DATE": self = .date
        case "TIME": self = .time
        case "DATETIME", "TIMESTAMP", "TIMESTAMPTZ": self = .timestamp
        case "DECIMAL", "NUMERIC", "NUMBER", "MONEY": self = .decimal
        case "JSON", "JSONB": self = .json
        case "UUID", "GUID", "UNIQUEIDENTIFIER": self = .uuid
        case "ANY": return nil
        default:
            if upper.contains("INT") {
                self = .integer
            } else if upper.contains("CHAR") || upper.contains("CLOB") || upper.contains("TEXT") {
                self = .text
            } else if upper.contains("BLOB") || upper.contains("BINARY") {
                self = .blob
            } else if upper.contains("REAL") || upper.contains("FLOA") || upper.contains("DOUB") {
                self = .double
            } else {
                return nil
            }
        }
    }
}

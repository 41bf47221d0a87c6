import SQLSyntax

/// Schema facts that a guarded connection caches, so that the cost of a statement does not depend on the number of tables.
struct SQLiteSchemaNames {
    /// Counts the changes of the schema (pragma.html, `schema_version`).
    let version: Int64
    /// Lower-case names of the views.
    let views: Set<String>
    /// The table of each root page, which is the table's own or that of an index.
    let owners: [Int64: String]

    /// The names in the connection's snapshot: the known ones, or new ones if the schema has changed.
    static func current(_ known: SQLiteSchemaNames?, on connection: SQLiteConnection) throws -> SQLiteSchemaNames {
        let version = try connection.first("PRAGMA main.schema_version") { $0.int(0) ?? 0 } ?? 0
        if let known, known.version == version { return known }
        var views: Set<String> = []
        var owners: [Int64: String] = [:]
        for (type, table, page) in try connection.catalog(
            "SELECT type, tbl_name, rootpage FROM main.sqlite_schema", { ($0.text("type"), $0.text("tbl_name"), $0.int("rootpage")) })
        {
            guard let table else { continue }
            if type == "view" { views.insert(table.asciiLowercased) }
            // Views and virtual tables have no root page.
            if let page, page > 0 { owners[page] = table }
        }
        return SQLiteSchemaNames(version: version, views: views, owners: owners)
    }
}

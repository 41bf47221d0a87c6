import SQLSyntax

/// What a guarded connection remembers of a schema, so that a statement costs the same whatever number of tables there is.
struct SQLiteSchemaNames {
    /// Counts the changes of the schema (pragma.html, `schema_version`).
    let version: Int64
    /// Lower-case names of the views.
    let views: Set<String>
    /// The table to which a root page belongs, as its own or as that of an index.
    let owners: [Int64: String]

    /// Those of the snapshot that the connection has: the ones that are known, or read again after a change of the schema.
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
            // Views and virtual tables have none.
            if let page, page > 0 { owners[page] = table }
        }
        return SQLiteSchemaNames(version: version, views: views, owners: owners)
    }
}

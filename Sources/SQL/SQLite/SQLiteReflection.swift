import SQLSyntax

/// Reads the schema of a SQLite file through its own PRAGMAs.
struct SQLiteReflection {
    let connection: SQLiteConnection

    /// Tables and views, without SQLite's own tables and the shadow tables of virtual ones. A view that cannot be compiled is omitted.
    func tables() throws -> [TableSchema] {
        let listed = try connection.catalog("PRAGMA main.table_list") { row in
            (name: row.name("name"), type: row.name("type"), lacksRowID: row.int("wr") == 1)
        }
        let estimates = try statistics()
        var tables: [TableSchema] = []
        var keys: [String: [SQLiteForeignKey]] = [:]
        for entry in listed where entry.type != "shadow" && !entry.name.asciiLowercased.hasPrefix("sqlite_") {
            // A virtual table can show the content of other tables, as FTS5 does.
            let kind: TableSchema.Kind = ["view", "virtual"].contains(entry.type) ? .view : .table
            do {
                var table = try columns(entry.name, kind, hasRowID: entry.type == "table" && !entry.lacksRowID)
                if kind == .table {
                    keys[entry.name] = try foreignKeys(entry.name)
                    table.uniqueKeys = try uniqueKeys(entry.name)
                    let highest = try estimates[entry.name] ?? highestRowID(entry.name, hasRowID: !entry.lacksRowID && entry.type == "table")
                    table.estimatedRows = try highest.map { try counted(entry.name, above: $0) }
                }
                tables.append(table)
            } catch let error as DatabaseError where error.code == .invalid && entry.type != "table" {
                continue
            }
        }
        tables.sort { ($0.schema, $0.name) < ($1.schema, $1.name) }
        return resolved(tables, keys)
    }

    private func columns(_ name: String, _ kind: TableSchema.Kind, hasRowID: Bool) throws -> TableSchema {
        var keys: [(ordinal: Int64, column: String)] = []
        var columns: [ColumnSchema] = try connection.catalog("PRAGMA main.table_xinfo(\(Identifier(name)))") { row in
            let hidden = row.int("hidden") ?? 0
            // 1 marks a hidden column of a virtual table; 2 and 3 mark generated columns.
            guard hidden != 1, let column = row.text("name") else { return nil }
            let declared = row.name("type")
            let ordinal = row.int("pk") ?? 0
            if ordinal > 0 { keys.append((ordinal, column)) }
            return ColumnSchema(
                name: column, type: ColumnType(declaredInSQLite: declared) ?? .other, declaredType: declared,
                isNullable: row.int("notnull") == 0 && ordinal == 0, hasDefault: !row.isNull("dflt_value"), defaultText: row.text("dflt_value"),
                isGenerated: hidden > 1)
        }.compactMap(\.self)
        let sql = try connection.first("SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = \(name)") { $0.text(0) } ?? nil
        let text = GenerationText(dialect: .sqlite, columns: columns.map(\.name))
        for index in columns.indices where columns[index].isGenerated {
            columns[index].sourceColumns = sql.flatMap { text.sourceColumns(ofColumn: columns[index].name, inTable: $0) }
        }
        let checks = (sql.map(text.checks(inTable:)) ?? []).map { check in
            CheckConstraint(
                name: check.name ?? check.expression, expression: check.expression, columns: text.sourceColumns(of: check.expression).map(Set.init))
        }
        let primaryKey = keys.sorted { $0.ordinal < $1.ordinal }.map(\.column)
        // INTEGER PRIMARY KEY is the row id, which SQLite generates when none is given (lang_createtable.html section 5).
        if hasRowID, primaryKey.count == 1, let index = columns.firstIndex(where: { $0.name == primaryKey[0] }),
            columns[index].declaredType.uppercased() == "INTEGER"
        {
            columns[index].hasDefault = true
        }
        return TableSchema(schema: "main", name: name, kind: kind, columns: columns, primaryKey: primaryKey, checks: checks)
    }

    private func foreignKeys(_ name: String) throws -> [SQLiteForeignKey] {
        let rows = try connection.catalog("PRAGMA main.foreign_key_list(\(Identifier(name)))") { row in
            (
                id: row.int("id") ?? 0, ordinal: row.int("seq") ?? 0, table: row.name("table"), from: row.name("from"), to: row.text("to"),
                onUpdate: ReferentialAction(sql: row.name("on_update")), onDelete: ReferentialAction(sql: row.name("on_delete"))
            )
        }
        return Dictionary(grouping: rows, by: \.id).sorted { $0.key < $1.key }.map { _, parts in
            let parts = parts.sorted { $0.ordinal < $1.ordinal }
            return SQLiteForeignKey(
                key: ForeignKey(
                    columns: parts.map(\.from), referencedSchema: "main", referencedTable: parts[0].table, referencedColumns: parts.compactMap(\.to)),
                onDelete: parts[0].onDelete, onUpdate: parts[0].onUpdate)
        }
    }

    /// Completes foreign keys without columns by the primary key of the referenced table, and adds dependents to the referenced tables.
    private func resolved(_ tables: [TableSchema], _ keys: [String: [SQLiteForeignKey]]) -> [TableSchema] {
        var tables = tables
        let places = Dictionary(tables.indices.map { (tables[$0].name.asciiLowercased, $0) }) { first, _ in first }
        for index in tables.indices {
            for var found in keys[tables[index].name] ?? [] {
                if let target = places[found.key.referencedTable.asciiLowercased] {
                    found.key.referencedTable = tables[target].name
                    if found.key.referencedColumns.isEmpty { found.key.referencedColumns = tables[target].primaryKey }
                    if let dependent = found.dependent(of: tables[index]) { tables[target].dependents.append(dependent) }
                }
                tables[index].foreignKeys.append(found.key)
            }
        }
        return tables
    }

    private func uniqueKeys(_ name: String) throws -> [[String]] {
        let indexes = try connection.catalog("PRAGMA main.index_list(\(Identifier(name)))") { row in
            (name: row.name("name"), isUnique: row.int("unique") == 1, origin: row.name("origin"), isPartial: row.int("partial") == 1)
        }
        return try indexes.filter { $0.isUnique && !$0.isPartial && $0.origin != "pk" }.compactMap { index in
            let columns = try connection.catalog("PRAGMA main.index_info(\(Identifier(index.name)))") { $0.text("name") }
            // A column without a name is an expression.
            return columns.contains(nil) ? nil : columns.compactMap(\.self)
        }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Estimated row counts by table, from the last ANALYZE (fileformat2.html section 2.6.3).
    private func statistics() throws -> [String: Int64] {
        guard try connection.first("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'", { _ in true }) == true else { return [:] }
        let rows = try connection.catalog("SELECT tbl, stat FROM sqlite_stat1") { ($0.name("tbl"), $0.name("stat")) }
        return Dictionary(rows.compactMap { name, text in Int64(text.prefix { $0 != " " }).map { (name, $0) } }, uniquingKeysWith: max)
    }

    /// Rows up to which estimates are not checked. Larger ones can result from one row with a high id or from deleted rows.
    private static let countedRows: Int64 = 300_000

    /// The estimate, or the exact number of rows if it is at most ``countedRows`` although the estimate is larger.
    private func counted(_ name: String, above guess: Int64) throws -> Int64 {
        guard guess > Self.countedRows else { return guess }
        let some: Statement = "SELECT 1 FROM main.\(Identifier(name)) LIMIT \(Self.countedRows + 1)"
        let count = try connection.first("SELECT count(*) FROM (\(some))") { $0.int(0) ?? 0 } ?? 0
        return count > Self.countedRows ? guess : count
    }

    /// The highest row id, found by one search in the tree. It is at least the number of rows if no id was ever set by hand.
    private func highestRowID(_ name: String, hasRowID: Bool) throws -> Int64? {
        guard hasRowID else { return nil }
        return try connection.first("SELECT max(_rowid_) FROM main.\(Identifier(name))") { $0.int(0) ?? 0 }
    }
}

/// A foreign key with its actions.
private struct SQLiteForeignKey {
    var key: ForeignKey
    let onDelete: ReferentialAction
    let onUpdate: ReferentialAction

    /// Nil when the engine never changes rows through the key.
    func dependent(of table: TableSchema) -> DependentTable? {
        guard onDelete != .refuse || onUpdate != .refuse else { return nil }
        return DependentTable(
            schema: table.schema, table: table.name, columns: key.columns, referencedColumns: key.referencedColumns, onDelete: onDelete,
            onUpdate: onUpdate)
    }
}

extension SQLiteDatabase {
    package func reflect(_ bounds: CallBounds) async throws -> DatabaseSchema {
        try await onReader(bounds) { connection in
            try connection.inSnapshot { DatabaseSchema(tables: try SQLiteReflection(connection: $0).tables(), defaultSchema: "main") }
        }
    }
}

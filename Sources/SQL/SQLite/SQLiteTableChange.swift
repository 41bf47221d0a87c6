import SQLSyntax

/// A change of a table's columns for which SQLite has no statement: a new table with the changed columns is filled and replaces the old one
/// (lang_altertable.html section 7). Run it with ``Database/define(_:_:)``, which does not check foreign keys meanwhile.
package struct SQLiteTableChange: Hashable, Sendable {
    package let table: String
    /// Columns to remove.
    package var removed: Set<String>
    /// New definitions by the name of the column that they replace: the name and everything after it, without bound values.
    package var replaced: [String: Statement]

    package init(table: String, removed: Set<String> = [], replaced: [String: Statement] = [:]) {
        self.table = table
        self.removed = removed
        self.replaced = replaced
    }

    /// The statements that change the current table.
    /// - Throws: ``DatabaseError`` `invalid` with a reason for the client, when another part of the table or a trigger depends on a changed
    ///   column.
    package func statements(on connection: any Connection) throws -> [Statement] {
        guard let sql = try connection.first("SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = \(table)", { $0.text(0) }) ?? nil,
            var text = TableText(sql)
        else { throw DatabaseError(.invalid, "the definition of \(table) cannot be read") }
        guard try connection.first("SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = \(table)", { _ in true }) == nil else {
            throw DatabaseError(.invalid, "\(table) has triggers, so its columns cannot be changed here")
        }
        for column in removed.sorted() where !text.remove(column: column) {
            throw DatabaseError(.invalid, "a key, a check or a computed column of \(table) uses \(column)")
        }
        for (column, definition) in replaced.sorted(by: { $0.key < $1.key }) {
            guard text.replace(column: column, with: definition.rendered(for: .sqlite).text) else {
                throw DatabaseError(.invalid, "\(table) has no column \(column)")
            }
        }
        let other = Identifier("gh_new_\(table)")
        let columns = Statement.joined(text.columns.map { "\(Identifier($0))" }, by: ", ")
        return [
            "CREATE TABLE main.\(other) " + Statement(verbatim: text.body),
            "INSERT INTO main.\(other) (\(columns)) SELECT \(columns) FROM main.\(Identifier(table))",
            "DROP TABLE main.\(Identifier(table))", "ALTER TABLE main.\(other) RENAME TO \(Identifier(table))",
        ] + (try indexes(on: connection))
    }

    /// The table's indexes that use no removed column.
    private func indexes(on connection: any Connection) throws -> [Statement] {
        let list: Statement = "SELECT name, sql FROM main.sqlite_schema WHERE type = 'index' AND tbl_name = \(table) AND sql IS NOT NULL"
        let all = try connection.catalog(list) { ($0.name("name"), $0.name("sql")) }
        let gone = Set(removed.map { $0.lowercased() })
        return try all.compactMap { name, sql -> Statement? in
            let columns = try connection.catalog("PRAGMA main.index_info(\(Identifier(name)))") { $0.text("name")?.lowercased() }
            return columns.contains { column in column.map { gone.contains($0) } ?? false } ? nil : Statement(verbatim: sql)
        }
    }
}

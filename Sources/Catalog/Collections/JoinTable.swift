import SQL

/// A table that links the rows of two others. It has two foreign keys. Either these form one of its unique keys, or they cannot be null and every
/// other column is its own key or one that the server fills.
struct JoinTable {
    let table: String
    let first: ForeignKeyLink
    let second: ForeignKeyLink

    /// - Parameters:
    ///   - tables: by the names of their collections.
    ///   - links: each key once.
    static func all(among tables: [String: NamedTable], _ links: [ForeignKeyLink]) -> [JoinTable] {
        let byTable = Dictionary(grouping: links, by: \.from)
        return byTable.keys.sorted().compactMap { name in
            guard let keys = byTable[name], keys.count == 2, let named = tables[name], named.table.kind == .table else { return nil }
            let columns = Set(keys[0].fields + keys[1].fields)
            guard columns.count == keys[0].fields.count + keys[1].fields.count, isJoin(named.table, by: columns) else { return nil }
            return JoinTable(table: name, first: keys[0], second: keys[1])
        }
    }

    private static func isJoin(_ table: TableSchema, by columns: Set<String>) -> Bool {
        if ([table.primaryKey] + table.uniqueKeys).contains(where: { Set($0) == columns }) { return true }
        return table.columns.allSatisfy { column in
            columns.contains(column.name)
                ? !column.isNullable : table.primaryKey.contains(column.name) || KeptField(column: column.name) != nil
        }
    }
}

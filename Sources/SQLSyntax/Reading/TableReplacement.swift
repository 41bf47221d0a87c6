extension SelectStatement {
    /// Replaces each database table and view that the query names. `WITH` queries, functions and the replacements themselves stay
    /// unchanged.
    package func replacingTables(in dialect: Dialect, _ replacement: (NamedTable) throws -> TableReference) throws -> SelectStatement {
        try withoutActuallyEscaping(replacement) { replacement in
            var replacer = TableReplacer(scope: TableScope(dialect: dialect), replacement: replacement)
            return try replacer.statement(self)
        }
    }

    /// Database tables and views that the query names, one entry for each use, in the order of the text.
    package func tables(in dialect: Dialect) throws -> [NamedTable] {
        var tables: [NamedTable] = []
        _ = try replacingTables(in: dialect) { table in
            tables.append(table)
            return .table(table)
        }
        return tables
    }
}

private struct TableReplacer: SyntaxRewriter {
    var scope: TableScope<Void>
    let replacement: (NamedTable) throws -> TableReference

    mutating func statement(_ statement: SelectStatement) throws -> SelectStatement {
        let outer = scope.count
        defer { scope.shrink(to: outer) }
        var statement = statement
        if let with = statement.with {
            let isMutual = TableScope<Void>.isMutual(with, in: scope.dialect)
            if isMutual { for table in with.tables { scope.add(table.name, ()) } }
            for (index, table) in with.tables.enumerated() {
                statement.with?.tables[index].select = try self.statement(table.select)
                if !isMutual { scope.add(table.name, ()) }
            }
        }
        statement.body = try rewritten(statement.body)
        statement.order = try rewritten(statement.order)
        statement.limit = try rewritten(statement.limit)
        return statement
    }

    mutating func table(_ table: TableReference) throws -> TableReference {
        guard case .table(let named) = table else { return try rewritten(table) }
        return try scope.query(named) == nil ? replacement(named) : table
    }
}

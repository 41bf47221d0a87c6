extension SelectStatement {
    /// The query with at most `rows` rows; a lower limit of its own stays.
    package func limited(to rows: Int, in dialect: Dialect) -> SelectStatement {
        if dialect == .sqlite, body.endsInValues { return wrapped(limit: rows) }
        guard let limit, let count = limit.count else {
            var statement = self
            statement.limit = LimitClause(.literal(.number(String(rows))), offset: limit?.offset)
            return statement
        }
        if !limit.withTies, case .literal(.number(let text)) = count, let own = Int(text) {
            var statement = self
            if own > rows { statement.limit?.count = .literal(.number(String(rows))) }
            return statement
        }
        return wrapped(limit: rows)
    }

    private func wrapped(limit rows: Int) -> SelectStatement {
        let inner = TableReference.derived(DerivedTable(self, as: TableAlias("limited")))
        return SelectStatement(.select(SelectCore([.all], from: [inner])), limit: LimitClause(.literal(.number(String(rows)))))
    }
}

extension SelectStatement {
    /// The statement with aliases for columns that have none, as SQLite and MySQL title them: by the original text, which printing changes.
    /// PostgreSQL's titles do not depend on the text.
    package func withWrittenTitles(in dialect: Dialect) -> SelectStatement {
        guard dialect != .postgresql else { return self }
        var titles = WrittenTitles(dialect: dialect)
        // The walk does not throw.
        return (try? titles.statement(self)) ?? self
    }
}

private struct WrittenTitles: SyntaxRewriter {
    let dialect: Dialect
    /// Whether the next query's column titles are visible to anything.
    private var hasTitles = true

    /// MariaDB truncates longer titles, and accepts no longer alias. Unit: characters.
    private static let longest = 255

    init(dialect: Dialect) { self.dialect = dialect }

    mutating func statement(_ statement: SelectStatement) throws -> SelectStatement {
        let own = hasTitles
        hasTitles = true
        defer { hasTitles = own }
        var statement = try rewritten(statement)
        if own { statement.body = titled(statement.body) }
        return statement
    }

    mutating func expression(_ expression: Expression) throws -> Expression {
        let outer = hasTitles
        hasTitles = false
        defer { hasTitles = outer }
        return try rewritten(expression)
    }

    /// The body with the titles of its first part.
    private func titled(_ body: QueryBody) -> QueryBody {
        switch body {
        case .select(var core):
            core.items = core.items.map { item in
                guard case .expression(var value) = item, value.alias == nil, let title = title(of: value) else { return item }
                value.alias = title
                return .expression(value)
            }
            return .select(core)
        case .values: return body
        case .compound(let first, let op, let rest): return .compound(titled(first), op, rest)
        case .nested(var inner):
            inner.body = titled(inner.body)
            return .nested(inner)
        }
    }

    private func title(of item: SelectExpression) -> SQLName? {
        guard !item.written.value.isEmpty else { return nil }
        switch item.expression {
        case .column: return nil
        // MySQL titles a string by its value, and a number without its plus sign.
        case .literal(.string), .literal(.national), .unary(.plus, .literal(.number)):
            if dialect == .mysql { return nil }
            return written(item)
        default: return written(item)
        }
    }

    private func written(_ item: SelectExpression) -> SQLName { SQLName(String(item.written.value.unicodeScalars.prefix(Self.longest))) }
}

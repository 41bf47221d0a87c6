import Access
import SQL
import SQLSyntax

/// Functions and types that free SQL may name, by dialect: what computes from its arguments alone, or from the clock.
enum SQLFunctions {
    static func allowed(in dialect: Dialect) -> Set<String> {
        switch dialect {
        case .sqlite: SQLiteFunctions.allowed
        case .postgresql: PostgreSQLFunctions.allowed
        case .mysql: MySQLFunctions.allowed
        }
    }

    /// - Throws: ``Refusal`` `forbidden` for the first function or type that is not on the list.
    static func check(_ statement: SelectStatement, _ dialect: Dialect, text: String) throws {
        let allowed = allowed(in: dialect)
        let called = statement.called
        for call in called.functions {
            // PostgreSQL folds names that are not quoted; a quoted one is what it is.
            let name = dialect == .postgresql ? call.name.text : call.name.text.lowercased()
            let isOwn = call.schema.map { dialect == .postgresql && $0 == "pg_catalog" } ?? true
            guard isOwn, allowed.contains(name) else {
                throw Refusal(
                    .forbidden,
                    "sql: \(place(call.offset.value, text))function '\(call.name.text.prefix(64))' is not allowed; functions that only compute are")
            }
        }
        for type in called.types where type.schema != nil || !SQLTypes.allowed(in: dialect).contains(type.name.text.lowercased()) {
            throw Refusal(.forbidden, "sql: the type '\(type.name.text.prefix(64))' is not allowed in a cast")
        }
    }

    /// Whether another run of the statement gives other rows: it draws random numbers or samples.
    static func areRandom(in statement: SelectStatement) -> Bool {
        var search = SampleSearch()
        // The search throws nothing.
        _ = try? search.statement(statement)
        return search.isAny
            || statement.called.functions.contains { ["random", "rand", "uuid", "gen_random_uuid"].contains($0.name.text.lowercased()) }
    }

    private static func place(_ offset: Int, _ text: String) -> String {
        guard offset > 0 else { return "" }
        let place = SourcePlace(offset: offset, in: text)
        return "line \(place.line), column \(place.column): "
    }
}

/// Looks for `TABLESAMPLE`.
private struct SampleSearch: SyntaxRewriter {
    private(set) var isAny = false

    mutating func table(_ table: TableReference) throws -> TableReference {
        if case .table(let named) = table, named.sample != nil { isAny = true }
        return try rewritten(table)
    }
}

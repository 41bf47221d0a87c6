import Access
import SQL
package import SQLSyntax

/// The functions and types that callers' SQL may use, by dialect. They depend only on their arguments and the clock.
enum SQLFunctions {
    static func allowed(in dialect: Dialect) -> Set<String> {
        switch dialect {
        case .sqlite: SQLiteFunctions.allowed
        case .postgresql: PostgreSQLFunctions.allowed
        case .mysql: MySQLFunctions.allowed
        }
    }

    /// - Throws: ``Refusal`` `forbidden` for the first function or type that is not on the list.
    static func check(_ called: CalledNames, _ dialect: Dialect, text: String) throws {
        guard let (offset, reason) = refused(in: called, dialect) else { return }
        throw Refusal(.forbidden, "sql: \(position(offset, text))\(reason)")
    }

    /// The offset (0 if unknown) and the reason of the first function or type that is not allowed.
    fileprivate static func refused(in called: CalledNames, _ dialect: Dialect) -> (offset: Int, reason: String)? {
        let allowed = allowed(in: dialect)
        for call in called.functions {
            // PostgreSQL folds names that are not quoted; a quoted name is case-sensitive.
            let name = dialect == .postgresql ? call.name.text : call.name.text.lowercased()
            let isOwn = call.schema.map { dialect == .postgresql && $0 == "pg_catalog" } ?? true
            guard isOwn, allowed.contains(name) else {
                return (call.offset.value, "function '\(call.name.text.prefix(64))' is not allowed; only pure functions are")
            }
        }
        let types = SQLTypes.allowed(in: dialect)
        let type = called.types.first { $0.schema != nil || !types.contains($0.name.text.lowercased()) }
        return type.map { (0, "the type '\($0.name.text.prefix(64))' is not allowed in a cast") }
    }

    /// Whether each run of the statement gives other rows, because it uses random numbers or samples.
    static func areRandom(in called: CalledNames) -> Bool {
        called.hasSamples || called.functions.contains { ["random", "rand", "uuid", "gen_random_uuid"].contains($0.name.text.lowercased()) }
    }

    private static func position(_ offset: Int, _ text: String) -> String {
        guard offset > 0 else { return "" }
        let position = SourcePosition(offset: offset, in: text)
        return "line \(position.line), column \(position.column): "
    }
}

extension Guard {
    /// Why SQL that computes an expression would be refused for every caller: it has a function or type that is not allowed. Nil otherwise.
    package static func refusal(of expression: Expression, in dialect: Dialect) -> String? {
        let statement = SelectStatement(.select(SelectCore([.expression(SelectExpression(expression))])))
        return SQLFunctions.refused(in: statement.called, dialect)?.reason
    }
}

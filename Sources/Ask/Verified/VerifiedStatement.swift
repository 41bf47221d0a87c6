import SQLSyntax

/// The statement of a verified query, with `'{slot}'` in place of values.
struct VerifiedStatement {
    /// Longest statement. Unit: bytes.
    static let maximumLength = 20_000

    private let statement: SelectStatement

    /// - Throws: `SyntaxError`.
    init(_ sql: String, in dialect: Dialect) throws { statement = try SelectStatement.parse(sql, in: dialect) }

    /// The placeholders in the statement.
    var marks: Set<String> {
        var filler = Filler(values: [:])
        // The filler never throws.
        _ = try? filler.statement(statement)
        return filler.seen
    }

    /// The statement with the values as literals of the syntax tree, so that a value is never parsed as SQL.
    func filled(with values: [String: Constant]) -> SelectStatement {
        var filler = Filler(values: values)
        // As above.
        return (try? filler.statement(statement)) ?? statement
    }

    private struct Filler: SyntaxRewriter {
        let values: [String: Constant]
        var seen: Set<String> = []

        init(values: [String: Constant]) { self.values = values }

        mutating func expression(_ expression: Expression) throws -> Expression {
            guard case .literal(.string(let text)) = expression, text.hasPrefix("{"), text.hasSuffix("}"), text.count > 2 else {
                return try rewritten(expression)
            }
            let mark = String(text.dropFirst().dropLast())
            seen.insert(mark)
            switch values[mark] {
            case .text(let text): return .literal(.string(text))
            case .number(let number) where number < 0: return .unary(.minus, .literal(.number(QueryBuilder.digits(-number))))
            case .number(let number): return .literal(.number(QueryBuilder.digits(number)))
            case .flag, nil: return expression
            }
        }
    }
}

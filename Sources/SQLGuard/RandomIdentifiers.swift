import SQLSyntax

/// Replaces MariaDB's `UUID()`, which would reveal the network card and clock of the database's machine, with random identifiers (RFC 9562 version
/// 4).
struct RandomIdentifiers: SyntaxRewriter {
    static func applied(to statement: SelectStatement, in dialect: Dialect) throws -> SelectStatement {
        guard dialect == .mysql else { return statement }
        var rewriter = RandomIdentifiers()
        return try rewriter.statement(statement)
    }

    mutating func expression(_ expression: Expression) throws -> Expression {
        guard case .function(let call) = expression, call.schema == nil, call.name.text.lowercased() == "uuid",
            case .list(let arguments) = call.arguments,
            arguments.isEmpty
        else { return try rewritten(expression) }
        return Self.identifier
    }

    /// 32 digits of a hash over a unique and a random value, with hyphens and the digits that mark the version.
    private static let identifier: Expression = {
        let seed = Self.call("concat", [Self.call("uuid", []), Self.call("rand", []), Self.call("rand", [])])
        var text = Self.call("left", [Self.call("sha2", [seed, Self.number(256)]), Self.number(32)])
        for (index, length, mark) in [(17, 1, "a"), (13, 1, "4"), (21, 0, "-"), (17, 0, "-"), (13, 0, "-"), (9, 0, "-")] {
            text = Self.call("insert", [text, Self.number(index), Self.number(length), .literal(.string(mark))])
        }
        return text
    }()

    private static func call(_ name: SQLName, _ arguments: [Expression]) -> Expression {
        .function(FunctionCall(name, .list(arguments.map { .init($0) })))
    }

    private static func number(_ number: Int) -> Expression { .literal(.number(String(number))) }
}

import Access
import SQLSyntax

/// Limits calls that search one text in another: their time grows with the product of both lengths, and servers check their deadline only between
/// rows. Only the first 1,000 characters of the searched-for text are used, and the first 100,000 of the other text, or 1,000,000 when the
/// searched-for text is a short literal. So no call takes more than a tenth of a second. SQLite uses functions of this server instead.
struct BoundedSearches: SyntaxRewriter {
    /// Unit: characters.
    static let longestNeedle = 1_000
    static let longestText = 1_000_000
    /// Limit of the text when the needle is not a literal, or is longer than ``shortNeedle``.
    static let longestTextOfLongNeedle = 100_000
    private static let shortNeedle = 100
    /// Unit: calls of one statement.
    static let maximumCalls = 100

    private let dialect: Dialect
    /// Whether the statement computes its own rows, so that a column may have any length.
    private let makesRows: Bool
    private var calls = 0

    /// - Throws: ``Refusal`` `invalidArgument` for a longer literal, and for too many calls.
    static func applied(to statement: SelectStatement, in dialect: Dialect) throws -> SelectStatement {
        guard dialect != .sqlite else { return statement }
        var made = ComputedTables()
        _ = try made.statement(statement)
        var rewriter = BoundedSearches(dialect: dialect, makesRows: made.isAny)
        return try rewriter.statement(statement)
    }

    private init(dialect: Dialect, makesRows: Bool) {
        self.dialect = dialect
        self.makesRows = makesRows
    }

    /// The indexes of the text and of the needle among the arguments, by function.
    private static let postgreSQL: [String: (text: Int, needle: Int)] = [
        "strpos": (0, 1), "replace": (0, 1), "split_part": (0, 1), "string_to_array": (0, 1), "string_to_table": (0, 1), "translate": (0, 1),
        "btrim": (0, 1), "ltrim": (0, 1), "rtrim": (0, 1),
    ]
    private static let mySQL: [String: (text: Int, needle: Int)] = [
        "instr": (0, 1), "locate": (1, 0), "position": (1, 0), "replace": (0, 1), "substring_index": (0, 1),
    ]

    mutating func call(_ call: FunctionCall) throws -> FunctionCall {
        var call = try rewritten(call)
        guard let places = (dialect == .mysql ? Self.mySQL : Self.postgreSQL)[call.name.text.lowercased()],
            case .list(var arguments) = call.arguments, arguments.count > max(places.text, places.needle)
        else { return call }
        try count()
        arguments[places.text].value = text(arguments[places.text].value, for: arguments[places.needle].value)
        arguments[places.needle].value = try needle(arguments[places.needle].value)
        call.arguments = .list(arguments)
        return call
    }

    mutating func expression(_ expression: Expression) throws -> Expression {
        switch try rewritten(expression) {
        case .special(.position(let part, in: let whole)):
            try count()
            return .special(.position(try needle(part), in: text(whole, for: part)))
        case .special(.trim(let side, let characters?, from: let value)):
            try count()
            return .special(.trim(side, try needle(characters), from: text(value, for: characters)))
        case .pattern(var match):
            let pattern = match.pattern
            match.pattern = try needle(pattern)
            // A column of a table is not wrapped, so that its index is used.
            if case .column = match.operand, !makesRows { return .pattern(match) }
            try count()
            match.operand = text(match.operand, for: pattern)
            return .pattern(match)
        case .quantified(let text, let op, let quantifier, .array(let patterns)) where Self.patterns.contains(op):
            return .quantified(shortened(text, to: Self.longestTextOfLongNeedle), op, quantifier, .array(try needles(patterns)))
        case .binary(let text, let op, let pattern) where Self.patterns.contains(op): return .binary(text, op, try needle(pattern))
        case let other: return other
        }
    }

    private static let patterns: Set<BinaryOperator> = [
        .regularExpression, .regularExpressionAnyCase, .notRegularExpression, .notRegularExpressionAnyCase,
        .like, .likeAnyCase, .notLike, .notLikeAnyCase,
    ]

    /// The patterns of `LIKE ANY (ARRAY[…])`, each counted and bounded.
    private mutating func needles(_ patterns: Expression) throws(Refusal) -> Expression {
        switch patterns {
        case .array(let elements):
            var bounded: [Expression] = []
            for element in elements {
                try count()
                bounded.append(try needle(element))
            }
            return .array(bounded)
        case .cast(.literal(.string(let text)), _) where text.unicodeScalars.count <= Self.longestNeedle:
            try count()
            return patterns
        default: throw Refusal(.invalidArgument, "sql: patterns of ANY and ALL are written as ARRAY['a%', 'b%']")
        }
    }

    private mutating func count() throws(Refusal) {
        calls += 1
        guard calls <= Self.maximumCalls else {
            throw Refusal(.invalidArgument, "sql: more than \(Self.maximumCalls) calls look for a text in another; use fewer, or several statements")
        }
    }

    private func needle(_ value: Expression) throws(Refusal) -> Expression {
        if case .literal(.string(let text)) = value, text.unicodeScalars.count > Self.longestNeedle {
            throw Refusal(.invalidArgument, "sql: a text to look for has at most \(Self.longestNeedle) characters")
        }
        return shortened(value, to: Self.longestNeedle)
    }

    private func text(_ value: Expression, for needle: Expression) -> Expression {
        if case .literal(.string(let written)) = needle, written.unicodeScalars.count <= Self.shortNeedle {
            return shortened(value, to: Self.longestText)
        }
        return shortened(value, to: Self.longestTextOfLongNeedle)
    }

    private func shortened(_ value: Expression, to length: Int) -> Expression {
        if case .literal = value { return value }
        return .function(FunctionCall("left", .list([.init(value), .init(.literal(.number(String(length))))])))
    }
}

/// Finds queries and functions in `FROM`, and `WITH`.
private struct ComputedTables: SyntaxRewriter {
    private(set) var isAny = false

    mutating func statement(_ statement: SelectStatement) throws -> SelectStatement {
        if statement.with != nil { isAny = true }
        return try rewritten(statement)
    }

    mutating func table(_ table: TableReference) throws -> TableReference {
        switch table {
        case .derived, .function: isAny = true
        case .table, .join: break
        }
        return try rewritten(table)
    }
}

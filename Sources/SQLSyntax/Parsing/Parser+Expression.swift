extension Parser {
    mutating func expression() throws(SyntaxError) -> Expression { try expression(above: .lowest) }

    /// Parses an expression up to the first operator that binds no tighter than `pending`, the operator or clause to its left.
    ///
    /// A grammar with a table of precedences decides in the same way: at equal levels the operator on the left wins, or neither may follow
    /// the other.
    /// - Parameter isBound: whether PostgreSQL accepts `AT TIME ZONE`, `COLLATE` and `NOT` only in parentheses at this position.
    mutating func expression(above pending: Level, isBound: Bool = false) throws(SyntaxError) -> Expression {
        try descend()
        let outer = height
        height = 0
        var left = try prefixed(isBound: isBound)
        while let level = infixLevel(isBound: isBound) {
            guard level >= pending else { break }
            if level.rank == pending.rank {
                if pending.isAssociative { break }
                throw error("parentheses are expected: '\(token.text)' does not follow an operator of the same kind")
            }
            let leftHeight = height
            height = 0
            left = try infix(left, level, isBound: isBound)
            height = max(leftHeight, height)
            try grow()
        }
        height = max(outer, height)
        ascend()
        return left
    }

    // MARK: Prefix operators

    private mutating func prefixed(isBound: Bool) throws(SyntaxError) -> Expression {
        guard let op = prefixOperator else { return try primary() }
        // MySQL's `!` is a NOT that binds like a sign.
        guard let level = isMark("!") ? dialect.signLevel : op.level(in: dialect) else { return try primary() }
        if op == .not, isBound { throw error("NOT is supported here only in parentheses") }
        advance()
        // NOT applies to everything up to the next AND; a sign applies to the nearest value.
        let operand = try expression(above: level, isBound: isBound)
        try grow()
        return .unary(op, operand)
    }

    private var prefixOperator: UnaryOperator? {
        if token.kind == .word {
            if token.keyword == "NOT" { return .not }
            return token.keyword == "BINARY" && dialect == .mysql ? .binary : nil
        }
        guard token.kind == .mark else { return nil }
        switch token.text {
        case "-": return .minus
        case "+": return .plus
        case "~": return .bitNot
        case "!" where dialect == .mysql: return .not
        case "@": return .absolute
        case "|/": return .squareRoot
        case "||/": return .cubeRoot
        default: return nil
        }
    }

    // MARK: Infix operators

    /// The level of the operator at this position; nil if there is none.
    private func infixLevel(isBound: Bool) -> Level? {
        if token.kind == .mark { return binaryOperator?.level(in: dialect) ?? (isLogicalMark ? logicalMarkLevel : nil) ?? specialMarkLevel }
        guard token.kind == .word else { return nil }
        switch token.keyword {
        case "AND": return .and
        case "OR": return .or
        case "XOR" where dialect == .mysql: return .exclusiveOr
        case "DIV", "MOD": return dialect == .mysql ? BinaryOperator.remainder.level(in: .mysql) : nil
        case "IS": return dialect.isLevel
        case "ISNULL", "NOTNULL": return dialect == .mysql ? nil : dialect.isLevel
        case "NOT":
            if dialect == .sqlite, isWord("NULL", after: 1) { return dialect.isLevel }
            return isPatternWord(after: 1) ? dialect.patternLevel : nil
        case "AT": return dialect == .postgresql && !isBound && isWord("TIME", after: 1) ? dialect.zoneLevel : nil
        case "COLLATE": return isBound ? nil : dialect.collateLevel
        default: return isPatternWord(after: 0) ? dialect.patternLevel : nil
        }
    }

    private func isPatternWord(after count: Int) -> Bool {
        switch token(after: count).keyword {
        case "LIKE", "IN", "BETWEEN": true
        case "ILIKE": dialect == .postgresql
        case "SIMILAR": dialect == .postgresql && isWord("TO", after: count + 1)
        case "GLOB", "MATCH": dialect == .sqlite
        case "REGEXP": dialect != .postgresql
        case "RLIKE": dialect == .mysql
        case "SOUNDS": dialect == .mysql && count == 0 && isWord("LIKE", after: 1)
        default: false
        }
    }

    /// The binary operator at this position, in its canonical spelling.
    private var binaryOperator: BinaryOperator? {
        switch token.text {
        case "!=": .notEqual
        case "==": .equal
        // MySQL's || is OR, && is AND, -> a function.
        case "||", "&&", "->", "->>", "<=>": dialect == .mysql ? nil : BinaryOperator(rawValue: token.text)
        default: BinaryOperator(rawValue: token.text)
        }
    }

    private var isLogicalMark: Bool { dialect == .mysql && (token.text == "||" || token.text == "&&") }
    private var logicalMarkLevel: Level? { token.text == "||" ? .or : .and }

    private var specialMarkLevel: Level? {
        switch (token.text, dialect) {
        case ("<=>", .mysql): BinaryOperator.equal.level(in: .mysql)
        case ("::", .postgresql): dialect.castLevel
        default: nil
        }
    }

    private mutating func infix(_ left: Expression, _ level: Level, isBound: Bool) throws(SyntaxError) -> Expression {
        if token.kind == .mark { return try infixMark(left, level, isBound: isBound) }
        let keyword = token.keyword
        switch keyword {
        case "AND": return try logical(left, .and, isBound: isBound)
        case "OR": return try logical(left, .or, isBound: isBound)
        case "XOR", "DIV", "MOD":
            advance()
            let op: BinaryOperator = keyword == "XOR" ? .exclusiveOr : keyword == "DIV" ? .wholeDivide : .remainder
            return .binary(left, op, try expression(above: level))
        case "IS": return try isTest(left, level, isBound: isBound)
        case "ISNULL", "NOTNULL":
            if isBound { throw error("\(keyword) is supported here only in parentheses") }
            advance()
            return .truth(left, .null, isNegated: keyword == "NOTNULL")
        case "AT":
            advance()
            try expect("TIME")
            try expect("ZONE")
            return .atTimeZone(left, try expression(above: level))
        case "COLLATE":
            advance()
            return .collate(left, try collation())
        default:
            let isNegated = take("NOT")
            if isNegated, take("NULL") { return .truth(left, .null, isNegated: true) }
            return try predicate(left, level, isNegated: isNegated)
        }
    }

    private mutating func infixMark(_ left: Expression, _ level: Level, isBound: Bool) throws(SyntaxError) -> Expression {
        if isLogicalMark { return try logical(left, token.text == "||" ? .or : .and, isBound: isBound) }
        let mark = token.text
        if mark == "::" {
            advance()
            return .cast(left, try typeName())
        }
        if mark == "<=>" {
            advance()
            return .distinct(left, try expression(above: level), isNegated: true)
        }
        guard let op = binaryOperator else { throw error("'\(mark)' is not supported here") }
        advance()
        if dialect != .sqlite, isOneOf(["ANY", "SOME", "ALL"]) { return try quantified(left, op) }
        let start = index
        let right = try expression(above: level, isBound: isBound)
        return .binary(left, op, op.isComparison ? parameter(right, from: start, comparedWith: left) : right)
    }

    /// Turns a literal into a parameter if it is a whole operand that a condition compares with a column.
    /// - Parameter start: index of the value's first token.
    private func parameter(_ value: Expression, from start: Int, comparedWith other: Expression) -> Expression {
        guard place == .condition, index == start + 1, case .column = other, case .literal(let literal) = value else { return value }
        let offset = IgnoredInEquality(token(after: -1).offset)
        switch literal {
        case .number(let digits) where digits.utf8.allSatisfy(\.isASCIIDigit):
            return .literal(.parameter(Literal.Parameter(value: .number(digits), offset: offset)))
        case .string(let text): return .literal(.parameter(Literal.Parameter(value: .string(text), offset: offset)))
        default: return value
        }
    }

    /// Parses a chain of one logical operator into one node.
    private mutating func logical(_ left: Expression, _ op: LogicalOperator, isBound: Bool) throws(SyntaxError) -> Expression {
        var operands = [left]
        while isWord(op.rawValue) || (isLogicalMark && (token.text == "||") == (op == .or)) {
            advance()
            operands.append(try expression(above: op.level, isBound: isBound))
        }
        return .logical(op, operands)
    }

    private mutating func quantified(_ left: Expression, _ op: BinaryOperator) throws(SyntaxError) -> Expression {
        guard dialect == .postgresql || op.isComparison else { throw expected("a value") }
        let quantifier: Quantifier = isWord("ALL") ? .all : .any
        advance()
        guard isMark("(") else { throw expected("'('") }
        if isQueryInParentheses() {
            advance()
            let select = try selectStatement()
            try closeQuery()
            return .quantified(left, op, quantifier, .select(select))
        }
        guard dialect == .postgresql else { throw expected("a query") }
        advance()
        let array = try expression()
        try expectMark(")")
        return .quantified(left, op, quantifier, .array(array))
    }

    private mutating func isTest(_ left: Expression, _ level: Level, isBound: Bool) throws(SyntaxError) -> Expression {
        let start = token
        advance()
        let isNegated = take("NOT")
        if dialect != .mysql, take("DISTINCT") {
            try expect("FROM")
            return .distinct(left, try expression(above: level, isBound: isBound), isNegated: isNegated)
        }
        if isBound { throw error("IS is supported here only in parentheses", at: start) }
        if dialect == .sqlite { return try sqliteIs(left, level, isNegated: isNegated) }
        guard token.kind == .word, let test = TruthTest(rawValue: token.keyword) else {
            throw expected("NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM")
        }
        advance()
        return .truth(left, test, isNegated: isNegated)
    }

    /// Parses SQLite's `IS`, which compares with any value: `x IS NULL + 1` is `x IS (NULL + 1)`. Only a lone NULL, TRUE or FALSE makes a
    /// test.
    private mutating func sqliteIs(_ left: Expression, _ level: Level, isNegated: Bool) throws(SyntaxError) -> Expression {
        switch try expression(above: level) {
        case .literal(.null): .truth(left, .null, isNegated: isNegated)
        case .literal(.boolean(let value)): .truth(left, value ? .yes : .no, isNegated: isNegated)
        case let right: .distinct(left, right, isNegated: !isNegated)
        }
    }

    private mutating func collation() throws(SyntaxError) -> [SQLName] {
        var names = [dialect == .mysql && take("BINARY") ? "binary" : try name("a collation")]
        if dialect == .postgresql, takeMark(".") { names.append(try nameAfterDot()) }
        return names
    }

    // MARK: Predicates

    private mutating func predicate(_ left: Expression, _ level: Level, isNegated: Bool) throws(SyntaxError) -> Expression {
        if take("BETWEEN") { return try between(left, level, isNegated: isNegated) }
        if take("IN") { return try membership(left, isNegated: isNegated) }
        return try pattern(left, level, isNegated: isNegated)
    }

    private mutating func between(_ left: Expression, _ level: Level, isNegated: Bool) throws(SyntaxError) -> Expression {
        var between = Between(left, left, left, isNegated: isNegated)
        if dialect == .postgresql {
            between.isSymmetric = take("SYMMETRIC")
            if !between.isSymmetric { _ = take("ASYMMETRIC") }
        }
        // The first bound ends at its AND: an operator that binds more loosely needs parentheses.
        var start = index
        between.lower = try expression(above: level, isBound: dialect == .postgresql)
        between.lower = parameter(between.lower, from: start, comparedWith: left)
        guard isWord("AND") else { throw error("AND is expected, not \(found): a bound with operators such as NOT or = needs parentheses") }
        advance()
        start = index
        between.upper = try expression(above: level)
        between.upper = parameter(between.upper, from: start, comparedWith: left)
        return .between(between)
    }

    private mutating func membership(_ left: Expression, isNegated: Bool) throws(SyntaxError) -> Expression {
        guard isMark("(") else { throw error("'(' is expected, not \(found): write IN (SELECT … FROM …) or IN (a, b)") }
        if isQueryInParentheses() {
            advance()
            let select = try selectStatement()
            try closeQuery()
            return .inSelect(left, select, isNegated: isNegated)
        }
        advance()
        // SQLite accepts an empty list.
        let list = dialect == .sqlite && isMark(")") ? [] : try comparedList(with: left)
        try expectMark(")")
        return .inList(left, list, isNegated: isNegated)
    }

    private mutating func comparedList(with left: Expression) throws(SyntaxError) -> [Expression] {
        var list: [Expression] = []
        repeat {
            let start = index
            list.append(parameter(try expression(), from: start, comparedWith: left))
        } while takeMark(",")
        return list
    }

    private mutating func pattern(_ left: Expression, _ level: Level, isNegated: Bool) throws(SyntaxError) -> Expression {
        let kind: PatternMatch.Kind
        switch token.keyword {
        case "SIMILAR":
            advance()
            kind = .similar
        case "SOUNDS":
            advance()
            kind = .soundsLike
        case "RLIKE": kind = .regexp
        default:
            guard let named = PatternMatch.Kind(rawValue: token.keyword) else { throw expected("an operator") }
            kind = named
        }
        advance()
        if isOneOf(["ANY", "SOME", "ALL"]), dialect == .postgresql {
            guard kind == .like || kind == .ilike else { throw error("\(kind.rawValue) with \(token.keyword) is not supported") }
            let op: BinaryOperator = kind == .like ? (isNegated ? .notLike : .like) : (isNegated ? .notLikeAnyCase : .likeAnyCase)
            return try quantified(left, op)
        }
        var match = PatternMatch(left, kind, try expression(above: level), isNegated: isNegated)
        if kind.takesEscape || dialect == .sqlite, take("ESCAPE") { match.escape = try expression(above: level) }
        return .pattern(match)
    }
}

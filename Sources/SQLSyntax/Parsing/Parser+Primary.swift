extension Parser {
    /// Parses a value that is not an operator expression.
    mutating func primary() throws(SyntaxError) -> Expression {
        switch token.kind {
        case .number: return .literal(.number(takeText()))
        case .string: return .literal(.string(try takeString()))
        case .national: return .literal(.national(takeText()))
        case .hex: return .literal(.hex(takeText()))
        case .bits: return .literal(.bits(takeText()))
        case .mark: return try parenthesized()
        case .quoted: return try named()
        case .word: return try word()
        case .end: throw expected("a value")
        }
    }

    private mutating func takeText() -> String {
        advance()
        return token(after: -1).text
    }

    /// Takes one string. Adjacent strings are one string on MySQL, and on PostgreSQL when a line ends between them.
    private mutating func takeString() throws(SyntaxError) -> String {
        let isPlain = isPlainString
        var text = takeText()
        while token.kind == .string, dialect == .mysql || (dialect == .postgresql && isPlain && isPlainString && followsLineEnd) {
            text += takeText()
        }
        if dialect == .postgresql, token.kind == .string { throw error("one string is expected: join strings with ||") }
        return text
    }

    /// Whether the string here starts with its quotation mark, without a prefix letter.
    private var isPlainString: Bool { text.utf8[text.utf8.index(text.startIndex, offsetBy: token.offset)] == UInt8(ascii: "'") }

    /// Whether only white space that contains a line end precedes the token.
    private var followsLineEnd: Bool {
        let blanks = text.utf8.dropFirst(token(after: -1).end).prefix(max(0, token.offset - token(after: -1).end))
        return blanks.contains { $0 == 0x0A || $0 == 0x0D } && blanks.allSatisfy { $0 <= 0x20 }
    }

    private func subscriptless(_ value: Expression) throws(SyntaxError) -> Expression {
        if isMark("[") { throw error("a subscript is supported only after a column or parentheses") }
        return value
    }

    // MARK: Parentheses

    private mutating func parenthesized() throws(SyntaxError) -> Expression {
        guard isMark("(") else {
            if isMark("*") { throw error("'*' is supported only in a list of columns and in count(*)") }
            throw expected("a value")
        }
        if isQueryInParentheses() {
            advance()
            let select = try selectStatement()
            try closeQuery()
            try grow()
            return try subscripts(of: .subquery(select))
        }
        advance()
        let values = try expressionList()
        try expectMark(")")
        if values.count > 1 {
            try grow()
            if dialect == .postgresql, take("OVERLAPS") { return try overlap(of: values) }
            return try subscriptless(.row(values, isExplicit: false))
        }
        if isMark(".") { throw error("a field of a value is not supported") }
        return try subscripts(of: values[0])
    }

    /// Parses PostgreSQL's `(a, b) OVERLAPS (c, d)`, which calls `overlaps`.
    private mutating func overlap(of first: [Expression]) throws(SyntaxError) -> Expression {
        try expectMark("(")
        let second = try expressionList()
        try expectMark(")")
        guard first.count == 2, second.count == 2 else { throw error("OVERLAPS takes two pairs", at: token(after: -1)) }
        return .function(FunctionCall("overlaps", .list((first + second).map { FunctionCall.Argument($0) })))
    }

    /// Parses PostgreSQL's `[1]` and `[2:3]` after a value.
    private mutating func subscripts(of value: Expression) throws(SyntaxError) -> Expression {
        guard dialect == .postgresql, isMark("[") else { return value }
        var subscripts: [Subscript] = []
        while takeMark("[") {
            let lower = isMark(":") ? nil : try expression()
            if takeMark(":") {
                let upper = isMark("]") ? nil : try expression()
                subscripts.append(.slice(lower, upper))
            } else if let lower {
                subscripts.append(.element(lower))
            }
            try expectMark("]")
        }
        if isMark(".") { throw error("a field of a value is not supported") }
        try grow()
        return .subscripted(value, subscripts)
    }

    // MARK: Names

    /// Parses a column or a call with a name that may be qualified.
    private mutating func named() throws(SyntaxError) -> Expression {
        let start = token
        var parts: [SQLName] = []
        if token.kind == .word, isCallable {
            parts.append(SQLName(takeText()))
        } else {
            parts.append(try name("a value"))
        }
        while isMark(".") {
            if isMark("*", after: 1) { throw error("'\(parts[0]).*' is supported only in a list of columns") }
            advance()
            parts.append(try nameAfterDot())
            guard parts.count <= 3 else { throw error("a name of four parts is not supported", at: start) }
        }
        if isMark("(") { return try call(parts, start) }
        if dialect == .postgresql, token.kind == .string, start.kind == .word || start.kind == .quoted { return try typedLiteral(parts, start) }
        if dialect == .mysql, token.kind == .string, parts.count == 1, start.kind == .word, start.text.hasPrefix("_") {
            if start.text.asciiLowercased == Self.introducer { return .literal(.string(try takeString())) }
            throw error("a character set before a string is not supported", at: start)
        }
        let column =
            switch parts.count {
            case 1: ColumnReference(parts[0], mayBeString: dialect == .sqlite && isDoubleQuoted(start), offset: start.offset)
            case 2: ColumnReference(parts[1], of: parts[0], offset: start.offset)
            default: ColumnReference(parts[2], of: parts[1], in: parts[0], offset: start.offset)
            }
        return try subscripts(of: .column(column))
    }

    /// The introducer of the character set that all strings have anyway.
    static let introducer = "_utf8mb4"

    private func isDoubleQuoted(_ token: Token) -> Bool {
        token.kind == .quoted && text.utf8[text.utf8.index(text.startIndex, offsetBy: token.offset)] == UInt8(ascii: "\"")
    }

    /// Whether a parenthesis follows the reserved word here, so that it names a function.
    private var isCallable: Bool {
        guard isMark("(", after: 1) else { return false }
        return switch dialect {
        case .sqlite: false
        case .postgresql: Keywords.postgreSQLFunctionNames.contains(token.keyword)
        case .mysql: Keywords.mySQLFunctionNames.contains(token.keyword)
        }
    }

    /// Parses PostgreSQL's `uuid '…'`: a cast.
    private mutating func typedLiteral(_ parts: [SQLName], _ start: Token) throws(SyntaxError) -> Expression {
        guard parts.count <= 2 else { throw error("a name of three parts is not supported", at: start) }
        let isKeyword = Keywords.postgreSQLValues.contains(start.text.asciiUppercased)
        if parts.count == 1, isKeyword || TypeWords.isPostgreSQLType(start.text.asciiUppercased) {
            throw error("'\(start.text.prefix(40))' is not supported before a string", at: start)
        }
        let type = TypeName(schema: parts.count == 2 ? parts[0] : nil, parts[parts.count - 1])
        try grow()
        return .cast(.literal(.string(try takeString())), type)
    }

    // MARK: Words

    private mutating func word() throws(SyntaxError) -> Expression {
        switch token.keyword {
        case "NULL":
            advance()
            return .literal(.null)
        case "TRUE", "FALSE":
            advance()
            return .literal(.boolean(token(after: -1).keyword == "TRUE"))
        case "CASE": return try choice()
        case "CAST": return try cast()
        case "EXISTS": return try exists()
        case "SELECT", "WITH", "VALUES":
            throw error("a query here must be in parentheses")
        default: return try dialectWord()
        }
    }

    private mutating func dialectWord() throws(SyntaxError) -> Expression {
        if let form = try specialForm() {
            try grow()
            return form
        }
        switch (token.keyword, dialect) {
        case ("ARRAY", .postgresql) where isMark("[", after: 1) || isMark("(", after: 1):
            advance()
            try grow()
            return try array()
        case ("ROW", .postgresql) where isMark("(", after: 1), ("ROW", .mysql) where isMark("(", after: 1):
            advance()
            advance()
            let values = isMark(")") && dialect == .postgresql ? [] : try expressionList()
            try expectMark(")")
            try grow()
            return .row(values, isExplicit: true)
        default: return try named()
        }
    }

    private mutating func choice() throws(SyntaxError) -> Expression {
        try expect("CASE")
        var choice = CaseExpression(nil, [])
        if !isWord("WHEN") { choice.operand = try expression() }
        while take("WHEN") {
            let condition = try expression()
            try expect("THEN")
            choice.branches.append(CaseExpression.Branch(condition, try expression()))
        }
        if choice.branches.isEmpty { throw expected("WHEN") }
        if take("ELSE") { choice.otherwise = try expression() }
        try expect("END")
        try grow()
        return .choice(choice)
    }

    private mutating func cast() throws(SyntaxError) -> Expression {
        try expect("CAST")
        try expectMark("(")
        let value = try expression()
        try expect("AS")
        let type = try typeName()
        try expectMark(")")
        try grow()
        return .cast(value, type)
    }

    private mutating func exists() throws(SyntaxError) -> Expression {
        try expect("EXISTS")
        guard isQueryInParentheses() else { throw expected("a query in parentheses") }
        try expectMark("(")
        mayOmitList = dialect == .postgresql && isWord("SELECT")
        let select = try selectStatement()
        try closeQuery()
        try grow()
        return .exists(select)
    }

    /// Parses what follows `ARRAY`.
    private mutating func array() throws(SyntaxError) -> Expression {
        if isMark("(") {
            guard isQueryInParentheses() else { throw expected("a query") }
            advance()
            let select = try selectStatement()
            try closeQuery()
            return try subscriptless(.arraySelect(select))
        }
        let values = try elements()
        return try subscriptless(values)
    }

    /// `[1, 2]`, `[[1], [2]]`
    private mutating func elements() throws(SyntaxError) -> Expression {
        try descend()
        try expectMark("[")
        var values: [Expression] = []
        if !isMark("]") {
            let isNested = isMark("[")
            repeat { values.append(try isNested ? elements() : expression()) } while takeMark(",")
        }
        try expectMark("]")
        try grow()
        ascend()
        return .array(values)
    }
}

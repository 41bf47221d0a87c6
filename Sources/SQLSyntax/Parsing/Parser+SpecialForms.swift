extension Parser {
    /// Parses a call with its own grammar, or a word that stands for such a call; nil for anything else.
    mutating func specialForm() throws(SyntaxError) -> Expression? {
        if let value = try currentValue() { return .special(value) }
        guard isMark("(", after: 1) || isWord("INTERVAL") else { return dialect == .postgresql ? try builtInLiteral() : try temporalLiteral() }
        if dialect == .sqlite { return nil }
        switch token.keyword {
        case "EXTRACT": return .special(try extract())
        case "POSITION": return .special(try position())
        case "TRIM": return try trim()
        case "SUBSTRING", "SUBSTR", "MID": return try substring()
        case "OVERLAY" where dialect == .postgresql: return .special(try overlay())
        default: return try dialect == .mysql ? mySQLForm() : builtInLiteral()
        }
    }

    private static let fields: [Dialect: Set<String>] = [
        .postgresql: [
            "CENTURY", "DAY", "DECADE", "DOW", "DOY", "EPOCH", "HOUR", "ISODOW", "ISOYEAR", "JULIAN", "MICROSECONDS", "MILLENNIUM", "MILLISECONDS",
            "MINUTE", "MONTH", "QUARTER", "SECOND", "TIMEZONE", "TIMEZONE_HOUR", "TIMEZONE_MINUTE", "WEEK", "YEAR",
        ],
        .mysql: units,
    ]

    private static let units: Set<String> = [
        "MICROSECOND", "SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR", "SECOND_MICROSECOND", "MINUTE_MICROSECOND",
        "MINUTE_SECOND", "HOUR_MICROSECOND", "HOUR_SECOND", "HOUR_MINUTE", "DAY_MICROSECOND", "DAY_SECOND", "DAY_MINUTE", "DAY_HOUR", "YEAR_MONTH",
    ]

    /// Parses `EXTRACT(field FROM value)` from its first word.
    private mutating func extract() throws(SyntaxError) -> SpecialForm {
        advance()
        try expectMark("(")
        let field = token.kind == .string && dialect == .postgresql ? token.text.asciiUppercased : token.keyword
        guard Self.fields[dialect]?.contains(field) == true else { throw expected("a field such as YEAR") }
        advance()
        try expect("FROM")
        let value = try expression()
        try expectMark(")")
        return .extract(field.asciiLowercased, from: value)
    }

    /// The level at which an operand ends before an `IN` that belongs to the form.
    private var belowIn: Level { Level(rank: dialect.patternLevel.rank) }

    private mutating func position() throws(SyntaxError) -> SpecialForm {
        advance()
        try expectMark("(")
        let part = try expression(above: belowIn, isBound: dialect == .postgresql)
        try expect("IN")
        let whole = try expression(above: belowIn, isBound: dialect == .postgresql)
        try expectMark(")")
        return .position(part, in: whole)
    }

    /// Parses `TRIM(x)`, `TRIM(a FROM b)` and `TRIM(LEADING a FROM b)`; on PostgreSQL also `TRIM(a, b)`.
    private mutating func trim() throws(SyntaxError) -> Expression {
        advance()
        try expectMark("(")
        var side: SpecialForm.TrimSide?
        if token.kind == .word { side = SpecialForm.TrimSide(rawValue: token.keyword) }
        if side != nil { advance() }
        var first: Expression?
        if !isWord("FROM") { first = try expression() }
        if take("FROM") {
            let value = try expression()
            try expectMark(")")
            return .special(.trim(side ?? .both, first, from: value))
        }
        guard let first else { throw expected("a value") }
        if dialect == .postgresql, isMark(",") { throw error("a list in TRIM is not supported: use btrim(a, b)") }
        try expectMark(")")
        return .special(.trim(side ?? .both, nil, from: first))
    }

    /// Parses `SUBSTRING(x FROM a FOR b)`, which is `substring(x, a, b)`.
    private mutating func substring() throws(SyntaxError) -> Expression? {
        let start = token
        advance()
        try expectMark("(")
        var arguments = try functionArguments()
        if isWord("FROM") || isWord("FOR") {
            guard arguments.count == 1, arguments[0].name == nil, start.keyword == "SUBSTRING" || dialect == .mysql else { throw expected("')'") }
            var from: Expression?
            var length: Expression?
            if take("FROM") { from = try expression() }
            if take("FOR") { length = try expression() }
            if from == nil, take("FROM") { from = try expression() }
            guard from != nil || dialect == .postgresql else { throw expected("FROM") }
            arguments.append(.init(from ?? .literal(.number("1"))))
            if let length { arguments.append(.init(length)) }
        }
        if isWord("SIMILAR") { throw error("SUBSTRING with SIMILAR is not supported") }
        try expectMark(")")
        return .function(FunctionCall(SQLName(start.text), .list(arguments), offset: start.offset))
    }

    private mutating func overlay() throws(SyntaxError) -> SpecialForm {
        advance()
        try expectMark("(")
        let value = try expression()
        try expect("PLACING")
        let replacement = try expression()
        try expect("FROM")
        let from = try expression()
        let length = take("FOR") ? try expression() : nil
        try expectMark(")")
        return .overlay(value, placing: replacement, from: from, for: length)
    }

    // MARK: Words that are values

    private static let currents: [Dialect: Set<String>] = [
        .sqlite: ["CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP"],
        .postgresql: [
            "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP", "CURRENT_USER", "SESSION_USER", "USER",
            "CURRENT_ROLE",
            "CURRENT_CATALOG", "CURRENT_SCHEMA",
        ],
        .mysql: [
            "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP", "UTC_DATE", "UTC_TIME", "UTC_TIMESTAMP",
            "CURRENT_USER",
        ],
    ]

    private mutating func currentValue() throws(SyntaxError) -> SpecialForm? {
        guard token.kind == .word, Self.currents[dialect]?.contains(token.keyword) == true else { return nil }
        let word = token.keyword
        advance()
        var precision: String?
        let takesPrecision = dialect != .sqlite && (word.hasSuffix("TIME") || word.hasSuffix("TIMESTAMP"))
        if isMark("(") {
            if dialect == .mysql, isMark(")", after: 1) {
                advance()
                advance()
            } else if takesPrecision {
                advance()
                precision = try wholeNumberText()
                try expectMark(")")
            } else {
                throw error("\(word) is supported only without parentheses")
            }
        }
        return .current(word.asciiLowercased, precision: precision)
    }

    mutating func wholeNumberText() throws(SyntaxError) -> String {
        guard token.kind == .number, token.text.utf8.allSatisfy(\.isASCIIDigit) else { throw expected("a whole number") }
        advance()
        return token(after: -1).text
    }

    /// Parses PostgreSQL's `timestamp with time zone '…'` and `interval '1' day`: casts.
    private mutating func builtInLiteral() throws(SyntaxError) -> Expression? {
        guard token.kind == .word, Keywords.postgreSQLValues.contains(token.keyword) else { return nil }
        let isLiteral = token(after: 1).kind == .string
        let isZoned = (isWord("TIME") || isWord("TIMESTAMP")) && (isOneOf(["WITH", "WITHOUT"], after: 1) || isMark("(", after: 1))
        let isLong = isWord("VARYING", after: 1) || (isWord("INTERVAL") && isMark("(", after: 1))
        guard isLiteral || isZoned || isLong || (isMark("(", after: 1) && TypeWords.isPostgreSQLType(token.keyword)) else { return nil }
        if isLong, !isLiteral { throw error("\(token.keyword) is supported as a type only after CAST or '::'") }
        var type = try typeName(isLiteral: true)
        guard token.kind == .string else { throw expected("a string") }
        // PostgreSQL reads the type as any length here, but as one character in the CAST that is printed.
        if type.arguments.isEmpty, ["bit", "char", "character"].contains(type.name.text) {
            throw error("\(type.name.text.asciiUppercased) before a string is read with a length: \(type.name.text)(3) '…'")
        }
        let value = token.text
        advance()
        if type.name == "interval", type.fields == nil { type.fields = try intervalFields() }
        return .cast(.literal(.string(value)), type)
    }

    /// Parses MySQL's `DATE '…'`.
    private mutating func temporalLiteral() throws(SyntaxError) -> Expression? {
        guard dialect == .mysql, token.kind == .word, let kind = Literal.Temporal(rawValue: token.keyword), token(after: 1).kind == .string else {
            return nil
        }
        advance()
        advance()
        return .literal(.temporal(kind, token(after: -1).text))
    }

    // MARK: MySQL

    private mutating func mySQLForm() throws(SyntaxError) -> Expression? {
        switch token.keyword {
        case "INTERVAL":
            if isMark("(", after: 1) {
                let after = tokenAfterParenthesis(at: 1)
                // Without a unit after the parentheses it is the function INTERVAL(n, a, b).
                if after.kind != .word || !Self.units.contains(after.keyword) { return nil }
            }
            advance()
            let value = try expression()
            guard isOneOf(Self.units) else { throw expected("a unit such as DAY") }
            advance()
            return .special(.interval(value, unit: token(after: -1).keyword.asciiLowercased))
        case "TIMESTAMPDIFF", "TIMESTAMPADD", "GET_FORMAT":
            let units = isWord("GET_FORMAT") ? ["DATE", "TIME", "DATETIME", "TIMESTAMP"] : Self.units
            let name = SQLName(token.text.asciiLowercased)
            advance()
            advance()
            guard isOneOf(units) else { throw expected(units == Self.units ? "a unit such as DAY" : "DATE, TIME, DATETIME or TIMESTAMP") }
            let unit = token.keyword.asciiLowercased
            advance()
            try expectMark(",")
            let values = try expressionList()
            try expectMark(")")
            return .special(.unitFunction(name, unit: unit, values))
        case "CONVERT": return try convert()
        case "MATCH": return .special(try search())
        case "VALUES", "DEFAULT": throw error("\(token.keyword) is not supported")
        case "JSON_TABLE": throw error("JSON_TABLE is only allowed in FROM")
        default: return nil
        }
    }

    /// Parses `CONVERT(x USING utf8mb4)`, or `CONVERT(x, type)`, which is a cast.
    private mutating func convert() throws(SyntaxError) -> Expression {
        advance()
        try expectMark("(")
        let value = try expression()
        if take("USING") {
            let charset: SQLName = take("BINARY") ? "binary" : try name("a character set")
            try expectMark(")")
            return .special(.convert(value, using: charset))
        }
        try expectMark(",")
        let type = try typeName()
        try expectMark(")")
        return .cast(value, type)
    }

    private mutating func search() throws(SyntaxError) -> SpecialForm {
        advance()
        try expectMark("(")
        var columns: [ColumnReference] = []
        repeat {
            guard case .column(let column) = try expression() else { throw error("MATCH takes columns", at: token(after: -1)) }
            columns.append(column)
        } while takeMark(",")
        try expectMark(")")
        try expect("AGAINST")
        try expectMark("(")
        let value = try expression(above: belowIn)
        var mode = SpecialForm.SearchMode.plain
        if take("IN", "BOOLEAN") {
            try expect("MODE")
            mode = .boolean
        } else if take("IN", "NATURAL") {
            try expect("LANGUAGE")
            try expect("MODE")
            mode = .natural
        }
        if mode != .boolean, take("WITH", "QUERY") {
            try expect("EXPANSION")
            mode = mode == .natural ? .naturalWithExpansion : .expansion
        }
        try expectMark(")")
        return .search(columns, against: value, mode)
    }
}

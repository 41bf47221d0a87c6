extension Parser {
    /// Parses a call, from its opening parenthesis.
    mutating func call(_ parts: [SQLName], _ start: Token) throws(SyntaxError) -> Expression {
        guard parts.count <= (dialect == .sqlite ? 1 : 2) else {
            throw error("a function's name of \(parts.count) parts is not supported", at: start)
        }
        let name = parts[parts.count - 1]
        try refuseUncallable(name, isQualified: parts.count == 2, start)
        try expectMark("(")
        var call = FunctionCall(schema: parts.count == 2 ? parts[0] : nil, name, .list([]), offset: start.offset)
        if dialect == .postgresql, parts.count == 1, Self.postgreSQLConstructs.contains(name.text.asciiUppercased) {
            let values = try expressionList()
            guard name != "nullif" || values.count == 2 else { throw error("nullif takes two values", at: start) }
            call.arguments = .list(values.map { FunctionCall.Argument($0) })
            try expectMark(")")
            try grow()
            if isMark("[") || isMark(".") { throw error("a part of a call needs parentheses around the call") }
            return .function(call)
        }
        if takeMark("*") {
            call.arguments = .all
        } else if !isMark(")") {
            if take("DISTINCT") { call.isDistinct = true } else { _ = take("ALL") }
            call.arguments = .list(try functionArguments())
            try argumentOrder(of: &call)
        }
        try expectMark(")")
        try suffixes(of: &call)
        try grow()
        if isMark(".") { throw error("a field of a value is not supported") }
        if isMark("[") { throw error("a subscript of a call needs parentheses around the call") }
        return .function(call)
    }

    private func refuseUncallable(_ name: SQLName, isQualified: Bool, _ start: Token) throws(SyntaxError) {
        guard dialect == .postgresql, !isQualified else { return }
        let keyword = name.text.asciiUppercased
        guard Keywords.postgreSQLValues.contains(keyword) else { return }
        // Without quotation marks the word is a construct of the language; with them it names a user's function.
        guard Self.postgreSQLConstructs.contains(keyword) else { throw error("\(keyword) is not supported as a function", at: start) }
        if start.kind == .quoted { throw error("\"\(name)\" is not supported as a function: leave the quotation marks out", at: start) }
    }

    /// Words of PostgreSQL's grammar that are called like functions.
    static let postgreSQLConstructs: Set<String> = ["COALESCE", "GREATEST", "LEAST", "NULLIF", "GROUPING", "SUBSTRING"]

    /// Parses arguments separated by commas, at least one.
    mutating func functionArguments() throws(SyntaxError) -> [FunctionCall.Argument] {
        var arguments: [FunctionCall.Argument] = []
        repeat {
            if isWord("VARIADIC") { throw error("VARIADIC is not supported") }
            if dialect == .postgresql, isMark("=>", after: 1) {
                if Keywords.postgreSQLValues.contains(token.keyword) { throw expected("the name of an argument") }
                let name = try name("the name of an argument")
                advance()
                arguments.append(.init(name: name, try expression()))
            } else if arguments.last?.name != nil {
                throw error("a named argument is expected after a named one")
            } else {
                arguments.append(.init(try expression()))
            }
        } while takeMark(",")
        return arguments
    }

    private mutating func argumentOrder(of call: inout FunctionCall) throws(SyntaxError) {
        if isWord("ORDER") {
            guard dialect == .postgresql || isJoiningCall(call) || isCollectingCall(call) else {
                throw error("ORDER BY is not supported in a call of this function")
            }
            call.order = try orderClause()
        }
        if isJoiningCall(call), take("SEPARATOR") {
            guard token.kind == .string else { throw expected("a string") }
            call.separator = token.text
            advance()
        }
        if isJoiningCall(call) || isCollectingCall(call), take("LIMIT") { call.limit = try joiningLimit() }
        if isOneOf(["RESPECT", "IGNORE", "LIMIT"]) { throw error("\(token.keyword) in a call is not supported") }
        if isOneOf(["FROM", "FOR", "USING", "SIMILAR"]) { throw error("\(token.keyword) is not supported in a call of this function") }
    }

    /// Whether it is MySQL's `GROUP_CONCAT`.
    private func isJoiningCall(_ call: FunctionCall) -> Bool {
        dialect == .mysql && call.schema == nil && call.name.text.asciiLowercased == "group_concat"
    }

    /// Whether it is MariaDB's `JSON_ARRAYAGG`, which takes an order and a limit too.
    private func isCollectingCall(_ call: FunctionCall) -> Bool {
        dialect == .mysql && call.schema == nil && call.name.text.asciiLowercased == "json_arrayagg"
    }

    /// Parses what follows `LIMIT` in MariaDB's `GROUP_CONCAT(… LIMIT …)`: `5`, `2, 5` or `5 OFFSET 2`.
    private mutating func joiningLimit() throws(SyntaxError) -> LimitClause {
        let first = Expression.literal(.number(try wholeNumberText()))
        if takeMark(",") { return LimitClause(.literal(.number(try wholeNumberText())), offset: first) }
        return LimitClause(first, offset: take("OFFSET") ? .literal(.number(try wholeNumberText())) : nil)
    }

    private mutating func suffixes(of call: inout FunctionCall) throws(SyntaxError) {
        if dialect != .sqlite, isWord("WITHIN"), isWord("GROUP", after: 1) {
            if call.isDistinct || !call.order.isEmpty { throw error("WITHIN GROUP is not supported after DISTINCT or ORDER BY") }
            advance()
            advance()
            try expectMark("(")
            try expect("ORDER")
            call.withinGroup = try sortKeys()
            try expectMark(")")
        }
        if dialect != .mysql, isWord("FILTER"), isMark("(", after: 1) {
            advance()
            advance()
            try expect("WHERE")
            call.filter = try expression()
            try expectMark(")")
        }
        guard take("OVER") else {
            if isOneOf(["RESPECT", "IGNORE"]), isWord("NULLS", after: 1) { throw error("\(token.keyword) NULLS is not supported") }
            return
        }
        call.over = isMark("(") ? .specification(try windowSpecification()) : .named(try name("the name of a window"))
    }
}

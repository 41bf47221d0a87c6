extension Parser {
    /// - Parameter isLiteral: whether a string follows; then `[` and the fields of an interval are not part of the type.
    mutating func typeName(isLiteral: Bool = false) throws(SyntaxError) -> TypeName {
        switch dialect {
        case .sqlite: try sqliteType()
        case .postgresql: try postgreSQLType(isLiteral: isLiteral)
        case .mysql: try mySQLType()
        }
    }

    /// Parses a SQLite type: any words, in which SQLite searches for an affinity.
    private mutating func sqliteType() throws(SyntaxError) -> TypeName {
        var words: [String] = []
        while token.kind == .word, !Keywords.isReserved(token.keyword, in: dialect), token.text.utf8.allSatisfy({ $0 < 0x80 }), words.count < 4 {
            words.append(token.text.asciiLowercased)
            advance()
        }
        if words.isEmpty { throw expected("a type") }
        return TypeName(SQLName(words.joined(separator: " ")), arguments: try typeArguments(atMost: 2))
    }

    private mutating func typeArguments(atMost most: Int) throws(SyntaxError) -> [String] {
        guard most > 0, takeMark("(") else { return [] }
        var arguments: [String] = []
        repeat {
            guard arguments.count < most else { throw expected("')'") }
            arguments.append(try wholeNumberText())
        } while takeMark(",")
        try expectMark(")")
        return arguments
    }

    private mutating func mySQLType() throws(SyntaxError) -> TypeName {
        var word = token.kind == .word ? token.keyword : ""
        if word == "INT" || word == "INTEGER" { word = "SIGNED" }
        guard let most = TypeWords.mySQL[word] else { throw expected("a type that CAST takes, such as SIGNED, DECIMAL(10, 2), CHAR or DATE") }
        advance()
        if word == "SIGNED" || word == "UNSIGNED" { _ = take("INTEGER") || take("INT") }
        let type = TypeName(SQLName(word.asciiLowercased), arguments: try typeArguments(atMost: most))
        // This is the character set that all texts have anyway.
        if word == "CHAR", isWord("CHARACTER") && isWord("SET", after: 1) && isWord("UTF8MB4", after: 2) {
            for _ in 0..<3 { advance() }
        } else if word == "CHAR", isWord("CHARSET"), isWord("UTF8MB4", after: 1) {
            for _ in 0..<2 { advance() }
        }
        if isOneOf(["CHARACTER", "CHARSET", "ARRAY", "UNICODE", "ASCII"]) { throw error("\(token.keyword) in a type is not supported") }
        return type
    }

    /// `VARCHAR(40)`, `INT UNSIGNED`: the type of a column of `JSON_TABLE`.
    mutating func mySQLColumnType() throws(SyntaxError) -> TypeName {
        guard token.kind == .word, let most = TypeWords.mySQLColumn[token.keyword] else {
            throw expected("a type such as INT, DECIMAL(10, 2), VARCHAR(100), DATE or JSON")
        }
        var words = token.keyword.asciiLowercased
        advance()
        let arguments = try typeArguments(atMost: most)
        if arguments.isEmpty, take("UNSIGNED") { words += " unsigned" }
        return TypeName(SQLName(words), arguments: arguments)
    }

    // MARK: PostgreSQL

    private mutating func postgreSQLType(isLiteral: Bool) throws(SyntaxError) -> TypeName {
        if isWord("SETOF") { throw error("SETOF is not supported") }
        var type =
            try token.kind == .word && Keywords.postgreSQLValues.contains(token.keyword) || (isWord("DOUBLE") && isWord("PRECISION", after: 1))
            ? builtInType(isLiteral: isLiteral) : namedType()
        while !isLiteral {
            if takeMark("[") {
                guard takeMark("]") else { throw error("a bound of an array type is not supported: write []") }
                type.dimensions += 1
            } else if type.dimensions == 0, isWord("ARRAY") {
                throw error("ARRAY after a type is not supported: write []")
            } else {
                break
            }
        }
        return type
    }

    private mutating func namedType() throws(SyntaxError) -> TypeName {
        let start = token
        var name = try name("a type")
        var schema: SQLName?
        if takeMark(".") {
            schema = name
            name = try nameAfterDot()
        }
        // In quotation marks the name means another type, as "char" does.
        if schema == nil, TypeWords.isPostgreSQLType(name.text.asciiUppercased) {
            throw error("a type in quotation marks is not supported", at: start)
        }
        return TypeName(schema: schema, name, arguments: try typeArguments(atMost: 2))
    }

    private mutating func builtInType(isLiteral: Bool) throws(SyntaxError) -> TypeName {
        let word = token.keyword
        let start = token
        advance()
        var words = [word]
        switch word {
        case "DOUBLE":
            try expect("PRECISION")
            words.append("PRECISION")
        case "BIT", "CHAR", "CHARACTER": if take("VARYING") { words.append("VARYING") }
        default: break
        }
        let name = words.joined(separator: " ")
        guard TypeWords.isPostgreSQLType(name) else { throw error("\(name) is not supported as a type", at: start) }
        let most =
            switch name {
            case "DEC", "DECIMAL", "NUMERIC": 2
            case "BIT", "BIT VARYING", "CHAR", "CHAR VARYING", "CHARACTER", "CHARACTER VARYING", "FLOAT", "INTERVAL", "TIME", "TIMESTAMP", "VARCHAR":
                1
            default: 0
            }
        var type = TypeName(SQLName(name.asciiLowercased), arguments: try typeArguments(atMost: most))
        if name == "TIME" || name == "TIMESTAMP" { type.zone = try zone() }
        if name == "INTERVAL", !isLiteral, type.arguments.isEmpty { type.fields = try intervalFields() }
        return type
    }

    private mutating func zone() throws(SyntaxError) -> TypeName.Zone? {
        guard isOneOf(["WITH", "WITHOUT"]), isWord("TIME", after: 1) else { return nil }
        let zone: TypeName.Zone = isWord("WITH") ? .with : .without
        advance()
        advance()
        try expect("ZONE")
        return zone
    }

    /// Parses `day` or `day to second`; nil for anything else.
    mutating func intervalFields() throws(SyntaxError) -> String? {
        let ranks = [
            "YEAR": ["MONTH"], "MONTH": [], "DAY": ["HOUR", "MINUTE", "SECOND"], "HOUR": ["MINUTE", "SECOND"], "MINUTE": ["SECOND"], "SECOND": [],
        ]
        guard token.kind == .word, let ends = ranks[token.keyword] else { return nil }
        let first = token.keyword.asciiLowercased
        advance()
        guard take("TO") else { return first }
        guard token.kind == .word, ends.contains(token.keyword) else { throw expected("a smaller unit") }
        advance()
        return "\(first) to \(token(after: -1).keyword.asciiLowercased)"
    }
}

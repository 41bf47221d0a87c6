extension Parser {
    /// Parses a name: in quotation marks, or a word that is not reserved.
    mutating func name(_ what: String) throws(SyntaxError) -> SQLName {
        switch token.kind {
        case .quoted: break
        case .word where !Keywords.isReserved(token.keyword, in: dialect): break
        case .word: throw error("\(what) is expected, not the keyword \(token.keyword): a name like it needs quotation marks")
        default: throw expected(what)
        }
        advance()
        return SQLName(token(after: -1).text)
    }

    /// Parses a name after a dot, where keywords are names.
    mutating func nameAfterDot() throws(SyntaxError) -> SQLName {
        guard token.kind == .quoted || (token.kind == .word && (dialect != .sqlite || !Keywords.isReserved(token.keyword, in: dialect))) else {
            throw expected("a name")
        }
        advance()
        return SQLName(token(after: -1).text)
    }

    /// `(a, b)`
    mutating func nameList() throws(SyntaxError) -> [SQLName] {
        try expectMark("(")
        var names: [SQLName] = []
        repeat { names.append(try name("a column")) } while takeMark(",")
        try expectMark(")")
        return names
    }

    /// Parses expressions separated by commas, at least one.
    mutating func expressionList() throws(SyntaxError) -> [Expression] {
        var list: [Expression] = []
        repeat { list.append(try expression()) } while takeMark(",")
        return list
    }
}

extension Parser {
    /// Parses the clause after a `WITH` query; nil if there is none.
    mutating func traversal(isRecursive: Bool) throws(SyntaxError) -> Traversal? {
        guard isOneOf(["SEARCH", "CYCLE"]) else { return nil }
        guard isRecursive, dialect != .sqlite else { throw error("\(token.keyword) is not supported here") }
        var traversal = Traversal()
        if isWord("SEARCH") { traversal.search = try search() }
        if take("CYCLE") { traversal.cycle = try cycle() }
        return traversal
    }

    /// `SEARCH DEPTH FIRST BY a, b SET c`
    private mutating func search() throws(SyntaxError) -> Traversal.Search {
        guard dialect == .postgresql else { throw error("SEARCH is not supported") }
        advance()
        let isDepthFirst = isWord("DEPTH")
        guard isOneOf(["DEPTH", "BREADTH"]), isWord("FIRST", after: 1) else { throw expected("DEPTH FIRST or BREADTH FIRST") }
        advance()
        advance()
        try expect("BY")
        let keys = try bareNames()
        try expect("SET")
        return Traversal.Search(isDepthFirst: isDepthFirst, keys: keys, order: try name("a column"))
    }

    /// Parses what follows `CYCLE`: `a, b SET c TO 'x' DEFAULT 'y' USING d`, or `a, b RESTRICT` on MariaDB.
    private mutating func cycle() throws(SyntaxError) -> Traversal.Cycle {
        let keys = try bareNames()
        if dialect == .mysql {
            try expect("RESTRICT")
            return Traversal.Cycle(keys: keys, columns: nil)
        }
        try expect("SET")
        let mark = try name("a column")
        var values: Traversal.Values?
        if take("TO") {
            let marked = try literal()
            try expect("DEFAULT")
            values = Traversal.Values(marked: marked, unmarked: try literal())
        }
        try expect("USING")
        return Traversal.Cycle(keys: keys, columns: Traversal.Columns(mark: mark, values: values, path: try name("a column")))
    }

    private mutating func bareNames() throws(SyntaxError) -> [SQLName] {
        var names: [SQLName] = []
        repeat { names.append(try name("a column")) } while takeMark(",")
        return names
    }

    private mutating func literal() throws(SyntaxError) -> Literal {
        guard case .literal(let literal) = try primary() else { throw error("a written value is expected", at: token(after: -1)) }
        return literal
    }
}

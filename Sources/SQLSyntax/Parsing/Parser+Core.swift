extension Parser {
    /// Parses what follows `SELECT`.
    mutating func selectCore() throws(SyntaxError) -> SelectCore {
        let mayOmitList = mayOmitList
        self.mayOmitList = false
        skipModifiers()
        let outer = place
        defer { place = outer }
        place = .elsewhere
        var core = SelectCore(distinct: try distinctClause(), [])
        skipModifiers()
        core.items = mayOmitList && core.distinct == .no && isWord("FROM") ? [] : try selectItems()
        if isWord("INTO") { throw unexpectedEnd() }
        place = outer == .elsewhere ? .elsewhere : .query
        if take("FROM") {
            if dialect == .mysql, isWord("DUAL") { advance() } else { core.from = try tableReferences() }
        }
        if take("WHERE") { core.filter = try condition() }
        place = .elsewhere
        if take("GROUP") { core.group = try groupClause() }
        if take("HAVING") { core.having = try expression() }
        if take("WINDOW") { core.windows = try namedWindows() }
        return core
    }

    /// Parses the condition of `WHERE` or `ON`.
    mutating func condition() throws(SyntaxError) -> Expression {
        let outer = place
        defer { place = outer }
        if place == .query { place = .condition }
        return try expression()
    }

    /// Skips hints to MySQL's optimizer and caches. They do not change the result and are not printed.
    private mutating func skipModifiers() { while dialect == .mysql, isOneOf(Self.mySQLModifiers) { advance() } }

    private static let mySQLModifiers: Set<String> = [
        "HIGH_PRIORITY", "STRAIGHT_JOIN", "SQL_SMALL_RESULT", "SQL_BIG_RESULT", "SQL_BUFFER_RESULT", "SQL_CACHE", "SQL_NO_CACHE",
        "SQL_CALC_FOUND_ROWS",
    ]

    private mutating func distinctClause() throws(SyntaxError) -> Distinct {
        if take("ALL") { return .no }
        guard take("DISTINCT") || (dialect == .mysql && take("DISTINCTROW")) else { return .no }
        guard dialect == .postgresql, take("ON") else { return .rows }
        try expectMark("(")
        let keys = try expressionList()
        try expectMark(")")
        return .on(keys)
    }

    private mutating func selectItems() throws(SyntaxError) -> [SelectItem] {
        var items: [SelectItem] = []
        repeat {
            if dialect == .mysql, !items.isEmpty, isMark("*") { throw error("'*' comes first in a list, or as table.*, in this dialect") }
            items.append(try selectItem())
        } while takeMark(",")
        return items
    }

    private mutating func selectItem() throws(SyntaxError) -> SelectItem {
        if takeMark("*") { return .all }
        if let qualified = try qualifiedStar() { return qualified }
        let start = index
        let expression = try expression()
        let written = written(since: start)
        return .expression(SelectExpression(expression, as: try columnAlias(), written: written))
    }

    /// `t.*` or `s.t.*`
    private mutating func qualifiedStar() throws(SyntaxError) -> SelectItem? {
        let dots = isMark(".", after: 1) ? (isMark("*", after: 2) ? 1 : isMark(".", after: 3) && isMark("*", after: 4) ? 2 : 0) : 0
        guard dots > 0 else { return nil }
        guard dots == 1 || dialect != .sqlite else { throw error("a name of three parts before '*' is not in this dialect") }
        let offset = IgnoredInEquality(token.offset)
        let first = try name("a table")
        try expectMark(".")
        if dots == 1 {
            advance()
            return .allOf(schema: nil, table: first, offset: offset)
        }
        let second = try nameAfterDot()
        advance()
        advance()
        return .allOf(schema: first, table: second, offset: offset)
    }

    private mutating func columnAlias() throws(SyntaxError) -> SQLName? {
        if take("AS") {
            if token.kind == .string, dialect != .postgresql { return try stringAlias() }
            // PostgreSQL accepts any word after AS.
            if dialect == .postgresql, token.kind == .word {
                advance()
                return SQLName(token(after: -1).text)
            }
            return try name("a title")
        }
        if token.kind == .string, dialect != .postgresql { return try stringAlias() }
        return try bareAlias()
    }

    private mutating func stringAlias() throws(SyntaxError) -> SQLName {
        guard !token.text.isEmpty else { throw error("a name is empty") }
        advance()
        return SQLName(token(after: -1).text)
    }

    /// Parses an alias without `AS`.
    mutating func bareAlias() throws(SyntaxError) -> SQLName? {
        guard token.kind == .quoted || (token.kind == .word && Keywords.isBareAlias(token.keyword, in: dialect)) else { return nil }
        advance()
        return SQLName(token(after: -1).text)
    }

    // MARK: Groups and windows

    private mutating func groupClause() throws(SyntaxError) -> GroupClause {
        try expect("BY")
        if dialect == .postgresql, isOneOf(["DISTINCT", "ALL"]) { throw error("GROUP BY \(token.keyword) is not supported") }
        var group = GroupClause(try groupingElements())
        if !groupOrder.isEmpty, isWord("WITH") { throw error("ASC and DESC in GROUP BY are not supported before WITH ROLLUP") }
        if dialect == .mysql, take("WITH", "ROLLUP") { group.withRollup = true }
        return group
    }

    private mutating func groupingElements() throws(SyntaxError) -> [GroupingElement] {
        var elements: [GroupingElement] = []
        repeat { elements.append(try groupingElement()) } while takeMark(",")
        return elements
    }

    private mutating func groupingElement() throws(SyntaxError) -> GroupingElement {
        guard dialect == .postgresql else {
            let key = try expression()
            // MariaDB sorts the groups by these keys when the query has no ORDER BY.
            if dialect == .mysql, isOneOf(["ASC", "DESC"]) {
                groupOrder.append(SortKey(key, isDescending: isWord("DESC")))
                advance()
            }
            return .expression(key)
        }
        if isMark("("), isMark(")", after: 1) {
            advance()
            advance()
            return .empty
        }
        if isWord("GROUPING"), isWord("SETS", after: 1) {
            advance()
            advance()
            try descend()
            try expectMark("(")
            let sets = try groupingElements()
            try expectMark(")")
            ascend()
            try grow()
            return .sets(sets)
        }
        guard isOneOf(["ROLLUP", "CUBE"]), isMark("(", after: 1) else { return .expression(try expression()) }
        let isRollup = isWord("ROLLUP")
        advance()
        advance()
        let keys = try expressionList()
        try expectMark(")")
        return isRollup ? .rollup(keys) : .cube(keys)
    }

    private mutating func namedWindows() throws(SyntaxError) -> [NamedWindow] {
        var windows: [NamedWindow] = []
        repeat {
            let name = try name("the name of a window")
            try expect("AS")
            windows.append(NamedWindow(name, try windowSpecification()))
        } while takeMark(",")
        return windows
    }

    /// Parses `( … )` after `OVER` or `AS`.
    mutating func windowSpecification() throws(SyntaxError) -> WindowSpecification {
        try expectMark("(")
        var window = WindowSpecification()
        if token.kind == .quoted || (token.kind == .word && !isOneOf(["PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS"])) {
            window.base = try name("the name of a window")
        }
        if take("PARTITION") {
            try expect("BY")
            window.partition = try expressionList()
        }
        window.order = try orderClause()
        if token.kind == .word, let unit = WindowFrame.Unit(rawValue: token.keyword), unit != .groups || dialect != .mysql {
            advance()
            window.frame = try windowFrame(unit)
        }
        try expectMark(")")
        return window
    }

    private mutating func windowFrame(_ unit: WindowFrame.Unit) throws(SyntaxError) -> WindowFrame {
        let place = token
        let isPair = take("BETWEEN")
        var frame = WindowFrame(unit, try frameBound(isUpper: false))
        if isPair {
            try expect("AND")
            frame.end = try frameBound(isUpper: true)
        }
        guard Self.isOrdered(frame.start, frame.end ?? .currentRow) else { throw error("a window frame ends before it starts", at: place) }
        if dialect != .mysql, take("EXCLUDE") {
            if take("CURRENT", "ROW") {
                frame.exclusion = .currentRow
            } else if take("GROUP") {
                frame.exclusion = .group
            } else if take("TIES") {
                frame.exclusion = .ties
            } else if take("NO", "OTHERS") {
                frame.exclusion = .noOthers
            } else {
                throw expected("CURRENT ROW, GROUP, TIES or NO OTHERS")
            }
        }
        return frame
    }

    private mutating func frameBound(isUpper: Bool) throws(SyntaxError) -> WindowFrame.Bound {
        if take("UNBOUNDED", "PRECEDING") { return .unboundedPreceding }
        if take("UNBOUNDED", "FOLLOWING") { return .unboundedFollowing }
        if take("CURRENT", "ROW") { return .currentRow }
        let offset = try isUpper ? expression() : expression(above: .not)
        if take("PRECEDING") { return .preceding(offset) }
        if take("FOLLOWING") { return .following(offset) }
        throw expected("PRECEDING or FOLLOWING")
    }

    /// Whether the bounds are in order; the engines check this when they parse.
    private static func isOrdered(_ start: WindowFrame.Bound, _ end: WindowFrame.Bound) -> Bool {
        func rank(_ bound: WindowFrame.Bound) -> Int {
            switch bound {
            case .unboundedPreceding: 0
            case .preceding: 1
            case .currentRow: 2
            case .following: 3
            case .unboundedFollowing: 4
            }
        }
        return rank(start) <= rank(end) && rank(start) < 4 && rank(end) > 0
    }
}

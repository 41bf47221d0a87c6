extension Parser {
    mutating func tableReferences() throws(SyntaxError) -> [TableReference] {
        var tables: [TableReference] = []
        repeat { tables.append(try joinedTable()) } while takeMark(",")
        return tables
    }

    private mutating func joinedTable() throws(SyntaxError) -> TableReference {
        // `descend` limits the nesting of parentheses; `height` is the depth of the tree that is being built, which `grow` limits.
        try descend()
        let outer = height
        height = 0
        var left = try tablePrimary()
        while let join = try joinOperator() {
            let leftHeight = height
            height = 0
            let right = try tablePrimary()
            height = max(leftHeight, height)
            left = .join(try joinCondition(left, join.kind, right, isNatural: join.isNatural))
            try grow()
        }
        height = max(outer, height)
        ascend()
        return left
    }

    private mutating func joinOperator() throws(SyntaxError) -> (kind: Join.Kind, isNatural: Bool)? {
        // STRAIGHT_JOIN only fixes the join order of MySQL's optimizer: an inner join.
        if dialect == .mysql, take("STRAIGHT_JOIN") { return (.inner, false) }
        let isNatural = take("NATURAL")
        let kind: Join.Kind
        switch token.keyword {
        case "JOIN": kind = .inner
        case "INNER": kind = .inner
        case "CROSS": kind = .cross
        case "LEFT": kind = .left
        case "RIGHT": kind = .right
        case "FULL": kind = .full
        default:
            if isNatural { throw expected("JOIN") }
            return nil
        }
        if kind == .full, dialect == .mysql { throw error("FULL JOIN is not in this dialect") }
        if kind == .cross, isNatural { throw error("NATURAL CROSS JOIN is not supported") }
        if !isWord("JOIN") {
            advance()
            if kind != .inner, kind != .cross { _ = take("OUTER") }
        }
        try expect("JOIN")
        return (kind, isNatural)
    }

    private mutating func joinCondition(_ left: TableReference, _ kind: Join.Kind, _ right: TableReference, isNatural: Bool) throws(SyntaxError)
        -> Join
    {
        if isNatural { return Join(left, kind, right, .natural) }
        let forbidsCondition = kind == .cross && dialect == .postgresql
        if !forbidsCondition, take("ON") { return Join(left, kind == .cross ? .inner : kind, right, .on(try condition())) }
        if !forbidsCondition, take("USING") {
            let names = try nameList()
            if dialect == .postgresql, isWord("AS") { throw error("an alias of USING is not supported") }
            return Join(left, kind == .cross ? .inner : kind, right, .using(names))
        }
        // In some dialects an inner join without a condition is a cross join.
        guard kind == .cross || (kind == .inner && dialect != .postgresql) else { throw expected("ON or USING") }
        return Join(left, .cross, right, .none)
    }

    private mutating func tablePrimary() throws(SyntaxError) -> TableReference {
        let isLateral = dialect != .sqlite && take("LATERAL")
        if isMark("(") {
            if isQueryInParentheses() { return try derivedTable(isLateral: isLateral) }
            guard !isLateral else { throw expected("a query") }
            advance()
            var inner = try joinedTable()
            if dialect == .postgresql, isMark(",") { throw error("a list of tables in parentheses is not supported: use CROSS JOIN") }
            while takeMark(",") {
                inner = .join(Join(inner, .cross, try joinedTable(), .none))
                try grow()
            }
            try expectMark(")")
            if dialect == .postgresql {
                guard case .join = inner else { throw error("parentheses around one table are not supported", at: token(after: -1)) }
            }
            if isWord("AS") || token.kind == .quoted { throw error("an alias of a join is not supported: alias its tables") }
            return inner
        }
        // `ONLY t`, `ONLY (t)` and `ROWS FROM (…)` are not supported; elsewhere the two words are names of tables.
        if dialect == .postgresql, isOneOf(["ONLY", "ROWS"]), isMark("(", after: 1) || token(after: 1).kind == .word || isWord("FROM", after: 1) {
            if isWord("ONLY") || isWord("FROM", after: 1) { throw error("\(token.keyword) is not supported here") }
        }
        return try namedTable(isLateral: isLateral)
    }

    private mutating func derivedTable(isLateral: Bool) throws(SyntaxError) -> TableReference {
        try expectMark("(")
        let select = try selectStatement()
        try closeQuery()
        let alias = try tableAlias(takesColumns: dialect == .postgresql)
        if alias == nil, dialect != .sqlite { throw error("a query in FROM needs a name: (…) AS name, not \(found)") }
        return .derived(DerivedTable(select, as: alias, isLateral: isLateral))
    }

    private mutating func namedTable(isLateral: Bool) throws(SyntaxError) -> TableReference {
        let start = token
        let isFunctionWord =
            dialect == .postgresql && start.kind == .word && Keywords.postgreSQLValues.contains(start.keyword) && isMark("(", after: 1)
        if isFunctionWord { throw error("\(start.keyword) is not supported here") }
        if dialect == .mysql, isWord("JSON_TABLE"), isMark("(", after: 1) {
            guard !isLateral else { throw error("LATERAL is not supported before JSON_TABLE, which sees the tables before it") }
            return try jsonTable()
        }
        var name = try name("a table")
        var schema: SQLName?
        if takeMark(".") {
            schema = name
            name = try nameAfterDot()
            if isMark(".") { throw error("a name of three parts is not supported: leave the first out") }
        }
        if isMark("(") {
            guard dialect != .mysql else { throw error("a function in FROM is not supported in this dialect") }
            return try tableFunction(schema, name, start, isLateral: isLateral)
        }
        guard !isLateral else { throw error("LATERAL is supported only before a query or a function") }
        if isMark("*") { throw error("'*' after a table is not supported") }
        let alias = try tableAlias(takesColumns: dialect == .postgresql)
        try skipIndexHints()
        var table = NamedTable(schema: schema, name, as: alias, offset: start.offset)
        if dialect == .postgresql, take("TABLESAMPLE") { table.sample = try sample() }
        switch token.keyword {
        case "TABLESAMPLE": throw error("TABLESAMPLE is not supported")
        case "INDEXED", "USE", "FORCE", "IGNORE", "NOT": throw error("a hint on an index is not supported here")
        case "PARTITION": throw error("a choice of partitions is not supported")
        case "FOR" where !isWord("UPDATE", after: 1) && !isWord("SHARE", after: 1): throw error("FOR is not supported here")
        default: break
        }
        return .table(table)
    }

    /// Skips hints to the optimizer. They do not change the result and are not printed.
    private mutating func skipIndexHints() throws(SyntaxError) {
        if dialect == .sqlite {
            if take("NOT", "INDEXED") { return }
            if take("INDEXED", "BY") { _ = try name("an index") }
        }
        while dialect == .mysql, isOneOf(["USE", "FORCE", "IGNORE"]), isOneOf(["INDEX", "KEY"], after: 1) {
            advance()
            advance()
            if take("FOR") {
                if take("ORDER") || take("GROUP") { try expect("BY") } else { try expect("JOIN") }
            }
            try expectMark("(")
            while !isMark(")") {
                if !take("PRIMARY") { _ = try name("an index") }
                if !takeMark(",") { break }
            }
            try expectMark(")")
        }
    }

    /// Parses what follows PostgreSQL's `TABLESAMPLE`: `BERNOULLI (10) REPEATABLE (1)`.
    private mutating func sample() throws(SyntaxError) -> TableSample {
        guard token.kind == .word, let method = TableSample.Method(rawValue: token.keyword) else { throw expected("BERNOULLI or SYSTEM") }
        advance()
        try expectMark("(")
        var sample = TableSample(method: method, percentage: try numberText())
        try expectMark(")")
        if take("REPEATABLE") {
            try expectMark("(")
            sample.seed = try numberText()
            try expectMark(")")
        }
        return sample
    }

    private mutating func numberText() throws(SyntaxError) -> String {
        guard token.kind == .number else { throw expected("a number") }
        advance()
        return token(after: -1).text
    }

    private mutating func tableFunction(_ schema: SQLName?, _ name: SQLName, _ start: Token, isLateral: Bool) throws(SyntaxError) -> TableReference {
        try expectMark("(")
        let arguments = isMark(")") ? [] : try functionArguments()
        try expectMark(")")
        var function = TableFunction(FunctionCall(schema: schema, name, .list(arguments), offset: start.offset), isLateral: isLateral)
        guard dialect == .postgresql else {
            function.alias = try tableAlias(takesColumns: false)
            return .function(function)
        }
        function.withOrdinality = take("WITH", "ORDINALITY")
        let hasWord = take("AS")
        if hasWord, isMark("(") { throw expected("a name") }
        if let alias = try hasWord ? self.name("a name") : bareAlias() {
            function.alias = TableAlias(alias)
            if isMark("(") { try functionColumns(of: &function) }
        }
        return .function(function)
    }

    /// `(a, b)` or `(a int, b text)`
    private mutating func functionColumns(of function: inout TableFunction) throws(SyntaxError) {
        if isMark(",", after: 2) || isMark(")", after: 2) {
            function.alias?.columns = try nameList()
            return
        }
        guard !function.withOrdinality else { throw error("types of columns together with ORDINALITY are not supported") }
        try expectMark("(")
        repeat {
            let column = try name("a column")
            function.definitions.append(ColumnDefinition(column, try typeName()))
        } while takeMark(",")
        try expectMark(")")
    }

    mutating func tableAlias(takesColumns: Bool) throws(SyntaxError) -> TableAlias? {
        let isString = token.kind == .string || (isWord("AS") && token(after: 1).kind == .string)
        if isString { throw error("the name of a table in single quotation marks is not supported") }
        guard let alias = try take("AS") ? name("a name") : bareAlias() else { return nil }
        guard isMark("("), takesColumns else { return TableAlias(alias) }
        return TableAlias(alias, columns: try nameList())
    }
}

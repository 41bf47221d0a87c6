extension SelectStatement {
    /// Parses one query, which may end in one semicolon.
    /// - Parameter marksParameters: whether values that can be replaced by others become ``Literal/Parameter``s.
    /// - Throws: an error with its offset, for text that is not a query or is not fully understood.
    package static func parse(_ text: String, in dialect: Dialect, marksParameters: Bool = false) throws(SyntaxError) -> SelectStatement {
        var parser = try Parser(text, in: dialect)
        if marksParameters { parser.place = .query }
        try parser.refuseOtherStatements()
        let select = try parser.selectStatement()
        _ = parser.takeMark(";")
        guard parser.token.kind == .end else {
            throw parser.isMark(";") || parser.token(after: -1).text == ";"
                ? parser.error("one statement is expected") : parser.unexpectedEnd()
        }
        return select
    }
}

extension Expression {
    /// Parses one expression.
    /// - Throws: an error with its offset, for text that is not an expression or is not fully understood.
    package static func parse(_ text: String, in dialect: Dialect) throws(SyntaxError) -> Expression {
        var parser = try Parser(text, in: dialect)
        let expression = try parser.expression()
        guard parser.token.kind == .end else { throw parser.expected("one expression") }
        return expression
    }
}

extension Parser {
    private static let others: Set<String> = [
        "ALTER", "ANALYZE", "ANALYSE", "ATTACH", "BEGIN", "CALL", "CHECKPOINT", "CLUSTER", "COMMENT", "COMMIT", "COPY", "CREATE", "DEALLOCATE",
        "DECLARE",
        "DELETE", "DESC", "DESCRIBE", "DETACH", "DISCARD", "DO", "DROP", "END", "EXEC", "EXECUTE", "EXPLAIN", "FETCH", "FLUSH", "GRANT", "HANDLER",
        "HELP",
        "IMPORT", "INSERT", "INSTALL", "KILL", "LISTEN", "LOAD", "LOCK", "MERGE", "MOVE", "NOTIFY", "OPTIMIZE", "PRAGMA", "PREPARE", "PURGE",
        "REASSIGN",
        "REFRESH", "REINDEX", "RELEASE", "RENAME", "REPLACE", "RESET", "REVOKE", "ROLLBACK", "SAVEPOINT", "SECURITY", "SET", "SHOW", "SHUTDOWN",
        "START",
        "TABLE", "TRUNCATE", "UNINSTALL", "UNLISTEN", "UNLOCK", "UPDATE", "USE", "VACUUM", "XA",
    ]

    func refuseOtherStatements() throws(SyntaxError) {
        if isOneOf(Self.others), !(dialect == .postgresql && isWord("TABLE")) {
            throw error("\(token.keyword) is not supported: one SELECT is expected")
        }
        if token.kind == .end { throw error("a SELECT is expected, not an empty text") }
    }

    /// The error for text after the end of a query.
    func unexpectedEnd() -> SyntaxError {
        switch token.keyword {
        case "INTO": error("INTO is not allowed: a query writes nothing")
        case "FOR", "LOCK": error("locking rows (FOR UPDATE, FOR SHARE, LOCK IN SHARE MODE) is not allowed")
        case "PROCEDURE", "QUALIFY": error("\(token.keyword) is not supported")
        default: error("the end of the query is expected, not \(found)")
        }
    }

    static let queryStarts: Set<String> = ["SELECT", "WITH", "VALUES", "TABLE"]

    /// Whether the parenthesis here starts a query in parentheses, and not an expression or a join that starts with one.
    func isQueryInParentheses() -> Bool {
        var ahead = 0
        while isMark("(", after: ahead) { ahead += 1 }
        guard ahead > 0, isOneOf(Self.queryStarts, after: ahead) else { return false }
        // In SQLite a query has one pair of parentheses; further ones belong to a value.
        if dialect == .sqlite { return ahead == 1 }
        // From the innermost outwards: after its parenthesis a query ends or continues.
        for inner in stride(from: ahead - 1, to: 0, by: -1) {
            let next = tokenAfterParenthesis(at: inner)
            let isOpen = next.kind == .mark && next.text == ")"
            guard isOpen || (next.kind == .word && Self.queryContinues.contains(next.keyword)) else { return false }
        }
        return true
    }

    private static let queryContinues: Set<String> = ["UNION", "INTERSECT", "EXCEPT", "ORDER", "LIMIT", "OFFSET", "FETCH"]

    // MARK: The statement

    mutating func selectStatement() throws(SyntaxError) -> SelectStatement {
        try descend()
        let outer = height
        let outerOrder = groupOrder
        height = 0
        groupOrder = []
        let with = isWord("WITH") ? try withClause() : nil
        var statement = try unwrapped(queryBody())
        if statement.with != nil, with != nil { throw error("a WITH before parentheses that have one of their own is not supported") }
        statement.with = with ?? statement.with
        let groups = groupOrder
        groupOrder = outerOrder
        let outerPlace = place
        place = .elsewhere
        defer { place = outerPlace }
        var order = try orderClause()
        if order.isEmpty, case .select = statement.body { order = groups }
        let limit = try limitClause()
        if !order.isEmpty || limit != nil {
            if dialect == .sqlite, statement.body.endsInValues { throw error("ORDER BY and LIMIT after VALUES are not in this dialect") }
            guard statement.order.isEmpty, statement.limit == nil else {
                throw error("ORDER BY or LIMIT after parentheses that have one of their own is not supported: put the inner query in FROM")
            }
            statement.order = order
            statement.limit = limit
        }
        if let limit, limit.withTies, statement.order.isEmpty { throw error("WITH TIES needs an ORDER BY") }
        try grow()
        height = max(outer, height)
        ascend()
        return statement
    }

    /// Removes redundant parentheses around a whole query.
    private func unwrapped(_ body: QueryBody) -> SelectStatement {
        guard case .nested(let inner) = body else { return SelectStatement(body) }
        return inner
    }

    private mutating func withClause() throws(SyntaxError) -> WithClause {
        try expect("WITH")
        let isRecursive = take("RECURSIVE")
        var tables: [CommonTable] = []
        repeat {
            let start = token
            let name = try name("the name of a query")
            withQueries += 1
            guard withQueries <= SyntaxLimits.withQueries else {
                throw error("a statement has at most \(SyntaxLimits.withQueries) WITH queries: use fewer, or several statements", at: start)
            }
            guard !tables.contains(where: { $0.name.isSame(as: name, in: dialect) }) else { throw error("a WITH name is given twice", at: start) }
            let columns = isMark("(") ? try nameList() : []
            try expect("AS")
            var isMaterialized: Bool?
            if dialect != .mysql {
                if take("MATERIALIZED") { isMaterialized = true } else if take("NOT", "MATERIALIZED") { isMaterialized = false }
            }
            try expectMark("(")
            guard isMark("(") || isOneOf(Self.queryStarts) else {
                throw error("a WITH query is a SELECT, not \(found): a query writes nothing")
            }
            let select = try selectStatement()
            try closeQuery()
            var table = CommonTable(name, columns: columns, select, isMaterialized: isMaterialized)
            table.traversal = try traversal(isRecursive: isRecursive)
            tables.append(table)
        } while takeMark(",")
        guard isMark("(") || isOneOf(["SELECT", "VALUES", "TABLE"]) else { throw expected("SELECT") }
        return WithClause(isRecursive: isRecursive, tables)
    }

    /// Takes the parenthesis that closes a query.
    mutating func closeQuery() throws(SyntaxError) {
        guard takeMark(")") else { throw isMark(",") || isMark(";") ? expected("')'") : unexpectedEnd() }
    }

    // MARK: Set operations

    private mutating func queryBody() throws(SyntaxError) -> QueryBody {
        var left = try intersections()
        while let op = try setOperator(tight: false) {
            let right = try dialect == .sqlite ? queryTerm() : intersections()
            left = .compound(operand(left), op, operand(right))
            try grow()
        }
        return left
    }

    /// `INTERSECT` binds tighter than the others, except on SQLite.
    private mutating func intersections() throws(SyntaxError) -> QueryBody {
        var left = try queryTerm()
        while dialect != .sqlite, let op = try setOperator(tight: true) {
            left = .compound(operand(left), op, operand(try queryTerm()))
            try grow()
        }
        return left
    }

    private func operand(_ body: QueryBody) -> QueryBody {
        guard case .nested(let inner) = body, inner.with == nil, inner.order.isEmpty, inner.limit == nil else { return body }
        return inner.body
    }

    private mutating func setOperator(tight: Bool) throws(SyntaxError) -> SetOperator? {
        guard token.kind == .word, let kind = SetOperator.Kind(rawValue: token.keyword) else { return nil }
        guard dialect == .sqlite || (kind == .intersect) == tight else { return nil }
        advance()
        let isAll = take("ALL")
        if isAll, dialect == .sqlite, kind != .union { throw error("\(kind.rawValue) ALL is not in this dialect", at: token(after: -1)) }
        if !isAll { _ = dialect != .sqlite && take("DISTINCT") }
        return SetOperator(kind, isAll: isAll)
    }

    private mutating func queryTerm() throws(SyntaxError) -> QueryBody {
        if isMark("(") {
            guard dialect != .sqlite else { throw error("parentheses around a part of a query are not in this dialect: use SELECT * FROM (…)") }
            advance()
            let inner = try selectStatement()
            try closeQuery()
            return .nested(inner)
        }
        if take("VALUES") { return try values() }
        if dialect == .postgresql, take("TABLE") { return try wholeTable() }
        try expect("SELECT")
        return .select(try selectCore())
    }

    /// Parses the name after PostgreSQL's `TABLE`, which reads the whole table.
    private mutating func wholeTable() throws(SyntaxError) -> QueryBody {
        let start = token
        var name = try name("a table")
        var schema: SQLName?
        if takeMark(".") { (schema, name) = (name, try nameAfterDot()) }
        return .select(SelectCore([.all], from: [.table(NamedTable(schema: schema, name, offset: start.offset))]))
    }

    private mutating func values() throws(SyntaxError) -> QueryBody {
        var rows: [[Expression]] = []
        repeat {
            let start = token
            try expectMark("(")
            let row = try expressionList()
            try expectMark(")")
            guard rows.isEmpty || rows[0].count == row.count else { throw error("all rows of VALUES have the same number of values", at: start) }
            rows.append(row)
        } while takeMark(",")
        return .values(rows)
    }

    // MARK: Order and limit

    mutating func orderClause() throws(SyntaxError) -> [SortKey] { take("ORDER") ? try sortKeys() : [] }

    /// Parses what follows `ORDER`.
    mutating func sortKeys() throws(SyntaxError) -> [SortKey] {
        try expect("BY")
        var keys: [SortKey] = []
        repeat {
            var key = SortKey(try expression())
            // PostgreSQL's `USING <` means ASC, `USING >` means DESC.
            if dialect == .postgresql, isWord("USING"), isMark("<", after: 1) || isMark(">", after: 1) {
                advance()
                key.isDescending = isMark(">")
                key.usesOperator = true
                advance()
            } else if take("ASC") {
                key.isDescending = false
            } else if take("DESC") {
                key.isDescending = true
            }
            if dialect != .mysql, take("NULLS") {
                if take("FIRST") { key.nullsFirst = true } else if take("LAST") { key.nullsFirst = false } else { throw expected("FIRST or LAST") }
            }
            keys.append(key)
        } while takeMark(",")
        return keys
    }

    private mutating func limitClause() throws(SyntaxError) -> LimitClause? {
        var limit: LimitClause?
        var hasOffset = false
        while true {
            if limit?.count == nil, limit?.withTies != true, take("LIMIT") {
                limit = limit ?? LimitClause(nil)
                // PostgreSQL's ALL means NULL.
                limit?.count = try dialect == .postgresql && take("ALL") ? .literal(.null) : limitValue()
                if dialect != .postgresql, takeMark(",") {
                    let skipped = limit?.count
                    limit?.offset = skipped
                    hasOffset = true
                    limit?.count = try limitValue()
                }
            } else if !hasOffset, dialect == .postgresql || limit?.count != nil || isOffsetBeforeFetch, take("OFFSET") {
                hasOffset = true
                limit = limit ?? LimitClause(nil)
                limit?.offset = try limitValue()
                if dialect == .postgresql || limit?.count == nil { _ = take("ROWS") || take("ROW") }
            } else if dialect != .sqlite, limit?.count == nil, isWord("FETCH"), isOneOf(["FIRST", "NEXT"], after: 1) {
                advance()
                advance()
                limit = limit ?? LimitClause(nil)
                limit?.count = try fetchCount()
                guard take("ROWS") || take("ROW") else { throw expected("ROWS") }
                if take("WITH", "TIES") { limit?.withTies = true } else { try expect("ONLY") }
            } else {
                guard let limit, limit.count != nil || limit.offset != nil else { return nil }
                return limit
            }
        }
    }

    /// MariaDB's `OFFSET 2 ROWS FETCH NEXT 3 ROWS ONLY`.
    private var isOffsetBeforeFetch: Bool { dialect == .mysql && isOneOf(["ROW", "ROWS"], after: 2) && isWord("FETCH", after: 3) }

    private mutating func limitValue() throws(SyntaxError) -> Expression {
        guard dialect == .mysql else { return try expression() }
        return try wholeNumber()
    }

    private mutating func fetchCount() throws(SyntaxError) -> Expression {
        isOneOf(["ROW", "ROWS"]) ? .literal(.number("1")) : try wholeNumber()
    }

    private mutating func wholeNumber() throws(SyntaxError) -> Expression {
        guard token.kind == .number, token.text.utf8.allSatisfy(\.isASCIIDigit) else { throw expected("a whole number") }
        advance()
        return .literal(.number(token(after: -1).text))
    }
}

extension QueryBody {
    /// Whether the last part is `VALUES`, after which SQLite accepts no ORDER BY and no LIMIT.
    var endsInValues: Bool {
        switch self {
        case .values: true
        case .compound(_, _, let last): last.endsInValues
        case .select, .nested: false
        }
    }
}

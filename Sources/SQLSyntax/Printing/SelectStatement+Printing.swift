extension SelectStatement {
    /// The canonical text of this tree; parsing it in the same dialect gives the same tree.
    package func printed(for dialect: Dialect) -> String {
        var printer = Printer(dialect: dialect)
        printer.statement(self)
        return printer.text
    }
}

extension Expression {
    package func printed(for dialect: Dialect) -> String {
        var printer = Printer(dialect: dialect)
        printer.expression(self)
        return printer.text
    }
}

extension Printer {
    mutating func statement(_ statement: SelectStatement) {
        if let with = statement.with { self.with(with) }
        body(statement.body)
        order(statement.order)
        if let limit = statement.limit { self.limit(limit) }
    }

    /// Prints the statement in parentheses.
    mutating func enclosed(_ statement: SelectStatement) {
        put("(")
        self.statement(statement)
        put(")")
    }

    private mutating func with(_ with: WithClause) {
        put(with.isRecursive ? "WITH RECURSIVE " : "WITH ")
        list(with.tables) { printer, table in
            printer.name(table.name)
            if !table.columns.isEmpty {
                printer.put(" ")
                printer.names(table.columns)
            }
            printer.put(" AS ")
            if let isMaterialized = table.isMaterialized, printer.dialect != .mysql {
                printer.put(isMaterialized ? "MATERIALIZED " : "NOT MATERIALIZED ")
            }
            printer.enclosed(table.select)
            if let traversal = table.traversal { printer.traversal(traversal) }
        }
        put(" ")
    }

    private mutating func traversal(_ traversal: Traversal) {
        if let search = traversal.search {
            put(search.isDepthFirst ? " SEARCH DEPTH FIRST BY " : " SEARCH BREADTH FIRST BY ")
            list(search.keys) { $0.name($1) }
            put(" SET ")
            name(search.order)
        }
        guard let cycle = traversal.cycle else { return }
        put(" CYCLE ")
        list(cycle.keys) { $0.name($1) }
        guard let columns = cycle.columns else { return put(" RESTRICT") }
        put(" SET ")
        name(columns.mark)
        if let values = columns.values {
            put(" TO ")
            expression(.literal(values.marked))
            put(" DEFAULT ")
            expression(.literal(values.unmarked))
        }
        put(" USING ")
        name(columns.path)
    }

    private mutating func body(_ body: QueryBody) {
        switch body {
        case .select(let core): self.core(core)
        case .values(let rows):
            put("VALUES ")
            list(rows) { printer, row in
                printer.put("(")
                printer.list(row) { $0.expression($1) }
                printer.put(")")
            }
        case .compound(let left, let op, let right):
            operand(left, of: op, isRight: false)
            put(" \(op.kind.rawValue)\(op.isAll ? " ALL" : "") ")
            operand(right, of: op, isRight: true)
        case .nested(let statement): wrapped(statement)
        }
    }

    private mutating func operand(_ body: QueryBody, of op: SetOperator, isRight: Bool) {
        guard case .compound(_, let inner, _) = body else { return self.body(body) }
        let isTighter = dialect != .sqlite && inner.kind == .intersect && op.kind != .intersect
        let isSame = dialect == .sqlite || (inner.kind == .intersect) == (op.kind == .intersect)
        if isTighter || (isSame && !isRight) { self.body(body) } else { wrapped(SelectStatement(body)) }
    }

    /// Prints a part of a compound query. SQLite accepts no parentheses around it, so there it becomes a query in `FROM`.
    private mutating func wrapped(_ statement: SelectStatement) {
        if dialect == .sqlite { put("SELECT * FROM ") }
        enclosed(statement)
    }

    mutating func order(_ keys: [SortKey], prefix: String = " ") {
        guard !keys.isEmpty else { return }
        put(prefix + "ORDER BY ")
        list(keys) { printer, key in
            printer.expression(key.expression)
            if key.usesOperator, printer.dialect == .postgresql {
                printer.put(key.isDescending == true ? " USING >" : " USING <")
            } else if let isDescending = key.isDescending {
                printer.put(isDescending ? " DESC" : " ASC")
            }
            if let nullsFirst = key.nullsFirst, printer.dialect != .mysql { printer.put(nullsFirst ? " NULLS FIRST" : " NULLS LAST") }
        }
    }

    mutating func limit(_ limit: LimitClause) {
        if limit.withTies, let count = limit.count {
            if let offset = limit.offset {
                put(" OFFSET ")
                expression(offset)
                if dialect == .mysql { put(" ROWS") }
            }
            put(" FETCH FIRST ")
            expression(count)
            return put(" ROWS WITH TIES")
        }
        if let count = limit.count {
            put(" LIMIT ")
            expression(count)
        } else if dialect != .postgresql {
            put(dialect == .sqlite ? " LIMIT -1" : " LIMIT 18446744073709551615")
        }
        if let offset = limit.offset {
            put(" OFFSET ")
            expression(offset)
        }
    }

    // MARK: SELECT

    private mutating func core(_ core: SelectCore) {
        put("SELECT ")
        switch core.distinct {
        case .no: break
        case .rows: put("DISTINCT ")
        case .on(let keys):
            put("DISTINCT ON (")
            list(keys) { $0.expression($1) }
            put(") ")
        }
        list(core.items) { $0.item($1) }
        if !core.from.isEmpty {
            put(" FROM ")
            list(core.from) { $0.table($1) }
        } else if dialect == .mysql, core.filter != nil || core.group != nil || core.having != nil {
            put(" FROM DUAL")
        }
        if let filter = core.filter {
            put(" WHERE ")
            expression(filter)
        }
        if let group = core.group { self.group(group) }
        if let having = core.having {
            put(" HAVING ")
            expression(having)
        }
        if !core.windows.isEmpty {
            put(" WINDOW ")
            list(core.windows) { printer, window in
                printer.name(window.name)
                printer.put(" AS ")
                printer.window(window.window)
            }
        }
    }

    private mutating func item(_ item: SelectItem) {
        switch item {
        case .all: put("*")
        case .allOf(let schema, let table, _):
            qualified(schema, table)
            put(".*")
        case .expression(let item):
            expression(item.expression)
            if let alias = item.alias {
                put(" AS ")
                name(alias)
            }
        }
    }

    private mutating func group(_ group: GroupClause) {
        put(" GROUP BY ")
        list(group.elements) { $0.element($1) }
        if group.withRollup { put(" WITH ROLLUP") }
    }

    private mutating func element(_ element: GroupingElement) {
        switch element {
        case .expression(let key): expression(key)
        case .empty: put("()")
        case .rollup(let keys), .cube(let keys):
            if case .rollup = element { put("ROLLUP (") } else { put("CUBE (") }
            list(keys) { $0.expression($1) }
            put(")")
        case .sets(let sets):
            put("GROUPING SETS (")
            list(sets) { $0.element($1) }
            put(")")
        }
    }

    // MARK: Windows

    mutating func window(_ window: WindowSpecification) {
        var parts: [(inout Printer) -> Void] = []
        if let base = window.base { parts.append { $0.name(base) } }
        if !window.partition.isEmpty {
            parts.append { printer in
                printer.put("PARTITION BY ")
                printer.list(window.partition) { $0.expression($1) }
            }
        }
        if !window.order.isEmpty { parts.append { $0.order(window.order, prefix: "") } }
        if let frame = window.frame { parts.append { $0.frame(frame) } }
        put("(")
        list(parts, separator: " ") { $1(&$0) }
        put(")")
    }

    private mutating func frame(_ frame: WindowFrame) {
        put(frame.unit.rawValue + " ")
        if let end = frame.end {
            put("BETWEEN ")
            bound(frame.start)
            put(" AND ")
            bound(end)
        } else {
            bound(frame.start)
        }
        if let exclusion = frame.exclusion, dialect != .mysql { put(" EXCLUDE " + exclusion.rawValue) }
    }

    private mutating func bound(_ bound: WindowFrame.Bound) {
        switch bound {
        case .unboundedPreceding: put("UNBOUNDED PRECEDING")
        case .preceding(let offset):
            operand(offset, above: .sign)
            put(" PRECEDING")
        case .currentRow: put("CURRENT ROW")
        case .following(let offset):
            operand(offset, above: .sign)
            put(" FOLLOWING")
        case .unboundedFollowing: put("UNBOUNDED FOLLOWING")
        }
    }
}

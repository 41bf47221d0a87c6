import SQLSyntax

/// Builds the SQL syntax tree of a logical form.
struct QueryBuilder {
    let index: SourceIndex
    let preference: (JoinGraph.Edge) -> Double
    private var names: [Int: SQLName] = [:]
    private var usesNames = false
    /// Names of the tables of the query outside.
    private var outer: [Int: SQLName] = [:]
    private(set) var tree = JoinTree(tables: [], edges: [])
    let depth: Int
    /// Whether to build the simpler statement: it counts the rows of a join with duplicates and does not convert numbers stored as text.
    private var isPlain = false

    init(_ index: SourceIndex, depth: Int = 0, preference: @escaping (JoinGraph.Edge) -> Double = { _ in 0 }) {
        self.index = index
        self.depth = depth
        self.preference = preference
    }

    /// - Returns: nil when the tables do not connect.
    static func statement(of form: LogicalForm, in index: SourceIndex, preference: @escaping (JoinGraph.Edge) -> Double = { _ in 0 })
        -> SelectStatement?
    {
        var builder = QueryBuilder(index, preference: preference)
        return builder.statement(of: form)
    }

    /// The simpler statement, which ignores duplicates from joins and does not convert numbers stored as text. If it returns the same rows,
    /// neither matters.
    static func plain(of form: LogicalForm, in index: SourceIndex, preference: @escaping (JoinGraph.Edge) -> Double) -> SelectStatement? {
        var builder = QueryBuilder(index, preference: preference)
        builder.isPlain = true
        return builder.statement(of: form)
    }

    mutating func statement(of form: LogicalForm) -> SelectStatement? {
        if form.isMeanOfGroups { return meanOfGroups(form) }
        if !form.limitGroups.isEmpty { return firstOfEach(form) }
        guard let core = core(of: form) else { return nil }
        var body = QueryBody.select(core)
        for part in form.combined {
            var builder = QueryBuilder(index, depth: depth, preference: preference)
            builder.isPlain = isPlain
            guard let other = builder.core(of: part.other) else { return nil }
            body = .compound(body, SetOperator(part.kind == .intersect ? .intersect : .except), .select(other))
        }
        // Engines can sort a combined query only by columns of its result.
        guard form.combined.isEmpty || form.order.allSatisfy({ isShown($0, in: form) }) else { return nil }
        let order = form.order.map { SortKey(sortExpression($0), isDescending: $0.isDescending) }
        let offset: Expression? = form.skipped > 0 ? .literal(.number("\(form.skipped)")) : nil
        return SelectStatement(body, order: order, limit: form.limit.map { LimitClause(.literal(.number("\($0)")), offset: offset) })
    }

    private func isShown(_ ordering: LogicalForm.Ordering, in form: LogicalForm) -> Bool {
        guard case .column(let column) = ordering.key, sortExpression(ordering) == reference(column) else { return false }
        return form.outputs.contains { $0 == .column(column) || $0 == .everything(column.table) }
    }

    /// The average of the measure over the groups.
    private mutating func meanOfGroups(_ form: LogicalForm) -> SelectStatement? {
        var groups = form
        groups.isMeanOfGroups = false
        groups.order = []
        groups.outputs.removeAll { if case .measure = $0 { false } else { true } }
        guard groups.outputs.count == 1, case .measure(let measure) = groups.outputs[0], let inner = statement(of: groups) else { return nil }
        let value = Expression.function(FunctionCall("avg", .list([.init(.column(ColumnReference(name(measure))))])))
        let from = TableReference.derived(DerivedTable(inner, as: TableAlias("groups_of_rows")))
        return SelectStatement(.select(SelectCore([.value(value, as: "average")], from: [from])))
    }

    mutating func core(of form: LogicalForm) -> SelectCore? {
        var needed = form.neededTables
        if needed.contains(form.entity), needed.first != form.entity {
            needed.removeAll { $0 == form.entity }
            needed.insert(form.entity, at: 0)
        }
        guard let tree = JoinTree.over(needed, in: index.joins, preference: preference) else { return nil }
        self.tree = tree
        usesNames =
            tree.tables.count > 1 || depth > 0
            || form.filter.contains(where: \.readsOtherRows)
        for (place, table) in tree.tables.enumerated() {
            names[table] = usesNames ? SQLName("\(depth > 0 ? "s" : "t")\(place + 1)") : SQLName(index.tables[table].name)
        }
        let from = from(tree)
        let items = form.outputs.map { self.items(of: $0, in: form) }
        var conditions = form.filter.compactMap { expression($0) }
        guard !items.contains(where: \.isEmpty), conditions.count == form.filter.count else { return nil }
        if let spans = form.spans {
            guard let both = expression(.any([.days(spans.column, spans.later), .days(spans.column, spans.earlier)])) else { return nil }
            conditions.append(both)
        }
        let grouping = (form.bucket.map { [expression($0)] } ?? []) + form.groups.map(reference)
        let group = grouping.isEmpty ? nil : GroupClause(grouping.map { .expression($0) })
        let having = form.having.compactMap { expression($0, in: form) }
        guard having.count == form.having.count else { return nil }
        return SelectCore(
            distinct: form.isDistinct ? .rows : .no, items.flatMap { $0 }, from: [from], where: Self.joined(conditions), group: group,
            having: Self.joined(having))
    }

    /// The select items of one output. Empty if they cannot be built.
    private func items(of output: LogicalForm.Output, in form: LogicalForm) -> [SelectItem] {
        switch output {
        case .column(let column): return [.value(reference(column))]
        case .bucket(let bucket): return [.value(expression(bucket), as: SQLName(bucket.unit.rawValue))]
        case .measure(let measure):
            if let spans = form.spans { return growth(of: measure, over: spans).suffix(form.isShare ? 1 : 3) }
            if !form.part.isEmpty { return share(form.part, of: measure).map { [.value($0, as: "percent")] } ?? [] }
            if form.isRunning, let bucket = form.bucket { return [.value(running(measure, by: bucket), as: "running_total")] }
            let plain = SelectItem.value(expression(measure), as: name(measure))
            if form.isChange, let bucket = form.bucket { return [plain] + change(of: measure, by: bucket, in: form) }
            return form.isShare ? [.value(Self.share(expression(measure)), as: "percent")] : [plain]
        case .everything(let table): return [usesNames ? .allOf(schema: nil, table: names[table] ?? "", offset: IgnoredInEquality(0)) : .all]
        }
    }

    private func from(_ tree: JoinTree) -> TableReference {
        var reference = TableReference.table(named(tree.tables[0]))
        var present: Set<Int> = [tree.tables[0]]
        for edge in tree.edges {
            let added = present.contains(edge.from.table) ? edge.to.table : edge.from.table
            present.insert(added)
            let condition = Expression.binary(self.reference(edge.from), .equal, self.reference(edge.to))
            reference = .join(Join(reference, .inner, .table(named(added)), .on(condition)))
        }
        return reference
    }

    private func named(_ table: Int) -> NamedTable {
        let own = index.tables[index.tables[table].held ?? table]
        return NamedTable(schema: own.schema.map { SQLName($0) }, SQLName(own.name), as: usesNames ? names[table].map { TableAlias($0) } : nil)
    }

    func reference(_ column: ColumnID) -> Expression {
        if let own = index[column].expression { return own.value(of: usesNames ? names[column.table] : nil) }
        return .column(ColumnReference(SQLName(index[column].name), of: usesNames ? names[column.table] : nil))
    }

    /// The column, converted to a number if it stores numbers as text.
    func numeric(_ column: ColumnID) -> Expression {
        guard !isPlain, index[column].profile.isStoredAsText, index[column].profile.kind == .number else { return reference(column) }
        let type: SQLName = index.dialect == .sqlite ? "real" : index.dialect == .mysql ? "decimal" : "numeric"
        return .cast(reference(column), TypeName(type))
    }

    /// The name of the measure's column, which is the same on all engines.
    func name(_ measure: LogicalForm.Measure) -> SQLName {
        switch measure {
        case .distinct(let column) where index[column].expression != nil, .aggregate(_, let column) where index[column].expression != nil:
            SQLName(index[column].name.lowercased().replacing(" ", with: "_"))
        case .rows, .distinct: "count"
        case .aggregate(let aggregate, let column): SQLName("\(aggregate.rawValue)_\(index[column].name)")
        }
    }

    private static func share(_ measure: Expression) -> Expression {
        let all = Expression.function(FunctionCall("sum", .list([.init(measure)]), over: .specification(WindowSpecification())))
        return .binary(.binary(.literal(.number("100.0")), .multiply, measure), .divide, all)
    }

    private func running(_ measure: LogicalForm.Measure, by bucket: LogicalForm.Bucket) -> Expression {
        let order = WindowSpecification(order: [SortKey(expression(bucket), isDescending: false)])
        return .function(FunctionCall("sum", .list([.init(expression(measure))]), over: .specification(order)))
    }

    /// The percentage of a count or sum that comes from the rows that meet the conditions.
    private func share(_ part: [Condition], of measure: LogicalForm.Measure) -> Expression? {
        let conditions = part.compactMap { expression($0) }
        guard conditions.count == part.count, let condition = Self.joined(conditions),
            tree.tables.allSatisfy({ !tree.multiplies($0) || $0 != measure.table })
        else { return nil }
        let (name, all): (SQLName, Expression)
        switch measure {
        case .rows: (name, all) = ("count", .literal(.number("1")))
        case .aggregate(.sum, let column): (name, all) = ("sum", numeric(column))
        default: return nil
        }
        let those = Expression.choice(CaseExpression(nil, [CaseExpression.Branch(condition, all)]))
        let count = Expression.function(FunctionCall(name, .list([.init(those)])))
        let whole = Expression.function(FunctionCall(name, .list([.init(all)])))
        return .binary(.binary(.literal(.number("100.0")), .multiply, count), .divide, whole)
    }

    func expression(_ bucket: LogicalForm.Bucket) -> Expression { bucket.unit.bucket(of: reference(bucket.column), in: index.dialect) }

    func expression(_ measure: LogicalForm.Measure) -> Expression {
        switch measure {
        case .rows(let table):
            let key = index.tables[table].primaryKey
            if !isPlain, tree.multiplies(table), key.count == 1 {
                return .function(FunctionCall("count", .list([.init(reference(ColumnID(table, key[0])))]), isDistinct: true))
            }
            return .function(FunctionCall("count", .all))
        case .distinct(let column): return .function(FunctionCall("count", .list([.init(reference(column))]), isDistinct: true))
        case .aggregate(let aggregate, let column):
            return .function(FunctionCall(SQLName(aggregate.rawValue), .list([.init(numeric(column))])))
        }
    }

    func sortExpression(_ ordering: LogicalForm.Ordering) -> Expression {
        switch ordering.key {
        case .column(let column): numeric(column)
        case .bucket(let bucket): expression(bucket)
        case .measure(let measure): expression(measure)
        }
    }

    // MARK: Conditions

    func expression(_ condition: Condition) -> Expression? {
        switch condition {
        case .compare(let column, let comparison, .flag(let flag)) where index[column].expression != nil:
            // A row for which the filter is null does not meet the filter.
            let holds = Expression.choice(
                CaseExpression(nil, [CaseExpression.Branch(reference(column), .literal(.number("1")))], else: .literal(.number("0"))))
            return flag == (comparison == .equal) ? reference(column) : .binary(holds, .equal, .literal(.number("0")))
        case .compare(let column, let comparison, let constant):
            let isOrdered = comparison != .equal && comparison != .notEqual
            return .binary(isOrdered ? numeric(column) : reference(column), comparison.binary, literal(constant, for: column, isOrdered: isOrdered))
        case .columns(let left, let comparison, let right): return .binary(numeric(left), comparison.binary, numeric(right))
        case .aggregate(let column, let comparison, let aggregate, let over, let conditions):
            var form = LogicalForm(entity: over.table)
            form.outputs = [.measure(.aggregate(aggregate, over))]
            form.filter = conditions
            var builder = QueryBuilder(index, depth: depth + 1, preference: preference)
            builder.isPlain = isPlain
            builder.outer = names
            return builder.statement(of: form).map { .binary(numeric(column), comparison.binary, .subquery($0)) }
        case .timesAverage(let column, let comparison, let factor):
            var form = LogicalForm(entity: column.table)
            form.outputs = [.measure(.aggregate(.average, column))]
            var builder = QueryBuilder(index, depth: depth + 1, preference: preference)
            builder.isPlain = isPlain
            return builder.statement(of: form).map {
                .binary(numeric(column), comparison.binary, .binary(.literal(Self.number(factor)), .multiply, .subquery($0)))
            }
        case .match(let column, let match, let text, let isNegated):
            let escaped = text.reduce(into: "") { $0 += "%_\\".contains($1) ? "\\\($1)" : String($1) }
            let pattern = (match == .starts ? "" : "%") + escaped + (match == .ends ? "" : "%")
            let escape: Expression? = escaped == text ? nil : .literal(.string("\\"))
            return .pattern(
                PatternMatch(
                    reference(column), index.dialect == .postgresql ? .ilike : .like, .literal(.string(pattern)), escape: escape, isNegated: isNegated
                ))
        case .between(let column, let low, let high, let isNegated):
            return .between(
                Between(
                    numeric(column), literal(low, for: column, isOrdered: true), literal(high, for: column, isOrdered: true), isNegated: isNegated))
        case .days(let column, let span):
            var parts: [Expression] = []
            if let start = span.start { parts.append(.binary(reference(column), .greaterOrEqual, .literal(.string(start.text)))) }
            if let end = span.end { parts.append(.binary(reference(column), .less, .literal(.string(end.text)))) }
            return Self.joined(parts)
        case .null(let column, let isNegated): return .truth(reference(column), .null, isNegated: isNegated)
        case .shared(let column):
            guard let name = outer[column.table], index[column].expression == nil else { return nil }
            return .binary(reference(column), .equal, .column(ColumnReference(SQLName(index[column].name), of: name)))
        case .any(let parts): return combine(parts, .or)
        case .all(let parts): return combine(parts, .and)
        case .absent(let anchor, let tables, let conditions):
            return rows(anchor, tables, conditions, showing: .literal(.number("1"))).map { .unary(.not, .exists($0)) }
        case .present(let anchor, let tables, let conditions):
            return rows(anchor, tables, conditions, showing: .literal(.number("1"))).map { .exists($0) }
        case .counted(let anchor, let table, let comparison, let number, let conditions):
            return rows(anchor, [table], conditions, showing: .function(FunctionCall("count", .all))).map {
                .binary(.subquery($0), comparison.binary, .literal(Self.number(number)))
            }
        }
    }

    private func combine(_ parts: [Condition], _ sign: LogicalOperator) -> Expression? {
        let made = parts.compactMap { expression($0) }
        guard made.count == parts.count, !made.isEmpty else { return nil }
        return made.count == 1 ? made[0] : .logical(sign, made)
    }

    /// The rows on the path from the anchor's row that meet the conditions.
    private func rows(_ anchor: Int, _ tables: [Int], _ conditions: [Condition], showing item: Expression) -> SelectStatement? {
        var inner: [Int] = []
        for table in tables + conditions.flatMap(\.tables) where table != anchor && !inner.contains(table) { inner.append(table) }
        guard let goal = inner.first, let path = index.joins.path(from: [anchor], to: goal, preference: preference), let first = path.first else {
            return nil
        }
        let near = first.other(than: anchor)
        var needed = [near]
        for table in inner where !needed.contains(table) { needed.append(table) }
        guard let tree = JoinTree.over(needed, in: index.joins, preference: preference), !tree.tables.contains(anchor) else { return nil }
        var builder = QueryBuilder(index, depth: depth + 1, preference: preference)
        builder.usesNames = true
        builder.tree = tree
        for (place, table) in tree.tables.enumerated() { builder.names[table] = SQLName("\(depth > 0 ? "u" : "s")\(place + 1)") }
        builder.names[anchor] = names[anchor]
        let parts = conditions.compactMap { builder.expression($0) }
        guard parts.count == conditions.count else { return nil }
        let link = Expression.binary(builder.reference(first.from), .equal, builder.reference(first.to))
        let core = SelectCore([.value(item)], from: [builder.from(tree)], where: Self.joined([link] + parts))
        return SelectStatement(.select(core))
    }

    private func literal(_ constant: Constant, for column: ColumnID, isOrdered: Bool) -> Expression {
        let profile = index[column].profile
        switch constant {
        case .text(let text): return .literal(.string(text))
        case .flag(let flag): return .literal(index.dialect == .postgresql ? .boolean(flag) : .number(flag ? "1" : "0"))
        case .number(let number):
            if profile.kind == .date, profile.holdsYears == false { return .literal(.string(Self.digits(number))) }
            if profile.isStoredAsText || profile.kind == .text {
                return isOrdered && profile.kind == .number && !isPlain ? signed(number) : .literal(.string(Self.digits(number)))
            }
            return signed(number)
        }
    }

    private func signed(_ number: Double) -> Expression {
        number < 0 ? .unary(.minus, .literal(Self.number(-number))) : .literal(Self.number(number))
    }

    static func number(_ number: Double) -> Literal { .number(digits(number)) }

    static func digits(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    }

    private static func joined(_ parts: [Expression]) -> Expression? {
        parts.isEmpty ? nil : parts.count == 1 ? parts[0] : .logical(.and, parts)
    }
}

extension Comparison {
    var binary: BinaryOperator {
        switch self {
        case .equal: .equal
        case .notEqual: .notEqual
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        }
    }
}

/// Copies conditions of the query into the queries that replace tables.
extension NameResolver {
    /// Most conditions copied into one replacement: each is evaluated for every row, also for rows that are hidden from the query.
    private static let maximumConditions = 20

    /// Copies conditions of a query inside the optimization fences around tables, so that indexes can serve them. Copies only conditions
    /// that cannot fail for any row: comparisons of a column with a literal or with a column of an outer query. The query's frame is the
    /// last one.
    mutating func handDown(in core: inout SelectCore) {
        guard let filter = core.filter, let frame = frames.last else { return }
        for source in frame.sources {
            guard let entrance = source.table?.entrance, let name = source.name else { continue }
            let inside = Self.parts(filter).compactMap { entering($0, source, entrance) }.prefix(Self.maximumConditions)
            guard !inside.isEmpty else { continue }
            size.count(3 * inside.count)
            core.from = core.from.map { Self.handed($0, to: name, Array(inside)) }
        }
    }

    /// The operands of an `AND`.
    private static func parts(_ filter: Expression) -> [Expression] {
        guard case .logical(.and, let parts) = filter else { return [filter] }
        return parts.flatMap { Self.parts($0) }
    }

    private static func handed(_ table: TableReference, to name: SQLName, _ conditions: [Expression]) -> TableReference {
        switch table {
        case .derived(var derived):
            guard derived.alias?.name == name, case .select(var core) = derived.select.body else { return table }
            core.filter = .logical(.and, (core.filter.map { [$0] } ?? []) + conditions)
            derived.select.body = .select(core)
            return .derived(derived)
        case .join(var join):
            join.left = handed(join.left, to: name, conditions)
            join.right = handed(join.right, to: name, conditions)
            return .join(join)
        case .table, .function: return table
        }
    }

    /// The condition in terms of the replacement; nil when it must not be copied.
    private func entering(_ condition: Expression, _ source: NameFrame.Source, _ entrance: NameResolution.InsertionPoint) -> Expression? {
        func own(_ value: Expression, with others: [Expression]) -> Expression? {
            guard case .column(let column) = value, let (inside, name) = self.own(column, source, entrance) else { return nil }
            let isSafe = entrance.columns.contains(name) || entrance.decimals.contains(name) && others.allSatisfy(\.isPlain)
            return isSafe ? inside : nil
        }
        func other(_ value: Expression) -> Expression? { self.other(value, entrance) }
        switch condition {
        case .binary(let left, let op, let right) where op.isComparison:
            if let left = own(left, with: [right]), let right = own(right, with: [left]) ?? other(right) { return .binary(left, op, right) }
            guard let other = other(left), let own = own(right, with: [left]) else { return nil }
            return .binary(other, op, own)
        case .between(var between):
            guard let operand = own(between.operand, with: [between.lower, between.upper]), let lower = other(between.lower),
                let upper = other(between.upper)
            else { return nil }
            (between.operand, between.lower, between.upper) = (operand, lower, upper)
            return .between(between)
        case .inList(let value, let list, let isNegated):
            guard let value = own(value, with: list), list.allSatisfy(\.isWritten) else { return nil }
            return .inList(value, list, isNegated: isNegated)
        // A condition that null satisfies, such as IS NULL, would remove rows that an outer join searches for.
        default: return nil
        }
    }

    private func own(_ column: ColumnReference, _ source: NameFrame.Source, _ entrance: NameResolution.InsertionPoint)
        -> (inside: Expression, name: SQLName)?
    {
        guard let frame = frames.last, let table = source.table else { return nil }
        let named = frame.sources.filter { candidate in
            guard let qualifier = column.table else { return Self.index(of: column, in: candidate, dialect) != nil }
            return candidate.name?.isSame(as: qualifier, in: dialect) == true
        }
        guard named.count == 1, named[0].name == source.name, let index = Self.index(of: column, in: source, dialect), index < table.columns.count,
            !source.masked.contains(index)
        else { return nil }
        let name = table.columns[index]
        return (.column(ColumnReference(name, of: entrance.alias)), name)
    }

    /// A literal, or a column of an outer query whose name means the same inside. Neither can be a column of the replaced table.
    private func other(_ value: Expression, _ entrance: NameResolution.InsertionPoint) -> Expression? {
        if value.isWritten { return value }
        // In MariaDB a query in FROM cannot see outer queries.
        guard dialect != .mysql, case .column(let column) = value, let own = frames.last else { return nil }
        for (depth, frame) in frames.enumerated().reversed() {
            let named = frame.sources.filter { candidate in
                if let qualifier = column.table, candidate.name?.isSame(as: qualifier, in: dialect) != true { return false }
                return Self.index(of: column, in: candidate, dialect) != nil
            }
            if frame.sources.contains(where: \.isOpen) || named.count > 1 { return nil }
            guard let found = named.first else { continue }
            guard depth < frames.count - 1, let name = found.name, !entrance.names.contains(where: { $0.isSame(as: name, in: dialect) }),
                !own.sources.contains(where: { $0.name?.isSame(as: name, in: dialect) == true })
            else { return nil }
            // A query in between could hide the name.
            let isHidden = frames[(depth + 1)...].contains { $0.sources.contains { $0.name?.isSame(as: name, in: dialect) == true } }
            return isHidden ? nil : .column(ColumnReference(column.name, of: name))
        }
        return nil
    }

    private static func index(of column: ColumnReference, in source: NameFrame.Source, _ dialect: Dialect) -> Int? {
        source.columns.firstIndex { $0?.isSame(as: column.name, in: dialect) == true }
    }
}

extension Expression {
    /// Whether it is a literal number or string, which has no type of its own.
    fileprivate var isPlain: Bool {
        switch self {
        case .literal, .unary(.minus, .literal): true
        default: false
        }
    }

    /// Whether it is a literal, which has the same value for every row.
    fileprivate var isWritten: Bool {
        switch self {
        case .literal, .unary(.minus, .literal), .cast(.literal, _): true
        default: false
        }
    }
}

import SQLSyntax

extension SelectStatement {
    /// Whether no expression of the statement can fail, or take long, because of the values in a row: it only compares columns with
    /// literals, and counts.
    ///
    /// Engines evaluate the conditions of a query in any order. A condition that fails or takes long on some rows (a division, a cast),
    /// evaluated before a rule's condition, would reveal rows that the rule hides.
    var isRowIndependent: Bool {
        var search = RowIndependenceSearch()
        // The search never throws.
        _ = try? search.statement(self)
        return search.isRowIndependent
    }
}

private struct RowIndependenceSearch: SyntaxRewriter {
    private(set) var isRowIndependent = true
    private var depth = 0
    private var weight = 0
    /// Aliases of subqueries in the select list of the current core. SQLite lets WHERE refer to them, which would evaluate them for hidden rows.
    private var lookupTitles: Set<String> = []

    /// Most comparisons in one statement; a pattern counts as several. Very many would take so long on each row that the time would reveal
    /// it.
    private static let maximumWeight = 200
    private static let patternWeight = 10

    /// Longest pattern. SQLite refuses some longer patterns, but only when they are matched against a row. Unit: bytes.
    private static let longestPattern = 100
    /// Aggregates that cannot fail.
    private static let counting: Set<String> = ["count", "min", "max"]
    /// Aggregates that can fail, because a sum overflows. In the outermost query they see only rows that passed all conditions.
    private static let adding: Set<String> = ["sum", "avg"]

    mutating func statement(_ statement: SelectStatement) throws -> SelectStatement {
        depth += 1
        defer { depth -= 1 }
        if statement.with?.tables.contains(where: { $0.traversal != nil }) == true { isRowIndependent = false }
        return try rewritten(statement)
    }

    mutating func core(_ core: SelectCore) throws -> SelectCore {
        // PostgreSQL removes a column that a rule's condition makes constant from the sort keys, although grouping sets produce null in it.
        for case .rollup in core.group?.elements ?? [] { isRowIndependent = false }
        for case .cube in core.group?.elements ?? [] { isRowIndependent = false }
        for case .sets in core.group?.elements ?? [] { isRowIndependent = false }
        guard depth == 1 else { return try rewritten(core) }
        var rest = core
        var titles: Set<String> = []
        rest.items = try core.items.filter { item in
            guard try isRowIndependentLookup(item), case .expression(let value) = item else { return true }
            if let title = value.alias { titles.insert(title.text.lowercased()) }
            return false
        }
        lookupTitles = titles
        _ = try rewritten(rest)
        // A sort key may refer to the aliases: it is evaluated only for rows that passed every condition.
        lookupTitles = []
        return core
    }

    /// Whether an item of the outermost select list is a subquery that counts or adds rows of one table, such as the orders of each
    /// customer. The engine evaluates it only for rows that satisfied every condition, so its time and its failure reveal no hidden row.
    /// The conditions inside it are checked.
    private mutating func isRowIndependentLookup(_ item: SelectItem) throws -> Bool {
        guard case .expression(let item) = item, case .subquery(let lookup) = item.expression, lookup.with == nil, lookup.order.isEmpty,
            lookup.limit == nil, case .select(let core) = lookup.body, core.distinct == .no, core.group == nil, core.having == nil,
            core.windows.isEmpty, core.from.count == 1, case .table = core.from[0], core.items.count == 1,
            case .expression(let value) = core.items[0], case .function(let call) = value.expression, isRowIndependentAggregate(call)
        else { return false }
        weight += 1
        _ = try rewritten(call)
        _ = try rewritten(core.filter)
        return true
    }

    mutating func table(_ table: TableReference) throws -> TableReference {
        if case .function = table { isRowIndependent = false }
        return try rewritten(table)
    }

    mutating func expression(_ expression: Expression) throws -> Expression {
        switch expression {
        case .column, .literal: break
        case .pattern: weight += Self.patternWeight
        default: weight += 1
        }
        if weight > Self.maximumWeight { isRowIndependent = false }
        if case .column(let column) = expression, column.table == nil, lookupTitles.contains(column.name.text.lowercased()) {
            isRowIndependent = false
        }
        switch expression {
        // Subqueries are not allowed: their time would reveal rows, as errors do.
        case .column, .literal, .logical, .between, .inList, .truth, .distinct, .unary(.not, _): break
        // The result for a literal does not depend on the row.
        case .unary(.minus, .literal), .cast(.literal, _): break
        case .binary(_, .equal, _), .binary(_, .notEqual, _), .binary(_, .less, _), .binary(_, .lessOrEqual, _), .binary(_, .greater, _),
            .binary(_, .greaterOrEqual, _):
            break
        // A pattern that ends with its escape character fails only when it is evaluated.
        case .pattern(let match):
            guard case .literal(.string(let pattern)) = match.pattern, match.kind == .like || match.kind == .ilike, match.escape == nil else {
                isRowIndependent = false
                break
            }
            if pattern.contains("\\") || pattern.utf8.count > Self.longestPattern { isRowIndependent = false }
        case .function(let call): if !isRowIndependentAggregate(call) { isRowIndependent = false }
        default: isRowIndependent = false
        }
        return isRowIndependent ? try rewritten(expression) : expression
    }

    private func isRowIndependentAggregate(_ call: FunctionCall) -> Bool {
        guard call.schema == nil, call.filter == nil, call.over == nil, Self.argumentCount(call) <= 1 else { return false }
        let name = call.name.text.lowercased()
        return Self.counting.contains(name) || (depth == 1 && Self.adding.contains(name))
    }

    /// With two arguments SQLite's `min` and `max` are not aggregates.
    private static func argumentCount(_ call: FunctionCall) -> Int {
        if case .list(let arguments) = call.arguments { arguments.count } else { 0 }
    }
}

import SQLSyntax

/// PostgreSQL lets a query that groups by a table's key also name the table's other columns. It no longer recognizes the key when a query replaces
/// the table, so the columns that are named become grouping keys themselves, which does not change the groups.
struct GroupedKeys: SyntaxRewriter {
    /// A table that will be replaced by a query.
    struct Table {
        let columns: [SQLName]
        let key: [SQLName]
    }

    private let table: (NamedTable) -> Table?
    /// Names of `WITH` queries, wherever they are defined; tables of these names are ignored.
    private var queries: Set<SQLName> = []

    /// - Parameter table: nil for a table that is not replaced, or has no key that the caller sees.
    static func applied(to statement: SelectStatement, in dialect: Dialect, table: (NamedTable) -> Table?) throws -> SelectStatement {
        guard dialect == .postgresql else { return statement }
        return try withoutActuallyEscaping(table) { table in
            var rewriter = GroupedKeys(table)
            return try rewriter.statement(statement)
        }
    }

    private init(_ table: @escaping (NamedTable) -> Table?) { self.table = table }

    mutating func statement(_ statement: SelectStatement) throws -> SelectStatement {
        for table in statement.with?.tables ?? [] { queries.insert(table.name) }
        var statement = try rewritten(statement)
        if case .select(var core) = statement.body {
            extend(&core, statement.order)
            statement.body = .select(core)
        }
        return statement
    }

    mutating func core(_ core: SelectCore) throws -> SelectCore {
        var core = try rewritten(core)
        extend(&core, [])
        return core
    }

    private func extend(_ core: inout SelectCore, _ order: [SortKey]) {
        guard let group = core.group, !group.withRollup else { return }
        var sources: [(name: SQLName, table: Table)] = []
        for reference in core.from { collect(reference, &sources) }
        guard !sources.isEmpty else { return }
        var grouped: Set<GroupedColumn> = []
        for element in group.elements {
            guard case .expression(let key) = element else { return }
            if let column = Self.column(key, core.items).flatMap({ GroupedColumn($0, sources) }) { grouped.insert(column) }
        }
        var search = NamedColumnSearch(sources.filter { source in source.table.key.allSatisfy { grouped.contains(GroupedColumn(source.name, $0)) } })
        guard !search.sources.isEmpty else { return }
        // The search does not throw.
        for item in core.items { search.add(item) }
        _ = try? search.rewritten(core.having)
        _ = try? search.rewritten(order)
        let more = search.found.filter { !grouped.contains($0) }
        core.group?.elements += more.map { .expression(.column(ColumnReference($0.column, of: $0.source))) }
    }

    private func collect(_ reference: TableReference, _ sources: inout [(name: SQLName, table: Table)]) {
        switch reference {
        case .table(let named):
            guard named.schema != nil || !queries.contains(named.name), named.alias?.columns.isEmpty ?? true, let known = table(named) else { return }
            sources.append((named.exposedName, known))
        case .join(let join):
            collect(join.left, &sources)
            collect(join.right, &sources)
        case .derived, .function: return
        }
    }

    /// The column of a grouping key: the key itself, or the list item that its number names.
    private static func column(_ key: Expression, _ items: [SelectItem]) -> ColumnReference? {
        switch key {
        case .column(let column): return column
        case .literal(.number(let digits)):
            guard let index = Int(digits), items.indices.contains(index - 1), case .expression(let item) = items[index - 1],
                case .column(let column) = item.expression
            else { return nil }
            return column
        default: return nil
        }
    }
}

/// A column of a table in `FROM`.
private struct GroupedColumn: Hashable {
    let source: SQLName
    let column: SQLName

    init(_ source: SQLName, _ column: SQLName) {
        self.source = source
        self.column = column
    }

    /// Nil when no source or several sources have the column.
    init?(_ column: ColumnReference, _ sources: [(name: SQLName, table: GroupedKeys.Table)]) {
        let found = sources.filter { source in
            (column.table.map { source.name == $0 } ?? true) && source.table.columns.contains(column.name)
        }
        guard found.count == 1, column.schema == nil else { return nil }
        self.init(found[0].name, column.name)
    }
}

/// Finds columns outside of aggregates.
private struct NamedColumnSearch: SyntaxRewriter {
    let sources: [(name: SQLName, table: GroupedKeys.Table)]
    /// In order of appearance.
    private(set) var found: [GroupedColumn] = []
    private var depth = 0

    init(_ sources: [(name: SQLName, table: GroupedKeys.Table)]) { self.sources = sources }

    mutating func add(_ item: SelectItem) {
        switch item {
        case .all: for source in sources { add(source.name, source.table.columns) }
        case .allOf(_, let table, _): for source in sources where source.name == table { add(source.name, source.table.columns) }
        // The search does not throw.
        case .expression(let item): _ = try? expression(item.expression)
        }
    }

    private mutating func add(_ source: SQLName, _ columns: [SQLName]) {
        for column in columns where !found.contains(GroupedColumn(source, column)) { found.append(GroupedColumn(source, column)) }
    }

    mutating func statement(_ statement: SelectStatement) throws -> SelectStatement {
        depth += 1
        defer { depth -= 1 }
        return try rewritten(statement)
    }

    mutating func expression(_ expression: Expression) throws -> Expression {
        switch expression {
        case .column(let column):
            // In a nested query, an unqualified name may be one of its own columns.
            if depth == 0 || column.table != nil, let own = GroupedColumn(column, sources) { add(own.source, [own.column]) }
            return expression
        case .function(let call) where call.over == nil && PostgreSQLFunctions.aggregates.contains(call.name.text): return expression
        default: return try rewritten(expression)
        }
    }
}

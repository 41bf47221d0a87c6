/// Resolves the names of a query from the inside of `FROM` outwards, as the engines do.
struct NameResolver: SyntaxRewriter {
    let dialect: Dialect
    var known: (NamedTable) throws -> NameResolution.KnownTable = { throw NameRefusal(.unknownTable($0.name), offset: $0.offset.value) }
    var scope: TableScope<NameOutput>
    /// Outermost first.
    var frames: [NameFrame] = []
    var columns: Set<NameResolution.ReadColumn> = []
    /// Output of the query that was walked last.
    var output = NameOutput()
    /// Whether a masked column may be named, which holds for one that is a whole list item. ``hasMasked`` then says whether one was.
    var mayBeMasked = false
    var hasMasked = false
    /// Names of columns of types whose operators the query cannot find. Their sources list them as masked.
    var opaque: Set<SQLName> = []
    /// Whether no table of the statement has masked columns.
    var hasNoMasks = true
    /// How the next expression is used as a key: engines sort and group values by the operators of their type.
    var key: Key?
    /// Names of `WITH RECURSIVE` whose queries come later: MariaDB uses these queries, MySQL looks for a database table.
    var later: [SQLName] = []
    /// The size of the statement as an engine compiles it.
    var size = ExpandedSize()
    /// Whether the next expression may name a row of a query in FROM, as an argument of ``rowFunctions``.
    var mayBeRow = false
    private var lookups = 0

    /// PostgreSQL functions that convert a row to values with the column names.
    private static let rowFunctions: Set<SQLName> = ["to_json", "to_jsonb", "row_to_json", "json_agg", "jsonb_agg"]

    mutating func call(_ call: FunctionCall) throws -> FunctionCall {
        guard dialect == .postgresql, Self.rowFunctions.contains(call.name), case .list(var arguments) = call.arguments, let first = arguments.first,
            case .column(let column) = first.value, column.table == nil
        else { return try rewritten(call) }
        mayBeRow = true
        defer { mayBeRow = false }
        arguments[0].value = try expression(first.value)
        mayBeRow = false
        var rest = call
        rest.arguments = .list(Array(arguments.dropFirst()))
        rest = try rewritten(rest)
        if case .list(let others) = rest.arguments { rest.arguments = .list([arguments[0]] + others) }
        return rest
    }

    /// How the keys of a list are used.
    enum Key {
        case sort, group
    }

    init(dialect: Dialect) {
        self.dialect = dialect
        scope = TableScope(dialect: dialect)
    }

    /// Adds to the count of compared columns, and refuses above the limit.
    mutating func spend(_ count: Int) throws(NameRefusal) {
        lookups += count
        guard lookups <= SyntaxLimits.lookups else { throw NameRefusal(.tooWide, offset: 0) }
    }

    // MARK: Queries

    mutating func statement(_ statement: SelectStatement) throws -> SelectStatement {
        let outer = scope.count
        defer { scope.shrink(to: outer) }
        var statement = statement
        if let with = statement.with { statement.with = try self.with(with) }
        let height = frames.count
        defer { frames.removeLast(frames.count - height) }
        if case .select(let core) = statement.body {
            frames.append(NameFrame())
            statement.body = .select(try contents(of: core))
        } else {
            statement.body = try body(statement.body)
            // The ORDER BY of a compound query sees only its titles.
            frames.append(NameFrame(titles: output.columns))
        }
        let own = output
        statement.order = try asKeys(for: .sort) { try $0.rewritten(statement.order) }
        statement.limit = try rewritten(statement.limit)
        output = own
        return statement
    }

    private mutating func with(_ with: WithClause) throws -> WithClause {
        var with = with
        let isMutual = TableScope<NameOutput>.isMutual(with, in: dialect)
        let start = scope.count
        let queries = with.tables.map { _ in size.add() }
        if isMutual {
            for (table, query) in zip(with.tables, queries) {
                var announced = Self.announced(table)
                announced.query = query
                scope.add(table.name, announced)
            }
        }
        for (index, table) in with.tables.enumerated() {
            size.begin(queries[index])
            defer { size.end() }
            let outer = later
            defer { later = outer }
            if isMutual, dialect == .mysql { later += with.tables[(index + 1)...].map(\.name) }
            with.tables[index].select = try statement(table.select)
            if !table.columns.isEmpty { output = NameOutput(columns: table.columns, masked: output.masked, numbers: output.numbers) }
            if let traversal = table.traversal { try add(traversal) }
            output.query = queries[index]
            if isMutual { scope.replaceLast(scope.count - start - index, with: output) } else { scope.add(table.name, output) }
        }
        return with
    }

    /// Adds the columns of `SEARCH` and `CYCLE` to those of the query that was walked last.
    private mutating func add(_ traversal: Traversal) throws(NameRefusal) {
        for key in traversal.keys {
            guard let index = output.columns.firstIndex(where: { $0?.isSame(as: key, in: dialect) == true }) else {
                throw NameRefusal(.unknownColumn(key, of: nil), offset: 0, columns: output.columns)
            }
            if output.masked.contains(index) { throw refusal(of: key, offset: 0) }
        }
        output.columns += traversal.added
    }

    /// The output of a query before it is resolved, which recursive queries need.
    private static func announced(_ table: CommonTable) -> NameOutput {
        guard table.columns.isEmpty else { return NameOutput(columns: table.columns) }
        var first = table.select.body
        while true {
            switch first {
            case .compound(let left, _, _): first = left
            case .nested(let inner): first = inner.body
            case .values(let rows): return NameOutput(columns: rows.first?.indices.map { SQLName("column\($0 + 1)") } ?? [])
            case .select(let core):
                var titles: [SQLName?] = []
                for item in core.items {
                    guard case .expression(let value) = item else { return NameOutput(isOpen: true) }
                    titles.append(value.alias ?? title(of: value.expression))
                }
                return NameOutput(columns: titles)
            }
        }
    }

    /// Resolves a part of a compound query; the titles are those of the first `SELECT`.
    private mutating func body(_ body: QueryBody) throws -> QueryBody {
        switch body {
        case .select(let core):
            frames.append(NameFrame())
            defer { frames.removeLast() }
            return .select(try contents(of: core))
        case .values(let rows):
            let values = try rows.map { try rewritten($0) }
            output = NameOutput(columns: rows.first?.indices.map { SQLName("column\($0 + 1)") } ?? [])
            return .values(values)
        case .compound(let left, let op, let right):
            let first = try self.body(left)
            var own = output
            let second = try self.body(right)
            own.masked.formUnion(output.masked)
            own.numbers = own.numbers.reduce(into: [:]) { numbers, own in
                if let other = output.numbers[own.key] { numbers[own.key] = own.value.merged(other) }
            }
            output = own
            return .compound(first, op, second)
        case .nested(let inner): return .nested(try statement(inner))
        }
    }

    /// Resolves one `SELECT`. Its frame is the last one and stays.
    private mutating func contents(of core: SelectCore) throws -> SelectCore {
        var core = core
        core.from = try core.from.map { try table($0) }
        var output = NameOutput()
        core.items = try core.items.map { written in
            let item = try item(written, into: &output)
            guard output.columns.count <= SyntaxLimits.columns else { throw NameRefusal(.tooWide, offset: 0) }
            return item
        }
        frames[frames.count - 1].titles = output.columns
        if case .on(let keys) = core.distinct { core.distinct = .on(try asKeys(for: .group) { try $0.rewritten(keys) }) }
        core.filter = try rewritten(core.filter)
        handDown(in: &core)
        core.group = try asKeys(for: .group) { [group = core.group] in try $0.rewritten(group) }
        core.having = try rewritten(core.having)
        core.windows = try rewritten(core.windows)
        self.output = output
        return core
    }

    private mutating func item(_ item: SelectItem, into output: inout NameOutput) throws -> SelectItem {
        switch item {
        case .all:
            var seen: Set<SQLName> = []
            for source in frames[frames.count - 1].sources {
                for (index, column) in try read(source).enumerated() {
                    let key = column?.key(in: dialect)
                    if let key, frames[frames.count - 1].merged.contains(key), !seen.insert(key).inserted { continue }
                    if source.masked.contains(index) { output.masked.insert(output.columns.count) }
                    if let number = source.numbers[index] { output.numbers[output.columns.count] = number }
                    output.columns.append(column)
                }
                output.isOpen = output.isOpen || source.isOpen
            }
            return item
        case .allOf(let schema, let table, let offset):
            guard let source = try source(table, in: schema, offset: offset.value) else {
                throw NameRefusal(.unknownTable(table), offset: offset.value)
            }
            output.masked.formUnion(source.masked.map { $0 + output.columns.count })
            for (index, number) in source.numbers { output.numbers[output.columns.count + index] = number }
            output.columns += try read(source)
            output.isOpen = output.isOpen || source.isOpen
            return .allOf(schema: nil, table: table, offset: offset)
        case .expression(var value):
            if case .column = value.expression { mayBeMasked = true }
            let written = Self.title(of: value.expression)
            value.expression = try expression(value.expression)
            // The name of a function in FROM was replaced by its value column; the name stays the title.
            if let written, value.alias == nil, case .column(let column) = value.expression, column.name != written { value.alias = written }
            // SQLite keeps the double quotation marks of such a string in the title.
            if written != nil, value.alias == nil, case .literal = value.expression, !value.written.value.isEmpty {
                value.alias = SQLName(value.written.value)
            }
            if hasMasked { output.masked.insert(output.columns.count) }
            if let number = numberForm(of: value.expression) { output.numbers[output.columns.count] = number }
            (mayBeMasked, hasMasked) = (false, false)
            output.columns.append(value.alias ?? Self.title(of: value.expression))
            return .expression(value)
        }
    }

    /// The title that every engine gives to a column without an alias.
    private static func title(of expression: Expression) -> SQLName? {
        if case .column(let column) = expression { column.name } else { nil }
    }

    /// Records all columns of a source as read, and returns them.
    mutating func read(_ source: NameFrame.Source) throws(NameRefusal) -> [SQLName?] {
        try spend(source.columns.count)
        size.count(source.columns.count)
        for index in source.columns.indices { note(index, of: source) }
        return source.columns
    }

    /// Records a named column as read.
    /// - Throws: ``NameRefusal`` for a masked column in a computation.
    mutating func use(_ index: Int, of source: NameFrame.Source, _ name: SQLName, offset: Int) throws(NameRefusal) {
        note(index, of: source)
        guard source.masked.contains(index) else { return }
        guard mayBeMasked || (key != nil && opaque.contains(name)) else { throw refusal(of: name, offset: offset) }
        hasMasked = true
    }

    private mutating func asKeys<R>(for key: Key, _ body: (inout NameResolver) throws -> R) rethrows -> R {
        self.key = key
        defer { self.key = nil }
        return try body(&self)
    }

    func refusal(of name: SQLName, offset: Int) -> NameRefusal {
        // An opaque column that the statement renamed is only recognized when no table has masked columns.
        let isOpaque = opaque.contains(name) || (hasNoMasks && !opaque.isEmpty)
        return NameRefusal(isOpaque ? .opaqueColumn(name) : .maskedColumn(name), offset: offset)
    }

    mutating func note(_ index: Int, of source: NameFrame.Source) {
        guard let table = source.table, index < table.columns.count else { return }
        columns.insert(NameResolution.ReadColumn(schema: table.schema, table: table.name, column: table.columns[index]))
    }
}

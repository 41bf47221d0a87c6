import SQL
import SQLSyntax
import SeededRandom

/// Makes queries of one dialect from a seed: the same seed, the same queries.
struct SyntaxGenerator {
    let dialect: Dialect
    private var random: SeededGenerator

    init(_ dialect: Dialect, seed: UInt64) {
        self.dialect = dialect
        random = SeededGenerator(sequence: seed)
    }

    // MARK: Chance

    mutating func number(below limit: Int) -> Int { random.below(limit) }
    mutating func chance(percent: Int) -> Bool { number(below: 100) < percent }
    mutating func one<T>(of all: [T]) -> T { all[number(below: all.count)] }
    mutating func several<T>(_ most: Int, _ make: (inout Self) -> T) -> [T] { (0..<1 + number(below: most)).map { _ in make(&self) } }
    mutating func maybe<T>(_ percent: Int, _ make: (inout Self) -> T) -> T? { chance(percent: percent) ? make(&self) : nil }

    var isPostgreSQL: Bool { dialect == .postgresql }

    // MARK: Names

    mutating func name() -> SQLName {
        let plain: [SQLName] = ["id", "name", "total", "a", "b", "price", "created_at", "x1"]
        let odd: [SQLName] = [
            "select", "from", "Order", "two words", "qu\"ote", "back`tick", "日本", "e\u{301}", "é", "a.b", "--", "/*", "'", "]", "end",
        ]
        return chance(percent: 90) ? one(of: plain) : one(of: odd)
    }

    mutating func tableName() -> SQLName { chance(percent: 90) ? one(of: ["orders", "customers", "t", "u", "lines"]) : name() }
    mutating func schemaName() -> SQLName { one(of: ["main", "shop", "Public"]) }

    // MARK: Queries

    mutating func statement(depth: Int = 3) -> SelectStatement {
        var statement = SelectStatement(body(depth))
        if depth > 1, chance(percent: 15) {
            var used: Set<SQLName> = []
            let tables = several(2) { $0.commonTable(depth - 1) }.filter { used.insert($0.name.key(in: .sqlite)).inserted }
            statement.with = WithClause(isRecursive: chance(percent: 30), tables)
        }
        // SQLite takes no order behind VALUES.
        if dialect == .sqlite, case .values = statement.body { return statement }
        if chance(percent: 35) { statement.order = sortKeys(depth - 1) }
        if chance(percent: 25) { statement.limit = limit(hasOrder: !statement.order.isEmpty, depth) }
        return statement
    }

    private mutating func commonTable(_ depth: Int) -> CommonTable {
        CommonTable(
            tableName(), columns: chance(percent: 30) ? several(2) { $0.name() } : [], statement(depth: depth),
            isMaterialized: dialect == .mysql ? nil : maybe(20) { $0.chance(percent: 50) })
    }

    private mutating func limit(hasOrder: Bool, _ depth: Int) -> LimitClause {
        if dialect == .mysql { return LimitClause(number(), offset: maybe(40) { $0.number() }) }
        if isPostgreSQL {
            if hasOrder, chance(percent: 15) { return LimitClause(number(), offset: maybe(40) { $0.number() }, withTies: true) }
            let offset = maybe(50) { $0.expression(depth - 2) }
            return LimitClause(offset == nil || chance(percent: 60) ? expression(depth - 2) : nil, offset: offset)
        }
        return LimitClause(expression(depth - 2), offset: maybe(40) { $0.expression(depth - 2) })
    }

    private mutating func number() -> Expression { .literal(.number(String(number(below: 1_000)))) }

    mutating func sortKeys(_ depth: Int) -> [SortKey] {
        several(2) { generator in
            SortKey(
                generator.expression(depth), isDescending: generator.maybe(50) { $0.chance(percent: 50) },
                nullsFirst: generator.dialect == .mysql ? nil : generator.maybe(20) { $0.chance(percent: 50) })
        }
    }

    private mutating func body(_ depth: Int) -> QueryBody {
        guard depth > 1, chance(percent: 20) else { return chance(percent: 4) ? values(depth) : .select(core(depth)) }
        let kind = one(of: SetOperator.Kind.allCases)
        let isAll = chance(percent: 40) && (dialect != .sqlite || kind == .union)
        if dialect == .sqlite { return .compound(body(depth - 1), SetOperator(kind, isAll: isAll), .select(core(depth - 1))) }
        return .compound(operand(depth - 1), SetOperator(kind, isAll: isAll), operand(depth - 1))
    }

    private mutating func operand(_ depth: Int) -> QueryBody {
        guard chance(percent: 20) else { return body(depth) }
        return .nested(SelectStatement(body(depth), order: sortKeys(depth - 1), limit: maybe(30) { LimitClause($0.number()) }))
    }

    private mutating func values(_ depth: Int) -> QueryBody {
        let width = 1 + number(below: 3)
        return .values(several(3) { generator in (0..<width).map { _ in generator.expression(depth - 2) } })
    }

    private mutating func core(_ depth: Int) -> SelectCore {
        var core = SelectCore(several(3) { $0.item(depth - 1) })
        // MySQL takes a star first alone.
        if dialect == .mysql { core.items = Array(core.items.prefix(1)) + core.items.dropFirst().filter { $0 != .all } }
        if chance(percent: 10) { core.distinct = isPostgreSQL && chance(percent: 50) ? .on(several(2) { $0.expression(depth - 2) }) : .rows }
        if chance(percent: 85) { core.from = several(2) { $0.table(depth - 1) } }
        if chance(percent: 50) { core.filter = expression(depth) }
        if chance(percent: 20) {
            core.group = GroupClause(several(2) { $0.groupingElement(depth - 1) }, withRollup: dialect == .mysql && chance(percent: 30))
            core.having = maybe(40) { $0.expression(depth - 1) }
        }
        if chance(percent: 5) { core.windows = [NamedWindow("w", window(depth - 1))] }
        return core
    }

    private mutating func item(_ depth: Int) -> SelectItem {
        if chance(percent: 10) { return .all }
        if chance(percent: 7) {
            return .allOf(schema: dialect == .sqlite ? nil : maybe(20) { $0.schemaName() }, table: tableName(), offset: IgnoredInEquality(0))
        }
        return .value(expression(depth), as: maybe(40) { $0.name() })
    }

    private mutating func groupingElement(_ depth: Int) -> GroupingElement {
        guard isPostgreSQL, chance(percent: 25) else { return .expression(expression(depth)) }
        return switch number(below: 4) {
        case 0: .empty
        case 1: .rollup(several(2) { $0.expression(depth - 1) })
        case 2: .cube(several(2) { $0.expression(depth - 1) })
        default: .sets(several(2) { $0.groupingElement(depth - 1) })
        }
    }

    // MARK: FROM

    mutating func table(_ depth: Int) -> TableReference {
        guard depth > 0 else { return .table(NamedTable(tableName(), as: maybe(40) { TableAlias($0.tableName()) })) }
        switch number(below: 10) {
        case 0...4:
            let columns = isPostgreSQL && chance(percent: 10) ? several(2) { $0.name() } : []
            return .table(
                NamedTable(schema: maybe(15) { $0.schemaName() }, tableName(), as: maybe(50) { TableAlias($0.tableName(), columns: columns) }))
        case 5: return .derived(DerivedTable(statement(depth: depth - 1), as: alias(), isLateral: isPostgreSQL && chance(percent: 20)))
        case 6: return .function(dialect == .mysql ? jsonTable(depth) : tableFunction(depth))
        default: return .join(join(depth))
        }
    }

    private mutating func alias() -> TableAlias? {
        if dialect == .sqlite, chance(percent: 30) { return nil }
        return TableAlias(tableName(), columns: isPostgreSQL && chance(percent: 20) ? several(2) { $0.name() } : [])
    }

    private mutating func tableFunction(_ depth: Int) -> TableFunction {
        var function = TableFunction(FunctionCall(one(of: ["generate_series", "json_each", "unnest"]), .list(arguments(depth))))
        function.alias = maybe(60) { TableAlias($0.tableName()) }
        guard isPostgreSQL else { return function }
        function.isLateral = chance(percent: 20)
        if function.alias != nil, chance(percent: 20) {
            function.definitions = several(2) { ColumnDefinition($0.name(), $0.type()) }
        } else {
            function.withOrdinality = chance(percent: 20)
            if function.alias != nil, chance(percent: 50) { function.alias?.columns = several(2) { $0.name() } }
        }
        return function
    }

    private mutating func jsonTable(_ depth: Int) -> TableFunction {
        let arguments = [expression(depth - 1), .literal(.string("$[*]"))].map { FunctionCall.Argument($0) }
        return TableFunction(
            FunctionCall("json_table", .list(arguments)), as: TableAlias(tableName()), jsonColumns: several(3) { $0.jsonColumn(2) })
    }

    private mutating func jsonColumn(_ depth: Int) -> JSONTableColumn {
        let type = one(of: [
            TypeName("int unsigned"), TypeName("varchar", arguments: ["20"]), TypeName("decimal", arguments: ["10", "2"]), TypeName("json"),
        ])
        switch number(below: depth > 0 ? 4 : 3) {
        case 0: return .ordinality(name())
        case 1: return .exists(name(), type, path: "$.a")
        case 2:
            let fallbacks: [JSONTableColumn.Fallback] = [.null, .error, .value("it's \\ 0")]
            return .value(
                name(), type, path: "$.\"b c\"", onEmpty: maybe(50) { $0.one(of: fallbacks) }, onError: maybe(50) { $0.one(of: fallbacks) })
        default: return .nested(path: "$.b[*]", several(2) { $0.jsonColumn(depth - 1) })
        }
    }

    private mutating func join(_ depth: Int) -> Join {
        let left = table(depth - 1)
        let right = table(depth - 1)
        let kinds: [Join.Kind] = dialect == .mysql ? [.inner, .left, .right] : [.inner, .left, .right, .full]
        switch number(below: 10) {
        case 0: return Join(left, .cross, right, .none)
        case 1: return Join(left, one(of: kinds), right, .natural)
        case 2...3: return Join(left, one(of: kinds), right, .using(several(2) { $0.name() }))
        default: return Join(left, one(of: kinds), right, .on(expression(depth - 1)))
        }
    }

    // MARK: Windows

    mutating func window(_ depth: Int) -> WindowSpecification {
        var window = WindowSpecification(base: maybe(10) { _ in "w" })
        if chance(percent: 50) { window.partition = several(2) { $0.expression(depth - 1) } }
        if chance(percent: 60) { window.order = sortKeys(depth - 1) }
        if chance(percent: 30) { window.frame = frame(depth - 1) }
        return window
    }

    private mutating func frame(_ depth: Int) -> WindowFrame {
        let units: [WindowFrame.Unit] = dialect == .mysql ? [.rows, .range] : WindowFrame.Unit.allCases
        var frame = WindowFrame(one(of: units), one(of: [.unboundedPreceding, .currentRow, .preceding(expression(depth))]))
        if chance(percent: 60) { frame.end = one(of: [.currentRow, .following(expression(depth)), .unboundedFollowing]) }
        if dialect != .mysql { frame.exclusion = maybe(20) { $0.one(of: WindowFrame.Exclusion.allCases) } }
        return frame
    }

    mutating func arguments(_ depth: Int) -> [FunctionCall.Argument] { several(2) { .init($0.expression(depth - 1)) } }
}

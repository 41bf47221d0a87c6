/// Walks a tree and builds a changed copy. A conforming type handles the nodes that it cares about and calls `rewritten(_:)` for their children.
package protocol SyntaxRewriter {
    mutating func statement(_ statement: SelectStatement) throws -> SelectStatement
    mutating func core(_ core: SelectCore) throws -> SelectCore
    mutating func table(_ table: TableReference) throws -> TableReference
    mutating func expression(_ expression: Expression) throws -> Expression
    mutating func call(_ call: FunctionCall) throws -> FunctionCall
}

extension SyntaxRewriter {
    package mutating func statement(_ statement: SelectStatement) throws -> SelectStatement { try rewritten(statement) }
    package mutating func core(_ core: SelectCore) throws -> SelectCore { try rewritten(core) }
    package mutating func table(_ table: TableReference) throws -> TableReference { try rewritten(table) }
    package mutating func expression(_ expression: Expression) throws -> Expression { try rewritten(expression) }
    package mutating func call(_ call: FunctionCall) throws -> FunctionCall { try rewritten(call) }
}

extension SyntaxRewriter {
    package mutating func rewritten(_ statement: SelectStatement) throws -> SelectStatement {
        var statement = statement
        if let with = statement.with {
            for (index, table) in with.tables.enumerated() { statement.with?.tables[index].select = try self.statement(table.select) }
        }
        statement.body = try rewritten(statement.body)
        statement.order = try rewritten(statement.order)
        statement.limit = try rewritten(statement.limit)
        return statement
    }

    package mutating func rewritten(_ limit: LimitClause?) throws -> LimitClause? {
        guard var limit else { return nil }
        limit.count = try rewritten(limit.count)
        limit.offset = try rewritten(limit.offset)
        return limit
    }

    package mutating func rewritten(_ body: QueryBody) throws -> QueryBody {
        switch body {
        case .select(let core): .select(try self.core(core))
        case .values(let rows): .values(try rows.map { try rewritten($0) })
        case .compound(let left, let op, let right): .compound(try rewritten(left), op, try rewritten(right))
        case .nested(let inner): .nested(try statement(inner))
        }
    }

    package mutating func rewritten(_ keys: [SortKey]) throws -> [SortKey] {
        var keys = keys
        for index in keys.indices { keys[index].expression = try expression(keys[index].expression) }
        return keys
    }

    package mutating func rewritten(_ expression: Expression?) throws -> Expression? { try expression.map { try self.expression($0) } }
    package mutating func rewritten(_ expressions: [Expression]) throws -> [Expression] { try expressions.map { try expression($0) } }

    package mutating func rewritten(_ core: SelectCore) throws -> SelectCore {
        var core = core
        core.from = try core.from.map { try table($0) }
        if case .on(let keys) = core.distinct { core.distinct = .on(try rewritten(keys)) }
        core.items = try core.items.map { try rewritten($0) }
        core.filter = try rewritten(core.filter)
        core.group = try rewritten(core.group)
        core.having = try rewritten(core.having)
        core.windows = try rewritten(core.windows)
        return core
    }

    package mutating func rewritten(_ item: SelectItem) throws -> SelectItem {
        guard case .expression(var item) = item else { return item }
        item.expression = try expression(item.expression)
        return .expression(item)
    }

    package mutating func rewritten(_ group: GroupClause?) throws -> GroupClause? {
        guard var group else { return nil }
        group.elements = try group.elements.map { try rewritten($0) }
        return group
    }

    private mutating func rewritten(_ element: GroupingElement) throws -> GroupingElement {
        switch element {
        case .expression(let key): .expression(try expression(key))
        case .empty: .empty
        case .rollup(let keys): .rollup(try rewritten(keys))
        case .cube(let keys): .cube(try rewritten(keys))
        case .sets(let sets): .sets(try sets.map { try rewritten($0) })
        }
    }

    package mutating func rewritten(_ windows: [NamedWindow]) throws -> [NamedWindow] {
        try windows.map { NamedWindow($0.name, try rewritten($0.window)) }
    }

    package mutating func rewritten(_ window: WindowSpecification) throws -> WindowSpecification {
        var window = window
        window.partition = try rewritten(window.partition)
        window.order = try rewritten(window.order)
        if let frame = window.frame {
            window.frame?.start = try rewritten(frame.start)
            window.frame?.end = try frame.end.map { try rewritten($0) }
        }
        return window
    }

    private mutating func rewritten(_ bound: WindowFrame.Bound) throws -> WindowFrame.Bound {
        switch bound {
        case .preceding(let offset): .preceding(try expression(offset))
        case .following(let offset): .following(try expression(offset))
        case .unboundedPreceding, .currentRow, .unboundedFollowing: bound
        }
    }

    package mutating func rewritten(_ table: TableReference) throws -> TableReference {
        switch table {
        case .table: return table
        case .derived(var derived):
            derived.select = try statement(derived.select)
            return .derived(derived)
        case .function(var function):
            function.call = try call(function.call)
            return .function(function)
        case .join(var join):
            join.left = try self.table(join.left)
            join.right = try self.table(join.right)
            if case .on(let condition) = join.condition { join.condition = .on(try expression(condition)) }
            return .join(join)
        }
    }

    package mutating func rewritten(_ call: FunctionCall) throws -> FunctionCall {
        var call = call
        if case .list(var arguments) = call.arguments {
            for index in arguments.indices { arguments[index].value = try expression(arguments[index].value) }
            call.arguments = .list(arguments)
        }
        call.order = try rewritten(call.order)
        call.withinGroup = try rewritten(call.withinGroup)
        call.filter = try rewritten(call.filter)
        if case .specification(let window) = call.over { call.over = .specification(try rewritten(window)) }
        return call
    }
}

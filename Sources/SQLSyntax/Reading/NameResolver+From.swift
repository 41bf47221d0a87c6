extension NameResolver {
    mutating func table(_ table: TableReference) throws -> TableReference {
        switch table {
        case .table(let named): return try self.named(named)
        case .derived(var derived):
            // Without LATERAL a query in FROM does not see the other items.
            let own = derived.isLateral ? nil : frames.popLast()
            do {
                // Also after a refusal: outer queries remove their own frames.
                defer { if let own { frames.append(own) } }
                derived.select = try statement(derived.select)
            }
            try add(
                derived.alias?.name, nil, Self.renamed(output.columns, derived.alias), masked: output.masked, numbers: output.numbers,
                isOpen: output.isOpen,
                table: nil, offset: 0)
            return .derived(derived)
        case .function(var function):
            function.call = try call(function.call)
            let columns = Self.columns(of: function, in: dialect)
            let name = function.alias?.name ?? function.call.name
            try add(name, nil, columns ?? [], isOpen: columns == nil, table: nil, offset: function.call.offset.value)
            let top = frames.count - 1
            frames[top].sources[frames[top].sources.count - 1].isValue = columns?.count == 1 && function.definitions.isEmpty
            return .function(function)
        case .join(let join): return try self.join(join)
        }
    }

    private mutating func named(_ named: NamedTable) throws -> TableReference {
        if named.schema == nil, later.contains(where: { $0.text.lowercased() == named.name.text.lowercased() }) {
            throw NameRefusal(.laterTable(named.name), offset: named.offset.value)
        }
        if let query = try scope.query(named) {
            if named.sample != nil { throw NameRefusal(.sampledTable(named.name), offset: named.offset.value) }
            if let number = query.query { size.use(number) }
            let columns = Self.renamed(query.columns, named.alias)
            try add(
                named.exposedName, nil, columns, masked: query.masked, numbers: query.numbers, isOpen: query.isOpen, table: nil,
                offset: named.offset.value)
            return .table(named)
        }
        let known = try known(named)
        let names = Self.renamed(known.columns, named.alias)
        let schema = named.alias == nil ? known.schema : nil
        let masked = Set(known.columns.indices.filter { known.masked.contains(known.columns[$0]) || known.opaque.contains(known.columns[$0]) })
        if !known.masked.isEmpty { hasNoMasks = false }
        for (column, name) in zip(known.columns, names) where known.opaque.contains(column) { if let name { opaque.insert(name) } }
        var numbers: [Int: NumberForm] = [:]
        if !known.numbers.isEmpty { for (index, column) in known.columns.enumerated() { numbers[index] = known.numbers[column] } }
        try add(named.exposedName, schema, names, masked: masked, numbers: numbers, isOpen: false, table: known, offset: named.offset.value)
        let alias = named.alias ?? TableAlias(named.name)
        if known.replacement != nil { size.count(names.count) }
        guard let replacement = known.replacement else {
            var table = NamedTable(schema: known.schema, known.name, as: alias, offset: named.offset.value)
            table.sample = named.sample
            return .table(table)
        }
        if named.sample != nil { throw NameRefusal(.sampledTable(named.name), offset: named.offset.value) }
        return .derived(DerivedTable(replacement, as: alias))
    }

    private mutating func add(
        _ name: SQLName?, _ schema: SQLName?, _ columns: [SQLName?], masked: Set<Int> = [], numbers: [Int: NumberForm] = [:], isOpen: Bool,
        table: NameResolution.KnownTable?, offset: Int
    ) throws {
        let top = frames.count - 1
        try spend(frames[top].sources.count + columns.count)
        size.count(table == nil ? 1 + columns.count : 1)
        if let name, frames[top].sources.contains(where: { $0.name?.isSame(as: name, in: dialect) == true }) {
            throw NameRefusal(.repeatedTable(name), offset: offset)
        }
        var source = NameFrame.Source(name: name, schema: schema, columns: columns, masked: masked, isOpen: isOpen, table: table)
        source.numbers = numbers
        frames[top].sources.append(source)
    }

    /// The columns with the first ones renamed by an alias.
    private static func renamed(_ columns: [SQLName?], _ alias: TableAlias?) -> [SQLName?] {
        guard let alias, !alias.columns.isEmpty else { return columns }
        return alias.columns + columns.dropFirst(alias.columns.count)
    }

    /// Columns of a function in `FROM`; nil when they are unknown.
    private static func columns(of function: TableFunction, in dialect: Dialect) -> [SQLName?]? {
        let name = function.call.name.text.asciiLowercased
        if dialect == .sqlite {
            guard name == "json_each" || name == "json_tree" else { return nil }
            return ["key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root"]
        }
        if !function.jsonColumns.isEmpty { return function.jsonColumns.flatMap(\.names) }
        if !function.definitions.isEmpty { return function.definitions.map(\.name) }
        let own: [SQLName]
        switch name {
        case "json_each", "jsonb_each", "json_each_text", "jsonb_each_text": own = ["key", "value"]
        case "json_array_elements", "jsonb_array_elements", "json_array_elements_text", "jsonb_array_elements_text": own = ["value"]
        case "unnest":
            let title = function.alias?.name ?? function.call.name
            guard case .list(let arrays) = function.call.arguments, arrays.count > 1 else {
                own = [title]
                break
            }
            own = Array(repeating: function.call.name, count: arrays.count)
        // All other functions that a statement may call give one value, named by the alias or the function. Those that give records need
        // definitions.
        default: own = [function.alias?.name ?? function.call.name]
        }
        return renamed(own + (function.withOrdinality ? ["ordinality"] : []), function.alias)
    }

    // MARK: Joins

    private mutating func join(_ join: Join) throws -> TableReference {
        var join = join
        let top = frames.count - 1
        let start = frames[top].sources.count
        join.left = try table(join.left)
        let middle = frames[top].sources.count
        join.right = try table(join.right)
        switch join.condition {
        case .none: break
        case .natural:
            let sources = frames[top].sources
            if let part = sources[start...].first(where: { $0.table?.hidesColumns == true }), let table = part.table {
                throw NameRefusal(.naturalPart(part.name ?? table.name), offset: 0)
            }
            let names = try common(start..<middle, sources[middle...].indices)
            for name in names { try merge(name, since: start) }
            if !names.isEmpty, !sources[start...].contains(where: \.isOpen) { join.condition = .using(names) }
        case .using(let names): for name in names { try merge(name, since: start) }
        case .on(let condition):
            // In SQLite ON sees all of FROM, in the other dialects only the two sides of the join.
            let hidden = dialect == .sqlite ? [] : Array(frames[top].sources[..<start])
            frames[top].sources.removeFirst(hidden.count)
            join.condition = .on(try expression(condition))
            frames[top].sources.insert(contentsOf: hidden, at: 0)
        }
        return .join(join)
    }

    private mutating func common(_ left: Range<Int>, _ right: Range<Int>) throws(NameRefusal) -> [SQLName] {
        let sources = frames[frames.count - 1].sources
        var known: Set<SQLName> = []
        for source in sources[left] {
            try spend(source.columns.count)
            for case let name? in source.columns { known.insert(name.key(in: dialect)) }
        }
        return right.flatMap { sources[$0].columns.compactMap { $0 } }.filter { known.contains($0.key(in: dialect)) }
    }

    private mutating func merge(_ name: SQLName, since start: Int) throws {
        let top = frames.count - 1
        var sides = 0
        for source in frames[top].sources[start...] {
            try spend(source.columns.count)
            guard let index = source.columns.firstIndex(where: { $0?.isSame(as: name, in: dialect) == true }) else { continue }
            try use(index, of: source, name, offset: 0)
            sides += 1
        }
        guard sides > 1 || frames[top].sources[start...].contains(where: \.isOpen) else {
            throw NameRefusal(.unknownColumn(name, of: nil), offset: 0, columns: frames[top].sources[start...].flatMap(\.columns))
        }
        frames[top].merged.insert(name.key(in: dialect))
    }
}

extension Printer {
    mutating func table(_ table: TableReference) {
        switch table {
        case .table(let named):
            qualified(named.schema, named.name)
            alias(named.alias)
            if let sample = named.sample {
                put(" TABLESAMPLE \(sample.method.rawValue) (\(sample.percentage))")
                if let seed = sample.seed { put(" REPEATABLE (\(seed))") }
            }
        case .derived(let derived):
            if derived.isLateral { put("LATERAL ") }
            enclosed(derived.select)
            alias(derived.alias)
        case .function(let function): self.function(function)
        case .join(let join): self.join(join)
        }
    }

    private mutating func alias(_ alias: TableAlias?) {
        guard let alias else { return }
        put(" AS ")
        name(alias.name)
        if !alias.columns.isEmpty {
            put(" ")
            names(alias.columns)
        }
    }

    private mutating func function(_ function: TableFunction) {
        if function.isLateral { put("LATERAL ") }
        call(function.call)
        if function.withOrdinality { put(" WITH ORDINALITY") }
        alias(function.alias)
        guard !function.definitions.isEmpty else { return }
        put(" (")
        list(function.definitions) { printer, column in
            printer.name(column.name)
            printer.put(" ")
            printer.type(column.type)
        }
        put(")")
    }

    private mutating func join(_ join: Join) {
        table(join.left)
        put(join.condition == .natural ? " NATURAL " : " ")
        put(join.kind.rawValue + " ")
        if case .join = join.right {
            put("(")
            table(join.right)
            put(")")
        } else {
            table(join.right)
        }
        switch join.condition {
        case .none, .natural: break
        case .on(let condition):
            put(" ON ")
            expression(condition)
        case .using(let names):
            put(" USING ")
            self.names(names)
        }
    }
}

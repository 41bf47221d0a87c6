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
        if function.jsonColumns.isEmpty { call(function.call) } else { jsonTable(function) }
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

    /// `JSON_TABLE(value, path COLUMNS (…))`
    private mutating func jsonTable(_ function: TableFunction) {
        put("JSON_TABLE(")
        if case .list(let arguments) = function.call.arguments { list(arguments) { $0.expression($1.value) } }
        jsonColumns(function.jsonColumns)
        put(")")
    }

    private mutating func jsonColumns(_ columns: [JSONTableColumn]) {
        put(" COLUMNS (")
        list(columns) { $0.jsonColumn($1) }
        put(")")
    }

    private mutating func jsonColumn(_ column: JSONTableColumn) {
        switch column {
        case .ordinality(let name):
            self.name(name)
            put(" FOR ORDINALITY")
        case .exists(let name, let type, let path): jsonValue(name, type, " EXISTS PATH ", path)
        case .value(let name, let type, let path, let onEmpty, let onError):
            jsonValue(name, type, " PATH ", path)
            jsonFallback(onEmpty, "EMPTY")
            jsonFallback(onError, "ERROR")
        case .nested(let path, let columns):
            put("NESTED PATH ")
            string(path)
            jsonColumns(columns)
        }
    }

    private mutating func jsonValue(_ name: SQLName, _ type: TypeName, _ words: String, _ path: String) {
        self.name(name)
        put(" ")
        self.type(type)
        put(words)
        string(path)
    }

    private mutating func jsonFallback(_ fallback: JSONTableColumn.Fallback?, _ event: String) {
        switch fallback {
        case nil: return
        case .null: put(" NULL")
        case .error: put(" ERROR")
        case .value(let text):
            put(" DEFAULT ")
            string(text)
        }
        put(" ON \(event)")
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

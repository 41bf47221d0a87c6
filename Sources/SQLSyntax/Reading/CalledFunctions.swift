/// A function that a query calls, whatever syntax the call has.
package struct CalledFunction: Hashable, Sendable {
    package let schema: SQLName?
    /// As the dialect folds it; of special forms in lower case.
    package let name: SQLName
    /// Whether it stands in `FROM`.
    package let isTable: Bool
    /// Where it was written; 0 for special forms. Unit: bytes of the text.
    package let offset: IgnoredInEquality<Int>
}

/// What a query calls beside the tables and columns that it names.
package struct CalledNames: Sendable {
    /// In the order of the text for calls by name.
    package fileprivate(set) var functions: [CalledFunction] = []
    /// Every type that the query casts to.
    package fileprivate(set) var types: [TypeName] = []
    /// `TABLESAMPLE`.
    package fileprivate(set) var hasSamples = false
}

extension SelectStatement {
    /// Found in one walk.
    package var called: CalledNames {
        var collector = CallCollector()
        // The collector throws nothing.
        _ = try? collector.statement(self)
        return collector.names
    }
}

private struct CallCollector: SyntaxRewriter {
    var names = CalledNames()

    mutating func call(_ call: FunctionCall) throws -> FunctionCall {
        names.functions.append(CalledFunction(schema: call.schema, name: call.name, isTable: false, offset: call.offset))
        return try rewritten(call)
    }

    mutating func table(_ table: TableReference) throws -> TableReference {
        if case .table(let named) = table, named.sample != nil { names.hasSamples = true }
        guard case .function(let function) = table else { return try rewritten(table) }
        names.functions.append(CalledFunction(schema: function.call.schema, name: function.call.name, isTable: true, offset: function.call.offset))
        names.types += function.definitions.map(\.type)
        _ = try rewritten(function.call)
        return table
    }

    mutating func expression(_ expression: Expression) throws -> Expression {
        switch expression {
        case .special(let form):
            names.functions.append(CalledFunction(schema: nil, name: form.functionName, isTable: false, offset: IgnoredInEquality(0)))
        case .cast(_, let type): names.types.append(type)
        default: break
        }
        return try rewritten(expression)
    }
}

/// A function that a query calls, in any syntax.
package struct CalledFunction: Hashable, Sendable {
    package let schema: SQLName?
    /// The name as the dialect folds it; lower case for special forms.
    package let name: SQLName
    /// Whether it stands in `FROM`.
    package let isTable: Bool
    /// Position of the call in the text, in bytes; 0 for special forms.
    package let offset: IgnoredInEquality<Int>
}

/// The functions, types and samples that a query uses.
package struct CalledNames: Sendable {
    /// Functions called by name are in the order of the text.
    package fileprivate(set) var functions: [CalledFunction] = []
    /// Every type that the query casts to.
    package fileprivate(set) var types: [TypeName] = []
    /// `TABLESAMPLE`.
    package fileprivate(set) var hasSamples = false
}

extension SelectStatement {
    /// The names that the query calls, found in one walk.
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

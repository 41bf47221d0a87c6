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

extension SelectStatement {
    /// Every call of the query, in the order of the text for calls by name, and every type that it casts to.
    package var called: (functions: [CalledFunction], types: [TypeName]) {
        var collector = CallCollector()
        // The collector throws nothing.
        _ = try? collector.statement(self)
        return (collector.functions, collector.types)
    }
}

private struct CallCollector: SyntaxRewriter {
    var functions: [CalledFunction] = []
    var types: [TypeName] = []

    mutating func call(_ call: FunctionCall) throws -> FunctionCall {
        functions.append(CalledFunction(schema: call.schema, name: call.name, isTable: false, offset: call.offset))
        return try rewritten(call)
    }

    mutating func table(_ table: TableReference) throws -> TableReference {
        guard case .function(let function) = table else { return try rewritten(table) }
        functions.append(CalledFunction(schema: function.call.schema, name: function.call.name, isTable: true, offset: function.call.offset))
        types += function.definitions.map(\.type)
        _ = try rewritten(function.call)
        return table
    }

    mutating func expression(_ expression: Expression) throws -> Expression {
        switch expression {
        case .special(let form): functions.append(CalledFunction(schema: nil, name: form.functionName, isTable: false, offset: IgnoredInEquality(0)))
        case .cast(_, let type): types.append(type)
        default: break
        }
        return try rewritten(expression)
    }
}

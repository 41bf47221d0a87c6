/// A function that a query calls, under any grammar.
package struct CalledFunction: Hashable, Sendable {
    package let schema: SQLName?
    /// As the dialect folds it; of special forms in small letters.
    package let name: SQLName
    /// Whether it stands in `FROM`.
    package let isTable: Bool
    /// Where it was written; 0 for special forms. Unit: bytes of the text.
    package let offset: Aside<Int>
}

extension SelectStatement {
    /// Every call of the query, in the order of the text for calls by name.
    package var functions: [CalledFunction] {
        var collector = FunctionCollector()
        // The collector throws nothing.
        _ = try? collector.statement(self)
        return collector.functions
    }

    /// Every expression anew, the outer one after those inside it.
    /// - Parameter transform: nil leaves an expression as it is.
    package func replacingExpressions(_ transform: (Expression) throws -> Expression?) throws -> SelectStatement {
        try withoutActuallyEscaping(transform) { transform in
            var replacer = ExpressionReplacer(transform: transform)
            return try replacer.statement(self)
        }
    }
}

private struct FunctionCollector: SyntaxRewriter {
    var functions: [CalledFunction] = []

    mutating func call(_ call: FunctionCall) throws -> FunctionCall {
        functions.append(CalledFunction(schema: call.schema, name: call.name, isTable: false, offset: call.offset))
        return try rewritten(call)
    }

    mutating func table(_ table: TableReference) throws -> TableReference {
        guard case .function(let function) = table else { return try rewritten(table) }
        functions.append(CalledFunction(schema: function.call.schema, name: function.call.name, isTable: true, offset: function.call.offset))
        _ = try rewritten(function.call)
        return table
    }

    mutating func expression(_ expression: Expression) throws -> Expression {
        if case .special(let form) = expression {
            functions.append(CalledFunction(schema: nil, name: form.functionName, isTable: false, offset: Aside(0)))
        }
        return try rewritten(expression)
    }
}

private struct ExpressionReplacer: SyntaxRewriter {
    let transform: (Expression) throws -> Expression?

    mutating func expression(_ expression: Expression) throws -> Expression {
        let inner = try rewritten(expression)
        return try transform(inner) ?? inner
    }
}

import SQL
import SQLSyntax

extension SelectStatement {
    /// Every expression anew, the outer one after those inside it.
    /// - Parameter transform: nil leaves an expression as it is.
    func replacingExpressions(_ transform: (Expression) throws -> Expression?) throws -> SelectStatement {
        try withoutActuallyEscaping(transform) { transform in
            var replacer = ExpressionReplacer(transform: transform)
            return try replacer.statement(self)
        }
    }
}

private struct ExpressionReplacer: SyntaxRewriter {
    let transform: (Expression) throws -> Expression?

    mutating func expression(_ expression: Expression) throws -> Expression {
        let inner = try rewritten(expression)
        return try transform(inner) ?? inner
    }
}

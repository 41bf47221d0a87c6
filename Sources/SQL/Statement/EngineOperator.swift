import SQLSyntax

/// An operator of the engine itself, even where a user defined another with the same symbol.
///
/// PostgreSQL looks an operator up along the session's search path and prefers one whose types match exactly (manual, section 10.2). An
/// operator `=` in another schema could decide which rows a condition selects, so the symbol is written with its schema.
package enum EngineOperator: String, Hashable, Sendable {
    case equal = "="
    case notEqual = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case plus = "+"
    /// PostgreSQL's operator on JSON documents.
    case contains = "@>"
    /// PostgreSQL's `ILIKE`.
    case likeAnyCase = "~~*"

    /// - Parameter schema: of the extension that the operator belongs to; nil for the engine's own.
    func text(in dialect: Dialect, schema: Identifier?) -> String {
        guard dialect == .postgresql else { return rawValue }
        return "OPERATOR(\(schema?.quoted(for: dialect) ?? "pg_catalog").\(rawValue))"
    }
}

/// A family of SQL: how identifiers are quoted, parameters written and types named.
package enum Dialect: String, Hashable, Sendable, CaseIterable {
    case sqlite, postgresql, mysql

    /// The quotation mark around an identifier, doubled inside it.
    package var identifierQuote: Character { self == .mysql ? "`" : "\"" }
}

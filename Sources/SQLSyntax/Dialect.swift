/// A family of SQL: its quoting of identifiers, its parameters and its names of types.
package enum Dialect: String, Hashable, Sendable, CaseIterable {
    case sqlite, postgresql, mysql

    /// The quotation mark around an identifier, doubled inside it.
    package var identifierQuote: Character { self == .mysql ? "`" : "\"" }
}

package import SQL
package import SQLSyntax

/// One step of a domain's schema: append-only, run once, in the order of the list that the composition gives.
package struct Migration: Sendable {
    /// The domain whose tables it makes: `store`, `identity`, `catalog`, `access`.
    package let domain: String
    /// Counts from 1 within the domain.
    package let number: Int
    package let name: String
    /// The DDL for one dialect, written with the words of ``StorageType``.
    package let statements: @Sendable (Dialect) -> [Statement]

    package init(_ domain: String, _ number: Int, _ name: String, _ statements: @escaping @Sendable (Dialect) -> [Statement]) {
        self.domain = domain
        self.number = number
        self.name = name
        self.statements = statements
    }
}

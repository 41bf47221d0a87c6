/// A constraint that a statement violated, from the engine's error code and the names that come with it.
package struct BrokenConstraint: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A unique key, the primary key included: another row has the values.
        case unique
        /// An exclusion constraint of PostgreSQL: another row is in conflict.
        case exclusion
        case foreignKey = "foreign_key"
        case notNull = "not_null"
        case check
        /// A value whose type the column does not accept (STRICT tables of SQLite).
        case type
        /// The engine does not report which kind; it may be any of the others.
        case other
    }

    package let kind: Kind
    /// The schema of PostgreSQL, the database of MySQL; nil when the engine does not report it.
    package let schema: String?
    /// Nil when the engine does not report it. It can differ from the statement's table: a trigger's, or that of a foreign key.
    package let table: String?
    /// In the engine's order; empty when it does not report them. The names are the engine's: compare them with the schema before use.
    package let columns: [String]
    /// The name of the constraint or of its index; on SQLite, for a check without a name, its text. Nil when it has none or the engine does
    /// not report it. Compare it with the schema before showing it.
    package let name: String?

    package init(_ kind: Kind, schema: String? = nil, table: String? = nil, columns: [String] = [], name: String? = nil) {
        self.kind = kind
        self.schema = schema
        self.table = table
        self.columns = columns
        self.name = name
    }
}

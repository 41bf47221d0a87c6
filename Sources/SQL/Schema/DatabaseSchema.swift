/// The tables and views of a database, as its engine reports them.
package struct DatabaseSchema: Hashable, Sendable {
    /// Sorted by schema, then name.
    package var tables: [TableSchema]

    /// The schema whose tables are named without a schema name. It is fixed, so that names of tables do not change when other schemas are
    /// added.
    package var defaultSchema: String

    package init(tables: [TableSchema], defaultSchema: String) {
        self.tables = tables
        self.defaultSchema = defaultSchema
    }
}

/// A table or view.
package struct TableSchema: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable { case table, view }

    /// The schema of PostgreSQL, the database of MySQL; `main` on SQLite.
    package var schema: String
    package var name: String
    package var kind: Kind
    package var columns: [ColumnSchema]
    /// Names of the primary key's columns in key order; empty without a primary key.
    package var primaryKey: [String]
    package var foreignKeys: [ForeignKey]
    /// Foreign keys, of this or other tables, through which the engine changes rows when a row of this table is deleted or its key changes.
    /// Includes tables that the login cannot see.
    package var dependents: [DependentTable]
    /// Column sets that are unique, beside the primary key.
    package var uniqueKeys: [[String]]
    /// Columns of constraints and unique indexes by the name that the engine's errors report, if the engine reports all columns.
    package var constraintColumns: [String: Set<String>]
    package var checks: [CheckConstraint]
    /// The engine's estimate; nil without one. Unit: rows.
    package var estimatedRows: Int64?
    package var comment: String?

    package init(
        schema: String, name: String, kind: Kind, columns: [ColumnSchema], primaryKey: [String] = [], foreignKeys: [ForeignKey] = [],
        dependents: [DependentTable] = [], uniqueKeys: [[String]] = [], constraintColumns: [String: Set<String>] = [:],
        checks: [CheckConstraint] = [],
        estimatedRows: Int64? = nil, comment: String? = nil
    ) {
        self.schema = schema
        self.name = name
        self.kind = kind
        self.columns = columns
        self.primaryKey = primaryKey
        self.foreignKeys = foreignKeys
        self.dependents = dependents
        self.uniqueKeys = uniqueKeys
        self.constraintColumns = constraintColumns
        self.checks = checks
        self.estimatedRows = estimatedRows
        self.comment = comment
    }
}

/// A column of a table or view.
package struct ColumnSchema: Hashable, Sendable {
    package var name: String
    package var type: ColumnType
    /// The type as the engine writes it.
    package var declaredType: String
    package var isNullable: Bool
    package var hasDefault: Bool
    /// The default as the engine writes it; nil if there is none, or if the engine generates the value in another way.
    package var defaultText: String?
    /// Computed by the engine (generated column, identity always): never written.
    package var isGenerated: Bool
    /// Columns from which a generated column is computed; nil if the engine does not report them. Empty for any other column.
    package var sourceColumns: [String]?
    package var comment: String?
    /// The type of the column if it belongs to an extension; nil for a type of the engine or of the database's owner.
    package var extensionType: ExtensionType?
    /// The values of an enumerated type, in its order; empty for any other type.
    package var allowedValues: [String]
    /// Whether its collation is nondeterministic (PostgreSQL): it treats texts with different bytes as equal. False on engines whose
    /// collations do so by default.
    package var hasNondeterministicCollation: Bool

    package init(
        name: String, type: ColumnType, declaredType: String, isNullable: Bool = true, hasDefault: Bool = false, defaultText: String? = nil,
        isGenerated: Bool = false, sourceColumns: [String]? = [], comment: String? = nil, extensionType: ExtensionType? = nil,
        allowedValues: [String] = [],
        hasNondeterministicCollation: Bool = false
    ) {
        self.name = name
        self.type = type
        self.declaredType = declaredType
        self.isNullable = isNullable
        self.hasDefault = hasDefault
        self.defaultText = defaultText
        self.isGenerated = isGenerated
        self.sourceColumns = sourceColumns
        self.comment = comment
        self.extensionType = extensionType
        self.allowedValues = allowedValues
        self.hasNondeterministicCollation = hasNondeterministicCollation
    }
}

/// A foreign key from columns of this table to the columns of another, in matching order.
package struct ForeignKey: Hashable, Sendable {
    package var columns: [String]
    package var referencedSchema: String
    package var referencedTable: String
    package var referencedColumns: [String]

    package init(columns: [String], referencedSchema: String, referencedTable: String, referencedColumns: [String]) {
        self.columns = columns
        self.referencedSchema = referencedSchema
        self.referencedTable = referencedTable
        self.referencedColumns = referencedColumns
    }
}

/// A table whose rows the engine changes, through a foreign key, when rows of the referenced table change.
package struct DependentTable: Hashable, Sendable {
    package var schema: String
    package var table: String
    /// Columns of the dependent table, in key order.
    package var columns: [String]
    /// Columns of the referenced table, in matching order.
    package var referencedColumns: [String]
    package var onDelete: ReferentialAction
    package var onUpdate: ReferentialAction

    package init(
        schema: String, table: String, columns: [String], referencedColumns: [String], onDelete: ReferentialAction, onUpdate: ReferentialAction
    ) {
        self.schema = schema
        self.table = table
        self.columns = columns
        self.referencedColumns = referencedColumns
        self.onDelete = onDelete
        self.onUpdate = onUpdate
    }
}

/// What an engine does with rows that refer to a row that is deleted or changes its key.
package enum ReferentialAction: String, Hashable, Sendable {
    /// Refuses (`NO ACTION`, `RESTRICT`).
    case refuse
    /// Deletes the rows too, or changes their key too.
    case cascade
    /// Sets the referring columns to null (`SET NULL`) or to their defaults (`SET DEFAULT`).
    case clear

    /// - Parameter word: the SQL keyword: `CASCADE`, `SET NULL`, `SET DEFAULT`; anything else means refusal.
    init(sql word: String) {
        switch word {
        case "CASCADE": self = .cascade
        case "SET NULL", "SET DEFAULT": self = .clear
        default: self = .refuse
        }
    }
}

/// A CHECK constraint of a table.
package struct CheckConstraint: Hashable, Sendable {
    /// The name that the engine's errors report: its name, or on SQLite its text if it has no name.
    package let name: String
    /// The expression as the engine writes it.
    package let expression: String
    /// The columns that it reads; nil if they are unknown.
    package let columns: Set<String>?
}

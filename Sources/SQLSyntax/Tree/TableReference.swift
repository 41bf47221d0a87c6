/// An item of `FROM`: a table, a query in parentheses, a function, or a join of two of them.
package indirect enum TableReference: Hashable, Sendable {
    /// A table, a view or a `WITH` query; ``TableScope`` distinguishes them.
    case table(NamedTable)
    case derived(DerivedTable)
    case function(TableFunction)
    case join(Join)
}

package struct NamedTable: Hashable, Sendable {
    package var schema: SQLName?
    package var name: SQLName
    package var alias: TableAlias?
    package var sample: TableSample?
    /// Where it was written. Unit: bytes of the text.
    package var offset: IgnoredInEquality<Int>

    package init(schema: SQLName? = nil, _ name: SQLName, as alias: TableAlias? = nil, offset: Int = 0) {
        self.schema = schema
        self.name = name
        self.alias = alias
        self.offset = IgnoredInEquality(offset)
    }

    /// The name by which columns are qualified.
    package var exposedName: SQLName { alias?.name ?? name }
}

/// PostgreSQL's `TABLESAMPLE method (percentage) REPEATABLE (seed)`.
package struct TableSample: Hashable, Sendable {
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case bernoulli = "BERNOULLI"
        case system = "SYSTEM"
    }
    package var method: Method
    /// A number as it was written.
    package var percentage: String
    package var seed: String?
}

/// `AS name (columns)`.
package struct TableAlias: Hashable, Sendable {
    package var name: SQLName
    package var columns: [SQLName]

    package init(_ name: SQLName, columns: [SQLName] = []) {
        self.name = name
        self.columns = columns
    }
}

/// A query in `FROM`.
package struct DerivedTable: Hashable, Sendable {
    package var select: SelectStatement
    package var alias: TableAlias?
    package var isLateral: Bool

    package init(_ select: SelectStatement, as alias: TableAlias?, isLateral: Bool = false) {
        self.select = select
        self.alias = alias
        self.isLateral = isLateral
    }
}

/// A function in `FROM`, such as `json_each(x)` or `generate_series(1, 9) WITH ORDINALITY AS n (i)`.
package struct TableFunction: Hashable, Sendable {
    package var call: FunctionCall
    package var withOrdinality: Bool
    package var alias: TableAlias?
    /// PostgreSQL's `AS x (a int, b text)`; then ``TableAlias/columns`` is empty.
    package var definitions: [ColumnDefinition]
    /// The columns of MySQL's `JSON_TABLE`; empty for every other function.
    package var jsonColumns: [JSONTableColumn]
    package var isLateral: Bool

    package init(
        _ call: FunctionCall, withOrdinality: Bool = false, as alias: TableAlias? = nil, definitions: [ColumnDefinition] = [],
        jsonColumns: [JSONTableColumn] = [], isLateral: Bool = false
    ) {
        self.call = call
        self.withOrdinality = withOrdinality
        self.alias = alias
        self.definitions = definitions
        self.jsonColumns = jsonColumns
        self.isLateral = isLateral
    }
}

package struct ColumnDefinition: Hashable, Sendable {
    package var name: SQLName
    package var type: TypeName

    package init(_ name: SQLName, _ type: TypeName) {
        self.name = name
        self.type = type
    }
}

package struct Join: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case inner = "JOIN"
        case left = "LEFT JOIN"
        case right = "RIGHT JOIN"
        case full = "FULL JOIN"
        /// A join without a condition.
        case cross = "CROSS JOIN"
    }
    package enum Condition: Hashable, Sendable {
        /// Only with ``Kind/cross``.
        case none
        case natural
        case on(Expression)
        case using([SQLName])
    }
    package var left: TableReference
    package var kind: Kind
    package var right: TableReference
    package var condition: Condition

    package init(_ left: TableReference, _ kind: Kind, _ right: TableReference, _ condition: Condition) {
        self.left = left
        self.kind = kind
        self.right = right
        self.condition = condition
    }
}

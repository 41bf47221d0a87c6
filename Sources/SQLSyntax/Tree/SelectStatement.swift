/// A whole query: `WITH`, body, `ORDER BY`, `LIMIT`. Made by ``parse(_:in:)`` or by hand, printed by ``printed(for:)``.
package struct SelectStatement: Hashable, Sendable {
    package var with: WithClause?
    package var body: QueryBody
    package var order: [SortKey]
    package var limit: LimitClause?

    package init(with: WithClause? = nil, _ body: QueryBody, order: [SortKey] = [], limit: LimitClause? = nil) {
        self.with = with
        self.body = body
        self.order = order
        self.limit = limit
    }
}

/// The body of a query, without its order and limit.
package indirect enum QueryBody: Hashable, Sendable {
    case select(SelectCore)
    /// Rows of equal width, at least one.
    case values([[Expression]])
    case compound(QueryBody, SetOperator, QueryBody)
    /// A parenthesised query with its own order, limit or `WITH`; only as an operand of ``compound(_:_:_:)``.
    case nested(SelectStatement)
}

package struct SetOperator: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case union = "UNION"
        case intersect = "INTERSECT"
        case except = "EXCEPT"
    }
    package var kind: Kind
    package var isAll: Bool

    package init(_ kind: Kind, isAll: Bool = false) {
        self.kind = kind
        self.isAll = isAll
    }
}

package struct WithClause: Hashable, Sendable {
    package var isRecursive: Bool
    package var tables: [CommonTable]

    package init(isRecursive: Bool = false, _ tables: [CommonTable]) {
        self.isRecursive = isRecursive
        self.tables = tables
    }
}

/// One `name (columns) AS (query)` of a `WITH`.
package struct CommonTable: Hashable, Sendable {
    package var name: SQLName
    package var columns: [SQLName]
    package var select: SelectStatement
    /// `MATERIALIZED` or `NOT MATERIALIZED`; nil for neither.
    package var isMaterialized: Bool?
    package var traversal: Traversal?

    package init(_ name: SQLName, columns: [SQLName] = [], _ select: SelectStatement, isMaterialized: Bool? = nil) {
        self.name = name
        self.columns = columns
        self.select = select
        self.isMaterialized = isMaterialized
    }
}

/// `LIMIT` and `OFFSET`; `FETCH FIRST` is the same.
package struct LimitClause: Hashable, Sendable {
    package var count: Expression?
    package var offset: Expression?
    /// Whether rows equal to the last one under `ORDER BY` are returned too.
    package var withTies: Bool

    package init(_ count: Expression?, offset: Expression? = nil, withTies: Bool = false) {
        self.count = count
        self.offset = offset
        self.withTies = withTies
    }
}

package struct SortKey: Hashable, Sendable {
    package var expression: Expression
    /// Nil when the text does not say.
    package var isDescending: Bool?
    package var nullsFirst: Bool?
    /// Whether it is written as PostgreSQL's `USING <` or `USING >`.
    package var usesOperator = false

    package init(_ expression: Expression, isDescending: Bool? = nil, nullsFirst: Bool? = nil) {
        self.expression = expression
        self.isDescending = isDescending
        self.nullsFirst = nullsFirst
    }
}

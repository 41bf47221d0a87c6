/// One `SELECT … FROM … WHERE … GROUP BY … HAVING … WINDOW …`.
package struct SelectCore: Hashable, Sendable {
    package var distinct: Distinct
    /// Empty in `EXISTS (SELECT FROM t)`, which PostgreSQL allows.
    package var items: [SelectItem]
    /// The items of `FROM`, separated by commas.
    package var from: [TableReference]
    package var filter: Expression?
    package var group: GroupClause?
    package var having: Expression?
    package var windows: [NamedWindow]

    package init(
        distinct: Distinct = .no, _ items: [SelectItem], from: [TableReference] = [], where filter: Expression? = nil, group: GroupClause? = nil,
        having: Expression? = nil, windows: [NamedWindow] = []
    ) {
        self.distinct = distinct
        self.items = items
        self.from = from
        self.filter = filter
        self.group = group
        self.having = having
        self.windows = windows
    }
}

package enum Distinct: Hashable, Sendable {
    case no, rows
    /// PostgreSQL's `DISTINCT ON (…)`.
    case on([Expression])
}

package enum SelectItem: Hashable, Sendable {
    /// `*`
    case all
    /// `t.*`, `s.t.*`
    case allOf(schema: SQLName?, table: SQLName, offset: IgnoredInEquality<Int>)
    case expression(SelectExpression)

    package static func value(_ expression: Expression, as alias: SQLName? = nil) -> SelectItem {
        .expression(SelectExpression(expression, as: alias))
    }
}

package struct SelectExpression: Hashable, Sendable {
    package var expression: Expression
    package var alias: SQLName?
    /// The original words of the text, for a column title; empty in a tree that was not parsed.
    package var written: IgnoredInEquality<String>

    package init(_ expression: Expression, as alias: SQLName? = nil, written: String = "") {
        self.expression = expression
        self.alias = alias
        self.written = IgnoredInEquality(written)
    }
}

package struct GroupClause: Hashable, Sendable {
    package var elements: [GroupingElement]
    /// MySQL's `WITH ROLLUP`.
    package var withRollup: Bool

    package init(_ elements: [GroupingElement], withRollup: Bool = false) {
        self.elements = elements
        self.withRollup = withRollup
    }
}

package indirect enum GroupingElement: Hashable, Sendable {
    case expression(Expression)
    /// `()`
    case empty
    case rollup([Expression])
    case cube([Expression])
    case sets([GroupingElement])
}

package struct NamedWindow: Hashable, Sendable {
    package var name: SQLName
    package var window: WindowSpecification

    package init(_ name: SQLName, _ window: WindowSpecification) {
        self.name = name
        self.window = window
    }
}

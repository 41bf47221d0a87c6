/// A call of a function by name. The guard decides whether the function may be called.
package struct FunctionCall: Hashable, Sendable {
    package var schema: SQLName?
    package var name: SQLName
    package var arguments: Arguments
    package var isDistinct: Bool
    /// `ORDER BY` inside the parentheses.
    package var order: [SortKey]
    /// MySQL's `GROUP_CONCAT(… SEPARATOR '…')`.
    package var separator: String?
    /// MariaDB's `GROUP_CONCAT(… LIMIT 5)`.
    package var limit: LimitClause?
    /// `WITHIN GROUP (ORDER BY …)`.
    package var withinGroup: [SortKey]
    package var filter: Expression?
    package var over: Window?
    /// Where it was written. Unit: bytes of the text.
    package var offset: IgnoredInEquality<Int>

    package enum Arguments: Hashable, Sendable {
        /// `count(*)`
        case all
        case list([Argument])
    }

    package struct Argument: Hashable, Sendable {
        /// PostgreSQL's `name => value`.
        package var name: SQLName?
        package var value: Expression

        package init(name: SQLName? = nil, _ value: Expression) {
            self.name = name
            self.value = value
        }
    }

    package enum Window: Hashable, Sendable {
        case named(SQLName)
        case specification(WindowSpecification)
    }

    package init(
        schema: SQLName? = nil, _ name: SQLName, _ arguments: Arguments, isDistinct: Bool = false, order: [SortKey] = [], separator: String? = nil,
        withinGroup: [SortKey] = [], filter: Expression? = nil, over: Window? = nil, offset: Int = 0
    ) {
        self.schema = schema
        self.name = name
        self.arguments = arguments
        self.isDistinct = isDistinct
        self.order = order
        self.separator = separator
        self.withinGroup = withinGroup
        self.filter = filter
        self.over = over
        self.offset = IgnoredInEquality(offset)
    }
}

/// The contents of the parentheses of `OVER (…)` and `WINDOW w AS (…)`.
package struct WindowSpecification: Hashable, Sendable {
    package var base: SQLName?
    package var partition: [Expression]
    package var order: [SortKey]
    package var frame: WindowFrame?

    package init(base: SQLName? = nil, partition: [Expression] = [], order: [SortKey] = [], frame: WindowFrame? = nil) {
        self.base = base
        self.partition = partition
        self.order = order
        self.frame = frame
    }
}

package struct WindowFrame: Hashable, Sendable {
    package enum Unit: String, Hashable, Sendable, CaseIterable {
        case rows = "ROWS"
        case range = "RANGE"
        case groups = "GROUPS"
    }
    package indirect enum Bound: Hashable, Sendable {
        case unboundedPreceding
        case preceding(Expression)
        case currentRow
        case following(Expression)
        case unboundedFollowing
    }
    package enum Exclusion: String, Hashable, Sendable, CaseIterable {
        case currentRow = "CURRENT ROW"
        case group = "GROUP"
        case ties = "TIES"
        case noOthers = "NO OTHERS"
    }
    package var unit: Unit
    package var start: Bound
    /// Nil without `BETWEEN`.
    package var end: Bound?
    package var exclusion: Exclusion?

    package init(_ unit: Unit, _ start: Bound, _ end: Bound? = nil, exclusion: Exclusion? = nil) {
        self.unit = unit
        self.start = start
        self.end = end
        self.exclusion = exclusion
    }
}

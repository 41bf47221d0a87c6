/// What a question asks for: the intermediate form between its words and SQL.
package struct LogicalForm: Hashable, Sendable {
    package var outputs: [Output] = []
    /// The table that the question is about.
    package var entity: Int
    /// All of them hold.
    package var filter: [Condition] = []
    package var groups: [ColumnID] = []
    /// Rows of one span of the calendar are one group.
    package var bucket: Bucket?
    package var having: [GroupCondition] = []
    package var order: [Ordering] = []
    package var limit: Int?
    /// Rows that come before those of the limit: one for "the second".
    package var skipped = 0
    package var isDistinct = false
    /// Measures are shown in percent of their sum over all groups.
    package var isShare = false
    /// Measures are added up from the first span of the calendar on.
    package var isRunning = false
    /// The one number asked for is the average of the measure over the groups.
    package var isMeanOfGroups = false
    /// In percent of the rows that the filter keeps: those that meet these conditions too.
    package var part: [Condition] = []
    /// The one measure for each of two spans of time, and by how much it grew from the earlier to the later.
    package var spans: Spans?
    /// Measures stand beside those of the span of the calendar before.
    package var isChange = false
    /// The limit holds for the rows of each of these, not for all rows.
    package var limitGroups: [ColumnID] = []
    /// Tables that must have a matching row though nothing of them is shown.
    package var required: [Int] = []
    /// At most one more query that this one is combined with.
    package var combined: [Combination] = []

    package init(entity: Int) { self.entity = entity }

    /// The spans of the calendar that a column's times lie in.
    package struct Bucket: Hashable, Sendable {
        package var column: ColumnID
        package var unit: TimeUnit
    }

    /// Two spans of the times of one column.
    package struct Spans: Hashable, Sendable {
        package var column: ColumnID
        package var later: DateSpan
        package var earlier: DateSpan
    }

    package enum Output: Hashable, Sendable {
        case column(ColumnID)
        case bucket(Bucket)
        case measure(Measure)
        case everything(Int)
    }

    package enum Aggregate: String, Hashable, Sendable {
        case average = "avg", sum, minimum = "min", maximum = "max"
    }

    package enum Measure: Hashable, Sendable {
        /// How many rows of a table.
        case rows(Int)
        case distinct(ColumnID)
        case aggregate(Aggregate, ColumnID)
    }

    package struct GroupCondition: Hashable, Sendable {
        package var measure: Measure
        package var comparison: Comparison
        package var right: GroupNumber
    }

    /// What the measure of a group is compared with.
    package enum GroupNumber: Hashable, Sendable {
        case number(Double)
        /// So many times the average that the measure has over all groups.
        case timesAverage(Double)
        /// The measure of the later span with that of the earlier one.
        case earlier(Spans)
    }

    package struct Ordering: Hashable, Sendable {
        package enum Key: Hashable, Sendable {
            case column(ColumnID)
            case bucket(Bucket)
            case measure(Measure)
        }
        package var key: Key
        package var isDescending: Bool
    }

    package struct Combination: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable { case intersect, except }
        package var kind: Kind
        package var other: LogicalForm
    }
}

/// A condition on the rows of a query.
package indirect enum Condition: Hashable, Sendable {
    case compare(ColumnID, Comparison, Constant)
    case columns(ColumnID, Comparison, ColumnID)
    /// With an aggregate of a column over all rows, or those of the conditions.
    case aggregate(ColumnID, Comparison, LogicalForm.Aggregate, ColumnID, [Condition])
    /// With so many times the average of the column over all rows.
    case timesAverage(ColumnID, Comparison, Double)
    case match(ColumnID, TextMatch, String, isNegated: Bool)
    case between(ColumnID, Constant, Constant, isNegated: Bool)
    case days(ColumnID, DateSpan)
    case null(ColumnID, isNegated: Bool)
    case any([Condition])
    case all([Condition])
    /// No row of the tables, joined with the anchor's row, meets the conditions.
    case absent(anchor: Int, tables: [Int], [Condition])
    /// Some row of the tables, joined with the anchor's row, meets the conditions.
    case present(anchor: Int, tables: [Int], [Condition])
    /// So many rows of the table, joined with the anchor's row, meet the conditions.
    case counted(anchor: Int, table: Int, Comparison, Double, [Condition])
}

package enum Constant: Hashable, Sendable {
    case number(Double)
    case text(String)
    case flag(Bool)

    /// The value as sentences show it.
    var text: String {
        switch self {
        case .number(let number): QueryBuilder.digits(number)
        case .text(let text): "'\(text)'"
        case .flag(let flag): flag ? "true" : "false"
        }
    }
}

extension Condition {
    /// Whether it looks at rows beyond the one that it is about.
    var readsOtherRows: Bool {
        switch self {
        case .absent, .present, .counted: true
        case .any(let parts), .all(let parts): parts.contains(where: \.readsOtherRows)
        default: false
        }
    }

    /// Columns read in the query itself, not in queries inside.
    var columns: [ColumnID] {
        switch self {
        case .compare(let column, _, _), .match(let column, _, _, _), .between(let column, _, _, _), .days(let column, _), .null(let column, _):
            [column]
        case .aggregate(let column, _, _, _, _), .timesAverage(let column, _, _): [column]
        case .columns(let left, _, let right): [left, right]
        case .any(let parts), .all(let parts): parts.flatMap(\.columns)
        case .absent, .present, .counted: []
        }
    }

    /// Tables that the query itself needs for it.
    var tables: [Int] {
        switch self {
        case .absent(let anchor, _, _), .present(let anchor, _, _): [anchor]
        case .counted(let anchor, _, _, _, _): [anchor]
        case .any(let parts), .all(let parts): parts.flatMap(\.tables)
        default: columns.map(\.table)
        }
    }
}

extension LogicalForm.Measure {
    var table: Int {
        switch self {
        case .rows(let table): table
        case .distinct(let column), .aggregate(_, let column): column.table
        }
    }
}

extension LogicalForm {
    /// Tables that outputs, conditions, groups and order need, each once, in order of first need.
    var neededTables: [Int] {
        var out: [Int] = []
        func need(_ table: Int) { if !out.contains(table) { out.append(table) } }
        for output in outputs {
            switch output {
            case .column(let column): need(column.table)
            case .bucket(let bucket): need(bucket.column.table)
            case .measure(let measure): need(measure.table)
            case .everything(let table): need(table)
            }
        }
        for condition in filter + part { condition.tables.forEach(need) }
        if let spans { need(spans.column.table) }
        for column in limitGroups { need(column.table) }
        for group in groups { need(group.table) }
        for condition in having {
            need(condition.measure.table)
            if case .earlier(let spans) = condition.right { need(spans.column.table) }
        }
        for ordering in order {
            switch ordering.key {
            case .column(let column): need(column.table)
            case .bucket(let bucket): need(bucket.column.table)
            case .measure(let measure): need(measure.table)
            }
        }
        for table in required { need(table) }
        return out.isEmpty ? [entity] : out
    }
}

/// The meaning of a question: the intermediate form between its words and SQL.
package struct LogicalForm: Hashable, Sendable {
    package var outputs: [Output] = []
    /// The table that the question is about.
    package var entity: Int
    /// Conditions that must all be true.
    package var filter: [Condition] = []
    package var groups: [ColumnID] = []
    /// Groups rows by calendar period.
    package var bucket: Bucket?
    package var having: [GroupCondition] = []
    package var order: [Ordering] = []
    package var limit: Int?
    /// Number of rows to skip before the limit; 1 for "the second".
    package var skipped = 0
    package var isDistinct = false
    /// Whether measures are displayed in percent of their sum over all groups.
    package var isShare = false
    /// Whether measures are summed up cumulatively from the first calendar period.
    package var isRunning = false
    /// Whether the result is one number: the average of the measure over the groups.
    package var isMeanOfGroups = false
    /// If not empty, the result is the percentage of the filtered rows that also meet these conditions.
    package var part: [Condition] = []
    /// Two periods for which the measure is displayed, with its growth from the earlier to the later.
    package var spans: Spans?
    /// Whether measures are displayed beside those of the previous calendar period.
    package var isChange = false
    /// If not empty, the limit applies to the rows of each of these groups, not to all rows.
    package var limitGroups: [ColumnID] = []
    /// Tables that must have a matching row although none of their columns is displayed.
    package var required: [Int] = []
    /// At most one query to combine with this one.
    package var combined: [Combination] = []

    package init(entity: Int) { self.entity = entity }

    /// The calendar periods of a time column.
    package struct Bucket: Hashable, Sendable {
        package var column: ColumnID
        package var unit: TimeUnit
    }

    /// Two periods of a time column.
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
        /// The number of rows of a table.
        case rows(Int)
        case distinct(ColumnID)
        case aggregate(Aggregate, ColumnID)
    }

    package struct GroupCondition: Hashable, Sendable {
        package var measure: Measure
        package var comparison: Comparison
        package var right: GroupNumber
    }

    /// The value with which a group's measure is compared.
    package enum GroupNumber: Hashable, Sendable {
        case number(Double)
        /// A multiple of the measure's average over all groups.
        case timesAverage(Double)
        /// The measure in the earlier of two periods; the compared measure is that of the later one.
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
    /// Compares with an aggregate of a column, over all rows or over those that meet the conditions.
    case aggregate(ColumnID, Comparison, LogicalForm.Aggregate, ColumnID, [Condition])
    /// Compares with a multiple of the column's average over all rows.
    case timesAverage(ColumnID, Comparison, Double)
    case match(ColumnID, TextMatch, String, isNegated: Bool)
    case between(ColumnID, Constant, Constant, isNegated: Bool)
    case days(ColumnID, DateSpan)
    case null(ColumnID, isNegated: Bool)
    case any([Condition])
    case all([Condition])
    /// No row of the tables, joined to the anchor's row, meets the conditions.
    case absent(anchor: Int, tables: [Int], [Condition])
    /// At least one row of the tables, joined to the anchor's row, meets the conditions.
    case present(anchor: Int, tables: [Int], [Condition])
    /// Of the rows of a query inside, those with the same value of the column as the row outside.
    case shared(ColumnID)
    /// The number of rows of the table, joined to the anchor's row, that meet the conditions satisfies the comparison.
    case counted(anchor: Int, table: Int, Comparison, Double, [Condition])
}

package enum Constant: Hashable, Sendable {
    case number(Double)
    case text(String)
    case flag(Bool)

    /// The value as sentences display it.
    var text: String {
        switch self {
        case .number(let number): QueryBuilder.digits(number)
        case .text(let text): "'\(text)'"
        case .flag(let flag): flag ? "true" : "false"
        }
    }
}

extension Condition {
    /// Whether it reads other rows than the one that it tests.
    var readsOtherRows: Bool {
        switch self {
        case .absent, .present, .counted: true
        case .aggregate(_, _, _, _, let inner): inner.contains { if case .shared = $0 { true } else { false } }
        case .any(let parts), .all(let parts): parts.contains(where: \.readsOtherRows)
        default: false
        }
    }

    /// It keeps the rows of one group.
    var readsGroup: Bool { if case .shared = self { true } else { false } }

    /// Columns that the query itself reads, without inner queries.
    var columns: [ColumnID] {
        switch self {
        case .compare(let column, _, _), .match(let column, _, _, _), .between(let column, _, _, _), .days(let column, _), .null(let column, _),
            .shared(let column):
            [column]
        case .aggregate(let column, _, _, _, _), .timesAverage(let column, _, _): [column]
        case .columns(let left, _, let right): [left, right]
        case .any(let parts), .all(let parts): parts.flatMap(\.columns)
        case .absent, .present, .counted: []
        }
    }

    /// Tables that the query itself needs for the condition.
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
    /// The distinct tables that outputs, conditions, groups and order need, in order of first use.
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

extension FormWording {
    // MARK: Groups and order

    /// The groups: " for each month and channel".
    func groups() -> String {
        let named = (form.bucket.map { [$0.unit.rawValue] } ?? []) + Self.unique(form.groups.map(group))
        guard !named.isEmpty else { return "" }
        let all = " for each \(Self.list(named))"
        guard let bucket = form.bucket, form.filter.isEmpty, form.part.isEmpty, lastRows == bucket.column.table, !style.listsAll,
            let participle = words.participle(of: bucket.column)
        else { return all }
        // Names the time by which the rows are grouped.
        return named.count == 1 ? " \(participle) in each \(named[0])" : " \(participle)\(all)"
    }

    /// The name of a group: its table if the table's key is among the groups, otherwise the column.
    func group(_ column: ColumnID) -> String { keyedTables.contains(column.table) ? words.row(of: column.table) : name(column) }

    /// The name of the groups to each of which a limit applies.
    func limiting(_ column: ColumnID) -> String { index[column].isPrimaryKey ? words.row(of: column.table) : name(column) }

    /// Tables of which each row is a group.
    var keyedTables: [Int] {
        Self.unique((form.groups + form.limitGroups).map(\.table)).filter { table in
            let key = index.tables[table].primaryKey
            return !key.isEmpty && key.allSatisfy { form.groups.contains(ColumnID(table, $0)) || form.limitGroups.contains(ColumnID(table, $0)) }
        }
    }

    var having: String {
        form.having.isEmpty ? "" : " with " + form.having.map(text).joined(separator: " and ")
    }

    private func text(_ condition: LogicalForm.GroupCondition) -> String {
        let number: String
        switch condition.right {
        case .number(let value): number = QueryBuilder.digits(value)
        case .timesAverage(let factor): return aboveAverage(condition, factor)
        case .earlier(let spans): return grown(condition, spans)
        }
        switch condition.measure {
        case .rows(let table): return "\(Self.amount(condition.comparison)) \(number) \(words.rows(of: table))"
        case .distinct(let column) where index[column].expression == nil:
            return "\(Self.amount(condition.comparison)) \(number) different \(name(column))"
        case _ where condition.comparison == .notEqual: return "\(text(condition.measure, isFull: true)) is not \(number)"
        default:
            let measure = text(condition.measure, isFull: true)
            return "\(Self.article(measure)) \(measure) of \(Self.amount(condition.comparison, isCounted: false)) \(number)"
        }
    }

    private static func article(_ word: String) -> String { word.hasPrefix("a") || word.hasPrefix("e") ? "an" : "a" }

    /// "orders more than twice the average", "a sum of order total of more than the average"
    private func aboveAverage(_ condition: LogicalForm.GroupCondition, _ factor: Double) -> String {
        let times = factor == 1 ? "" : factor == 2 ? "twice " : factor == 0.5 ? "half " : "\(QueryBuilder.digits(factor)) times "
        if case .rows(let table) = condition.measure {
            return "\(words.rows(of: table)) \(Self.amount(condition.comparison, isCounted: false)) \(times)the average"
        }
        let measure = text(condition.measure, isFull: true)
        return "\(Self.article(measure)) \(measure) of \(Self.amount(condition.comparison, isCounted: false)) \(times)the average"
    }

    /// "more orders in 2025 than in 2024"
    private func grown(_ condition: LogicalForm.GroupCondition, _ spans: LogicalForm.Spans) -> String {
        let isMore = condition.comparison == .greater
        let measure =
            if case .rows(let table) = condition.measure { "\(isMore ? "more" : "fewer") \(words.rows(of: table))" } else {
                "a \(isMore ? "higher" : "lower") \(text(condition.measure, isFull: true))"
            }
        return "\(measure) in \(spans.later.noun) than in \(spans.earlier.noun)"
    }

    private static func amount(_ comparison: Comparison, isCounted: Bool = true) -> String {
        switch comparison {
        case .equal: "exactly"
        case .notEqual: "not"
        case .less: isCounted ? "fewer than" : "less than"
        case .lessOrEqual: "at most"
        case .greater: "more than"
        case .greaterOrEqual: "at least"
        }
    }

    /// The order of the rows and their number.
    func order() -> String {
        var out = ""
        for (place, ordering) in form.order.filter({ !isCalendar($0) }).enumerated() {
            out += place == 0 ? ", sorted by " : ", then by "
            out += "\(text(ordering.key)) in \(ordering.isDescending ? "descending" : "ascending") order"
        }
        guard let limit = form.limit else { return out }
        out += form.skipped > 0 ? ", the \(limit) after the first \(form.skipped)" : ", the first \(limit)"
        guard form.limitGroups.isEmpty else { return out + " of each \(Self.list(Self.unique(form.limitGroups.map(limiting))))" }
        return out + (form.groups.isEmpty ? "" : " of all")
    }

    /// Whether the order is chronological, which goes without saying.
    private func isCalendar(_ ordering: LogicalForm.Ordering) -> Bool {
        if case .bucket = ordering.key { !ordering.isDescending } else { false }
    }

    // MARK: Averages of groups

    /// "average number of orders per store", "average monthly sum of order total"
    var mean: String? {
        guard form.isMeanOfGroups else { return nil }
        let measures = form.outputs.compactMap { output -> LogicalForm.Measure? in if case .measure(let measure) = output { measure } else { nil } }
        let per = (form.bucket.map { [$0.unit.rawValue] } ?? []) + Self.unique(form.groups.map(group))
        guard measures.count == 1, let measure = measures.first else { return nil }
        if case .rows(let table) = measure { return "average number of \(words.rows(of: table)) per \(Self.list(per))" + conditions() + having }
        if let unit = form.bucket?.unit, form.groups.isEmpty { return "average \(Self.adverb(unit)) \(text(measure, isFull: true))" + conditions() }
        return "average over each \(Self.list(per)) of the \(text(measure, isFull: true))" + conditions() + having
    }

    private static func adverb(_ unit: TimeUnit) -> String { unit == .day ? "daily" : "\(unit.rawValue)ly" }

    // MARK: Columns and measures

    func text(_ output: LogicalForm.Output) -> String {
        switch output {
        case .column(let column): name(column)
        case .bucket(let bucket): "\(bucket.unit.rawValue) of \(name(bucket.column))"
        case .measure(let measure): text(measure)
        case .everything(let table): "everything about \(words.rows(of: table))"
        }
    }

    func text(_ key: LogicalForm.Ordering.Key) -> String {
        switch key {
        case .column(let column): name(column)
        case .bucket(let bucket): "\(bucket.unit.rawValue) of \(name(bucket.column))"
        case .measure(let measure): text(measure, isFull: true)
        }
    }

    func text(_ measure: LogicalForm.Measure, isFull: Bool = false) -> String {
        func said(_ column: ColumnID) -> String {
            isFull && tables.count > 1 && index[column].expression == nil ? words.fullName(of: column) : name(column)
        }
        return switch measure {
        case .distinct(let column) where index[column].isMetric, .aggregate(_, let column) where index[column].isMetric: said(column)
        case .rows(let table): "number of \(words.rows(of: table))"
        case .distinct(let column): "number of different \(said(column))"
        case .aggregate(.average, let column): "average \(said(column))"
        case .aggregate(.sum, let column): "sum of \(said(column))"
        case .aggregate(.minimum, let column) where isDate(column): "earliest \(words.name(of: column)) of \(words.rows(of: column.table))"
        case .aggregate(.maximum, let column) where isDate(column): "latest \(words.name(of: column)) of \(words.rows(of: column.table))"
        case .aggregate(.minimum, let column): "lowest \(said(column))"
        case .aggregate(.maximum, let column): "highest \(said(column))"
        }
    }

    func isDate(_ column: ColumnID) -> Bool { index[column].profile.kind == .date && !index[column].profile.holdsYears }

    // MARK: Names

    /// Names that would have another meaning without their table.
    static let unclear: Set<String> = ["number", "count", "total", "sum", "average", "date", "time", "name"]

    /// The column, with its table if the form has several tables.
    func name(_ column: ColumnID) -> String {
        let own = words.name(of: column)
        guard index[column].expression == nil else { return own }
        if words.participle(of: column) != nil, isAlone(column) { return own }
        let isClear = !Self.unclear.contains(own) || own == "name"
        if style.usesOwnNames, isClear, own != "name" || column.table == form.entity { return own }
        return tables.count == 1 && isClear ? own : words.fullName(of: column)
    }

    /// Whether no other table of the form has a column with that name.
    private func isAlone(_ column: ColumnID) -> Bool {
        let name = index[column].name.lowercased()
        return !tables.contains { table in table != column.table && index.tables[table].columns.contains { $0.name.lowercased() == name } }
    }

    /// Columns that are named with their tables.
    var fullyNamed: [ColumnID] {
        guard tables.count > 1 else { return [] }
        let shown = form.outputs.compactMap { output -> ColumnID? in
            switch output {
            case .column(let column), .measure(.distinct(let column)), .measure(.aggregate(_, let column)): column
            default: nil
            }
        }
        let ordered = form.order.compactMap { ordering -> ColumnID? in
            switch ordering.key {
            case .column(let column), .measure(.distinct(let column)), .measure(.aggregate(_, let column)): column
            default: nil
            }
        }
        return shown + ordered + form.groups + form.filter.filter { !$0.readsOtherRows }.flatMap(\.columns)
    }

    static func list(_ parts: [String]) -> String {
        guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    static func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
        var seen: Set<Value> = []
        return values.filter { seen.insert($0).inserted }
    }
}

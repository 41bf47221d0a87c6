/// Describes a logical form in words.
struct Paraphrase {
    private let index: SourceIndex
    /// One table is spoken of: its columns need no more than their names.
    private let isAlone: Bool

    init(_ index: SourceIndex, isAlone: Bool = false) {
        self.index = index
        self.isAlone = isAlone
    }

    /// A question in plain words that reads as the same form, as far as words can say it.
    func text(of form: LogicalForm) -> String {
        let names = Self(index, isAlone: form.neededTables.count == 1)
        return names.said(form)
    }

    private func said(_ form: LogicalForm) -> String {
        var out = Self.list(form.outputs.filter { if case .bucket = $0 { false } else { true } }.map(text))
        if form.isDistinct { out = "different " + out }
        if form.isShare { out = "share in percent: " + out }
        if !form.part.isEmpty { out = "share in percent, where " + form.part.map(text).joined(separator: " and ") + ": " + out }
        if form.isRunning { out = "running total: " + out }
        if form.isMeanOfGroups, let mean = meanOfGroups(form) { return mean }
        if form.isMeanOfGroups { out = "average over the groups: " + out }
        if form.isChange, let bucket = form.bucket { out += ", growth in percent over the \(bucket.unit.rawValue) before" }
        if let spans = form.spans { out += " in \(spans.later.label) and in \(spans.earlier.label), and the growth in percent" }
        out += rows(of: form)
        let plain = form.filter.filter { !$0.readsOtherRows }
        if !plain.isEmpty { out += " where " + plain.map(text).joined(separator: " and ") }
        for condition in form.filter where condition.readsOtherRows { out += " " + text(condition) }
        let groups = groups(of: form)
        if !groups.isEmpty { out += ", for each " + groups.joined(separator: " and ") }
        if !form.having.isEmpty { out += " having " + form.having.map(text).joined(separator: " and ") }
        for (place, ordering) in form.order.filter({ !isCalendar($0) }).enumerated() {
            out += place == 0 ? ", sorted by " : " and "
            out += "\(text(ordering.key)) in \(ordering.isDescending ? "descending" : "ascending") order"
        }
        if let limit = form.limit {
            let rows = form.skipped > 0 ? "the first \(limit) after \(form.skipped)" : "the first \(limit)"
            out += ", " + rows + (form.groups.isEmpty || !form.limitGroups.isEmpty ? "" : " of all")
        }
        if !form.limitGroups.isEmpty { out += " of each " + form.limitGroups.map(name).joined(separator: " and ") }
        for part in form.combined { out += part.kind == .intersect ? "; and also: \(said(part.other))" : "; but not: \(said(part.other))" }
        return out
    }

    /// "average number of orders per customer"
    private func meanOfGroups(_ form: LogicalForm) -> String? {
        let counted = form.outputs.compactMap { output -> Int? in if case .measure(.rows(let table)) = output { table } else { nil } }
        let groups = groups(of: form)
        guard counted.count == 1, groups.count == 1, form.having.isEmpty else { return nil }
        let plain = form.filter.isEmpty ? "" : " where " + form.filter.map(text).joined(separator: " and ")
        return "average number of \(table(counted[0])) per \(groups[0])\(plain)"
    }

    /// Spans of the calendar follow each other anyway.
    private func isCalendar(_ ordering: LogicalForm.Ordering) -> Bool {
        if case .bucket = ordering.key { !ordering.isDescending } else { false }
    }

    /// Tables that nothing before names; counts name theirs.
    private func rows(of form: LogicalForm) -> String {
        var named: Set<Int> = []
        for output in form.outputs {
            switch output {
            case .everything(let table), .measure(.rows(let table)): named.insert(table)
            default: continue
            }
        }
        // The one that the question is about comes first.
        let needed = form.neededTables.filter { $0 == form.entity } + form.neededTables.filter { $0 != form.entity }
        let others = needed.filter { !named.contains($0) }
        guard !others.isEmpty else { return "" }
        let isFirst = needed.count == others.count
        return (isFirst ? " of " : " with ") + others.map(table).joined(separator: " with ")
    }

    /// What the rows are put together by: a table where its key is among it.
    private func groups(of form: LogicalForm) -> [String] {
        let keyed = Set(form.groups.map(\.table)).filter { table in
            let key = index.tables[table].primaryKey
            return !key.isEmpty && key.allSatisfy { form.groups.contains(ColumnID(table, $0)) }
        }
        return (form.bucket.map { [$0.unit.rawValue] } ?? []) + keyed.sorted().map(table) + form.groups.filter { !keyed.contains($0.table) }.map(name)
    }

    private static func list(_ parts: [String]) -> String {
        guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    private func name(_ column: ColumnID) -> String {
        let own = Self.words(index[column].name)
        let owner = table(column.table)
        return isAlone && !Self.unclear.contains(own) || own == owner ? own : "\(owner) \(own)"
    }

    /// Names that ask for something unless their table stands before them.
    private static let unclear: Set<String> = ["number", "count", "total", "sum", "average", "date", "time", "name"]

    private func table(_ table: Int) -> String { Self.words(index.tables[table].name) }

    /// The words of a name, as a person would write them.
    private static func words(_ name: String) -> String {
        let words = IdentifierWords.split(name).map { word in
            Abbreviations.ordinaryWords.contains(word) ? Abbreviations.known[word] ?? word : word
        }
        let said = words.filter { $0.count > 1 && $0 != "reference" }
        return (said.isEmpty ? words.isEmpty ? [name] : words : said).joined(separator: " ")
    }

    private func text(_ bucket: LogicalForm.Bucket) -> String { "\(bucket.unit.rawValue) of \(name(bucket.column))" }

    private func text(_ output: LogicalForm.Output) -> String {
        switch output {
        case .column(let column): name(column)
        case .bucket(let bucket): text(bucket)
        case .measure(let measure): text(measure)
        case .everything(let table): "everything about \(self.table(table))"
        }
    }

    private func text(_ measure: LogicalForm.Measure) -> String {
        switch measure {
        case .distinct(let column) where index[column].isMetric, .aggregate(_, let column) where index[column].isMetric: name(column)
        case .rows(let table): "number of \(self.table(table))"
        case .distinct(let column): "number of different \(name(column))"
        case .aggregate(.average, let column): "average \(name(column))"
        case .aggregate(.sum, let column): "sum of \(name(column))"
        case .aggregate(.minimum, let column): "lowest \(name(column))"
        case .aggregate(.maximum, let column): "highest \(name(column))"
        }
    }

    private func text(_ key: LogicalForm.Ordering.Key) -> String {
        switch key {
        case .column(let column): name(column)
        case .bucket(let bucket): text(bucket)
        case .measure(let measure): text(measure)
        }
    }

    private static func text(_ comparison: Comparison) -> String {
        switch comparison {
        case .equal: "is"
        case .notEqual: "is not"
        case .less: "is less than"
        case .lessOrEqual: "is at most"
        case .greater: "is more than"
        case .greaterOrEqual: "is at least"
        }
    }

    private func text(_ condition: LogicalForm.GroupCondition) -> String {
        let number = QueryBuilder.digits(condition.number)
        let sign = condition.comparison == .equal ? "exactly" : String(Self.text(condition.comparison).dropFirst(3))
        guard condition.comparison != .notEqual else { return "\(text(condition.measure)) is not \(number)" }
        switch condition.measure {
        case .rows(let table): return "\(sign) \(number) \(self.table(table))"
        case .distinct(let column) where index[column].expression == nil: return "\(sign) \(number) different \(name(column))"
        default: return "\(text(condition.measure)) \(Self.text(condition.comparison)) \(number)"
        }
    }

    private func text(_ condition: Condition) -> String {
        switch condition {
        case .compare(let column, let comparison, .flag(let flag)) where index[column].expression != nil:
            "\(table(column.table)) are \(flag == (comparison == .equal) ? "" : "not ")\(index[column].name)"
        case .compare(let column, let comparison, .flag(let flag)):
            "\(table(column.table)) are \(flag == (comparison == .equal) ? "" : "not ")"
                + index[column].form.words.filter { $0.lemma != "is" && $0.lemma != "has" }.map(\.lemma).joined(separator: " ")
        case .compare(let column, let comparison, let constant): "\(name(column)) \(Self.text(comparison)) \(constant.text)"
        case .columns(let left, let comparison, let right): "\(name(left)) \(Self.text(comparison)) \(name(right))"
        case .aggregate(let column, let comparison, let aggregate, let over, let conditions):
            "\(name(column)) \(Self.text(comparison)) the \(text(LogicalForm.Measure.aggregate(aggregate, over)))"
                + (conditions.isEmpty ? "" : " where " + conditions.map(text).joined(separator: " and "))
        case .timesAverage(let column, let comparison, let factor):
            "\(name(column)) \(Self.text(comparison)) \(QueryBuilder.digits(factor)) times the average"
        case .match(let column, let match, let word, let isNegated):
            "\(name(column)) "
                + (isNegated
                    ? "does not \(match == .starts ? "start with" : match == .ends ? "end with" : "contain")"
                    : match == .starts ? "starts with" : match == .ends ? "ends with" : "contains") + " '\(word)'"
        case .between(let column, let low, let high, let isNegated):
            "\(name(column)) is \(isNegated ? "not " : "")between \(low.text) and \(high.text)"
        case .days(let column, let span): "\(name(column)) in \(Self.month(span.label) ?? span.label)"
        case .null(let column, let isNegated): "\(name(column)) is \(isNegated ? "not " : "")missing"
        case .counted(_, let table, let comparison, let number, let conditions):
            "having the number of \(self.table(table))" + (conditions.isEmpty ? "" : " where " + conditions.map(text).joined(separator: " and "))
                + " \(Self.text(comparison)) \(QueryBuilder.digits(number))"
        case .any(let parts): parts.map(text).joined(separator: " or ")
        case .all(let parts): parts.map(text).joined(separator: " and ")
        case .present(_, let tables, let conditions): others("with some", tables, conditions)
        case .absent(_, let tables, let conditions): others("without", tables, conditions)
        }
    }

    /// `2024-03` as people say it.
    private static func month(_ label: String) -> String? {
        let parts = label.split(separator: "-")
        guard parts.count == 2, parts[0].count == 4, let month = Int(parts[1]), (1...12).contains(month) else { return nil }
        return "\(months[month - 1]) \(parts[0])"
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

    /// Rows of other tables that there are, or are not.
    private func others(_ word: String, _ tables: [Int], _ conditions: [Condition]) -> String {
        let named = tables.isEmpty ? conditions.flatMap(\.tables) : tables
        let words = named.reduce(into: [String]()) { if !$0.contains(table($1)) { $0.append(table($1)) } }
        return "\(word) \(words.joined(separator: " with "))"
            + (conditions.isEmpty ? "" : " where " + conditions.map(text).joined(separator: " and "))
    }
}

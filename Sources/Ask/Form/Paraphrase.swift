/// Says in words what a logical form asks for.
struct Paraphrase {
    private let index: SourceIndex

    init(_ index: SourceIndex) { self.index = index }

    func text(of form: LogicalForm) -> String {
        var out = form.outputs.map(text).joined(separator: ", ")
        if form.isDistinct { out = "different " + out }
        if form.isShare { out = "share in percent: " + out }
        if !form.part.isEmpty { out = "share in percent, where " + form.part.map(text).joined(separator: " and ") + ": " + out }
        if form.isRunning { out = "running total: " + out }
        if form.isMeanOfGroups { out = "average over the groups: " + out }
        if form.isChange, let bucket = form.bucket { out += ", growth in percent over the \(bucket.unit.rawValue) before" }
        if let spans = form.spans { out += " in \(spans.later.label) and in \(spans.earlier.label), and the growth in percent" }
        let tables = form.neededTables.filter { table in !form.outputs.contains { if case .everything(table) = $0 { true } else { false } } }
        out += " of " + tables.map { index.tables[$0].name }.joined(separator: " with ")
        if !form.filter.isEmpty { out += " where " + form.filter.map(text).joined(separator: " and ") }
        let groups = (form.bucket.map { [text($0)] } ?? []) + form.groups.map(name)
        if !groups.isEmpty { out += ", for each " + groups.joined(separator: " and ") }
        if !form.having.isEmpty {
            out +=
                " having "
                + form.having.map { "\(text($0.measure)) \($0.comparison.rawValue) \(QueryBuilder.digits($0.number))" }.joined(separator: " and ")
        }
        if !form.order.isEmpty {
            out += ", by " + form.order.map { "\(text($0.key)) \($0.isDescending ? "descending" : "ascending")" }.joined(separator: ", ")
        }
        if let limit = form.limit { out += ", the first \(limit)" }
        if !form.limitGroups.isEmpty { out += " of each " + form.limitGroups.map(name).joined(separator: " and ") }
        for part in form.combined { out += part.kind == .intersect ? "; and also: \(text(of: part.other))" : "; but not: \(text(of: part.other))" }
        return out
    }

    /// What each column of the answer is, for readers; nil where its name says it.
    func labels(of form: LogicalForm) -> [String?] {
        form.outputs.flatMap { output -> [String?] in
            guard case .measure = output else { return [label(of: output, in: form)] }
            if let spans = form.spans { return [spans.later.label, spans.earlier.label, "Growth in percent"] }
            return [label(of: output, in: form)] + (form.isChange ? ["Growth in percent"] : [])
        }
    }

    private func label(of output: LogicalForm.Output, in form: LogicalForm) -> String? {
        switch output {
        case .measure(.aggregate(_, let column)) where index[column].expression != nil: index[column].name
        case .measure(.distinct(let column)) where index[column].expression != nil: index[column].name
        case .measure(.rows(let table)) where !form.isShare: "Number of \(Self.spaced(index.tables[table].name))"
        case .measure(.rows(let table)): "Percent of \(Self.spaced(index.tables[table].name))"
        case .measure(.distinct(let column)): "Different \(Self.spaced(index[column].name))"
        case .measure(.aggregate(let aggregate, let column)): Self.word(aggregate) + " " + Self.spaced(index[column].name)
        case .column, .bucket, .everything: nil
        }
    }

    private static func spaced(_ name: String) -> String { name.replacing("_", with: " ") }

    private static func word(_ aggregate: LogicalForm.Aggregate) -> String {
        switch aggregate {
        case .average: "Average"
        case .sum: "Sum of"
        case .minimum: "Lowest"
        case .maximum: "Highest"
        }
    }

    private func name(_ column: ColumnID) -> String { "\(index.tables[column.table].name) \(index[column].name)" }

    private func text(_ bucket: LogicalForm.Bucket) -> String { "\(bucket.unit.rawValue) of \(name(bucket.column))" }

    private func text(_ output: LogicalForm.Output) -> String {
        switch output {
        case .column(let column): name(column)
        case .bucket(let bucket): text(bucket)
        case .measure(let measure): text(measure)
        case .everything(let table): "everything about \(index.tables[table].name)"
        }
    }

    private func text(_ measure: LogicalForm.Measure) -> String {
        switch measure {
        case .distinct(let column) where index[column].isMetric, .aggregate(_, let column) where index[column].isMetric: name(column)
        case .rows(let table): "number of \(index.tables[table].name)"
        case .distinct(let column): "number of different \(name(column))"
        case .aggregate(.average, let column): "average \(name(column))"
        case .aggregate(.sum, let column): "total \(name(column))"
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

    private func text(_ constant: Constant) -> String {
        switch constant {
        case .number(let number): QueryBuilder.digits(number)
        case .text(let text): "'\(text)'"
        case .flag(let flag): flag ? "true" : "false"
        }
    }

    private func text(_ condition: Condition) -> String {
        switch condition {
        case .compare(let column, let comparison, .flag(let flag)) where index[column].expression != nil:
            "\(index.tables[column.table].name) are \(flag == (comparison == .equal) ? "" : "not ")\(index[column].name)"
        case .compare(let column, let comparison, let constant): "\(name(column)) \(comparison.rawValue) \(text(constant))"
        case .columns(let left, let comparison, let right): "\(name(left)) \(comparison.rawValue) \(name(right))"
        case .aggregate(let column, let comparison, let aggregate, let over, _):
            "\(name(column)) \(comparison.rawValue) the \(text(LogicalForm.Measure.aggregate(aggregate, over)))"
        case .timesAverage(let column, let comparison, let factor):
            "\(name(column)) \(comparison.rawValue) \(QueryBuilder.digits(factor)) times the average"
        case .match(let column, let match, let word, let isNegated):
            "\(name(column)) \(isNegated ? "does not " : "")\(match == .starts ? "start with" : match == .ends ? "end with" : "contain") '\(word)'"
        case .between(let column, let low, let high, let isNegated):
            "\(name(column)) \(isNegated ? "not " : "")between \(text(low)) and \(text(high))"
        case .days(let column, let span): "\(name(column)) in \(span.label)"
        case .null(let column, let isNegated): "\(name(column)) is \(isNegated ? "not " : "")missing"
        case .counted(_, let table, let comparison, let number, let conditions):
            "the number of \(index.tables[table].name)" + (conditions.isEmpty ? "" : " where " + conditions.map(text).joined(separator: " and "))
                + " \(comparison.rawValue) \(QueryBuilder.digits(number))"
        case .any(let parts): "(" + parts.map(text).joined(separator: " or ") + ")"
        case .all(let parts): "(" + parts.map(text).joined(separator: " and ") + ")"
        case .present(_, let tables, let conditions):
            "there is some \(tables.map { index.tables[$0].name }.joined(separator: " with "))"
                + (conditions.isEmpty ? "" : " where " + conditions.map(text).joined(separator: " and "))
        case .absent(_, let tables, let conditions):
            "there is no \(tables.map { index.tables[$0].name }.joined(separator: " with "))"
                + (conditions.isEmpty ? "" : " where " + conditions.map(text).joined(separator: " and "))
        }
    }
}

/// Describes a logical form in English, as a question that is read as the same form.
struct FormWording {
    /// Options of the wording. A form may need one style to read well and another to be understood again.
    struct Style: Hashable {
        /// Whether an order with a limit becomes "the 5 products with the highest price".
        var ranks = true
        /// Whether groups come first: "for each store, the number of orders".
        var startsWithGroups = false
        /// Whether columns of other tables are named without their tables.
        var usesOwnNames = false
        /// Whether columns that follow from groups or tables are named too.
        var listsAll = false
    }

    let form: LogicalForm
    let index: SourceIndex
    let style: Style
    let words: SchemaWords
    /// The tables of the form, its own table first.
    let tables: [Int]

    private init(_ form: LogicalForm, _ index: SourceIndex, _ style: Style) {
        self.form = form
        self.index = index
        self.style = style
        words = SchemaWords(index: index)
        let needed = form.neededTables
        tables = needed.filter { $0 == form.entity } + needed.filter { $0 != form.entity }
    }

    /// Sentences that describe the form, the most natural one first.
    static func texts(of form: LogicalForm, in index: SourceIndex) -> [String] {
        let first = Style(startsWithGroups: startsWithGroups(form))
        let styles = [
            first, Style(startsWithGroups: !first.startsWithGroups), Style(usesOwnNames: true), Style(ranks: false),
            Style(ranks: false, usesOwnNames: true), Style(ranks: false, listsAll: true), Style(ranks: false, usesOwnNames: true, listsAll: true),
        ]
        return unique(styles.map { text(of: form, in: index, $0) })
    }

    private static func text(of form: LogicalForm, in index: SourceIndex, _ style: Style) -> String {
        form.combined.reduce(Self(form, index, style).text) { out, part in
            let other = Self.text(of: part.other, in: index, style)
            return part.kind == .intersect ? "\(out) and also \(other)" : "\(out); but not: \(other)"
        }
    }

    /// Whether the form is about the groups, not about the measured rows.
    private static func startsWithGroups(_ form: LogicalForm) -> Bool {
        let measured = form.outputs.compactMap { output -> Int? in if case .measure(let measure) = output { measure.table } else { nil } }
        return !measured.isEmpty && !measured.contains(form.entity) && form.groups.contains { $0.table == form.entity }
    }

    private var text: String {
        if let mean { return mean }
        if let spans = form.spans {
            return "\(form.isShare ? "by how many percent " : "")growth of the \(subject) from \(spans.earlier.noun) to \(spans.later.noun)"
                + conditions()
        }
        if style.ranks, let ranked { return ranked }
        let what =
            if form.isRunning {
                "running total of the \(subject)"
            } else if !form.part.isEmpty {
                "percentage of \(whole)\(restriction(of: form.part, after: lastRows))"
            } else if form.isShare {
                "percentage of \(whole)"
            } else {
                (form.isDistinct ? "different " : "") + subject
            }
        if namesGroupsAsRows { return subject + conditions() + having + order() }
        let change = form.isChange ? form.bucket.map { " compared with the \($0.unit.rawValue) before" } ?? "" : ""
        guard style.startsWithGroups, !groups().isEmpty, form.bucket == nil else { return what + conditions() + groups() + change + having + order() }
        return "\(groups().dropFirst())\(having), the \(what)\(conditions())\(order())"
    }

    /// "names of stores with more than 5 orders": each row is a group.
    private var namesGroupsAsRows: Bool {
        !style.listsAll && !form.isDistinct && !form.having.isEmpty && keyedTables == [form.entity] && showsOwnColumns
    }

    // MARK: What is shown

    /// The outputs that the groups do not name, with their rows.
    private var subject: String {
        let shown = outputs
        guard !shown.isEmpty else { return words.rows(of: form.entity) }
        return Self.list(shown.map(listed)) + owner(of: shown)
    }

    /// Whether all outputs are columns of the form's own table.
    var showsOwnColumns: Bool { form.outputs.allSatisfy { if case .column(let column) = $0 { column.table == form.entity } else { false } } }

    /// "names" for a list, "name" for a group.
    private func listed(_ output: LogicalForm.Output) -> String {
        guard case .column(let column) = output, showsOwnColumns, !style.listsAll else { return text(output) }
        let own = words.name(of: column)
        let name = Self.unclear.contains(own) && own != "name" || index[column].expression != nil ? name(column) : own
        return form.limit == 1 ? name : SchemaWords.plural(ofPhrase: name)
    }

    /// The whole of a share: the counted rows, or an amount.
    private var whole: String {
        if case .measure(.rows(let table))? = outputs.first, outputs.count == 1 { return words.rows(of: table) }
        return "the \(subject)"
    }

    /// Outputs that the groups do not name.
    private var outputs: [LogicalForm.Output] {
        let plain = form.outputs.filter { if case .bucket = $0 { false } else { true } }
        let measures = plain.filter { if case .measure = $0 { true } else { false } }
        guard !measures.isEmpty, !style.listsAll else { return plain }
        // The columns that identify each group come first if the groups are not named.
        guard form.bucket != nil || plain.suffix(measures.count) == measures else { return plain }
        let shown = plain.compactMap { output -> ColumnID? in if case .column(let column) = output { column } else { nil } }
        let keyed = keyedTables
        let said = keyed.map { DisplayColumns(index).columns(of: $0) }.filter { $0.allSatisfy(shown.contains) }.flatMap { $0 }
        let rest = shown.filter { column in !said.contains(column) && (keyed.contains(column.table) || !form.groups.contains(column)) }
        return rest.isEmpty ? measures : plain
    }

    /// "of orders": the table of the outputs, and other tables that must have a row.
    private func owner(of shown: [LogicalForm.Output]) -> String {
        let counted = shown.compactMap { output -> Int? in
            switch output {
            case .measure(.rows(let table)), .everything(let table): table
            case .measure(.aggregate(let aggregate, let column)) where isDate(column) && [.minimum, .maximum].contains(aggregate): column.table
            default: nil
            }
        }
        var named = Set(counted + (style.listsAll ? [] : keyedTables + fullyNamed.map(\.table) + form.having.map(\.measure.table)))
        var out = ""
        let isSaid = named.contains(form.entity) || shown.allSatisfy(saysRows) && spokenFirst(of: form.filter, after: form.entity) == nil
        if counted.isEmpty, !isSaid || shown.contains(where: isOwn) || showsOwnColumns && !style.listsAll || style.usesOwnNames {
            out = " of \(words.rows(of: form.entity))"
            named.insert(form.entity)
        }
        if isSaid { named.insert(form.entity) }
        return tables.filter { !named.contains($0) }.reduce(out) { $0 + " with \(words.rows(of: $1))" }
    }

    private func isOwn(_ output: LogicalForm.Output) -> Bool {
        switch output {
        case .column(let column), .measure(.distinct(let column)), .measure(.aggregate(_, let column)):
            column.table == form.entity && name(column) == words.name(of: column)
        default: false
        }
    }

    /// Whether an output names its rows, as "sum of order total" does.
    private func saysRows(_ output: LogicalForm.Output) -> Bool {
        guard case .measure(.aggregate(_, let column)) = output, !isDate(column), column.table == form.entity else { return false }
        return name(column) != words.name(of: column)
    }

    /// The table of the rows at the end of the subject.
    var lastRows: Int? {
        if outputs.count == 1, case .measure(.rows(let table))? = outputs.first { return table }
        return tables.count == 1 ? form.entity : nil
    }

    // MARK: The first rows of an order

    /// "name of the 5 products with the highest price of each category". Nil for any other kind of form.
    private var ranked: String? {
        guard let limit = form.limit, form.order.count == 1, let ordering = form.order.first, form.skipped == 0 || limit == 1 && form.skipped < 9,
            !form.isShare, !form.isChange, !form.isDistinct, form.having.isEmpty, form.combined.isEmpty, !form.isRunning, form.part.isEmpty
        else { return nil }
        if let bucket = form.bucket {
            guard form.outputs == [.bucket(bucket)], form.groups.isEmpty, limit == 1 else { return nil }
            let place = form.skipped > 0 ? "\(Self.places[form.skipped]) " : ""
            return "which \(bucket.unit.rawValue) had the \(place)\(rank(ordering))" + conditions()
        }
        guard let (heads, rows) = rankedRows(ordering.key) else { return nil }
        let count = limit == 1 ? "" : "\(limit) "
        let place = form.skipped > 0 ? "\(Self.places[form.skipped]) " : ""
        let name = limit == 1 ? rows.one : rows.many
        let of = heads.isEmpty ? "the" : "\(Self.list(heads.map(head))) of the"
        let each = form.limitGroups.isEmpty ? "" : " of each \(Self.list(Self.unique(form.limitGroups.map(limiting))))"
        let rest = "with the \(place)\(rank(ordering))"
        if each.isEmpty, case .measure(let measure) = ordering.key, form.filter.allSatisfy({ $0.tables == [measure.table] && !$0.readsOtherRows }) {
            // "with the most orders ordered in 2025"
            let counted: Int? = if case .rows(let table) = measure { table } else { nil }
            return "\(of) \(count)\(name) \(rest)\(restriction(of: form.filter, after: counted))"
        }
        return "\(of) \(count)\(name)\(restriction(of: form.filter, after: form.entity)) \(rest)\(each)"
    }

    private func head(_ output: LogicalForm.Output) -> String {
        guard case .column(let column) = output, column.table == form.entity, index[column].expression == nil else { return text(output) }
        let own = words.name(of: column)
        return Self.unclear.contains(own) && own != "name" ? words.fullName(of: column) : own
    }

    private static let places = ["", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]

    /// The displayed columns, and the names of the rows.
    private func rankedRows(_ key: LogicalForm.Ordering.Key) -> ([LogicalForm.Output], (one: String, many: String))? {
        let entity = form.entity
        let limited = form.limitGroups.flatMap { index[$0].isPrimaryKey ? DisplayColumns(index).columns(of: $0.table) + [$0] : [$0] }
        let shown = form.outputs.filter { if case .column(let column) = $0 { !limited.contains(column) } else { true } }
        let groups = form.groups.filter { !limited.contains($0) }
        guard groups.isEmpty || keyedTables == [entity] else {
            // "the city with the most customers"
            guard groups.count == 1, let group = groups.first, shown == [.column(group)] else { return nil }
            let name = style.usesOwnNames ? words.name(of: group) : name(group)
            return ([], (name, SchemaWords.plural(ofPhrase: name)))
        }
        let columns = shown.compactMap { output -> ColumnID? in if case .column(let column) = output { column } else { nil } }
        // Other tables that must have a row would not be mentioned.
        var said = Set([entity] + form.filter.flatMap(\.tables) + limited.map(\.table))
        if case .measure(let measure) = key { said.insert(measure.table) }
        guard columns.count == shown.count || !groups.isEmpty, columns.allSatisfy({ $0.table == entity }), said.isSuperset(of: tables) else {
            return nil
        }
        let rows = (words.row(of: entity), words.rows(of: entity))
        let isUnclear = columns.contains { words.name(of: $0) != "name" && Self.unclear.contains(words.name(of: $0)) }
        let isImplied = shown.count == columns.count && columns == DisplayColumns(index).columns(of: entity) && (isUnclear || !limited.isEmpty)
        return (isImplied ? [] : shown, rows)
    }

    private func rank(_ ordering: LogicalForm.Ordering) -> String {
        switch ordering.key {
        case .measure(.rows(let table)): "\(ordering.isDescending ? "most" : "fewest") \(words.rows(of: table))"
        case .column(let column) where index[column].profile.kind == .date && !index[column].profile.holdsYears:
            "\(ordering.isDescending ? "latest" : "earliest") \(name(column))"
        case .column(let column): "\(ordering.isDescending ? "highest" : "lowest") \(name(column))"
        case .bucket: text(ordering.key)
        case .measure(let measure): "\(ordering.isDescending ? "highest" : "lowest") \(text(measure, isFull: true))"
        }
    }
}

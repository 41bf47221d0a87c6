/// Resolves conditions on the time of an event.
extension DraftResolver {
    mutating func year(_ comparison: Comparison, _ year: Double, _ near: Int?, _ verb: [ColumnID]) -> Condition? {
        guard let column = yearColumn(near, verb) else { return nil }
        guard index[column].profile.kind == .date else { return .compare(column, comparison, .number(year)) }
        if comparison == .notEqual { return Self.negated(.days(column, Self.span(.equal, Int(year)))) }
        return .days(column, Self.span(comparison, Int(year)))
    }

    private static let timeWords: Set<String> = ["year", "date", "time", "day", "from", "to", "start", "end"]

    mutating func yearColumn(_ near: Int?, _ said: [ColumnID]) -> ColumnID? {
        // "made" with a column `make` does not mean a time.
        let verb = said.filter(isTime)
        if verb.isEmpty, let absentTable, !index.columns(of: absentTable).contains(where: isTime), let column = time(of: absentTable) {
            // "products without sales this year": the time of the missing sales.
            return column
        }
        if verb.isEmpty, measuresAmount, let amount = amountColumn(), let column = time(of: amount.table) { return column }
        if verb.isEmpty, let table = soldTable ?? rankingTable ?? measuredTable, let column = ownYear(of: table) ?? time(of: table) { return column }
        let start = entity ?? near ?? draft.required.first
        let columns = index.tables.indices.filter { table in start.map { index.joins.path(from: [$0], to: table) != nil } ?? true }.flatMap {
            index.columns(of: $0)
        }.filter {
            !isOfLife($0) && (index[$0].profile.kind == .date || index[$0].profile.holdsYears && !isKeyLike($0))
        }
        let tables = ([near, entity] + draft.required + draft.mentioned).compactMap { $0 } + tablesOfValues
        let hasOwnTime = columns.contains { tables.contains($0.table) && !isBookkeeping($0) && !saysOtherEvent($0) }
        var ranked: [(column: ColumnID, score: Double)] = columns.map { column in
            var score = fit(column, owner: nil, near: near)
            if verb.contains(column) { score += 1 }
            score += 0.08 * Double(index[column].form.words.count { named.contains($0.stem) })
            // "registered in 2016": the year of registration.
            if index[column].form.words.contains(where: { word in
                !Self.timeWords.contains(word.lemma) && word.weight >= 0.5 && (named.contains(word.stem) || named.contains(word.lemma))
            }) {
                score += 0.5
            }
            if column.table == entity, (draft.required + draft.mentioned).contains(where: { $0 != entity }), saysOtherEvent(column) { score -= 0.5 }
            // An unnamed table has the time of something else.
            score += tables.contains(column.table) ? 0.2 : hasOwnTime ? -0.4 : 0
            if index[column].form.words.contains(where: { $0.lemma == "year" }) { score += 0.1 }
            if isBookkeeping(column) { score -= 0.5 }
            return (column, score)
        }
        ranked.sort { $0.score > $1.score || ($0.score == $1.score && $0.column < $1.column) }
        guard let best = ranked.first else { return fail(.noDates) }
        if verb.isEmpty, let chosen = chosenTime(of: best.column.table) { return chosen }
        let own = columns.filter { $0.table == best.column.table && !isBookkeeping($0) }
        let isBesideEvent = best.column.table == near && index[best.column].profile.kind == .date
        if own.count > 1 || (best.column.table != start && !isBesideEvent) { notes.insert(.impliedYear) }
        if ranked.count > 1, best.score - ranked[1].score < 0.05 { notes.insert(.ambiguousColumn) }
        return best.column
    }

    /// "bands that performed in 2015" does not mean when they were formed: the column's name contains a participle that the question does
    /// not.
    private func saysOtherEvent(_ column: ColumnID) -> Bool {
        index[column].form.words.contains { word in
            (word.lemma.hasSuffix("ed") && word.lemma.utf8.count > 4 || word.lemma == "birth" || WordFamilies.verbs[word.lemma] != nil)
                && word.weight >= 0.5 && !isNamed(word)
        }
    }

    /// Whether the question contains a related word: "orders" for `ordered`. Their stems differ, because "order" ends like "seller".
    private func isNamed(_ word: NameForm.Word) -> Bool {
        named.contains(word.stem) || word.lemma.hasSuffix("ed") && named.contains(WordForms.stem(String(word.lemma.dropLast(2))))
    }

    /// Tables of which only a value is mentioned: "returned" describes orders.
    private var tablesOfValues: [Int] {
        draft.conditions.compactMap { condition in
            guard case .value(let values, _, _) = condition, Set(values.map(\.column.table)).count == 1 else { return nil }
            return values.first?.column.table
        }
    }

    /// Whether money is summed up or orders the rows. A period then applies to that money.
    private var measuresAmount: Bool {
        draft.shown.contains { if case .amount = $0.output { true } else { false } }
            || draft.order.contains { if case .measure(.amount) = $0.key { true } else { false } }
            || draft.having.contains { if case .amount = $0.measure { true } else { false } }
    }

    /// The other table whose rows are counted or aggregated. A period then applies to these rows, not to the entity.
    private var measuredTable: Int? {
        let shown = draft.shown.compactMap { shown -> Int? in
            switch shown.output {
            case .rows(let table): table
            case .aggregate(_, let mention): mention.candidates.max { $0.score < $1.score }?.column.table
            // "quantity sold per category in 2025"
            case .column(let mention) where draft.sumsUp:
                mention.candidates.max { $0.score < $1.score }.flatMap { index[$0.column].profile.kind == .number ? $0.column.table : nil }
            default: nil
            }
        }
        let ordered = draft.order.compactMap { ordering -> Int? in if case .measure(.rows(let table)) = ordering.key { table } else { nil } }
        let compared = draft.having.compactMap { condition -> Int? in if case .rows(let table) = condition.measure { table } else { nil } }
        // "stores that had fewer than 100 orders in 2025": the period applies to the orders, not to the counted stores.
        guard let table = (shown.filter { $0 != entity || compared.isEmpty } + ordered + compared).first,
            table != entity || !draft.groups.isEmpty || draft.entity == nil, refersOrIs(table)
        else { return nil }
        return table
    }

    private func isTime(_ column: ColumnID) -> Bool { index[column].profile.kind == .date || index[column].profile.holdsYears }

    private func refersOrIs(_ table: Int) -> Bool { entity.map { table == $0 || refers(table, to: $0) } ?? true }

    private func isKeyLike(_ column: ColumnID) -> Bool { index[column].isPrimaryKey || index[column].isForeignKey }

    static func years(_ low: Int, _ high: Int) -> DateSpan {
        DateSpan(start: CalendarDay(low, 1, 1), end: CalendarDay(high + 1, 1, 1), label: "\(low) to \(high)")
    }

    static func span(_ comparison: Comparison, _ year: Int) -> DateSpan {
        let span = DateSpan(start: CalendarDay(year, 1, 1), end: CalendarDay(year + 1, 1, 1), label: "\(year)")
        return span.compared(comparison)
    }

    /// Rows whose first related row is in the period: a row exists in it, and none before it.
    mutating func first(_ table: Int, _ span: DateSpan) -> Condition? {
        guard let entity, let start = span.start, let column = time(of: table), column.table == table else { return fail(.noDates) }
        let earlier = DateSpan(start: nil, end: start, label: "before \(start.text)")
        return .all([
            .present(anchor: entity, tables: [table], [.days(column, span)]), .absent(anchor: entity, tables: [table], [.days(column, earlier)]),
        ])
    }

    /// The condition that a time lies in a span. For a column of years, the span must contain whole years.
    private mutating func within(_ span: DateSpan, _ column: ColumnID) -> Condition? {
        if index[column].profile.kind == .date { return .days(column, span) }
        let days = [span.start, span.end].compactMap { $0 }
        guard index[column].profile.holdsYears, !days.isEmpty, days.allSatisfy({ $0.month == 1 && $0.day == 1 }) else { return fail(.noDates) }
        switch (span.start, span.end) {
        case (let start?, let end?): return .between(column, .number(Double(start.year)), .number(Double(end.year - 1)), isNegated: false)
        case (let start?, nil): return .compare(column, .greaterOrEqual, .number(Double(start.year)))
        case (nil, let end?): return .compare(column, .less, .number(Double(end.year)))
        case (nil, nil): return fail(.noDates)
        }
    }

    mutating func days(_ mention: Draft.Mention?, _ span: DateSpan, _ near: Int?) -> Condition? {
        if let mention {
            guard let column = column(for: narrowed(mention, isTime)) else { return fail(.noDates) }
            return within(span, column)
        }
        return yearColumn(near, []).flatMap { within(span, $0) } ?? fail(.noDates)
    }
}

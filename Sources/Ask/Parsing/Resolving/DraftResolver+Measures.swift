/// Resolves the measures of groups and rows, and those of the order.
extension DraftResolver {
    mutating func measure(_ measure: Draft.Measure, _ form: LogicalForm) -> LogicalForm.Measure? {
        switch measure {
        case .rows(let table): return .rows(table)
        case .times: return .rows(timesTable())
        case .sold(let table): return soldMeasure(of: table) ?? fail(.noAmount)
        case .amount(let aggregate): return amountColumn().map { .aggregate(aggregate, $0) }
        case .aggregate(let aggregate, let mention):
            return column(for: narrowed(mention) { index[$0].profile.kind == .number }).map { total(of: $0, aggregate) ?? .aggregate(aggregate, $0) }
        case .distinct(let mention):
            guard let column = column(for: mention) else { return nil }
            return index[column].isPrimaryKey && index.tables[column.table].primaryKey.count == 1 ? .rows(column.table) : .distinct(column)
        }
    }

    /// "top 5 products by quantity": the sum over the rows that reference each ranked row.
    private func rankedTotal(of column: ColumnID) -> LogicalForm.Measure? {
        guard draft.isTop, let entity, column.table != entity, index[column].profile.kind == .number, !isKey(column),
            refers(column.table, to: entity)
        else { return nil }
        return .aggregate(.sum, column)
    }

    /// The table whose numbers rank the rows of another. A period then applies to it: "top 5 products by quantity in 2025" does not mean
    /// products created in 2025.
    var rankingTable: Int? {
        guard draft.isTop, let entity else { return nil }
        for case .column(let mention) in draft.order.map(\.key) {
            guard let table = mention.candidates.max(by: { $0.score < $1.score })?.column.table, table != entity, refers(table, to: entity) else {
                continue
            }
            return table
        }
        return nil
    }

    /// Resolves a condition on groups.
    mutating func settle(_ condition: Draft.GroupCondition, _ form: LogicalForm) -> LogicalForm.GroupCondition? {
        guard let measure = timesOfEach(condition) ?? measure(condition.measure, form) else { return nil }
        let right: LogicalForm.GroupNumber
        switch condition.right {
        case .number(let number): right = .number(number)
        case .timesAverage(let factor): right = .timesAverage(factor)
        case .spans(let later, let earlier):
            guard let column = time(of: measure.table) else { return fail(.undatedTable, index.tables[measure.table].name) }
            right = .earlier(LogicalForm.Spans(column: column, later: later, earlier: earlier))
        }
        return LogicalForm.GroupCondition(measure: measure, comparison: condition.comparison, right: right)
    }

    /// The table with the sold quantities, if they order or restrict the result.
    var soldTable: Int? {
        for case .sold(let table) in draft.having.map(\.measure) {
            if let measure = soldMeasure(of: table) { return measure.table }
        }
        for case .adjective("sold", let table) in draft.order.map(\.key) {
            if let measure = (table ?? entity).flatMap({ soldMeasure(of: $0) }) { return measure.table }
        }
        return nil
    }

    /// "average fee per vet, the dearest first": the adjective refers to the displayed measure.
    private func shownMeasure(of meaning: Adjectives.Meaning, _ form: LogicalForm) -> LogicalForm.Measure? {
        for case .measure(.aggregate(let aggregate, let column)) in form.outputs
        where index[column].form.words.contains(where: { meaning.columns.contains($0.lemma) }) {
            return .aggregate(aggregate, column)
        }
        return nil
    }

    /// "titles and release years, newest first": the adjective refers to the only displayed time.
    /// Not for "the youngest skipper", if the skippers' age is known.
    private func shownTime(_ adjective: String, of table: Int?, _ form: LogicalForm) -> ColumnID? {
        guard Adjectives.ofTime.contains(adjective) else { return nil }
        let isAged = (table ?? entity).map { index.columns(of: $0) }?.contains { column in
            index[column].profile.kind == .number && index[column].form.words.last?.lemma == "age"
        }
        guard isAged != true || !["old", "young"].contains(adjective) else { return nil }
        let times = form.outputs.compactMap { output -> ColumnID? in
            guard case .column(let column) = output, index[column].profile.kind == .date || index[column].profile.holdsYears else { return nil }
            return column
        }
        return times.count == 1 ? times[0] : nil
    }

    mutating func orderings(_ ordering: Draft.Ordering, _ form: LogicalForm) -> [LogicalForm.Ordering]? {
        switch ordering.key {
        case .column(let mention):
            return columns(for: mention).map {
                $0.map { column in
                    let key = (total(of: column) ?? rankedTotal(of: column)).map { LogicalForm.Ordering.Key.measure($0) } ?? .column(column)
                    return LogicalForm.Ordering(key: key, isDescending: ordering.isDescending)
                }
            }
        case .measure(.rows(let table)) where countColumn(of: table).map { $0.table == form.entity } ?? false:
            return countColumn(of: table).map { [LogicalForm.Ordering(key: .column($0), isDescending: ordering.isDescending)] }
        case .measure(let measure):
            return self.measure(measure, form).map { [LogicalForm.Ordering(key: .measure($0), isDescending: ordering.isDescending)] }
        case .adjective("sold", let table):
            guard let measure = (table ?? entity).flatMap({ soldMeasure(of: $0) }) else { return fail(.noAmount) }
            return [LogicalForm.Ordering(key: .measure(measure), isDescending: ordering.isDescending)]
        case .adjective(let adjective, let table) where shownTime(adjective, of: table, form) != nil:
            return shownTime(adjective, of: table, form).map {
                [LogicalForm.Ordering(key: .column($0), isDescending: ordering.isDescending == Adjectives.ofLaterTime.contains(adjective))]
            }
        case .adjective(let adjective, let table):
            let shown = Adjectives.meanings[adjective].flatMap { meaning in
                shownMeasure(of: meaning, form).map {
                    [LogicalForm.Ordering(key: .measure($0), isDescending: ordering.isDescending == meaning.isUpward)]
                }
            }
            // The order of groups uses a shown measure.
            if let shown, !draft.groups.isEmpty { return shown }
            guard let found = column(of: adjective, near: table) else { return shown ?? fail(.noMeaning, adjective) }
            notes.insert(.impliedAdjective)
            return [LogicalForm.Ordering(key: .column(found.column), isDescending: ordering.isDescending == found.isUpward)]
        case .display:
            if let measure = form.outputs.compactMap({ if case .measure(let measure) = $0 { measure } else { nil } }).first {
                return [LogicalForm.Ordering(key: .measure(measure), isDescending: ordering.isDescending)]
            }
            let columns = form.outputs.compactMap { output -> ColumnID? in if case .column(let column) = output { column } else { nil } }
            let texts = columns.filter { index[$0].profile.kind == .text }
            let named = texts.first { index[$0].form.words.last?.lemma == "name" } ?? texts.first ?? columns.first
            guard let column = named ?? display.columns(of: form.entity).first else { return fail(.nothingToSort) }
            return [LogicalForm.Ordering(key: .column(column), isDescending: ordering.isDescending)]
        }
    }
}

/// Resolves the outputs.
extension DraftResolver {
    mutating func append(_ output: Draft.Output, to outputs: inout [(output: LogicalForm.Output, isDefault: Bool)]) -> Bool {
        switch output {
        case .column(let mention):
            guard let columns = columns(for: mention) else { return false }
            if let column = columns.first, namesOwnRow(column, mention) { return false }
            if columns.count == 1, let total = total(of: columns[0]) {
                outputs.append((.measure(total), false))
                return true
            }
            if draft.sumsUp || draft.period != nil || isTotal(mention), columns.count == 1, index[columns[0]].profile.kind == .number,
                !isKey(columns[0]),
                !index[columns[0]].profile.holdsYears
            {
                notes.insert(.sumOfColumn)
                outputs.append((.measure(.aggregate(.sum, columns[0])), false))
                return true
            }
            let named = columns.count == 1 && !mention.saysId ? namesReferred(by: columns[0]) : nil
            outputs += (named ?? columns).map { (.column($0), false) }
        case .aggregate(let aggregate, let mention):
            let numeric = narrowed(mention) {
                index[$0].profile.kind == .number || (index[$0].profile.kind == .date && aggregate != .average && aggregate != .sum)
            }
            guard let column = column(for: numeric) else { return false }
            let profile = index[column].profile
            if profile.kind != .number && (aggregate == .average || aggregate == .sum) {
                failure = Sentence(.notNumbers, index[column].name)
                return false
            }
            outputs.append((.measure(total(of: column, aggregate) ?? .aggregate(aggregate, column)), false))
        case .rows(let table):
            if let column = countColumn(of: table) {
                notes.insert(.sumOfColumn)
                outputs.append((.measure(.aggregate(.sum, column)), false))
            } else {
                outputs.append((.measure(.rows(table)), false))
            }
        case .distinct(let mention):
            guard let column = column(for: mention) else { return false }
            let own = index.tables[column.table]
            outputs.append((.measure(own.primaryKey == [column.column] ? .rows(column.table) : .distinct(column)), false))
        case .times: outputs.append((.measure(.rows(timesTable())), false))
        case .amount(let aggregate):
            guard let column = amountColumn() else { return false }
            outputs.append((.measure(.aggregate(aggregate, column)), false))
        case .cost:
            guard let column = costColumn() else { return false }
            outputs.append((.measure(.aggregate(.sum, column)), false))
        case .entity(let table):
            let columns = display.columns(of: table)
            guard !columns.isEmpty else {
                notes.insert(.displayColumn)
                outputs.append((.everything(table), true))
                return true
            }
            if !Self.namingWords.contains(index[columns[0]].form.words.last?.lemma ?? ""), !index[columns[0]].profile.isUnique {
                notes.insert(.displayColumn)
            }
            outputs += columns.map { (.column($0), true) }
        case .everything(let table):
            guard let table = table ?? entity ?? draft.mentioned.first ?? draft.required.first else {
                failure = Sentence(.noTable)
                return false
            }
            if entity == nil { entity = table }
            outputs.append((.everything(table), false))
        }
        return true
    }

    private static let namingWords: Set<String> = ["name", "title"]

    private static let costs: Set<String> = ["cost", "price", "fee", "charge", "expense", "amount", "payment", "total", "salary", "wage"]

    /// The only amount column of the only table in a question about a payment.
    private mutating func costColumn() -> ColumnID? {
        var tables = Set(draft.required + draft.mentioned)
        if let entity = draft.entity { tables.insert(entity) }
        for condition in draft.conditions { tables.formUnion(self.tables(mentionedBy: condition)) }
        for group in draft.groups {
            switch group {
            case .table(let table): tables.insert(table)
            case .column(let mention): if let best = mention.candidates.max(by: { $0.score < $1.score }) { tables.insert(best.column.table) }
            }
        }
        let found = tables.flatMap { index.columns(of: $0) }.filter { column in
            index[column].profile.kind == .number && !isKey(column) && index[column].expression == nil
                && index[column].form.words.last.map { Self.costs.contains($0.lemma) } ?? false
        }
        guard found.count == 1, let column = found.first else { return fail(.noAmount) }
        notes.insert(.sumOfColumn)
        return column
    }

    /// "shipping costs last month": an amount that does not belong to one row, within a period.
    private func isTotal(_ mention: Draft.Mention) -> Bool {
        guard draft.entity == nil || mention.isCompound, draft.shown.count == 1, draft.limit == nil, draft.order.isEmpty, mention.isPlural else {
            return false
        }
        return draft.conditions.contains { if case .days = $0 { true } else { false } }
    }

    /// A column with the number of the table's rows, in a table that the question mentions: `number_of_visitors`.
    func countColumn(of table: Int) -> ColumnID? {
        let words = Set(index.tables[table].form.words.filter { $0.weight >= 0.5 }.map(\.lemma))
        var tables = anchors
        if let entity = draft.entity { tables.insert(entity) }
        for group in draft.groups { if case .table(let table) = group { tables.insert(table) } }
        for condition in draft.conditions {
            if case .value(let values, _, _) = condition, values.count == 1 { tables.insert(values[0].column.table) }
        }
        for other in tables.sorted() where other != table && draft.entity != table {
            for column in index.columns(of: other) where index[column].profile.kind == .number {
                let form = index[column].form.words
                if form.first?.lemma == "number" || form.last?.lemma == "count", Set(form.filter { $0.weight >= 0.9 }.map(\.lemma)) == words {
                    return column
                }
            }
        }
        return nil
    }

    /// The table whose rows are the occurrences of something.
    func timesTable() -> Int {
        for shown in draft.shown { if case .rows(let table) = shown.output { return table } }
        return eventTable()
    }

    /// The table with the events of the requested rows.
    func eventTable() -> Int {
        if draft.entity == nil, case .column(let mention)? = draft.shown.first?.output, let best = mention.candidates.max(by: { $0.score < $1.score })
        {
            let tables = [best.column.table] + draft.required + draft.mentioned
            return tables.first { table in tables.allSatisfy { refers(table, to: $0) } } ?? best.column.table
        }
        let others = (draft.required + draft.mentioned).filter { $0 != entity }
        guard let entity else { return others.first ?? 0 }
        let children = index.joins.edges(at: entity).filter { $0.to.table == entity && $0.from.table != entity }.map(\.from.table)
        if let named = others.first(where: { children.contains($0) }) ?? others.first { return named }
        let conditioned = draft.conditions.flatMap { tables(mentionedBy: $0) }.filter { children.contains($0) }
        if let table = conditioned.first { return table }
        // "the formats of orchestras in order of count": the rows with the same format.
        if others.isEmpty, draft.shown.count == 1, case .column(let mention) = draft.shown[0].output,
            let best = mention.candidates.max(by: { $0.score < $1.score })?.column, best.table == entity, !mention.isName, !isNaming(best),
            !index[best].profile.isUnique, !isKey(best)
        {
            return entity
        }
        return Set(children).count == 1 ? children[0] : entity
    }

    /// Whether each row of one table belongs to one row of the other.
    func refers(_ table: Int, to other: Int) -> Bool {
        guard let path = index.joins.path(from: [table], to: other) else { return false }
        var at = table
        for edge in path {
            guard edge.from.table == at else { return false }
            at = edge.to.table
        }
        return true
    }

    func tables(mentionedBy condition: Draft.Condition) -> [Int] {
        switch condition {
        case .value(let values, _, _): values.map(\.column.table)
        case .compare(let mention, _, _): mention.candidates.map(\.column.table)
        default: []
        }
    }
}

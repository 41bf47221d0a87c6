extension QuestionParser {
    /// "deliveries", if a column has that name: the table of the delivered things.
    private func thingTable(_ item: LinkedItem) -> Int? {
        question.isPlural(item) ? item.columns.max { $0.score < $1.score }?.column.table : nil
    }

    /// "customers who returned something": the verb has an object and names a table.
    private mutating func takeVerbOfTable(_ item: LinkedItem) -> Bool {
        guard question.isParticiple(item), item.end < tokens.count, ["something", "anything"].contains(tokens[item.end].lower),
            let entity = draft.entity
        else { return false }
        let stem = tokens[item.start].stem
        let tables = index.tables.indices.filter { table in
            table != entity && index.tables[table].form.words.contains { $0.weight >= 0.5 && ($0.stem == stem || $0.lemma == stem) }
        }
        guard tables.count == 1, !negation.isOpen else { return false }
        position += 1
        (focus, isModifier) = (tables[0], true)
        if !draft.required.contains(tables[0]) { draft.required.append(tables[0]) }
        return true
    }

    mutating func handleValue(_ item: LinkedItem) {
        if takeVerbOfTable(item) { return }
        position += 1
        var values = question.values(item.values, besidePartOf: item, at: position - 1)
        var isNegated = negation.isOpen
        let followed = question.item(position)?.columns.map(\.column) ?? []
        if let mention = pending, !values.contains(where: { followed.contains($0.column) }),
            let value = values.first(where: { value in mention.candidates.contains { $0.column == value.column } })
        {
            add(.compare(mention, isNegated ? .notEqual : .equal, .text(value.text)))
            return
        }
        // "Banking industry": the column after the value.
        if let after = question.item(position), !after.columns.isEmpty || !after.tables.isEmpty {
            let ids = Set(after.columns.map(\.column))
            let both = values.filter { ids.contains($0.column) }
            let ofTable = values.filter { value in after.tables.contains { $0.table == value.column.table } }
            if !both.isEmpty,
                ofTable.isEmpty || after.tables.isEmpty || (after.columns.map(\.score).max() ?? 0) > (after.tables.map(\.score).max() ?? 0)
            {
                values = both
                position += 1
            } else if !ofTable.isEmpty {
                values = ofTable
            } else if let table = question.bestTable(after), values.count > 1 {
                let near = values.filter { (index.joins.distance(table, $0.column.table) ?? 9) <= 1 }
                if !near.isEmpty { values = near }
            }
            if let table = question.bestTable(after) ?? thingTable(after), after.start == item.end,
                item.end - item.start == 1, !tokens[item.start].isCapital,
                item.quoted == nil,
                values.allSatisfy({ (index.joins.distance(table, $0.column.table) ?? 9) > 1 })
            {
                // "late shipments": a word before a name that describes rows of another table has no meaning for these.
                draft.unused.append(item)
                return
            }
        }
        if values.count > 1, let place = question.item(position), case .cue(.preposition(let word)) = question.reading(place),
            ["at", "in", "on"].contains(word),
            let after = question.next(from: position + 1, limit: 2), case .table = question.reading(items[after]),
            let table = question.bestTable(items[after])
        {
            // "received a yes at auditions": a value of that table.
            let there = values.filter { $0.column.table == table }
            if !there.isEmpty { values = there }
        }
        let isBesideTable = question.item(position).map { after in
            if after.start == item.end, case .table = question.reading(after) { true } else { false }
        }
        if counting.isOpen, draft.entity == nil, isBesideTable != true, let table = values.first?.column.table,
            values.allSatisfy({ $0.column.table == table })
        {
            // "how many cafes": rows of the table that contains the value.
            counting.isOpen = false
            draft.entity = table
            show(.rows(table))
        }
        // Values of one column joined by "or".
        let near = focus ?? draft.entity
        if item.quoted == nil, item.cue != nil || (values.map(\.score).max() ?? 0) < 0.75 { draft.notes.insert(.weakLink) }
        if negation.isOpen { isNegated = true }
        if followsRows(item) { draft.places.formUnion(values.map(\.text)) }
        if isBothNext(values) { draft.isBoth = true }
        add(.value(values, near: near, isNegated: isNegated))
    }

    /// "stores in Graz"
    private func followsRows(_ item: LinkedItem) -> Bool {
        guard item.start > 1, ["in", "from", "at"].contains(tokens[item.start - 1].lower),
            let rows = items.first(where: { $0.end == item.start - 1 }), case .table = question.reading(rows)
        else { return false }
        return question.bestTable(rows) == draft.entity
    }

    /// "X and Y": whether two values of one column follow.
    private func isBothNext(_ values: [LinkedItem.ValueLink]) -> Bool {
        guard let and = question.next(from: position, passing: false), case .and? = question.cue(at: and),
            let more = question.next(from: and + 1, passing: false),
            case .value = question.reading(items[more])
        else { return false }
        let columns = Set(values.map(\.column))
        return items[more].values.contains { columns.contains($0.column) }
    }

    mutating func handleQuoted(_ item: LinkedItem) {
        position += 1
        if let mention = pending {
            add(.compare(mention, negation.isOpen ? .notEqual : .equal, .text(item.quoted ?? "")))
        } else {
            draft.unused.append(item)
        }
    }
}

extension QuestionParser {
    mutating func handleTable(_ item: LinkedItem) {
        guard let table = question.bestTable(item) else { return }
        if draft.asksForPeriod, draft.shown.isEmpty, draft.order.first?.key == .measure(.rows(table)) {
            // "busiest month by number of orders": they are counted already.
            (focus, lastPreposition, counting.isOpen) = (table, nil, false)
            position += 1
            return
        }
        if takePartVerb(table, item) { return }
        if question.isClosingVerb(item) {
            // "In which halls do teams play?"
            position += 1
            draft.notes.insert(.softVerb)
            return
        }
        let afterOf = lastPreposition
        lastPreposition = nil
        position += 1
        if counting.isOpen {
            countTable(table, item)
            return
        }
        if let after = question.item(position), case .column = question.reading(after), !question.isVerb(after), isOwned(after, by: table),
            !tokens[item.end - 1].lower.isEmpty
        {
            // "cinema name", "the pilot's age".
            focus = table
            if draft.entity == nil { draft.entity = table }
            let conditions = draft.conditions.count
            handleColumn(after, owner: table)
            // "Which stores opened after 2021": the column is compared, and the rows are shown.
            if draft.shown.isEmpty, draft.conditions.count > conditions { show(.entity(table)) }
            return
        }
        if let after = question.item(position), after.start == item.end, handleAmount(of: table, after) { return }
        if item.end - item.start > 1, let reference = item.columns.first(where: { index[$0.column].isForeignKey && $0.score > 0.85 }),
            index.joins.partners(of: reference.column).contains(where: { $0.table == table }), !draft.required.contains(reference.column.table)
        {
            // "winning pilot": those that a winner refers to.
            draft.required.append(reference.column.table)
        }
        if isModifier {
            focus = table
            if pending == nil, let column = item.columns.first(where: { $0.score > 0.85 }), isValueNext(of: [column]) {
                handleColumn(item)
                return
            }
            if !draft.required.contains(table) { draft.required.append(table) }
            return
        }
        if !aggregates.isEmpty, item.columns.contains(where: { question.isMeasure($0.column) }) {
            position -= 1
            handleColumn(item)
            return
        }
        if !aggregates.isEmpty, let column = question.ownMeasure(of: table, item) {
            // "total enrollment"
            for aggregate in aggregates { show(.aggregate(aggregate, question.measureMention(column, item))) }
            aggregates.removeAll()
            if draft.entity == nil { draft.entity = table }
            focus = table
            return
        }
        if !aggregates.isEmpty, !aggregates.contains(.sum), let column = question.amountOfOne(table, item) {
            // "the average fine": what a fine amounts to.
            for aggregate in aggregates { show(.aggregate(aggregate, question.measureMention(column, item))) }
            aggregates.removeAll()
            if draft.entity == nil { draft.entity = table }
            focus = table
            return
        }
        let columnScore = item.columns.map(\.score).max() ?? 0
        if isDistinctNext {
            draft.isDistinct = true
            isDistinctNext = false
        }
        if draft.shown.isEmpty && draft.entity == nil {
            draft.entity = table
            show(.entity(table))
        } else if draft.entity == nil, afterOf == nil, isListed(), isNamedLater(table),
            let column = item.columns.filter({ $0.score >= 0.9 && $0.column.table == table }).max(by: { $0.score < $1.score })
        {
            // "rank, company and value of every company": what is listed is the column.
            show(.column(Draft.Mention(candidates: [column], owner: table, near: focus, item: item, isName: false)))
        } else if draft.entity == nil {
            // "names of pilots": the table owns what was named before.
            draft.entity = table
            own(table)
        } else if table != draft.entity, afterOf == nil, columnScore >= 0.9, !draft.shown.isEmpty, isListed() {
            // A further thing to show that is also the name of a table.
            if let column = item.columns.first(where: { $0.column.table == draft.entity }) {
                show(.column(Draft.Mention(candidates: [column], owner: draft.entity, near: focus, item: item, isName: false)))
            } else {
                show(.entity(table))
            }
        } else if table != draft.entity, afterOf == nil, isListed(), !hasCondition {
            show(.entity(table))
        } else if table != draft.entity {
            own(table)
            if question.followsRelatingVerb(item) {
                // "students enrolled in courses"
                if !draft.required.contains(table) { draft.required.append(table) }
            } else if !draft.mentioned.contains(table) {
                draft.mentioned.append(table)
            }
        }
        focus = table
    }

    /// The item stands in a list of things to show: after "and" or a comma.
    func isListed() -> Bool {
        var index = position - 2
        while index >= 0 {
            switch question.reading(items[index]) {
            case .filler: index -= 1
            case .cue(.and), .cue(.comma): return true
            default: return false
            }
        }
        return false
    }

    private func isNamedLater(_ table: Int) -> Bool {
        items.dropFirst(position).contains { later in
            if case .table = question.reading(later) { question.bestTable(later) == table } else { false }
        }
    }

    private var hasCondition: Bool { !draft.conditions.isEmpty || !draft.required.isEmpty }

    /// "average order value": the amount of the table's rows.
    private mutating func handleAmount(of table: Int, _ noun: LinkedItem) -> Bool {
        guard AmountColumns.nouns.contains(tokens[noun.start].lemma), !noun.columns.contains(where: { $0.column.table == table }),
            !aggregates.isEmpty || isModifier, let column = AmountColumns(index).column(of: table)
        else { return takeAmountOf(table, noun) }
        let link = LinkedItem.ColumnLink(column: column, score: 0.9)
        let mention = Draft.Mention(candidates: [link], owner: table, near: table, item: noun, isName: false)
        position += 1
        if isModifier {
            if compare(mention) { return true }
            position -= 1
            return false
        }
        for aggregate in aggregates { show(.aggregate(aggregate, mention)) }
        aggregates.removeAll()
        if draft.entity == nil { draft.entity = table }
        focus = table
        return true
    }

    /// "order value of cancelled orders": their sum.
    private mutating func takeAmountOf(_ table: Int, _ noun: LinkedItem) -> Bool {
        guard ["value", "amount", "worth"].contains(tokens[noun.start].lower), question.cue(at: position + 1) == .preposition("of"),
            draft.shown.isEmpty, !isModifier, AmountColumns(index).column(of: table) != nil
        else { return false }
        show(.amount(.sum))
        position += 1
        return true
    }

    /// The item right after another.
    private func item(item: LinkedItem) -> LinkedItem? { items.first { $0.start == item.end } }

    private func isOwned(_ item: LinkedItem, by table: Int) -> Bool {
        item.columns.contains { $0.column.table == table } || mention(item).isName
            || item.columns.contains { $0.score > 0.9 && (index.joins.distance(table, $0.column.table) ?? 9) <= 1 }
    }

    /// Ties what was shown before and has no table yet to this one.
    mutating func own(_ table: Int) {
        for place in draft.shown.indices where draft.shown[place].sentence == sentence {
            switch draft.shown[place].output {
            case .column(var mention) where mention.owner == nil:
                mention.owner = table
                draft.shown[place].output = .column(mention)
            case .aggregate(let aggregate, var mention) where mention.owner == nil:
                mention.owner = table
                draft.shown[place].output = .aggregate(aggregate, mention)
            case .everything(nil): draft.shown[place].output = .everything(table)
            default: break
            }
        }
    }
}

extension QuestionParser {
    mutating func handleTable(_ item: LinkedItem) {
        guard let table = question.bestTable(item) else { return }
        if isCountedByPeriod(table) || takePartVerb(table, item) { return }
        if question.isClosingVerb(item) || isAgentVerb(table, item) {
            // "In which halls do teams play?"
            position += 1
            draft.notes.insert(.softVerb)
            return
        }
        let preposition = lastPreposition
        lastPreposition = nil
        position += 1
        if counting.isOpen { return countTable(table, item) }
        if takeOwned(by: table, item) { return }
        requireReferring(to: table, item)
        if isModifier { return restrict(to: table, item) }
        if !aggregates.isEmpty, takeMeasured(table, item) { return }
        if isOneOfBoth {
            if !draft.mentioned.contains(table) { draft.mentioned.append(table) }
        } else {
            draft.isDistinct = draft.isDistinct || isDistinctNext
            isDistinctNext = false
            takeNamed(table, item, after: preposition)
        }
        focus = table
    }

    /// "busiest month by number of orders": the orders are counted already.
    private mutating func isCountedByPeriod(_ table: Int) -> Bool {
        guard draft.asksForPeriod, draft.shown.isEmpty, draft.order.first?.key == .measure(.rows(table)) else { return false }
        (focus, lastPreposition, counting.isOpen) = (table, nil, false)
        position += 1
        return true
    }

    /// "cinema name", "the pilot's age", "order value": reads a column or amount of the table that follows.
    private mutating func takeOwned(by table: Int, _ item: LinkedItem) -> Bool {
        guard let after = question.item(position) else { return false }
        guard case .column = question.reading(after), !question.isVerb(after), isOwned(after, by: table) else {
            return after.start == item.end && handleAmount(of: table, after)
        }
        focus = table
        if draft.entity == nil { draft.entity = table }
        let conditions = draft.conditions.count
        handleColumn(after, owner: table)
        // "Which stores opened after 2021": the column is compared, and the rows are shown.
        if draft.shown.isEmpty, draft.conditions.count > conditions { show(.entity(table)) }
        return true
    }

    /// "winning pilot": requires that a column such as `winner` references the row.
    private mutating func requireReferring(to table: Int, _ item: LinkedItem) {
        guard item.end - item.start > 1, let reference = item.columns.first(where: { index[$0.column].isForeignKey && $0.score > 0.85 }),
            index.joins.partners(of: reference.column).contains(where: { $0.table == table }), !draft.required.contains(reference.column.table)
        else { return }
        draft.required.append(reference.column.table)
    }

    /// After "with", "that have" and similar words, requires that a row of the table exists.
    private mutating func restrict(to table: Int, _ item: LinkedItem) {
        focus = table
        if pending == nil, let column = item.columns.first(where: { $0.score > 0.85 }), isValueNext(of: [column]) {
            handleColumn(item)
        } else if !draft.required.contains(table) {
            draft.required.append(table)
        }
    }

    /// "total enrollment", "the average fine": a numeric column of the table, or the amount of its rows.
    private mutating func takeMeasured(_ table: Int, _ item: LinkedItem) -> Bool {
        if item.columns.contains(where: { question.isMeasure($0.column) }) {
            position -= 1
            handleColumn(item)
            return true
        }
        let amount = aggregates.contains(.sum) && question.isPlural(item) ? nil : question.amountOfOne(table, item)
        guard let column = question.ownMeasure(of: table, item) ?? amount else { return false }
        for aggregate in aggregates { show(.aggregate(aggregate, question.measureMention(column, item))) }
        aggregates.removeAll()
        if draft.entity == nil { draft.entity = table }
        focus = table
        return true
    }

    /// In the head, a table is the requested one, the owner of what was named before, an additional output, or a restriction.
    private mutating func takeNamed(_ table: Int, _ item: LinkedItem, after preposition: String?) {
        let isNext = preposition == nil && isListed()
        if draft.entity == nil {
            if draft.shown.isEmpty {
                draft.entity = table
                show(.entity(table))
            } else if isNext, isNamedLater(table),
                let column = item.columns.filter({ $0.score >= 0.9 && $0.column.table == table }).max(by: { $0.score < $1.score })
            {
                // "rank, company and value of every company": the list contains the column.
                show(.column(Draft.Mention(candidates: [column], owner: table, near: focus, item: item, isName: false)))
            } else {
                // "names of pilots": the table owns the column named before.
                draft.entity = table
                own(table)
            }
        } else if table != draft.entity {
            let isColumn = (item.columns.map(\.score).max() ?? 0) >= 0.9 && !draft.shown.isEmpty
            if isNext, isColumn, let column = item.columns.first(where: { $0.column.table == draft.entity }) {
                // An additional column whose name is also the name of a table.
                show(.column(Draft.Mention(candidates: [column], owner: draft.entity, near: focus, item: item, isName: false)))
            } else if isNext, isColumn || !hasCondition {
                show(.entity(table))
            } else {
                restrictEntity(to: table, item)
            }
        }
    }

    /// "students enrolled in courses", "the owners of dogs"
    private mutating func restrictEntity(to table: Int, _ item: LinkedItem) {
        own(table)
        if question.followsRelatingVerb(item) {
            if !draft.required.contains(table) { draft.required.append(table) }
        } else if !draft.mentioned.contains(table) {
            draft.mentioned.append(table)
        }
    }

    /// "the grade taught in room 3", if there is a table of teachers; "who has treated the most visits among the vets", if there is one of
    /// treatments: the verb does not mean the table's rows.
    private func isAgentVerb(_ table: Int, _ item: LinkedItem) -> Bool {
        let word = tokens[item.start]
        guard item.end - item.start == 1, !readsAbsence, item.start > 0, word.lower.hasSuffix("ed") || WordForms.isPastForm(word.lower),
            let name = index.tables[table].form.words.last(where: { $0.weight >= 0.5 }), name.lemma != word.lemma, name.stem == word.stem
        else { return false }
        if ["er", "or"].contains(where: { name.lemma.hasSuffix($0) }) { return !draft.shown.isEmpty }
        guard draft.shown.isEmpty, draft.entity == nil, tokens[0].lower == "who", !question.holdsPersons(table) else { return false }
        return items.dropFirst(position + 1).contains { later in
            if case .table = question.reading(later) { question.bestTable(later).map { question.holdsPersons($0) } ?? false } else { false }
        }
    }

    /// "Which towns are home to both a club and a school?": both tables have the displayed column. "the names of both" lists them.
    private var isOneOfBoth: Bool {
        guard draft.saysBoth, draft.entity == nil, draft.shown.count == 1, case .column = draft.shown[0].output,
            let both = tokens.firstIndex(where: { $0.lower == "both" }), both > 0
        else { return false }
        return !["of", "for"].contains(tokens[both - 1].lower)
    }

    /// Whether the item is in a list of outputs: after "and" or a comma.
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

    /// The item directly after another.
    private func item(item: LinkedItem) -> LinkedItem? { items.first { $0.start == item.end } }

    private func isOwned(_ item: LinkedItem, by table: Int) -> Bool {
        item.columns.contains { $0.column.table == table } || mention(item).isName
            || item.columns.contains { $0.score > 0.9 && (index.joins.distance(table, $0.column.table) ?? 9) <= 1 }
    }

    /// Ties earlier outputs without a table to this table.
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

extension QuestionParser {
    // MARK: Counts

    mutating func handleCount(_ item: LinkedItem) {
        let words = tokens[item.start..<item.end].map(\.lower)
        let isTotal = words.contains("total") || words.contains("many") || words.contains("count")
        if isModifier, let after = next(from: position) {
            // "whose number of rooms is greater than 3"
            if case .table = reading(items[after]), let table = bestTable(items[after]), let compared = next(from: after + 1),
                case .comparison(let comparison, _)? = cue(at: compared), let number = next(from: compared + 1), let value = items[number].number
            {
                draft.having.append(Draft.GroupCondition(measure: .rows(table), comparison: comparison, number: value))
                position = number + 1
                return
            }
            if !followsAndOrComma(item) { return }
        }
        isModifier = false
        countPhraseIsTotal = isTotal
        counts = true
        countsDistinct = words.contains("different")
        if !aggregates.isEmpty {
            // "average number of passengers": the column is such a number.
            counts = false
        }
    }

    private func followsAndOrComma(_ item: LinkedItem) -> Bool {
        guard item.start > 0 else { return true }
        let before = tokens[item.start - 1].lower
        return ["and", ",", "with", ".", "?", "show", "find", "list", "report", "return", "the"].contains(before) || before == "also"
    }

    mutating func handleTimes(_ item: LinkedItem) {
        guard !isModifier || followsAndOrComma(item) else { return }
        if tokens[item.start].lower == "times" && item.end - item.start == 1 { return }
        isModifier = false
        show(.times)
    }

    // MARK: Tables

    mutating func handleTable(_ item: LinkedItem) {
        guard let table = bestTable(item) else { return }
        let afterOf = lastPreposition
        lastPreposition = nil
        position += 1
        if counts {
            countTable(table, item)
            return
        }
        if let after = self.item(position), case .column = reading(after), isOwned(after, by: table), !tokens[item.end - 1].lower.isEmpty {
            // "cinema name", "the pilot's age".
            focus = table
            if draft.entity == nil { draft.entity = table }
            return handleColumn(after, owner: table)
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
        if let aggregate = aggregates.last, !item.columns.isEmpty {
            _ = aggregate
            position -= 1
            handleColumn(item)
            return
        }
        let columnScore = item.columns.map(\.score).max() ?? 0
        if draft.shown.isEmpty && draft.entity == nil {
            draft.entity = table
            show(.entity(table))
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
            if !draft.mentioned.contains(table) { draft.mentioned.append(table) }
        }
        focus = table
    }

    /// The item stands in a list of things to show: after "and" or a comma.
    private func isListed() -> Bool {
        var index = position - 2
        while index >= 0 {
            switch reading(items[index]) {
            case .filler: index -= 1
            case .cue(.and), .cue(.comma): return true
            default: return false
            }
        }
        return false
    }

    private var hasCondition: Bool { !draft.conditions.isEmpty || !draft.required.isEmpty }

    private func isOwned(_ item: LinkedItem, by table: Int) -> Bool {
        item.columns.contains { $0.column.table == table } || mention(item).isName
            || item.columns.contains { $0.score > 0.9 && (index.joins.distance(table, $0.column.table) ?? 9) <= 1 }
    }

    /// Ties what was shown before and has no table yet to this one.
    private mutating func own(_ table: Int) {
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

    private mutating func countTable(_ table: Int, _ item: LinkedItem) {
        // "number of product ids" counts a column.
        if let after = self.item(position), case .column = reading(after),
            after.columns.contains(where: { $0.column.table == table && $0.score > 0.8 }),
            !isValueNext(of: after.columns, from: position + 1)
        {
            counts = true
            handleColumn(after, owner: table)
            return
        }
        counts = false
        isDistinctNext = false
        show(.rows(table))
        if draft.entity == nil && !draft.shown.contains(where: { if case .column = $0.output { true } else { false } }) { draft.entity = table }
        focus = table
        countsDistinct = false
    }

    // MARK: Columns

    mutating func handleColumn(_ item: LinkedItem, owner: Int? = nil) {
        if owner != nil || reading(item).isColumn { position += 1 }
        var mention = mention(item)
        mention.owner = owner
        let preposition = lastPreposition
        lastPreposition = nil
        if compare(mention) { return }
        if isModifier {
            if isDistinctNext { isDistinctNext = false }
            pending = mention
            return
        }
        if counts {
            countColumn(mention)
            return
        }
        if !aggregates.isEmpty {
            for aggregate in aggregates { show(.aggregate(aggregate, mention)) }
            // "maximum price and score": the aggregate holds for what follows "and" as well.
            if !continuesAggregate() { aggregates.removeAll() }
            isDistinctNext = false
            return
        }
        // A verb of the clause rather than a thing to show: "films directed by".
        if isVerb(item), !draft.shown.isEmpty || draft.entity != nil, preposition == nil, !isListed() {
            verbColumns = item.columns.map(\.column)
            pending = mention
            return
        }
        if preposition == "in" || preposition == "by" || preposition == "at" || preposition == "on", !draft.shown.isEmpty {
            pending = mention
            return
        }
        if isDistinctNext {
            draft.isDistinct = true
            isDistinctNext = false
        }
        show(.column(mention))
    }

    private func isVerb(_ item: LinkedItem) -> Bool {
        let word = tokens[item.end - 1].lower
        return item.end - item.start == 1 && (word.hasSuffix("ed") || word.hasSuffix("ing")) && (item.columns.map(\.score).max() ?? 0) < 0.95
    }

    private func continuesAggregate() -> Bool {
        guard let after = next(from: position, passing: false) else { return false }
        switch reading(items[after]) {
        case .cue(.and), .cue(.comma):
            guard let more = next(from: after + 1, passing: false) else { return false }
            if case .column = reading(items[more]) { return true }
            return false
        default: return false
        }
    }

    private mutating func countColumn(_ mention: Draft.Mention) {
        counts = false
        let isDistinct = isDistinctNext || countsDistinct
        isDistinctNext = false
        countsDistinct = false
        let best = mention.candidates.max { $0.score < $1.score }
        let isNumber = best.map { index[$0.column].profile.kind == .number && !index[$0.column].profile.holdsYears && !isKey($0.column) } ?? false
        if isDistinct || !isNumber {
            show(.distinct(mention))
        } else if countPhraseIsTotal {
            show(.aggregate(.sum, mention))
            draft.notes.insert(.sumOfColumn)
        } else {
            show(.column(mention))
        }
    }

    func isKey(_ column: ColumnID) -> Bool { index[column].isPrimaryKey || index[column].isForeignKey }

    /// Whether a value of one of the columns, or a number, comes next.
    func isValueNext(of columns: [LinkedItem.ColumnLink], from start: Int? = nil) -> Bool {
        guard let after = next(from: start ?? position, limit: 3), let item = item(after) else { return false }
        let ids = Set(columns.map(\.column))
        return item.number != nil || item.values.contains { ids.contains($0.column) }
    }
}

extension QuestionParser.Reading {
    var isColumn: Bool { if case .column = self { true } else { false } }
}

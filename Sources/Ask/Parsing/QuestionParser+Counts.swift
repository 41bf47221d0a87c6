extension QuestionParser {
    mutating func handleCount(_ item: LinkedItem) {
        let words = tokens[item.start..<item.end].map(\.lower)
        if words == ["count"], let after = question.item(position), after.start == item.end, case .cue(.count) = question.reading(after) {
            // "count how many"
            return
        }
        if words == ["number"], let before = question.item(position - 2), before.end == item.start, question.reading(before).isColumn {
            // "the room number"
            return
        }
        if words[0].hasPrefix("number"), words.last == "of" || words.count == 1, let before = question.item(position - 2), before.end == item.start,
            question.reading(before).isColumn, before.columns.contains(where: { link in index[link.column].form.words.last?.lemma == "number" })
        {
            // "the card numbers of"
            lastPreposition = words.count > 1 ? "of" : nil
            return
        }
        if words[0].hasPrefix("number"), let before = question.item(position - 2), before.end == item.start, let table = question.bestTable(before),
            let column = index.columns(of: table).first(where: { index[$0].form.words.last?.lemma == "number" })
        {
            // "apartment numbers"
            let link = LinkedItem.ColumnLink(column: column, score: 0.9)
            if case .entity(table)? = draft.shown.last?.output { draft.shown.removeLast() }
            show(.column(Draft.Mention(candidates: [link], owner: table, near: table, item: item, isName: false)))
            return
        }
        if words == ["count"] || words == ["counts"], case .entity(let table)? = draft.shown.last?.output, let before = question.item(position - 2),
            before.end == item.start, before.tables.contains(where: { $0.table == table })
        {
            // "customer count"
            draft.shown[draft.shown.count - 1].output = .rows(table)
            return
        }
        if words.contains("many"), countsAtEnd(item) { return }
        if !aggregates.isEmpty, let after = question.next(from: position), case .table = question.reading(items[after]),
            (items[after].columns.map(\.score).max() ?? 0) < 0.7
        {
            guard aggregates == [.average] else {
                draft.unused.append(item)
                return
            }
            // "average number of orders per store": over the numbers of the groups.
            aggregates.removeAll()
            draft.isMeanOfGroups = true
        }
        let isTotal = words.contains("total") || words.contains("many") || words.contains("count")
        if isModifier, let after = question.next(from: position) {
            // "whose number of rooms is greater than 3"
            if case .table = question.reading(items[after]), let table = question.bestTable(items[after]),
                let compared = question.next(from: after + 1),
                case .comparison(let comparison, _)? = question.cue(at: compared), let number = question.next(from: compared + 1),
                let value = items[number].number
            {
                draft.having.append(Draft.GroupCondition(measure: .rows(table), comparison: comparison, number: value))
                position = number + 1
                return
            }
            if !question.followsAndOrComma(item) { return }
        }
        isModifier = false
        if words.last == "count" || words.last == "number", item.start > 0, !countedFollows() {
            show(.times)
            return
        }
        counting.isTotal = isTotal
        counting.isOpen = true
        counting.isDistinct = words.contains("different")
        if !aggregates.isEmpty {
            // "average number of passengers": the column contains that number.
            counting.isOpen = false
        }
    }

    /// "orders of last week, how many": counts the rows named before.
    private mutating func countsAtEnd(_ item: LinkedItem) -> Bool {
        guard item.start > 0, question.next(from: position).map({ question.cue(at: $0) == .sentenceEnd }) ?? true, draft.shown.count == 1,
            draft.groups.isEmpty,
            case .entity(let table) = draft.shown[0].output
        else { return false }
        settlePending()
        draft.shown[0].output = .rows(table)
        return true
    }

    private func countedFollows() -> Bool {
        guard let after = question.next(from: position) else { return false }
        switch question.reading(items[after]) {
        case .table, .column, .value, .cue(.distinct), .word: return true
        default: return false
        }
    }

    mutating func handleTimes(_ item: LinkedItem) {
        guard !isModifier || question.followsAndOrComma(item) else { return }
        if tokens[item.start].lower == "times" && item.end - item.start == 1 { return }
        isModifier = false
        show(.times)
    }

    mutating func countTable(_ table: Int, _ item: LinkedItem) {
        // "number of product ids" counts a column.
        if let after = question.item(position), case .column = question.reading(after),
            after.columns.contains(where: { $0.column.table == table && $0.score > 0.8 && !index[$0.column].isFilter }), !question.isVerb(after),
            !isValueNext(of: after.columns, from: position + 1)
        {
            counting.isOpen = true
            handleColumn(after, owner: table)
            return
        }
        if let column = question.ownMeasure(of: table, item), question.isNamedAlike(column, table) {
            // "number of degrees", if a column with that name contains the number.
            if draft.entity == nil { draft.entity = table }
            focus = table
            return countColumn(question.measureMention(column, item))
        }
        counting.isOpen = false
        isDistinctNext = false
        show(.rows(table))
        if draft.entity == nil && !draft.shown.contains(where: { if case .column = $0.output { true } else { false } }) { draft.entity = table }
        focus = table
        counting.isDistinct = false
    }

    /// "the number of different names and contents": the values of the next column are counted too.
    private func countsNext() -> Bool {
        guard let and = question.next(from: position, passing: false), question.cue(at: and) == .and, let more = question.item(and + 1),
            question.reading(more).isColumn, question.isPlural(more), !question.mention(more, near: nil).isName
        else { return false }
        return question.next(from: and + 2).map { question.cue(at: $0) != .each } ?? true
    }

    /// Words at the end of the names of columns that contain a count.
    private static let countNouns: Set<String> = ["count", "number", "quantity"]

    mutating func countColumn(_ mention: Draft.Mention) {
        counting.isOpen = false
        let isDistinct = isDistinctNext || counting.isDistinct
        isDistinctNext = false
        counting.isDistinct = false
        let best = mention.candidates.max { $0.score < $1.score }
        let isNumber =
            best.map { index[$0.column].profile.kind == .number && !index[$0.column].profile.holdsYears && !question.isKey($0.column) } ?? false
        if isNumber, let best, best.score < 0.75, !Self.countNouns.contains(index[best.column].form.words.last?.lemma ?? "") {
            draft.notes.insert(.countOfPart)
        }
        if isDistinct || !isNumber {
            show(.distinct(mention))
            if isDistinct, countsNext() { (counting.isOpen, counting.isDistinct) = (true, true) }
        } else if counting.isTotal {
            show(.aggregate(.sum, mention))
            draft.notes.insert(.sumOfColumn)
        } else {
            show(.column(mention))
        }
    }
}

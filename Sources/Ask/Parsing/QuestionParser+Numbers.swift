extension QuestionParser {
    mutating func handleNumber(_ item: LinkedItem) {
        position += 1
        guard let number = item.number else {
            draft.unused.append(item)
            return
        }
        if take(comparisons.reading({ $0.age(number) })) { return }
        // "the 3 largest", "top 3".
        if let after = question.next(from: position, limit: 2), let cue = question.cue(at: after) {
            switch cue {
            case .superlative, .popular:
                ranking.limit = Int(exactly: number)
                if question.isOrdinal(item), number > 1, let place = ranking.limit {
                    // "the second oldest": one row after the skipped ones.
                    draft.skipped = place - 1
                    ranking.limit = 1
                }
                return
            default: break
            }
        }
        if case .orMore(let comparison)? = question.cue(at: question.next(from: position, limit: 2)) {
            position = (question.next(from: position, limit: 2) ?? position) + 1
            take(
                comparisons.reading {
                    $0.number(comparison, number, nil, item); return true
                })
            return
        }
        if let before = question.item(position - 2), before.end == item.start, case .table = question.reading(before),
            let table = question.bestTable(before),
            item.end - item.start == 1,
            tokens[item.start].kind == .number, !(question.isLikeYear(item) && index.columns(of: table).contains { index[$0].profile.kind == .date })
        {
            // "class 10014": the row with that key.
            let key = index.tables[table].primaryKey
            let named = item.values.first { $0.column.table == table }?.column ?? (key.count == 1 ? ColumnID(table, key[0]) : nil)
            if let named, index[named].profile.kind != .text || item.values.contains(where: { $0.column == named }) {
                let link = LinkedItem.ColumnLink(column: named, score: 0.9)
                let mention = Draft.Mention(candidates: [link], owner: table, near: table, item: item, isName: false)
                return add(
                    .compare(
                        mention, negation.isOpen ? .notEqual : .equal,
                        index[named].profile.kind == .text ? .text(tokens[item.start].text) : .number(number)))
            }
        }
        if let mention = pending, mention.candidates.contains(where: { question.accepts($0.column, number: item) }),
            mention.item.end + 3 >= item.start
        {
            add(.compare(mention, negation.isOpen ? .notEqual : .equal, .number(number)))
            return
        }
        let isYear =
            tokens[item.start].kind == .number && tokens[item.start].text.count == 4 && number >= 1000 && number <= 2100 && item.end - item.start == 1
        if !isModifier, !isYear, number >= 1, number < 100, tokens[item.start].lower != "one", number == number.rounded(), pending == nil,
            !question.isOrdinal(item),
            let after = question.item(position),
            !after.tables.isEmpty || !after.columns.isEmpty
        {
            // "the 3 wineries that …": the limit of a superlative.
            ranking.limit = Int(number)
            ranking.limitItem = item
            return
        }
        if let after = question.item(position) {
            // "4th grade", "two beds"
            let columns = after.columns.filter { question.accepts($0.column, number: item) && $0.score > 0.7 && mayHold($0.column, number) }
            let isOwnYear = isYear && after.start == item.end && columns.contains { index[$0.column].profile.holdsYears && $0.score > 0.9 }
            if !columns.isEmpty, after.tables.isEmpty || isModifier && after.tables.allSatisfy({ $0.score < 0.9 }),
                isModifier || question.isOrdinal(item) || isOwnYear
            {
                position += 1
                var mention = mention(after)
                mention.candidates = columns
                add(.compare(mention, negation.isOpen ? .notEqual : .equal, .number(number)))
                return
            }
            if isModifier, case .table = question.reading(after), let table = question.bestTable(after), !isYear {
                draft.having.append(Draft.GroupCondition(measure: .rows(table), comparison: .equal, number: number))
                focus = table
                position += 1
                return
            }
        }
        if isYear {
            add(
                .year(
                    negatesTime(item) ? .notEqual : .equal, number, near: focus,
                    verb: verbColumns.isEmpty ? question.eventTimes(before: item) : verbColumns))
            verbColumns = []
            return
        }
        // "the one": not a number.
        if tokens[item.start].kind == .word, number == 1, !question.isOrdinal(item) { return }
        draft.unused.append(item)
        draft.notes.insert(.lonelyNumber)
    }

    /// Whether the number is in the range of the column's values, or the range is unknown.
    private func mayHold(_ column: ColumnID, _ number: Double) -> Bool {
        guard let least = index[column].profile.minimum, let most = index[column].profile.maximum, index[column].profile.kind == .number else {
            return true
        }
        return (least...max(least, most)).contains(number) || tokens[items[position - 1].start].kind == .number
    }

    mutating func handleDate(_ item: LinkedItem) {
        position += 1
        guard let date = item.date else { return }
        let time = pending ?? question.eventTime(before: item, near: focus)
        // "in 2024 except in July": before it or after it.
        let spans = negatesTime(item) ? [Comparison.less, .greater].map(date.compared) : [date]
        let parts = spans.filter { $0.start != nil || $0.end != nil }.map { Draft.Condition.days(time, $0, near: focus) }
        add(parts.count == 1 ? parts[0] : .any(parts))
    }
}

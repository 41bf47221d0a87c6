/// Reads comparisons of a column, and boolean columns.
extension QuestionParser {
    /// "products that are active", "active products".
    func isFlag(_ item: LinkedItem) -> Bool {
        let own = question.flags(item, of: question.tableBeside(item) ?? focus ?? draft.entity)
        guard let best = (own.isEmpty ? item.columns : own).max(by: { $0.score < $1.score })?.column,
            index.isFlag(best) || !own.isEmpty && negation.isOpen || index[best].profile.yesAndNo != nil
        else { return false }
        // "vegetarian dishes": the table of the column follows.
        if let after = question.item(position), after.start == item.end, after.tables.contains(where: { $0.table == best.table }) { return true }
        if saysWhatRowsDo(item, best) || isBesideCounted(item, best) { return true }
        guard index.isFlag(best) || !own.isEmpty && negation.isOpen else { return false }
        if negation.isOpen || draft.isShare || index[best].expression != nil { return true }
        guard item.start > 0 else { return false }
        if isModifier, ["with", "has", "have", "get", "gets", "the", "a"].contains(tokens[item.start - 1].lower) { return true }
        return ["is", "are", "was", "were", "be", "not", "still", "currently"].contains(tokens[item.start - 1].lower)
    }

    /// "how many official tongues": the counted column of the same table follows.
    private func isBesideCounted(_ item: LinkedItem, _ column: ColumnID) -> Bool {
        let isFirst = !isModifier && draft.shown.isEmpty && aggregates.isEmpty
        guard counting.isOpen || isFirst, index.isFlag(column), let after = question.item(position), after.start == item.end,
            question.reading(after).isColumn
        else { return false }
        return after.columns.contains { $0.column.table == column.table && $0.column != column && $0.score > 0.8 }
    }

    /// "Which vessels tow barges?": whether the column's table precedes the name, and the first word of the name is a verb of the question.
    private func saysWhatRowsDo(_ item: LinkedItem, _ column: ColumnID) -> Bool {
        guard item.end - item.start > 1, let before = question.item(position - 2), before.end == item.start, question.isPlural(before),
            before.tables.contains(where: { $0.table == column.table })
        else { return false }
        return index[column].form.words.first?.stem == tokens[item.start].stem
    }

    /// "active customers", if only products have such a column.
    func isFlagOfAnother(_ item: LinkedItem) -> Bool {
        guard let best = item.columns.max(by: { $0.score < $1.score })?.column, index.isFlag(best),
            let after = question.item(position), after.start == item.end, case .table = question.reading(after)
        else { return false }
        return after.tables.allSatisfy { $0.table != best.table }
    }

    /// "who earns the most", "employees who earn more than 3000": the verb names the rows and the column.
    mutating func takeEarning(_ item: LinkedItem, _ mention: Draft.Mention) -> Bool {
        guard tokens[item.start].lemma.hasPrefix("earn"), item.end - item.start == 1, !tokens[item.start].lower.hasSuffix("ings"),
            let best = item.columns.max(by: { $0.score < $1.score })?.column
        else { return false }
        if draft.shown.isEmpty, draft.entity == nil, !counting.isOpen {
            draft.entity = best.table
            show(.entity(best.table))
        }
        isModifier = true
        if !compare(mention) { pending = mention }
        return true
    }

    /// "whose average price is above 3": a condition on groups.
    mutating func compareAggregate(_ aggregate: LogicalForm.Aggregate, _ mention: Draft.Mention) -> Bool {
        var at = position
        while let item = question.item(at), at - position < 5 {
            switch question.reading(item) {
            case .filler, .cue(.be), .cue(.preposition): at += 1
            case .cue(.comparison(let comparison, _)):
                guard let after = question.next(from: at + 1) else { return false }
                if let (factor, end) = averages(from: after) {
                    position = end
                    add(.aggregate(aggregate, mention), comparison, .timesAverage(factor))
                    return true
                }
                guard let number = items[after].number else { return false }
                var sign = comparison
                position = after + 1
                if case .orMore(let wider)? = question.cue(at: question.next(from: position, limit: 3)) {
                    sign = wider
                    position = (question.next(from: position, limit: 3) ?? position) + 1
                }
                draft.having.append(
                    Draft.GroupCondition(measure: .aggregate(aggregate, mention), comparison: negation.isOpen ? sign.negated : sign, number: number))
                negation.isOpen = false
                return true
            default: return false
            }
        }
        return false
    }

    func continuesAggregate() -> Bool {
        guard let after = question.next(from: position, passing: false) else { return false }
        switch question.reading(items[after]) {
        case .cue(.and), .cue(.comma):
            guard let more = question.next(from: after + 1, passing: false) else { return false }
            if case .column = question.reading(items[more]) { return true }
            return false
        default: return false
        }
    }

    /// Whether a value of one of the columns, or a number, follows.
    func isValueNext(of columns: [LinkedItem.ColumnLink], from start: Int? = nil) -> Bool {
        guard let after = question.next(from: start ?? position, limit: 3), let item = question.item(after) else { return false }
        let ids = Set(columns.map(\.column))
        return item.number != nil || item.values.contains { ids.contains($0.column) }
    }
}

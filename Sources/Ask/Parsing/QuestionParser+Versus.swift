/// Reads two values next to each other, and first events.
extension QuestionParser {
    /// "online vs store revenue": both values of one column, in separate groups.
    mutating func takeVersus(_ item: LinkedItem) -> Bool {
        guard let sign = question.item(position + 1), sign.start == item.end, ["vs", "versus"].contains(tokens[sign.start].lower),
            let other = question.item(position + 2), other.start == sign.end
        else { return false }
        let pairs = item.values.flatMap { left in other.values.filter { $0.column == left.column && $0.text != left.text }.map { (left, $0) } }
        guard !pairs.isEmpty else { return false }
        position += 3
        guard pairs.count == 1, let (left, right) = pairs.first else {
            // Nothing decides between the columns.
            draft.unused += [item, other]
            return true
        }
        add(.any([.value([left], near: focus, isNegated: false), .value([right], near: focus, isNegated: false)]))
        let link = LinkedItem.ColumnLink(column: left.column, score: 0.95)
        let table = left.column.table
        draft.groups.append(.column(Draft.Mention(candidates: [link], owner: table, near: table, item: item, isName: false)))
        draft.sumsUp = true
        if draft.shown.isEmpty, question.next(from: position).map({ question.cue(at: $0) == .sentenceEnd }) ?? true {
            // "dogs versus cats": the number of each.
            draft.entity = table
            show(.rows(table))
        }
        return true
    }

    /// "placed their very first order in Q2": a row exists in that period, and none before.
    mutating func takeFirstEvent(_ item: LinkedItem) -> Bool {
        guard ["first", "very first"].contains(tokens[item.start..<item.end].map(\.lower).joined(separator: " ")), item.start > 0,
            ["their", "its", "his", "her"].contains(tokens[item.start - 1].lower), let entity = draft.entity, !draft.shown.isEmpty,
            let event = question.item(position + 1), event.start == item.end, case .table = question.reading(event),
            let table = question.bestTable(event), table != entity,
            index.joins.edges(at: table).contains(where: { $0.from.table == table && $0.to.table == entity }),
            let (span, end) = spanAfter(position + 2)
        else { return false }
        position = end
        add(.first(table, span))
        return true
    }

    /// "in Q2 2026", "last month", "in 2025".
    private func spanAfter(_ start: Int) -> (DateSpan, Int)? {
        let isIn = [.preposition("in"), .preposition("during")].contains(question.cue(at: start))
        let place = isIn ? start + 1 : start
        guard let item = question.item(place) else { return nil }
        if let date = item.date { return date.start != nil ? (date, place + 1) : nil }
        guard question.isLikeYear(item), let year = item.number else { return nil }
        return (DraftResolver.span(.equal, Int(year)), place + 1)
    }
}

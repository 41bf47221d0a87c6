/// Compares the same number in two periods: "growth", "compared with the month before".
extension QuestionParser {
    /// "the month before" of a comparison.
    mutating func takeSpanBefore(_ item: LinkedItem) -> Bool {
        guard draft.comparesTimes, item.end - item.start == 1, TimeUnit(word: tokens[item.start].lemma) != nil, item.date == nil,
            item.end < tokens.count, ["before", "earlier", "prior"].contains(tokens[item.end].lower)
        else { return false }
        position += 1
        while let after = question.item(position), after.start <= item.end { position += 1 }
        draft.comparesWithBefore = true
        return true
    }

    /// "year over year", "month on month".
    mutating func takeUnitOverUnit(_ item: LinkedItem) -> Bool {
        let start = item.start
        guard start + 2 < tokens.count, ["over", "on"].contains(tokens[start + 1].lower), tokens[start].lemma == tokens[start + 2].lemma,
            let unit = TimeUnit(word: tokens[start].lemma)
        else { return false }
        while let after = question.item(position), after.start <= start + 2 { position += 1 }
        draft.period = unit
        draft.comparesTimes = true
        return true
    }

    /// "2025 over 2024" with growth: the other period follows.
    func separatesTimes(_ item: LinkedItem) -> Bool {
        guard let target = question.next(from: position).map({ items[$0] }) else { return false }
        return draft.comparesTimes && tokens[item.start].lower == "over"
            && (target.date != nil || (target.number.map { (1000...2999).contains($0) } ?? false))
    }

    /// "date", if no column has that name: the time of a row of the table.
    mutating func showTime(_ item: LinkedItem) -> Bool {
        let links = question.timeLinks
        guard !isModifier, !counting.isOpen, aggregates.isEmpty, !links.isEmpty else { return false }
        var mention = Draft.Mention(candidates: links, owner: nil, near: focus, item: item, isName: false, isImplied: true)
        if let before = question.item(position - 1), before.end == item.start, case .entity(let table)? = draft.shown.last?.output,
            before.tables.contains(where: { $0.table == table })
        {
            mention.owner = table
            draft.shown.removeLast()
        }
        show(.column(mention))
        return true
    }
}

/// Reads question words, and words after which names restrict: "when", "how much", "which", "whose".
extension QuestionParser {
    mutating func startHead() {
        isModifier = false
        negation.isOpen = false
        pending = nil
    }

    private static let payingVerbs: Set<String> = ["pay", "paid", "spend", "spent"]

    /// "What did we pay each carrier", "how much do we spend on shipping": the verb requests a sum, and the rest describes its column.
    private mutating func takePaying() -> Bool {
        let start = items[position - 1].end
        guard start + 2 < tokens.count, ["did", "do", "have"].contains(tokens[start].lower), ["we", "i"].contains(tokens[start + 1].lower),
            Self.payingVerbs.contains(tokens[start + 2].lower), start + 3 < tokens.count, tokens[start + 3].kind == .word,
            ["each", "every", "per", "on", "for", "to"].contains(tokens[start + 3].lower)
        else { return false }
        show(.cost)
        while let after = question.item(position), after.start < start + 3 { position += 1 }
        if let small = question.item(position), ["on", "for", "to"].contains(tokens[small.start].lower), small.end == start + 4 { position += 1 }
        isModifier = question.item(position).map { tokens[$0.start].lower != "each" } ?? false
        return true
    }

    mutating func handleQuestion(_ word: String, _ item: LinkedItem) {
        if ["what", "how much"].contains(word), draft.shown.isEmpty, draft.entity == nil, takePaying() { return }
        let isFirst = draft.shown.isEmpty && draft.entity == nil && !counting.isOpen
        switch word {
        case "when", "where", "how much":
            guard isFirst || question.followsAnd(item) else {
                isModifier = true
                return
            }
            startHead()
            if word == "how much", let after = question.next(from: position), question.meansAmount(items[after]) { return }
            draft.notes.insert(.looseClause)
            handleWhenWhere(word)
        default:
            if isFirst, takePeriod() {
                // "Which month had the most orders?"
                draft.asksForPeriod = true
                return
            }
            if isFirst || question.followsAnd(item) || sentence > 0 || item.start == 0 {
                startHead()
            } else {
                isModifier = true
            }
        }
    }

    /// "When was the school founded", "where does X live".
    private mutating func handleWhenWhere(_ word: String) {
        let wanted =
            word == "when" ? ["date", "year", "time"] : word == "where" ? ["location", "city", "address", "place"] : ["price", "cost", "amount"]
        if word == "how much", items[position...].contains(where: { Self.tradeVerbs.contains(tokens[$0.start].lower) }) {
            show(.amount(.sum))
            return
        }
        if word == "how much",
            items[position...].contains(where: { item in
                item.start > 0 && ["we", "they", "i"].contains(tokens[item.start - 1].lower)
                    && item.columns.contains { $0.score > 0.6 && question.isMeasure($0.column) }
            })
        {
            // "How much did we refund": its sum.
            aggregates = [.sum]
            return
        }
        var candidates: [LinkedItem.ColumnLink] = []
        for (table, own) in index.tables.enumerated() {
            for (place, column) in own.columns.enumerated() {
                guard let rank = wanted.firstIndex(where: { word in column.form.words.contains { $0.lemma == word } }) else { continue }
                candidates.append(LinkedItem.ColumnLink(column: ColumnID(table, place), score: 0.75 - 0.05 * Double(rank)))
            }
        }
        // A verb that matches a column selects it: "founded", "opened".
        for later in items[position...] {
            for link in later.columns where link.score >= 0.5 {
                let column = index[link.column]
                if word == "when", column.profile.kind == .date || column.profile.holdsYears, question.isVerb(later) || later.columns.count == 1 {
                    candidates.removeAll { $0.column == link.column }
                    candidates.append(LinkedItem.ColumnLink(column: link.column, score: 0.8 + 0.2 * link.score))
                }
            }
        }
        if word == "how much" {
            // "how much was paid": the amount column whose name contains the verb.
            let stems = Set(items[position...].filter { !question.isVerbOfPrice($0) }.map { tokens[$0.start].stem })
            for place in candidates.indices where index[candidates[place].column].form.words.contains(where: { stems.contains($0.stem) }) {
                candidates[place].score += 0.2
            }
        }
        if candidates.isEmpty, word == "when" { candidates = question.timeLinks }
        guard !candidates.isEmpty else {
            if word == "when" { draft.unused.append(items[position - 1]) }
            return
        }
        show(.column(Draft.Mention(candidates: candidates, owner: nil, near: nil, item: items[position - 1], isName: false, isImplied: true)))
    }

    /// Verbs that request an amount of money after "how much".
    private static let tradeVerbs: Set<String> = ["spend", "spent", "sell", "sold"]

    mutating func handleRelative(_ item: LinkedItem) {
        let word = tokens[item.start].lower
        if word == "where" || word == "who" || word == "when", draft.shown.isEmpty, draft.entity == nil, !counting.isOpen {
            if word != "who" { handleQuestion(word, item) }
            return
        }
        if word == "who", item.start > 0, tokens[item.start - 1].lower == "and" { further = (item, draft.shown.count, draft.conditions.count) }
        if tokens[item.end - 1].lower == "which", draft.shown.isEmpty, draft.entity == nil, !counting.isOpen, takePeriod() {
            // "In which month did we have the most returns?"
            draft.asksForPeriod = true
            return
        }
        if word == "with", draft.shown.isEmpty, draft.entity == nil, !counting.isOpen { return }
        if draft.shown.isEmpty, draft.entity == nil, !counting.isOpen { return }
        if word == "along" {
            isModifier = false
            return
        }
        if word == "with", item.end < tokens.count, ["its", "their", "his", "her"].contains(tokens[item.end].lower) {
            isModifier = false
            return
        }
        if word == "with", startTailAfterWith() { return }
        // "with the number of": an additional output.
        if word == "with", let after = question.next(from: position, passing: false), case .count? = question.cue(at: after), draft.having.isEmpty,
            !question.followsComparison(after)
        {
            isModifier = false
            return
        }
        isModifier = true
        relativeColumn = pending ?? lastShownColumn(before: item)
        pending = nil
    }

    /// The column directly before a relative word.
    private func lastShownColumn(before item: LinkedItem) -> Draft.Mention? {
        guard let last = draft.shown.last, case .column(let mention) = last.output, mention.item.end == item.start else { return nil }
        return mention
    }
}

/// Reads "our best seller", "the 3 worst sellers by quantity": the things sold most or least.
extension QuestionParser {
    mutating func takeBestSeller(_ item: LinkedItem) -> Bool {
        guard let seller = sellerEnd(item), draft.shown.isEmpty, draft.entity == nil, !counting.isOpen, let table = SoldColumns(index).soldTable
        else {
            return false
        }
        let isPlural = tokens[seller - 1].lower != tokens[seller - 1].lemma
        guard let limit = ranking.limit ?? (isPlural ? nil : 1) else { return false }
        ranking.limit = nil
        while let after = question.item(position), after.start < seller { position += 1 }
        draft.entity = table
        focus = table
        show(.entity(table))
        rankSold(limit, isDescending: tokens[item.start].lower != "worst", item)
        return true
    }

    private func sellerEnd(_ item: LinkedItem) -> Int? {
        guard item.end < tokens.count, ["best", "top", "worst"].contains(tokens[item.start].lower), item.end - item.start == 1,
            tokens[item.end].lemma == "seller", let noun = items.first(where: { $0.start == item.end }), noun.end == item.end + 1,
            !noun.tables.contains(where: { $0.score >= 0.6 })
        else { return nil }
        return noun.end
    }

    /// Ranks by pieces, unless "by" names something else.
    private mutating func rankSold(_ limit: Int, isDescending: Bool, _ item: LinkedItem) {
        if question.isRankedLater(than: position), !isByPieces(at: position) {
            (ranking.waitingLimit, ranking.item, ranking.isDescending, draft.isTop) = (limit, item, isDescending, true)
            return
        }
        if isByPieces(at: position) { position += 2 }
        draft.order.append(Draft.Ordering(key: .adjective("sold", draft.entity), isDescending: isDescending))
        draft.limit = limit
    }

    private func isByPieces(at place: Int) -> Bool { question.cue(at: place) == .preposition("by") && isPieces(at: place + 1) }

    private func isPieces(at place: Int) -> Bool {
        guard let noun = question.item(place), noun.end - noun.start == 1 else { return false }
        let word = tokens[noun.start].lemma
        return ["quantity", "volume"].contains(word) || SoldColumns.pieces.contains(word)
    }

    /// "the 3 least sold coffees by quantity": "by quantity" repeats "sold".
    mutating func takeSoldPieces(_ limit: Int) -> Bool {
        guard let item = ranking.item, case .superlative(let superlative)? = item.cue, superlative.adjective == "sold",
            let table = draft.entity ?? SoldColumns(index).soldTable, isPieces(at: position), SoldColumns(index).column(of: table) != nil
        else { return false }
        position += 1
        draft.order.append(Draft.Ordering(key: .adjective("sold", table), isDescending: ranking.isDescending))
        (draft.limit, ranking.waitingLimit) = (limit, nil)
        return true
    }
}

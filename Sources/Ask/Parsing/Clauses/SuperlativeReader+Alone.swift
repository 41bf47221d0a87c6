/// Reads superlatives without a following name.
extension SuperlativeReader {
    /// "who paid the most", "which is the oldest": refers to the text before.
    mutating func alone(_ adjective: String?) {
        let counts = if case .superlative(let superlative)? = item.cue { superlative.counts } else { false }
        if counts, pending.map({ question.isVerb($0.item) }) ?? true, let verb = tokens[..<item.start].last(where: { $0.lower != "the" }),
            Self.moneyVerbs.contains(verb.lower), !before.shown.isEmpty
        {
            // "who paid the most": by amount, not by number or time.
            return rows(.measure(.amount(.sum)))
        }
        if counts, tokens[..<item.start].contains(where: { SoldColumns.verbs.contains($0.lower) }), let table = before.entity,
            SoldColumns(index).column(of: table) != nil
        {
            // "Which product did we sell the most of?": by the number of pieces.
            return rows(.adjective("sold", table))
        }
        if let pending, pending.candidates.contains(where: { question.isMeasure($0.column) }) {
            return rows(pendingAggregate.map { .measure(.aggregate($0, pending)) } ?? .column(pending))
        }
        if let adjective, Adjectives.meanings[adjective] != nil, !(item.cue == .superlative(Superlative(true, counts: true))) {
            return rows(.adjective(adjective, focus ?? before.entity))
        }
        // "… the most", "… most often": by the number of rows. "most of the" does not order anything.
        guard counts, !before.shown.isEmpty || before.entity != nil else { return clause.unused.append(item) }
        rows(.measure(.times))
    }

    private static let moneyVerbs: Set<String> = ["pay", "pays", "paid", "spend", "spends", "spent", "earn", "earns", "earned", "cost", "costs"]

    /// "from the oldest to the youngest": an order of all rows.
    mutating func takeRange() -> Bool {
        guard let to = question.item(position), case .cue(.preposition("to")) = question.reading(to), let other = question.next(from: position + 1),
            case .superlative? = question.cue(at: other)
        else { return false }
        position = other + 1
        if !before.order.isEmpty {
            let isUpward = adjective.flatMap { Adjectives.meanings[$0]?.isUpward } ?? true
            clause.meaning = .direction(isDescending: isDescending == isUpward)
        } else if let own = superlative.adjective {
            clause.meaning = .sorting(Draft.Ordering(key: .adjective(own, focus ?? before.entity), isDescending: isDescending))
        } else {
            clause.unused.append(item)
        }
        return true
    }

    /// "sorted by price, the first 5", "the first 5 of all".
    mutating func takeFirstRows(_ limit: Int) -> Bool {
        let end = items[position - 1].end
        let isOfAll = end + 1 < tokens.count && tokens[end].lower == "of" && tokens[end + 1].lower == "all"
        if isOfAll {
            while let after = question.item(position), after.start < end + 2 { position += 1 }
        } else {
            guard question.next(from: position).map({ question.cue(at: $0) == .sentenceEnd }) ?? true else { return false }
        }
        clause.meaning = .first(limit, ofAll: isOfAll)
        return true
    }
}

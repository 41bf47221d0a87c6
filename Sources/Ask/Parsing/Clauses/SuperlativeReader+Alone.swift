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

    static let moneyVerbs: Set<String> = ["pay", "pays", "paid", "spend", "spends", "spent", "earn", "earns", "earned", "cost", "costs"]

    /// Orders all rows: "longest first", "starting with the most expensive".
    mutating func sort(_ adjective: String) {
        if let pending, orders(pending, adjective) {
            // "by length, longest first"
            clause.meaning = .sorting(Draft.Ordering(key: .column(pending), isDescending: isDescending == isUpward(adjective)))
        } else if !before.order.isEmpty, before.limit == nil, before.order.allSatisfy({ orders($0, adjective) }) {
            // "ordered by date, newest first"
            clause.meaning = .direction(isDescending: isDescending == isUpward(adjective))
        } else {
            clause.meaning = .sorting(Draft.Ordering(key: .adjective(adjective, before.entity ?? focus), isDescending: isDescending))
        }
    }

    private func isUpward(_ adjective: String) -> Bool { Adjectives.meanings[adjective]?.isUpward ?? true }

    /// Whether the adjective can set the direction of the order.
    private func orders(_ ordering: Draft.Ordering, _ adjective: String) -> Bool {
        if Adjectives.ofTime.contains(adjective) || question.plainAdjective(item) != nil { return true }
        return if case .column(let mention) = ordering.key { orders(mention, adjective) } else { false }
    }

    private func orders(_ mention: Draft.Mention, _ adjective: String) -> Bool {
        let words = Adjectives.meanings[adjective]?.columns ?? []
        return mention.candidates.contains { link in
            index[link.column].form.words.contains { words.contains($0.lemma) }
                || Adjectives.ofTime.contains(adjective) && (index[link.column].profile.kind == .date || index[link.column].profile.holdsYears)
        }
    }

    /// "from the earliest appointment to the latest": the name between the superlatives is the key of the order.
    private func namedRange() -> (end: Int, mention: Draft.Mention)? {
        guard item.start > 1, tokens[..<item.start].suffix(2).contains(where: { $0.lower == "from" }), let named = question.item(position),
            question.reading(named).isColumn, case .cue(.preposition("to"))? = question.item(position + 1).map({ question.reading($0) }),
            let other = question.next(from: position + 2), case .superlative? = question.cue(at: other)
        else { return nil }
        let measures = named.columns.filter { question.isMeasure($0.column) }
        guard !measures.isEmpty else { return nil }
        var mention = mention(named)
        mention.candidates = measures
        return (other + 1, mention)
    }

    /// "from the oldest to the youngest": an order of all rows.
    mutating func takeRange() -> Bool {
        if let (end, mention) = namedRange() {
            position = end
            let isUpward = adjective.flatMap { Adjectives.meanings[$0]?.isUpward } ?? true
            clause.meaning = .sorting(Draft.Ordering(key: .column(mention), isDescending: isDescending == isUpward))
            return true
        }
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

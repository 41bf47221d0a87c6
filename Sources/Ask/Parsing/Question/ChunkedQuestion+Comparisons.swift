/// Finds what is compared at a position.
extension ChunkedQuestion {
    /// The end of the clause: at "and", at the end of the sentence, or at the order of the rows.
    func comparedEnd(from start: Int) -> Int {
        var at = start
        while at < items.count {
            switch reading(items[at]) {
            case .cue(.sentenceEnd), .cue(.orderBy), .cue(.alphabetical), .cue(.ascending), .cue(.comma), .cue(.and), .cue(.but), .cue(.or): return at
            default: at += 1
            }
        }
        return at
    }

    /// "claims made in 2017", next to settled claims: the time columns whose names contain the verb.
    func eventTimes(before date: LinkedItem) -> [ColumnID] {
        guard date.start > 1, ["in", "on", "since", "before", "after", "during", "until", "between"].contains(tokens[date.start - 1].lower) else {
            return []
        }
        let verb = tokens[date.start - 2]
        guard verb.lower.hasSuffix("ed") || WordForms.isPastForm(verb.lower) else { return [] }
        return index.tables.indices.flatMap { index.columns(of: $0) }.filter { column in
            (index[column].profile.kind == .date || index[column].profile.holdsYears)
                && index[column].form.words.contains { $0.stem == verb.stem }
        }
    }

    /// A mention of ``eventTimes(before:)``; nil if there are none.
    func eventTime(before item: LinkedItem, near table: Int?) -> Draft.Mention? {
        let times = eventTimes(before: item).map { LinkedItem.ColumnLink(column: $0, score: 0.9) }
        guard !times.isEmpty else { return nil }
        return Draft.Mention(candidates: times, owner: nil, near: table, item: item, isName: false, isImplied: true)
    }

    /// "total refunds in 2025": the year is a period, if the column does not contain years.
    func isYearAside(_ item: LinkedItem, of mention: Draft.Mention) -> Bool {
        guard item.start > 0, ["in", "since", "during", "before", "after", "for"].contains(tokens[item.start - 1].lower),
            tokens[item.start].kind == .number,
            tokens[item.start].text.count == 4, let number = item.number, (1900...2100).contains(number),
            let best = mention.candidates.max(by: { $0.score < $1.score })?.column
        else { return false }
        let profile = index[best].profile
        return profile.kind == .number && !profile.holdsYears
    }

    /// "the fees of the 5 most expensive visits": the number is a limit, not a value.
    func isLimit(_ place: Int) -> Bool {
        guard items[place].quoted == nil else { return false }
        return switch cue(at: next(from: place + 1, limit: 2)) {
        case .superlative, .popular: true
        default: false
        }
    }

    /// "in the Alpine region" after another column: the value belongs to the column that follows it.
    func isFollowedByItsColumn(_ place: Int, besides mention: Draft.Mention) -> Bool {
        guard let after = item(place + 1), after.start == items[place].end else { return false }
        return after.columns.contains { link in
            link.score > 0.9 && items[place].values.contains { $0.column == link.column } && !mention.candidates.contains { $0.column == link.column }
        }
    }

    /// "countries with more than 4 addresses": the number counts rows of the following table.
    func countsTable(_ number: Int, besides mention: Draft.Mention) -> Bool {
        guard var table = next(from: number + 1, limit: 3) else { return false }
        if case .distinct? = cue(at: table), let after = next(from: table + 1, limit: 2) { table = after }
        guard case .table = reading(items[table]), (items[table].tables.map(\.score).max() ?? 0) >= 0.7 else { return false }
        // "the amount of claims that had one settlement": the relative clause refers to the rows.
        let between = items.filter { $0.start >= mention.item.end && $0.end <= items[number].start }
        if between.contains(where: { if case .cue(.having) = reading($0) { true } else { false } }) { return true }
        return mention.candidates.allSatisfy { link in
            index[link.column].profile.kind != .number || items[table].tables.allSatisfy { $0.table != link.column.table }
        }
    }

    /// "twice the average", "three times the average": the factor, and the position after it.
    func timesAverage(from start: Int) -> (factor: Double, end: Int)? {
        guard let first = item(start), first.end - first.start == 1 else { return nil }
        let word = tokens[first.start].lower
        guard let factor = ["twice": 2, "double": 2, "triple": 3, "half": 0.5][word] ?? first.number, factor > 0 else { return nil }
        var at = start + 1
        while let item = item(at), at - start < 4 {
            if case .cue(.average) = reading(item) { return (factor, at + 1) }
            guard ["times", "time", "the", "of", "a", "an"].contains(text(of: item)) else { return nil }
            at += 1
        }
        return nil
    }

    /// "10 and 20", "10 to 20".
    func bounds(from start: Int) -> (Double, Double, Int)? {
        guard let first = next(from: start), let low = items[first].number, let link = next(from: first + 1) else { return nil }
        if let high = items[link].number, items[link - 1].cue == .preposition("to") { return (low, high, link + 1) }
        guard case .and? = cue(at: link), let second = next(from: link + 1), let high = items[second].number else { return nil }
        return (low, high, second + 1)
    }

    /// The text that a column must contain.
    func literalText(from start: Int) -> (String, Int)? {
        var at = start
        while let item = item(at), at - start < 5 {
            if let quoted = item.quoted { return (quoted, at + 1) }
            switch reading(item) {
            case .filler
            where tokens[item.start].lower.count > 1
                || at == start && ["a"].contains(tokens[item.start].lower) && self.item(at + 1) != nil
                    && !isClauseEnd(at + 1):
                at += 1
            case .cue(.preposition), .cue(.be), .cue(.contains): at += 1
            default:
                let text = tokens[item.start..<item.end].map(\.text).joined(separator: " ")
                return (text, at + 1)
            }
        }
        return nil
    }

    func isClauseEnd(_ at: Int) -> Bool {
        guard let cue = cue(at: at) else { return false }
        switch cue {
        case .sentenceEnd, .and, .or, .comma, .preposition: return true
        default: return false
        }
    }

    func hasOr(after start: Int) -> Bool {
        items[start...].prefix(8).contains { if case .cue(.or) = reading($0) { true } else { false } }
    }

    func constantValue(_ item: LinkedItem, for mention: Draft.Mention) -> Constant? {
        let ids = Set(mention.candidates.map(\.column))
        if let value = item.values.first(where: { ids.contains($0.column) }), item.number == nil || item.quoted != nil { return .text(value.text) }
        if let number = item.number { return .number(number) }
        if mention.isName, let value = item.values.first(where: { isDisplay($0.column) }) { return .text(value.text) }
        if let quoted = item.quoted, item.values.isEmpty { return .text(quoted) }
        return nil
    }
}

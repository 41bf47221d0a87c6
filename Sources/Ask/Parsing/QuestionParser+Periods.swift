extension QuestionParser {
    /// "month" after "per", "each" or "by", if it is not part of a name.
    mutating func takePeriod() -> Bool {
        guard let item = question.item(position), item.end - item.start == 1, let unit = TimeUnit(word: tokens[item.start].lemma),
            max(item.columns.map(\.score).max() ?? 0, item.tables.map(\.score).max() ?? 0) < 0.8
        else { return false }
        group(by: unit, item)
        position += 1
        if aggregates == [.average], case .entity? = draft.shown.last?.output {
            // "average orders per day": over the numbers of the days.
            aggregates.removeAll()
            draft.isMeanOfGroups = true
        } else if draft.shown.count == 1, draft.shown[0].output == .amount(.average) {
            // "average revenue per month": of the months' sums.
            draft.shown[0].output = .amount(.sum)
            draft.isMeanOfGroups = true
        }
        return true
    }

    /// Groups by a unit. Of two units the finer one is used if the other consists of whole ones: "per month and year". A form has no place for
    /// two other units, so that the second one is not understood: "per weekday and hour".
    private mutating func group(by unit: TimeUnit, _ item: LinkedItem) {
        guard let known = draft.period, known != unit else {
            draft.period = unit
            return
        }
        if draft.isMeanOfGroups || !unit.divides(known) && !known.divides(unit) {
            draft.unused.append(item)
        } else if unit.divides(known) {
            draft.period = unit
        }
    }

    /// "month with the highest revenue", "best month by revenue", "busiest day for orders": the question asks for a calendar period.
    mutating func takeHeadPeriod(_ item: LinkedItem) -> Bool {
        guard draft.shown.isEmpty, draft.entity == nil, !counting.isOpen, aggregates.isEmpty, draft.period == nil else { return false }
        if let isDescending = Self.busyWords[tokens[item.start].lower] { return takeBusiest(isDescending) }
        let isRanked = !draft.order.isEmpty || ranking.waitingLimit != nil
        let isDescribed = item.end < tokens.count && ["with", "that", "which", "when", "where", "in"].contains(tokens[item.end].lower)
        guard isRanked || isDescribed && items[(position + 1)...].contains(where: isSuperlative), takePeriod() else { return false }
        draft.asksForPeriod = true
        return true
    }

    private static let busyWords: [String: Bool] = ["busiest": true, "quietest": false]

    private func isSuperlative(_ item: LinkedItem) -> Bool {
        if case .cue(.superlative) = question.reading(item) { true } else { false }
    }

    /// "busiest weekday for orders": by the number of rows.
    private mutating func takeBusiest(_ isDescending: Bool) -> Bool {
        let start = position
        position += 1
        guard takePeriod(),
            let place = items.indices.dropFirst(position).first(where: { place in
                if case .table = question.reading(items[place]) { true } else { false }
            }), place > 0, ["for", "by", "of", "at", "in"].contains(tokens[items[place].start - 1].lower),
            let table = question.bestTable(items[place])
        else {
            (position, draft.period) = (start, nil)
            return false
        }
        draft.order.append(Draft.Ordering(key: .measure(.rows(table)), isDescending: isDescending))
        (draft.limit, draft.asksForPeriod, focus) = (1, true, table)
        return true
    }

    /// "monthly".
    mutating func takeAdverb(_ item: LinkedItem) -> Bool {
        let word = tokens[item.start].lower
        guard item.end - item.start == 1, word.hasSuffix("ly") || word == "annual", let unit = TimeUnit(word: word), !item.isLinked else {
            return false
        }
        group(by: unit, item)
        position += 1
        if aggregates == [.average], item.start > 0 {
            // "average monthly revenue": over the sums of the months.
            aggregates.removeAll()
            draft.isMeanOfGroups = true
        }
        return true
    }

    /// The aggregate for a word that means money and is not part of a name. Nil for other words.
    func amount(_ item: LinkedItem) -> LogicalForm.Aggregate? { question.meansAmount(item) ? aggregates.last ?? .sum : nil }

    /// "how many units were sold", "units sold per month": the number of pieces, if the question is about selling.
    mutating func takePieces(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, SoldColumns.pieces.contains(tokens[item.start].lemma), tokens[item.start].lemma != tokens[item.start].lower,
            !isModifier, item.tables.isEmpty, item.values.isEmpty, (item.columns.map(\.score).max() ?? 0) < 0.9, draft.having.isEmpty,
            counting.isOpen || draft.shown.isEmpty, tokens.contains(where: { SoldColumns.verbs.contains($0.lower) }),
            let column = SoldColumns(index).column
        else { return false }
        position += 1
        counting.isOpen = false
        if lastPreposition == nil, let of = question.item(position), question.cue(at: position) == .preposition("of") {
            lastPreposition = tokens[of.start].lower
        }
        show(.aggregate(aggregates.last ?? .sum, question.measureMention(column, item)))
        aggregates.removeAll()
        return true
    }

    /// "value of cancelled orders", "order value of gold customers": the amount of rows that are named later.
    mutating func takeValueOf(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, ["value", "worth", "amount", "total", "sum"].contains(tokens[item.start].lower), draft.shown.isEmpty,
            !isModifier,
            !counting.isOpen, aggregates != [.average], (item.columns.map(\.score).max() ?? 0) < 0.8, item.end < tokens.count,
            tokens[item.end].lower == "of",
            let place = items.indices.dropFirst(position + 1).prefix(5).first(where: { place in
                if case .table = question.reading(items[place]) { true } else { false }
            }), let table = question.bestTable(items[place]), question.isPlural(items[place]), AmountColumns(index).column(of: table) != nil
        else { return false }
        aggregates.removeAll()
        show(.amount(.sum))
        position += 1
        return true
    }

    /// "revenue" as what is shown.
    mutating func takeAmount(_ item: LinkedItem) -> Bool {
        guard let aggregate = amount(item), !isModifier, !counting.isOpen, pending == nil else { return false }
        aggregates.removeAll()
        show(.amount(aggregate))
        position += 1
        return true
    }
}

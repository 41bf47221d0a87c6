/// Reads conditions on the measure of a group: "spent more than twice the average", "sold fewer than 150 pieces", "had more orders in 2025
/// than in 2024".
extension QuestionParser {
    mutating func takeGroupCondition(_ item: LinkedItem) -> Bool {
        takeMoreThanEarlier(item) || takeAmountCondition(item) || takeSoldCondition(item) || takeCountAboveAverage(item)
    }

    private static let spending: Set<String> = ["spent", "spend", "spends"]

    // MARK: Amounts

    /// "spent more than 20000", "with revenue over 100000", "spent more than twice the average": a condition on the sum of an amount.
    private mutating func takeAmountCondition(_ item: LinkedItem) -> Bool {
        let isSeller = SoldColumns.verbs.contains(tokens[item.start].lower) && draft.entity.map(question.holdsPersons) ?? false
        let isVerb = Self.spending.contains(tokens[item.start].lower) || isSeller
        guard item.end - item.start == 1, isModifier || isVerb, !draft.shown.isEmpty, isVerb || question.meansAmount(item),
            let place = question.next(from: position + 1), case .comparison(let comparison, nil)? = question.cue(at: place),
            let value = question.next(from: place + 1)
        else { return false }
        if let (factor, end) = averages(from: value) {
            position = end
            skipAveraged()
            add(.amount(.sum), comparison, .timesAverage(factor))
            return true
        }
        guard let number = items[value].number, items[value].quoted == nil, items[value].date == nil else { return false }
        if let after = question.item(value + 1), after.start == items[value].end, question.reading(after).isColumn || !after.tables.isEmpty {
            return false
        }
        if let unit = question.item(value + 1), SoldColumns.pieces.contains(tokens[unit.start].lemma) { return false }
        position = value + 1
        add(.amount(.sum), comparison, .number(number))
        return true
    }

    /// "twice the average", "the average": the factor, and the position after it.
    func averages(from place: Int) -> (factor: Double, end: Int)? {
        if let times = question.timesAverage(from: place) { return times }
        guard case .average? = question.cue(at: place) else { return nil }
        return (1, place + 1)
    }

    /// Skips words after "the average" that repeat what it is the average of: "revenue", "per customer", "of all customers", "customer".
    private mutating func skipAveraged() {
        if let again = question.item(position), question.meansAmount(again) { position += 1 }
        guard let table = draft.entity ?? focus, let after = question.next(from: position, limit: 4) else { return }
        let isEach = if case .each? = question.cue(at: after) { true } else { false }
        let place = isEach ? after + 1 : after
        guard let owner = question.item(place), case .table = question.reading(owner), question.bestTable(owner) == table else { return }
        position = place + 1
    }

    mutating func add(_ measure: Draft.Measure, _ comparison: Comparison, _ right: Draft.GroupCondition.Right) {
        let sign = negation.isOpen ? comparison.negated : comparison
        draft.having.append(Draft.GroupCondition(measure: measure, comparison: sign, right: right))
        negation.wasTaken = negation.wasTaken || negation.isOpen
        negation.isOpen = false
        (pending, isModifier) = (nil, true)
    }

    // MARK: Pieces

    /// "sold fewer than 150 pieces", "with more than 20 units sold": the sold quantity of each.
    private mutating func takeSoldCondition(_ item: LinkedItem) -> Bool {
        guard let table = draft.entity, !draft.shown.isEmpty else { return false }
        let isSaidBefore = SoldColumns.verbs.contains(tokens[item.start].lower) && item.end - item.start == 1
        guard let place = isSaidBefore ? question.next(from: position + 1) : position,
            case .comparison(let comparison, nil)? = question.cue(at: place),
            let value = question.next(from: place + 1), let number = items[value].number, items[value].date == nil,
            let unit = question.item(value + 1), unit.start == items[value].end, SoldColumns.pieces.contains(tokens[unit.start].lemma)
        else { return false }
        var end = value + 2
        if !isSaidBefore {
            guard let verb = question.item(end), SoldColumns.verbs.contains(tokens[verb.start].lower) else { return false }
            end += 1
        }
        position = end
        add(.sold(table), comparison, .number(number))
        return true
    }

    /// "with more orders than the average store": compares the number with the average of all groups.
    private mutating func takeCountAboveAverage(_ item: LinkedItem) -> Bool {
        guard isModifier, !draft.shown.isEmpty, let entity = draft.entity, case .table = question.reading(item), let table = question.bestTable(item),
            table != entity, let place = question.item(position + 1), place.start == item.end,
            case .comparison(let comparison, nil)? = question.cue(at: position + 1), let value = question.next(from: position + 2),
            let (factor, end) = averages(from: value)
        else { return false }
        position = end
        skipAveraged()
        add(.rows(table), comparison, .timesAverage(factor))
        return true
    }

    // MARK: Two times

    private static let comparatives: [String: Comparison] = [
        "more": .greater, "higher": .greater, "greater": .greater, "larger": .greater, "less": .less, "fewer": .less, "lower": .less,
        "smaller": .less,
    ]

    /// "had less revenue this year than last year", "ordered more in 2025 than in 2024".
    private mutating func takeMoreThanEarlier(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, let comparison = Self.comparatives[tokens[item.start].lower], !draft.shown.isEmpty,
            let than = items.indices.dropFirst(position + 1).prefix(9).first(where: { tokens[items[$0].start].lower == "than" }),
            let last = question.next(from: than + 1), let first = items[..<than].indices.last(where: { span(at: $0) != nil }), first > position,
            let left = span(at: first), let right = span(at: last), question.next(from: first + 1) == last,
            let measure = measureCompared(from: position + 1, to: first)
        else { return false }
        position = last + 1
        add(measure, comparison, .spans(left, right))
        return true
    }

    private func span(at place: Int) -> DateSpan? {
        if let date = items[place].date { return date.start != nil && date.end != nil ? date : nil }
        guard question.isLikeYear(items[place]), let year = items[place].number else { return nil }
        return DraftResolver.span(.equal, Int(year))
    }

    /// The compared measure, named in between or by the verb before.
    private func measureCompared(from start: Int, to end: Int) -> Draft.Measure? {
        guard let place = question.next(from: start), place < end else {
            guard let verb = question.item(start - 2) else { return nil }
            if SoldColumns.verbs.contains(tokens[verb.start].lower) || Self.spending.contains(tokens[verb.start].lower) { return .amount(.sum) }
            return verbTable(verb).map { .rows($0) }
        }
        guard question.next(from: place + 1) == end else { return nil }
        if question.meansAmount(items[place]) { return .amount(.sum) }
        switch question.reading(items[place]) {
        case .table: return question.bestTable(items[place]).map { .rows($0) }
        case .column where items[place].columns.contains(where: { question.isMeasure($0.column) }): return .aggregate(.sum, mention(items[place]))
        default: return nil
        }
    }
}

/// Reads comparisons without a column directly before them: "more than 5 visits", "older than 30", "above the average".
extension ComparisonReader {
    mutating func withoutColumn(_ comparison: Comparison, _ adjective: String?, _ item: LinkedItem) {
        let comparison = negates ? comparison.negated : comparison
        guard let after = question.next(from: position) else {
            clause.unused.append(item)
            return
        }
        let target = items[after]
        if adjective == "late", let verb = pending, question.isVerb(verb.item), question.isLikeYear(target),
            !verb.candidates.contains(where: { index[$0.column].profile.kind == .date || index[$0.column].profile.holdsYears })
        {
            // "made after 1977": the verb describes the rows and is not the column of the year.
            pending = nil
        }
        if let mention = pending, compare(mention, comparison, from: position, cue: item) { return }
        if compareTimesAverage(comparison, at: after) { return }
        if let number = target.number, target.quoted == nil {
            position = after + 1
            if adjective == nil, let mention = comparedBefore(item, target) { return add(.compare(mention, comparison, .number(number))) }
            comparisonItem = item
            return self.number(comparison, number, adjective, target)
        }
        if compareTime(comparison, adjective, at: after) { return }
        if compareWithNamedRow(comparison, adjective, at: after) || compareWithNamedRow(comparison, question.comparedAdjective(item), at: after) {
            return
        }
        switch question.reading(target) {
        case .column where question.next(from: after + 1, limit: 3).map({ items[$0].number != nil }) ?? false:
            // "before the year of 2010", "above a score of 90"
            guard let number = question.next(from: after + 1, limit: 3), let value = items[number].number else { break }
            position = number + 1
            return add(.compare(mention(target), comparison, .number(value)))
        case .cue(.average): return compareAverage(comparison, adjective, item, at: after)
        case .cue(.count):
            position = after + 1
        default:
            break
        }
        clause.unused.append(item)
    }

    /// Compares with the same column of a named row: "longer than the Congo", "older than Ann Lee".
    private mutating func compareWithNamedRow(_ comparison: Comparison, _ adjective: String?, at place: Int) -> Bool {
        guard let adjective, let table = focus ?? entity ?? question.namedTable(items[place]),
            let said = question.adjectiveColumn(adjective, of: table)
        else { return false }
        let meant = question.measureMention(said.column, items[place])
        guard let inner = namedRow(place, for: meant) else { return false }
        let isTurned = Adjectives.meanings[adjective].map { $0.isUpward != said.isUpward } ?? false
        if entity == nil, focus == nil { focus = table }
        add(.average(meant, isTurned ? comparison.mirrored : comparison, .maximum, over: nil, inner))
        clause.notes.insert(.impliedAdjective)
        return true
    }

    /// "orders of more than ten times the average", "cheaper than half the average price".
    private mutating func compareTimesAverage(_ comparison: Comparison, at place: Int) -> Bool {
        let target = items[place]
        if let (factor, end) = question.timesAverage(from: place), question.next(from: end) == nil, let table = entity,
            let column = AmountColumns(index).column(of: table)
        {
            // "orders of more than ten times the average"
            position = end
            add(.timesAverage(question.measureMention(column, target), comparison, factor))
            return true
        }
        if let (factor, end) = question.timesAverage(from: place), let column = question.next(from: end) {
            // "cheaper than half the average price"
            if question.reading(items[column]).isColumn {
                position = column + 1
                skipComparedTable()
                add(.timesAverage(mention(items[column]), comparison, factor))
                return true
            }
            clause.unused.append(target)
        }
        return false
    }

    /// "before last week", "after '2025-01-31'".
    private mutating func compareTime(_ comparison: Comparison, _ adjective: String?, at place: Int) -> Bool {
        let target = items[place]
        if let date = target.date {
            position = place + 1
            add(.days(question.eventTime(before: target, near: focus), date.compared(comparison), near: focus))
            return true
        }
        if let quoted = target.quoted, adjective == "late" {
            position = place + 1
            if quoted.count == 19, CalendarDay(String(quoted.prefix(10))) != nil {
                add(.instant(comparison, quoted, near: focus))
                return true
            }
            if quoted.count == 10, let day = CalendarDay(quoted) {
                let span = DateSpan(start: day, end: day.adding(days: 1), label: quoted)
                add(.days(question.eventTime(before: target, near: focus), span.compared(comparison), near: focus))
                return true
            }
        }
        return false
    }

    /// "above the average", "more than the average number of memberships".
    private mutating func compareAverage(_ comparison: Comparison, _ adjective: String?, _ item: LinkedItem, at place: Int) {
        position = place + 1
        if let noun = question.next(from: position), question.meansAmount(items[noun]), entity != nil {
            // "with above average revenue"
            position = noun + 1
            clause.having.append(Draft.GroupCondition(measure: .amount(.sum), comparison: comparison, right: .timesAverage(1)))
            return
        }
        // "more than the average number of memberships": of the column that contains the number.
        if case .count? = question.cue(at: question.next(from: position)),
            let column = question.next(from: (question.next(from: position) ?? position) + 1),
            items[column].columns.contains(where: { question.isMeasure($0.column) && $0.score >= 0.44 })
        {
            position = column + 1
            var mention = mention(items[column])
            mention.candidates = mention.candidates.filter { question.isMeasure($0.column) }
            return add(.average(mention, comparison, .average, over: nil, []))
        }
        if let column = question.next(from: position), question.reading(items[column]).isColumn {
            position = column + 1
            if let group = ownGroup() { return add(.average(mention(items[column]), comparison, .average, over: nil, [.shared(group)])) }
            skipComparedTable()
            return add(.average(mention(items[column]), comparison, .average, over: nil, []))
        }
        if let table = question.next(from: position).map({ items[$0] }), let owner = question.bestTable(table),
            let column = AmountColumns(index).column(of: owner),
            let noun = question.item(position + 1) ?? nil, AmountColumns.nouns.contains(tokens[noun.start].lemma), noun.start == table.end
        {
            // "above the average order value"
            position += 2
            return add(.average(question.measureMention(column, noun), comparison, .average, over: nil, []))
        }
        let spoken = adjective ?? question.comparedAdjective(item) ?? paidBefore(item)
        if let group = ownGroup() {
            return add(.adjectiveAverage(spoken, comparison, near: focus, [.shared(group)]))
        }
        var inner = spoken == nil ? [] : comparedRows() ?? []
        skipComparedTable()
        inner += takeKind()
        return add(.adjectiveAverage(spoken, comparison, near: focus, inner))
    }

    /// "paid less than the average": the comparison is about earnings.
    private func paidBefore(_ item: LinkedItem) -> String? {
        item.start > 0 && ["paid", "earn", "earns", "earning"].contains(tokens[item.start - 1].lower) ? "paid" : nil
    }

    /// "greater than 120 or smaller than 100": the column of the previous comparison.
    func comparedBefore(_ item: LinkedItem, _ number: LinkedItem) -> Draft.Mention? {
        guard item.start > 0, ["or", "and", "but"].contains(tokens[item.start - 1].lower), question.comparedAdjective(item).map(Self.isPlain) ?? true,
            number.end == tokens.count || tokens[number.end].kind == .mark || ["and", "or", "in"].contains(tokens[number.end].lower),
            case .compare(let mention, _, .number)? = before.conditions.last
        else { return nil }
        return mention
    }

    /// Adjectives that do not determine a column next to a number.
    private static func isPlain(_ adjective: String) -> Bool { ["large", "small", "high", "low"].contains(adjective) }

    /// "longer than 3300": the column to which the adjective refers, if there is one.
    func spokenAdjective() -> String? {
        guard let comparisonItem, let adjective = question.comparedAdjective(comparisonItem), let words = Adjectives.meanings[adjective]?.columns
        else {
            return nil
        }
        let columns = index.tables.indices.flatMap { index.columns(of: $0) }
        return columns.contains { column in question.isMeasure(column) && index[column].form.words.contains { words.contains($0.lemma) } }
            ? adjective : nil
    }
}

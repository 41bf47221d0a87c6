extension QuestionParser {
    mutating func handleNumber(_ item: LinkedItem) {
        position += 1
        guard let number = item.number else {
            draft.unused.append(item)
            return
        }
        if skipYearsOld() {
            var comparison = Comparison.equal
            if case .orMore(let wider)? = question.cue(at: question.next(from: position, limit: 2)) {
                comparison = wider
                position = (question.next(from: position, limit: 2) ?? position) + 1
            }
            return add(.adjective("old", comparison, number, near: focus))
        }
        // "the 3 largest", "top 3".
        if let after = question.next(from: position, limit: 2), let cue = question.cue(at: after) {
            switch cue {
            case .superlative, .popular:
                superlativeLimit = Int(exactly: number)
                if question.isOrdinal(item), number > 1, let place = superlativeLimit {
                    // "the second oldest": one row, after those before it.
                    draft.skipped = place - 1
                    superlativeLimit = 1
                }
                return
            default: break
            }
        }
        if case .orMore(let comparison)? = question.cue(at: question.next(from: position, limit: 2)) {
            position = (question.next(from: position, limit: 2) ?? position) + 1
            return measured(comparison, number, nil, item)
        }
        if let before = question.item(position - 2), before.end == item.start, case .table = question.reading(before),
            let table = question.bestTable(before),
            item.end - item.start == 1,
            tokens[item.start].kind == .number, !(question.isLikeYear(item) && index.columns(of: table).contains { index[$0].profile.kind == .date })
        {
            // "class 10014": the row with that key.
            let key = index.tables[table].primaryKey
            let named = item.values.first { $0.column.table == table }?.column ?? (key.count == 1 ? ColumnID(table, key[0]) : nil)
            if let named, index[named].profile.kind != .text || item.values.contains(where: { $0.column == named }) {
                let link = LinkedItem.ColumnLink(column: named, score: 0.9)
                let mention = Draft.Mention(candidates: [link], owner: table, near: table, item: item, isName: false)
                return add(
                    .compare(
                        mention, negates ? .notEqual : .equal, index[named].profile.kind == .text ? .text(tokens[item.start].text) : .number(number)))
            }
        }
        if let mention = pending, mention.candidates.contains(where: { question.accepts($0.column, number: item) }),
            mention.item.end + 3 >= item.start
        {
            add(.compare(mention, negates ? .notEqual : .equal, .number(number)))
            return
        }
        let isYear =
            tokens[item.start].kind == .number && tokens[item.start].text.count == 4 && number >= 1000 && number <= 2100 && item.end - item.start == 1
        if !isModifier, !isYear, number >= 1, number < 100, tokens[item.start].lower != "one", number == number.rounded(), pending == nil,
            !question.isOrdinal(item),
            let after = question.item(position),
            !after.tables.isEmpty || !after.columns.isEmpty
        {
            // "the 3 wineries that …": how many of what a superlative orders.
            superlativeLimit = Int(number)
            limitItem = item
            return
        }
        if let after = question.item(position) {
            // "4th grade", "two beds"
            let columns = after.columns.filter { question.accepts($0.column, number: item) && $0.score > 0.7 && mayHold($0.column, number) }
            let isOwnYear = isYear && after.start == item.end && columns.contains { index[$0.column].profile.holdsYears && $0.score > 0.9 }
            if !columns.isEmpty, after.tables.isEmpty || isModifier && after.tables.allSatisfy({ $0.score < 0.9 }),
                isModifier || question.isOrdinal(item) || isOwnYear
            {
                position += 1
                var mention = mention(after)
                mention.candidates = columns
                add(.compare(mention, negates ? .notEqual : .equal, .number(number)))
                return
            }
            if isModifier, case .table = question.reading(after), let table = question.bestTable(after), !isYear {
                draft.having.append(Draft.GroupCondition(measure: .rows(table), comparison: .equal, number: number))
                focus = table
                position += 1
                return
            }
        }
        if isYear {
            add(.year(negates ? .notEqual : .equal, number, near: focus, verb: verbColumns))
            verbColumns = []
            return
        }
        // "the one": no number.
        if tokens[item.start].kind == .word, number == 1, !question.isOrdinal(item) { return }
        draft.unused.append(item)
        draft.notes.insert(.lonelyNumber)
    }

    /// Whether the number is among those that the column holds, or there are too many to know.
    private func mayHold(_ column: ColumnID, _ number: Double) -> Bool {
        guard let least = index[column].profile.minimum, let most = index[column].profile.maximum, index[column].profile.kind == .number else {
            return true
        }
        return (least...max(least, most)).contains(number) || tokens[items[position - 1].start].kind == .number
    }

    mutating func handleDate(_ item: LinkedItem) {
        position += 1
        guard let date = item.date else { return }
        let mention = pending
        add(.days(mention, date, near: focus))
    }

    mutating func handleBetween(_ item: LinkedItem) {
        guard let (low, high, end) = question.bounds(from: position) else {
            draft.unused.append(item)
            return
        }
        position = end
        if !negates, skipYearsOld() {
            add(.adjective("old", .greaterOrEqual, low, near: focus))
            return add(.adjective("old", .lessOrEqual, high, near: focus))
        }
        while let unit = question.item(position), question.isUnit(unit) { position += 1 }
        if let mention = pending { return add(.between(mention, low, high, isNegated: negates)) }
        if let after = question.next(from: position), let column = question.item(after), question.reading(column).isColumn,
            column.columns.contains(where: { index[$0.column].profile.kind == .number && $0.score >= 0.44 && !question.isKey($0.column) })
        {
            position = after + 1
            return add(.between(mention(column), low, high, isNegated: negates))
        }
        if [low, high].allSatisfy((1000...2100).contains) { return add(.yearBetween(low, high, near: focus)) }
        draft.unused.append(item)
    }

    mutating func handleComparison(_ comparison: Comparison, _ adjective: String?, _ item: LinkedItem) {
        let comparison = negates ? comparison.negated : comparison
        guard let after = question.next(from: position) else {
            draft.unused.append(item)
            return
        }
        let target = items[after]
        if separatesTimes(item, target) { return }
        if adjective == "late", let verb = pending, question.isVerb(verb.item), question.isLikeYear(target),
            !verb.candidates.contains(where: { index[$0.column].profile.kind == .date || index[$0.column].profile.holdsYears })
        {
            // "made after 1977": a verb of the rows, not what the year is compared with.
            pending = nil
        }
        if let mention = pending, self.compare(mention, comparison, from: position, cue: item) { return }
        if let (factor, end) = question.timesAverage(from: after), question.next(from: end) == nil, let table = draft.entity,
            let column = AmountColumns(index).column(of: table)
        {
            // "orders of more than ten times the average"
            position = end
            return add(.timesAverage(question.measureMention(column, target), comparison, factor))
        }
        if let (factor, end) = question.timesAverage(from: after), let column = question.next(from: end) {
            // "cheaper than half the average price"
            if question.reading(items[column]).isColumn {
                position = column + 1
                skipComparedTable()
                return add(.timesAverage(mention(items[column]), comparison, factor))
            }
            draft.unused.append(target)
        }
        if let number = target.number, target.quoted == nil {
            position = after + 1
            if adjective == nil, let mention = comparedBefore(item, target) { return add(.compare(mention, comparison, .number(number))) }
            comparisonItem = item
            return measured(comparison, number, adjective, target)
        }
        if let date = target.date {
            position = after + 1
            return add(.days(nil, date.compared(comparison), near: focus))
        }
        if let quoted = target.quoted, adjective == "late" {
            position = after + 1
            if quoted.count == 19, CalendarDay(String(quoted.prefix(10))) != nil { return add(.instant(comparison, quoted, near: focus)) }
            if quoted.count == 10, let day = CalendarDay(quoted) {
                let span = DateSpan(start: day, end: day.adding(days: 1), label: quoted)
                return add(.days(nil, span.compared(comparison), near: focus))
            }
        }
        if let adjective, let meant = adjectiveMention(adjective, target), let inner = namedRow(after, for: meant) {
            return add(.average(meant, comparison, .maximum, over: nil, inner))
        }
        switch question.reading(target) {
        case .column where question.next(from: after + 1, limit: 3).map({ items[$0].number != nil }) ?? false:
            // "before the year of 2010", "above a score of 90"
            guard let number = question.next(from: after + 1, limit: 3), let value = items[number].number else { break }
            position = number + 1
            return add(.compare(mention(target), comparison, .number(value)))
        case .cue(.average):
            position = after + 1
            // "more than the average number of memberships": of the column that says how many.
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
            skipComparedTable()
            return add(.adjectiveAverage(adjective ?? question.comparedAdjective(item), comparison, near: focus, takeKind()))
        case .cue(.count):
            position = after + 1
        default:
            break
        }
        draft.unused.append(item)
    }

    /// "the average dog": a value right after it, of whose rows alone the average is.
    mutating func takeKind() -> [Draft.Condition] {
        guard let kind = question.item(position), question.reading(kind).isValue, kind.start == items[position - 1].end else { return [] }
        position += 1
        return [.value(kind.values, near: focus, isNegated: false)]
    }

    /// "more than 5 …": a column or a table may follow.
    private mutating func measured(_ comparison: Comparison, _ number: Double, _ adjective: String?, _ item: LinkedItem) {
        var comparison = comparison
        if case .orMore(let wider)? = question.cue(at: question.next(from: position, limit: 3)) {
            comparison = wider
            position = (question.next(from: position, limit: 3) ?? position) + 1
        }
        let isYear = tokens[item.start].kind == .number && tokens[item.start].text.count == 4 && number >= 1000 && number <= 2100
        var adjective = adjective
        if skipYearsOld() { adjective = "old" }
        var unit = question.item(position)
        // Money and the like: "$", "dollars", "%".
        while let filler = unit, question.isUnit(filler) {
            position += 1
            unit = question.item(position)
        }
        if adjective == nil || adjective == "late" && !isYear, let after = question.next(from: position, limit: 4), after - position < 3 {
            var after = question.headOfTables(after)
            if after == position, question.reading(items[after]).isValue, let noun = question.item(after + 1), noun.start == items[after].end,
                case .table = question.reading(noun),
                items[after].values.contains(where: { value in noun.tables.contains { $0.table == value.column.table } })
            {
                // "at least two completed visits": the value says which.
                let own = items[after].values.filter { value in noun.tables.contains { $0.table == value.column.table } }
                add(.value(own, near: question.bestTable(noun), isNegated: false))
                after += 1
            }
            let target = items[after]
            let columns = target.columns.filter { index[$0.column].profile.kind == .number && !question.isKey($0.column) }
            let column = columns.map(\.score).max() ?? 0
            let table = target.tables.map(\.score).max() ?? 0
            if table >= 0.6, table >= column - 0.05, let best = question.bestTable(target) {
                position = after + 1
                focus = best
                if (comparison == .greaterOrEqual && number == 1) || (comparison == .greater && number == 0) {
                    if best != draft.entity { draft.required.append(best) }
                    isModifier = true
                    pending = nil
                    return
                }
                draft.having.append(Draft.GroupCondition(measure: .rows(best), comparison: comparison, number: number))
                pending = nil
                return
            }
            if column >= 0.5 || (column >= 0.44 && table == 0) {
                position = after + 1
                var mention = mention(target)
                mention.candidates = columns
                return add(.compare(mention, comparison, .number(number)))
            }
            if question.reading(target).isColumn,
                let text = target.columns.filter({ index[$0.column].profile.kind == .text }).max(by: { $0.score < $1.score }), text.score >= 0.6,
                after == position
            {
                position = after + 1
                draft.having.append(Draft.GroupCondition(measure: .distinct(mention(target)), comparison: comparison, number: number))
                return
            }
            if case .cue(.countTimes) = question.reading(target) {
                position = after + 1
                draft.having.append(Draft.GroupCondition(measure: .times, comparison: comparison, number: number))
                return
            }
        }
        if let adjective, adjective != "late" { return add(.adjective(adjective, comparison, number, near: focus)) }
        if adjective == nil, let spoken = spokenAdjective() { return add(.adjective(spoken, comparison, number, near: focus)) }
        if adjective == nil, aggregates.isEmpty, let table = focus ?? draft.entity, let column = AmountColumns(index).column(of: table) {
            // "orders over 500": of what the rows amount to.
            return add(.compare(question.measureMention(column, item), comparison, .number(number)))
        }
        if isYear { return add(.year(comparison, number, near: focus, verb: verbColumns)) }
        // "at least twice"
        if tokens[item.start].lower == "twice" || tokens[item.start].lower == "once" {
            draft.having.append(Draft.GroupCondition(measure: .times, comparison: comparison, number: number))
            return
        }
        draft.unused.append(item)
        draft.notes.insert(.lonelyNumber)
    }

    /// "greater than 120 or smaller than 100": the column of the comparison before.
    private func comparedBefore(_ item: LinkedItem, _ number: LinkedItem) -> Draft.Mention? {
        guard item.start > 0, ["or", "and", "but"].contains(tokens[item.start - 1].lower), question.comparedAdjective(item).map(Self.isPlain) ?? true,
            number.end == tokens.count || tokens[number.end].kind == .mark || ["and", "or", "in"].contains(tokens[number.end].lower),
            case .compare(let mention, _, .number)? = draft.conditions.last
        else { return nil }
        return mention
    }

    /// Adjectives that say nothing of a column beside a number.
    private static func isPlain(_ adjective: String) -> Bool { ["large", "small", "high", "low"].contains(adjective) }

    /// "longer than 3300": the column that the adjective speaks of, where there is one.
    private func spokenAdjective() -> String? {
        guard let comparisonItem, let adjective = question.comparedAdjective(comparisonItem), let words = Adjectives.meanings[adjective]?.columns
        else {
            return nil
        }
        let columns = index.tables.indices.flatMap { index.columns(of: $0) }
        return columns.contains { column in question.isMeasure(column) && index[column].form.words.contains { words.contains($0.lemma) } }
            ? adjective : nil
    }

    /// "years old" after a number.
    private mutating func skipYearsOld() -> Bool {
        guard let item = question.item(position), item.start + 1 < tokens.count, tokens[item.start].lemma == "year",
            tokens[item.start + 1].lower == "old" || tokens[item.start + 1].lower == "of"
        else { return false }
        let end = item.start + (tokens[item.start + 1].lower == "of" ? 3 : 2)
        while let next = question.item(position), next.start < end { position += 1 }
        return true
    }

}

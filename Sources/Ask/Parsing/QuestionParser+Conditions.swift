extension QuestionParser {
    /// Reads a comparison that follows a column; false when none does.
    mutating func compare(_ mention: Draft.Mention) -> Bool {
        var at = position
        var isNegated = negates
        var passed = 0
        var sawBe = false
        while let item = question.item(at), passed < 6 {
            switch question.reading(item) {
            case .filler where tokens[item.start].isCapital && question.constantValue(item, for: mention) != nil:
                // "room C"
                return equals(mention, isNegated, at: at, isDirect: true)
            case .filler: at += 1
            case .cue(.be):
                sawBe = true
                at += 1
            case .cue(.preposition(let word)) where word != "for" && word != "from" && word != "by" && word != "across": at += 1
            case .cue(.relative) where sawBe == false && ["that", "which", "who"].contains(tokens[item.start].lower):
                // "score that is higher than 90"
                guard let after = question.item(at + 1), case .cue(.be) = question.reading(after), isModifier else { return false }
                at += 1
            case .cue(.not):
                isNegated = true
                at += 1
            case .cue(.either), .cue(.same): at += 1
            case .cue(.comparison(let comparison, _)):
                return compare(mention, isNegated ? comparison.negated : comparison, from: at + 1, cue: item)
            case .cue(.between): return between(mention, isNegated, from: at + 1)
            case .cue(.contains(let match)): return self.match(mention, match, isNegated, from: at + 1)
            case .cue(.isNull):
                add(.null(mention, isNegated: isNegated))
                position = at + 1
                return true
            case .value where question.isFollowedByItsColumn(at, besides: mention): return false
            case .number
            where question.isYearAside(items[at], of: mention) && (!isModifier || mention.candidates.allSatisfy { question.isKey($0.column) }):
                return false
            case .date where items[at].date != nil && mention.candidates.contains(where: { index[$0.column].profile.kind == .date }):
                // "hired this year"
                guard let span = items[at].date, !isNegated else { return false }
                position = at + 1
                add(.days(mention, span, near: focus))
                return true
            case .number where question.isLimit(at): return false
            case .number, .value, .quoted, .date: return equals(mention, isNegated, at: at, isDirect: passed == 0 || sawBe)
            case .word:
                // "named X" with an unknown verb between.
                return false
            default:
                return false
            }
            passed += 1
        }
        return false
    }

    mutating func compare(_ mention: Draft.Mention, _ comparison: Comparison, from start: Int, cue: LinkedItem) -> Bool {
        guard let after = question.next(from: start) else { return false }
        if let (factor, end) = question.timesAverage(from: after) {
            position = end
            if let again = question.next(from: position), case .column = question.reading(items[again]) { position = again + 1 }
            skipComparedTable()
            add(.timesAverage(mention, comparison, factor))
            return true
        }
        if let aggregate = quantifier(cue, before: after, comparison) {
            position = after
            if let again = question.item(after), question.reading(again).isColumn,
                again.columns.contains(where: { link in mention.candidates.contains { $0.column == link.column } })
            {
                position += 1
            }
            guard let inner = comparedRows() else {
                position = after
                return false
            }
            add(.average(mention, comparison, aggregate, over: nil, inner))
            return true
        }
        if let inner = namedRow(after, for: mention) {
            add(.average(mention, comparison, .maximum, over: nil, inner))
            return true
        }
        let item = items[after]
        if item.end - item.start > 1 || item.number == nil, let date = item.date {
            position = after + 1
            add(.days(mention, date.compared(comparison), near: focus))
            return true
        }
        if let number = item.number {
            if ["once", "twice", "thrice"].contains(tokens[item.start].lower) { return false }
            if case .countTimes? = question.cue(at: question.next(from: after + 1, limit: 2)) { return false }
            if question.countsTable(after, besides: mention) { return false }
            position = after + 1
            var comparison = comparison
            if case .orMore(let wider)? = question.cue(at: question.next(from: position)) {
                comparison = wider
                position = (question.next(from: position) ?? position) + 1
            }
            if let unit = question.item(position), unit.start == item.end, case .table = question.reading(unit) {
                // "can hold more than 200 passengers"
                position += 1
            }
            add(.compare(mention, comparison, .number(number)))
            return true
        }
        if let quoted = item.quoted {
            position = after + 1
            add(.compare(mention, comparison, .text(quoted)))
            return true
        }
        switch question.reading(item) {
        case .table where question.bestTable(item).map { index.tables[$0].held != nil } ?? false:
            // "hired before their manager": the same column of that one.
            guard let table = question.bestTable(item), let held = index.tables[table].held,
                let own = mention.candidates.first(where: { $0.column.table == held })?.column
            else { return false }
            position = after + 1
            var (left, right) = (mention, mention)
            (left.owner, left.candidates) = (held, [LinkedItem.ColumnLink(column: own, score: 1)])
            (right.owner, right.candidates) = (table, [LinkedItem.ColumnLink(column: ColumnID(table, own.column), score: 1)])
            add(.columns(left, comparison, right))
            return true
        case .cue(.average), .cue(.sum), .cue(.superlative):
            let aggregate: LogicalForm.Aggregate =
                if case .cue(.superlative(let superlative)) = question.reading(item) { superlative.isDescending ? .maximum : .minimum } else {
                    .average
                }
            position = after + 1
            // "than the average price of …": the column may be said again, and another clause may narrow the rows.
            var over: Draft.Mention?
            if let again = question.next(from: position), case .column = question.reading(items[again]) {
                over = self.mention(items[again])
                position = again + 1
            }
            var inner = comparedRows() ?? []
            skipComparedTable()
            inner += takeKind()
            add(.average(mention, comparison, aggregate, over: over, inner))
            return true
        case .column:
            let other = self.mention(item)
            guard item.columns.contains(where: { index[$0.column].profile.kind == .number || index[$0.column].profile.kind == .date }) else {
                return false
            }
            position = after + 1
            add(.columns(mention, comparison, other))
            return true
        case .value where item.values.contains { value in mention.candidates.contains { $0.column == value.column } }:
            position = after + 1
            if let value = item.values.first(where: { value in mention.candidates.contains { $0.column == value.column } }) {
                add(.compare(mention, comparison, .text(value.text)))
            }
            return true
        default: return false
        }
    }

    /// After "the average": "of all films" adds nothing.
    mutating func skipComparedTable() {
        guard let after = question.next(from: position), case .table = question.reading(items[after]), let table = question.bestTable(items[after]),
            table == focus || table == draft.entity || draft.entity == nil, items.count <= after + 2
        else { return }
        position = after + 1
    }

    mutating func between(_ mention: Draft.Mention, _ isNegated: Bool, from start: Int) -> Bool {
        guard let (low, high, end) = question.bounds(from: start) else { return false }
        position = end
        add(.between(mention, low, high, isNegated: isNegated))
        return true
    }

    mutating func match(_ mention: Draft.Mention, _ match: TextMatch, _ isNegated: Bool, from start: Int) -> Bool {
        guard let (text, end) = question.literalText(from: start) else { return false }
        position = end
        add(.match(mention, match, text, isNegated: isNegated))
        // "or the word X"
        while let or = question.next(from: position, passing: false), case .or? = question.cue(at: or) {
            var at = or + 1
            if let again = question.next(from: at), case .contains? = question.cue(at: again) { at = again + 1 }
            guard let (more, end) = question.literalText(from: at), items[end - 1].quoted != nil else { break }
            isAlternative = true
            position = end
            add(.match(mention, match, more, isNegated: isNegated))
        }
        return true
    }

    /// "have the letter s in their last name": the column comes after the text.
    mutating func matchInColumn(_ match: TextMatch) -> Bool {
        guard let (_, end) = question.literalText(from: position), case .preposition(let word)? = question.cue(at: end), word == "in" || word == "of",
            let column = question.next(from: end + 1), question.reading(items[column]).isColumn,
            items[column].columns.contains(where: { $0.score > 0.8 && index[$0.column].profile.kind == .text }),
            self.match(mention(items[column]), match, negates, from: position)
        else { return false }
        position = column + 1
        return true
    }

    /// "whose members include Kai": a whole value of some column is one of the rows, not a part of a text.
    func includesValue(_ item: LinkedItem) -> Bool {
        guard isModifier, item.end - item.start == 1, !(pending?.candidates.isEmpty ?? true) || relativeColumn != nil || focus != nil,
            let after = question.item(position), after.start == item.end, question.reading(after).isValue, after.quoted == nil,
            after.values.contains(where: { $0.score > 1 })
        else { return false }
        let compared = (pending ?? relativeColumn)?.candidates.map(\.column) ?? []
        return !after.values.contains { compared.contains($0.column) }
    }

    /// "… is 5", "… is 'X'", "… X or Y".
    private mutating func equals(_ mention: Draft.Mention, _ isNegated: Bool, at start: Int, isDirect: Bool) -> Bool {
        guard let constant = question.constantValue(items[start], for: mention) else { return false }
        if items[start].number != nil, items[start].quoted == nil {
            // "3 courses" after a column belongs to what follows.
            if let after = question.item(start + 1), case .table = question.reading(after), !isDirect { return false }
            var end = start + 1
            var comparison = Comparison.equal
            if case .orMore(let wider)? = question.cue(at: question.next(from: end, limit: 4)) {
                comparison = wider
                end = (question.next(from: end, limit: 4) ?? end) + 1
                if let after = question.item(end), case .table = question.reading(after), !isDirect { return false }
            }
            guard
                mention.candidates.contains(where: { question.accepts($0.column, number: items[start]) })
                    || mention.candidates.isEmpty && mention.saysId
            else {
                return false
            }
            position = end
            add(.compare(mention, isNegated ? comparison.negated : comparison, constant))
        } else {
            position = start + 1
            add(.compare(mention, isNegated ? .notEqual : .equal, constant))
        }
        // "X or Y", "X, Y or Z", "both X and Y".
        while let link = question.next(from: position, passing: false), let cue = question.cue(at: link) {
            let isOr: Bool
            switch cue {
            case .or, .comma: isOr = true
            case .and: isOr = false
            default: return true
            }
            guard let more = question.next(from: link + 1, passing: false), let another = question.constantValue(items[more], for: mention),
                !startsClause(more)
            else {
                return true
            }
            if case .comma = cue, !question.hasOr(after: more) { return true }
            if !isOr, !draft.isBoth { draft.notes.insert(.both) }
            isAlternative = isOr
            position = more + 1
            add(.compare(mention, isNegated ? .notEqual : .equal, another))
            if !isOr { draft.isBoth = !isNegated }
        }
        return true
    }

    private func startsClause(_ at: Int) -> Bool {
        guard let after = question.item(at + 1) else { return false }
        if items[at].number != nil, case .table = question.reading(after) { return true }
        return false
    }

}

extension QuestionParser {
    /// Reads a comparison that follows a column; false when none does.
    mutating func compare(_ mention: Draft.Mention) -> Bool {
        var at = position
        var isNegated = negates
        var passed = 0
        var sawBe = false
        while let item = item(at), passed < 6 {
            switch reading(item) {
            case .filler where tokens[item.start].isCapital && constantValue(item, for: mention) != nil:
                // "room C"
                return equals(mention, isNegated, at: at, isDirect: true)
            case .filler: at += 1
            case .cue(.be):
                sawBe = true
                at += 1
            case .cue(.preposition(let word)) where word != "for" && word != "from" && word != "by" && word != "across": at += 1
            case .cue(.relative) where sawBe == false && ["that", "which", "who"].contains(tokens[item.start].lower):
                // "score that is higher than 90"
                guard let after = self.item(at + 1), case .cue(.be) = reading(after), isModifier else { return false }
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
            case .value where isFollowedByItsColumn(at, besides: mention): return false
            case .number where isYearAside(items[at], of: mention) && (!isModifier || mention.candidates.allSatisfy { isKey($0.column) }):
                return false
            case .date where items[at].date != nil && mention.candidates.contains(where: { index[$0.column].profile.kind == .date }):
                // "hired this year"
                guard let span = items[at].date, !isNegated else { return false }
                position = at + 1
                add(.days(mention, span, near: focus))
                return true
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

    /// "total refunds in 2025": when, where the column holds no years.
    private func isYearAside(_ item: LinkedItem, of mention: Draft.Mention) -> Bool {
        guard item.start > 0, ["in", "since", "during", "before", "after", "for"].contains(tokens[item.start - 1].lower),
            tokens[item.start].kind == .number,
            tokens[item.start].text.count == 4, let number = item.number, (1900...2100).contains(number),
            let best = mention.candidates.max(by: { $0.score < $1.score })?.column
        else { return false }
        let profile = index[best].profile
        return profile.kind == .number && !profile.holdsYears
    }

    /// "in the Alpine region" after another column: the value belongs to the column behind it.
    private func isFollowedByItsColumn(_ place: Int, besides mention: Draft.Mention) -> Bool {
        guard let after = item(place + 1), after.start == items[place].end else { return false }
        return after.columns.contains { link in
            link.score > 0.9 && items[place].values.contains { $0.column == link.column } && !mention.candidates.contains { $0.column == link.column }
        }
    }

    mutating func compare(_ mention: Draft.Mention, _ comparison: Comparison, from start: Int, cue: LinkedItem) -> Bool {
        guard let after = next(from: start) else { return false }
        if let (factor, end) = timesAverage(from: after) {
            position = end
            if let again = next(from: position), case .column = reading(items[again]) { position = again + 1 }
            skipComparedTable()
            add(.timesAverage(mention, comparison, factor))
            return true
        }
        if let aggregate = quantifier(cue, before: after, comparison) {
            position = after
            if let again = self.item(after), reading(again).isColumn,
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
            add(.days(mention, Self.compared(date, comparison), near: focus))
            return true
        }
        if let number = item.number {
            if ["once", "twice", "thrice"].contains(tokens[item.start].lower) { return false }
            if case .countTimes? = self.cue(at: next(from: after + 1, limit: 2)) { return false }
            if countsTable(after, besides: mention) { return false }
            position = after + 1
            var comparison = comparison
            if case .orMore(let wider)? = self.cue(at: next(from: position)) {
                comparison = wider
                position = (next(from: position) ?? position) + 1
            }
            if let unit = self.item(position), unit.start == item.end, case .table = reading(unit) {
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
        switch reading(item) {
        case .table where bestTable(item).map { index.tables[$0].held != nil } ?? false:
            // "hired before their manager": the same column of that one.
            guard let table = bestTable(item), let held = index.tables[table].held,
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
                if case .cue(.superlative(let superlative)) = reading(item) { superlative.isDescending ? .maximum : .minimum } else { .average }
            position = after + 1
            // "than the average price of …": the column may be said again, and another clause may narrow the rows.
            var over: Draft.Mention?
            if let again = next(from: position), case .column = reading(items[again]) {
                over = self.mention(items[again])
                position = again + 1
            }
            var inner = comparedRows() ?? []
            skipComparedTable()
            if let kind = self.item(position), reading(kind).isValue, kind.start == items[position - 1].end {
                // "the average barista": of those alone.
                inner = [.value(kind.values, near: focus, isNegated: false)]
                position += 1
            }
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

    /// "countries with more than 4 addresses": the number counts rows of the table that follows.
    private func countsTable(_ number: Int, besides mention: Draft.Mention) -> Bool {
        guard var table = next(from: number + 1, limit: 3) else { return false }
        if case .distinct? = cue(at: table), let after = next(from: table + 1, limit: 2) { table = after }
        guard case .table = reading(items[table]), (items[table].tables.map(\.score).max() ?? 0) >= 0.7 else { return false }
        // "the amount of claims that had one settlement": the relative clause speaks of rows again.
        let between = items.filter { $0.start >= mention.item.end && $0.end <= items[number].start }
        if between.contains(where: { if case .cue(.having) = reading($0) { true } else { false } }) { return true }
        return mention.candidates.allSatisfy { link in
            index[link.column].profile.kind != .number || items[table].tables.allSatisfy { $0.table != link.column.table }
        }
    }

    /// After "the average": "of all films" adds nothing.
    mutating func skipComparedTable() {
        guard let after = next(from: position), case .table = reading(items[after]), let table = bestTable(items[after]),
            table == focus || table == draft.entity || draft.entity == nil, items.count <= after + 2
        else { return }
        position = after + 1
    }

    /// "twice the average", "three times the average": how many times, and the place after it.
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

    static func compared(_ span: DateSpan, _ comparison: Comparison) -> DateSpan {
        switch comparison {
        case .greater: DateSpan(start: span.end, end: nil, label: "after \(span.label)")
        case .greaterOrEqual: DateSpan(start: span.start, end: nil, label: "since \(span.label)")
        case .less: DateSpan(start: nil, end: span.start, label: "before \(span.label)")
        case .lessOrEqual: DateSpan(start: nil, end: span.end, label: "until \(span.label)")
        default: span
        }
    }

    mutating func between(_ mention: Draft.Mention, _ isNegated: Bool, from start: Int) -> Bool {
        guard let (low, high, end) = bounds(from: start) else { return false }
        position = end
        add(.between(mention, low, high, isNegated: isNegated))
        return true
    }

    /// "10 and 20", "10 to 20".
    func bounds(from start: Int) -> (Double, Double, Int)? {
        guard let first = next(from: start), let low = items[first].number, let link = next(from: first + 1) else { return nil }
        if let high = items[link].number, items[link - 1].cue == .preposition("to") { return (low, high, link + 1) }
        guard case .and? = cue(at: link), let second = next(from: link + 1), let high = items[second].number else { return nil }
        return (low, high, second + 1)
    }

    mutating func match(_ mention: Draft.Mention, _ match: TextMatch, _ isNegated: Bool, from start: Int) -> Bool {
        guard let (text, end) = literalText(from: start) else { return false }
        position = end
        add(.match(mention, match, text, isNegated: isNegated))
        // "or the word X"
        while let or = next(from: position, passing: false), case .or? = cue(at: or) {
            var at = or + 1
            if let again = next(from: at), case .contains? = cue(at: again) { at = again + 1 }
            guard let (more, end) = literalText(from: at), items[end - 1].quoted != nil else { break }
            isAlternative = true
            position = end
            add(.match(mention, match, more, isNegated: isNegated))
        }
        return true
    }

    /// "have the letter s in their last name": the column comes after the text.
    mutating func matchInColumn(_ match: TextMatch) -> Bool {
        guard let (_, end) = literalText(from: position), case .preposition(let word)? = cue(at: end), word == "in" || word == "of",
            let column = next(from: end + 1), reading(items[column]).isColumn,
            items[column].columns.contains(where: { $0.score > 0.8 && index[$0.column].profile.kind == .text }),
            self.match(mention(items[column]), match, negates, from: position)
        else { return false }
        position = column + 1
        return true
    }

    /// "whose members include Kai": a whole value of some column is one of the rows, not a part of a text.
    func includesValue(_ item: LinkedItem) -> Bool {
        guard isModifier, item.end - item.start == 1, !(pending?.candidates.isEmpty ?? true) || relativeColumn != nil || focus != nil,
            let after = self.item(position), after.start == item.end, reading(after).isValue, after.quoted == nil,
            after.values.contains(where: { $0.score > 1 })
        else { return false }
        let compared = (pending ?? relativeColumn)?.candidates.map(\.column) ?? []
        return !after.values.contains { compared.contains($0.column) }
    }

    /// The text that a column is to contain.
    private func literalText(from start: Int) -> (String, Int)? {
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

    private func isClauseEnd(_ at: Int) -> Bool {
        guard let cue = cue(at: at) else { return false }
        switch cue {
        case .sentenceEnd, .and, .or, .comma, .preposition: return true
        default: return false
        }
    }

    /// "… is 5", "… is 'X'", "… X or Y".
    private mutating func equals(_ mention: Draft.Mention, _ isNegated: Bool, at start: Int, isDirect: Bool) -> Bool {
        guard let constant = constantValue(items[start], for: mention) else { return false }
        if items[start].number != nil, items[start].quoted == nil {
            // "3 courses" after a column belongs to what follows.
            if let after = item(start + 1), case .table = reading(after), !isDirect { return false }
            var end = start + 1
            var comparison = Comparison.equal
            if case .orMore(let wider)? = cue(at: next(from: end, limit: 4)) {
                comparison = wider
                end = (next(from: end, limit: 4) ?? end) + 1
                if let after = item(end), case .table = reading(after), !isDirect { return false }
            }
            guard mention.candidates.contains(where: { accepts($0.column, number: items[start]) }) || mention.candidates.isEmpty && mention.saysId
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
        while let link = next(from: position, passing: false), let cue = cue(at: link) {
            let isOr: Bool
            switch cue {
            case .or, .comma: isOr = true
            case .and: isOr = false
            default: return true
            }
            guard let more = next(from: link + 1, passing: false), let another = constantValue(items[more], for: mention), !startsClause(more) else {
                return true
            }
            if case .comma = cue, !hasOr(after: more) { return true }
            if !isOr, !draft.isBoth { draft.notes.insert(.both) }
            isAlternative = isOr
            position = more + 1
            add(.compare(mention, isNegated ? .notEqual : .equal, another))
            if !isOr { draft.isBoth = !isNegated }
        }
        return true
    }

    private func startsClause(_ at: Int) -> Bool {
        guard let after = item(at + 1) else { return false }
        if items[at].number != nil, case .table = reading(after) { return true }
        return false
    }

    private func hasOr(after start: Int) -> Bool {
        items[start...].prefix(8).contains { if case .cue(.or) = reading($0) { true } else { false } }
    }

    /// Whether a number may be compared with the column.
    func accepts(_ column: ColumnID, number item: LinkedItem) -> Bool {
        let profile = index[column].profile
        if profile.kind == .number { return true }
        if profile.kind == .date { return profile.holdsYears || item.number.map { $0 >= 1000 } ?? true }
        return profile.kind == .text && item.values.contains { $0.column == column }
    }

    private func constantValue(_ item: LinkedItem, for mention: Draft.Mention) -> Constant? {
        let ids = Set(mention.candidates.map(\.column))
        if let value = item.values.first(where: { ids.contains($0.column) }), item.number == nil || item.quoted != nil { return .text(value.text) }
        if let number = item.number { return .number(number) }
        if mention.isName, let value = item.values.first(where: { isDisplay($0.column) }) { return .text(value.text) }
        if let quoted = item.quoted, item.values.isEmpty { return .text(quoted) }
        return nil
    }

    func isDisplay(_ column: ColumnID) -> Bool { DisplayColumns(index).columns(of: column.table).contains(column) }
}

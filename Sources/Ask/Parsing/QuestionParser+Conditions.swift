extension QuestionParser {
    /// Reads a comparison that follows a column; false when none does.
    mutating func compare(_ mention: Draft.Mention) -> Bool {
        var at = position
        var isNegated = negates
        var passed = 0
        var sawBe = false
        while let item = item(at), passed < 6 {
            switch reading(item) {
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

    private mutating func compare(_ mention: Draft.Mention, _ comparison: Comparison, from start: Int, cue: LinkedItem) -> Bool {
        guard let after = next(from: start) else { return false }
        let item = items[after]
        if item.end - item.start > 1 || item.number == nil, let date = item.date {
            position = after + 1
            add(.days(mention, Self.compared(date, comparison), near: focus))
            return true
        }
        if let number = item.number {
            if ["once", "twice", "thrice"].contains(tokens[item.start].lower) { return false }
            if case .countTimes? = self.cue(at: next(from: after + 1, limit: 2)) { return false }
            position = after + 1
            var comparison = comparison
            if case .orMore(let wider)? = self.cue(at: next(from: position)) {
                comparison = wider
                position = (next(from: position) ?? position) + 1
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
            skipComparedTable()
            add(.average(mention, comparison, aggregate, over: over, []))
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
    private mutating func skipComparedTable() {
        guard let after = next(from: position), case .table = reading(items[after]), let table = bestTable(items[after]),
            table == focus || table == draft.entity || draft.entity == nil, items.count <= after + 2
        else { return }
        position = after + 1
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

    private mutating func between(_ mention: Draft.Mention, _ isNegated: Bool, from start: Int) -> Bool {
        guard let (low, high, end) = bounds(from: start) else { return false }
        position = end
        add(.between(mention, low, high, isNegated: isNegated))
        return true
    }

    /// "10 and 20".
    func bounds(from start: Int) -> (Double, Double, Int)? {
        guard let first = next(from: start), let low = items[first].number, let and = next(from: first + 1),
            case .and? = cue(at: and) ?? (cue(at: and).map { _ in .and }), let second = next(from: and + 1), let high = items[second].number
        else { return nil }
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
            guard mention.candidates.contains(where: { accepts($0.column, number: items[start]) }) else { return false }
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
        if profile.kind == .number || profile.kind == .date { return true }
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

    // MARK: Values

    mutating func handleValue(_ item: LinkedItem) {
        position += 1
        var values = item.values
        var isNegated = negates
        let followed = self.item(position)?.columns.map(\.column) ?? []
        if let mention = pending, !values.contains(where: { followed.contains($0.column) }),
            let value = values.first(where: { value in mention.candidates.contains { $0.column == value.column } })
        {
            add(.compare(mention, isNegated ? .notEqual : .equal, .text(value.text)))
            return
        }
        // "Banking industry": the column after the value.
        if let after = self.item(position), !after.columns.isEmpty || !after.tables.isEmpty {
            let ids = Set(after.columns.map(\.column))
            let both = values.filter { ids.contains($0.column) }
            let ofTable = values.filter { value in after.tables.contains { $0.table == value.column.table } }
            if !both.isEmpty,
                ofTable.isEmpty || after.tables.isEmpty || (after.columns.map(\.score).max() ?? 0) > (after.tables.map(\.score).max() ?? 0)
            {
                values = both
                position += 1
            } else if !ofTable.isEmpty {
                values = ofTable
            } else if let table = bestTable(after), values.count > 1 {
                let near = values.filter { (index.joins.distance(table, $0.column.table) ?? 9) <= 1 }
                if !near.isEmpty { values = near }
            }
        }
        // Values of one column joined by "or".
        let near = focus ?? draft.entity
        if item.quoted == nil, item.cue != nil || (values.map(\.score).max() ?? 0) < 0.75 { draft.notes.insert(.weakLink) }
        if negates { isNegated = true }
        if isBothNext(values) { draft.isBoth = true }
        add(.value(values, near: near, isNegated: isNegated))
    }

    /// "X and Y", two values of one column.
    private func isBothNext(_ values: [LinkedItem.ValueLink]) -> Bool {
        guard let and = next(from: position, passing: false), case .and? = cue(at: and), let more = next(from: and + 1, passing: false),
            case .value = reading(items[more])
        else { return false }
        let columns = Set(values.map(\.column))
        return items[more].values.contains { columns.contains($0.column) }
    }

    mutating func handleQuoted(_ item: LinkedItem) {
        position += 1
        if let mention = pending {
            add(.compare(mention, negates ? .notEqual : .equal, .text(item.quoted ?? "")))
        } else {
            draft.unused.append(item)
        }
    }

    // MARK: Numbers and dates

    mutating func handleNumber(_ item: LinkedItem) {
        position += 1
        guard let number = item.number else {
            draft.unused.append(item)
            return
        }
        if skipYearsOld() {
            var comparison = Comparison.equal
            if case .orMore(let wider)? = cue(at: next(from: position, limit: 2)) {
                comparison = wider
                position = (next(from: position, limit: 2) ?? position) + 1
            }
            return add(.adjective("old", comparison, number, near: focus))
        }
        // "the 3 largest", "top 3".
        if let after = next(from: position, limit: 2), let cue = cue(at: after) {
            switch cue {
            case .superlative, .popular:
                superlativeLimit = Int(exactly: number)
                return
            default: break
            }
        }
        if case .orMore(let comparison)? = cue(at: next(from: position, limit: 2)) {
            position = (next(from: position, limit: 2) ?? position) + 1
            return measured(comparison, number, nil, item)
        }
        if let before = self.item(position - 2), before.end == item.start, case .table = reading(before), let table = bestTable(before),
            item.end - item.start == 1,
            tokens[item.start].kind == .number
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
        if let mention = pending, mention.candidates.contains(where: { accepts($0.column, number: item) }), mention.item.end + 3 >= item.start {
            add(.compare(mention, negates ? .notEqual : .equal, .number(number)))
            return
        }
        let isYear =
            tokens[item.start].kind == .number && tokens[item.start].text.count == 4 && number >= 1000 && number <= 2100 && item.end - item.start == 1
        if !isModifier, !isYear, number >= 1, number < 100, number == number.rounded(), pending == nil, !isOrdinal(item),
            let after = self.item(position),
            !after.tables.isEmpty || !after.columns.isEmpty
        {
            // "the 3 wineries that …": how many of what a superlative orders.
            superlativeLimit = Int(number)
            limitItem = item
            return
        }
        if let after = self.item(position) {
            // "4th grade", "two beds"
            let columns = after.columns.filter { accepts($0.column, number: item) && $0.score > 0.7 }
            if !columns.isEmpty, after.tables.isEmpty || isModifier && after.tables.allSatisfy({ $0.score < 0.9 }), isModifier || isOrdinal(item) {
                position += 1
                var mention = mention(after)
                mention.candidates = columns
                add(.compare(mention, negates ? .notEqual : .equal, .number(number)))
                return
            }
            if isModifier, case .table = reading(after), let table = bestTable(after), !isYear {
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
        if tokens[item.start].kind == .word { return }
        draft.unused.append(item)
        draft.notes.insert(.lonelyNumber)
    }

    private func isOrdinal(_ item: LinkedItem) -> Bool {
        NumberWords.ordinal(tokens[item.start].lower) != nil || tokens[item.start].text.last?.isLetter == true
    }

    mutating func handleDate(_ item: LinkedItem) {
        position += 1
        guard let date = item.date else { return }
        let mention = pending
        add(.days(mention, date, near: focus))
    }

    mutating func handleBetween(_ item: LinkedItem) {
        guard let (low, high, end) = bounds(from: position) else {
            draft.unused.append(item)
            return
        }
        position = end
        while let unit = self.item(position), isUnit(unit) { position += 1 }
        if let mention = pending { return add(.between(mention, low, high, isNegated: negates)) }
        if let after = next(from: position), let column = self.item(after), reading(column).isColumn,
            column.columns.contains(where: { index[$0.column].profile.kind == .number && $0.score > 0.5 && !isKey($0.column) })
        {
            position = after + 1
            return add(.between(mention(column), low, high, isNegated: negates))
        }
        if low >= 1000, high <= 2100, high >= 1000 { return add(.yearBetween(low, high, near: focus)) }
        draft.unused.append(item)
    }

    mutating func handleComparison(_ comparison: Comparison, _ adjective: String?, _ item: LinkedItem) {
        let comparison = negates ? comparison.negated : comparison
        guard let after = next(from: position) else {
            draft.unused.append(item)
            return
        }
        let target = items[after]
        if let mention = pending, self.compare(mention, comparison, from: position, cue: item) { return }
        if let number = target.number, target.quoted == nil {
            position = after + 1
            return measured(comparison, number, adjective, target)
        }
        if let date = target.date {
            position = after + 1
            return add(.days(nil, Self.compared(date, comparison), near: focus))
        }
        if let quoted = target.quoted, adjective == "late" {
            position = after + 1
            if let day = CalendarDay(String(quoted.prefix(10))) {
                let span = DateSpan(start: day, end: day.adding(days: 1), label: quoted)
                return add(.days(nil, Self.compared(span, comparison), near: focus))
            }
        }
        switch reading(target) {
        case .column where next(from: after + 1, limit: 3).map({ items[$0].number != nil }) ?? false:
            // "before the year of 2010", "above a score of 90"
            guard let number = next(from: after + 1, limit: 3), let value = items[number].number else { break }
            position = number + 1
            return add(.compare(mention(target), comparison, .number(value)))
        case .cue(.average):
            position = after + 1
            if let column = next(from: position), reading(items[column]).isColumn {
                position = column + 1
                skipComparedTable()
                return add(.average(mention(items[column]), comparison, .average, over: nil, []))
            }
            skipComparedTable()
            return add(.adjectiveAverage(adjective ?? comparedAdjective(item), comparison, near: focus))
        case .cue(.count):
            position = after + 1
        default:
            break
        }
        draft.unused.append(item)
    }

    private func comparedAdjective(_ item: LinkedItem) -> String? { Adjectives.comparatives[tokens[item.start].lower] }

    /// "more than 5 …": a column or a table may follow.
    private mutating func measured(_ comparison: Comparison, _ number: Double, _ adjective: String?, _ item: LinkedItem) {
        var comparison = comparison
        if case .orMore(let wider)? = cue(at: next(from: position, limit: 3)) {
            comparison = wider
            position = (next(from: position, limit: 3) ?? position) + 1
        }
        let isYear = tokens[item.start].kind == .number && tokens[item.start].text.count == 4 && number >= 1000 && number <= 2100
        var adjective = adjective
        if skipYearsOld() { adjective = "old" }
        var unit = self.item(position)
        // Money and the like: "$", "dollars", "%".
        while let filler = unit, isUnit(filler) {
            position += 1
            unit = self.item(position)
        }
        if adjective == nil || adjective == "late" && !isYear, let after = next(from: position, limit: 4), after - position < 3 {
            let target = items[after]
            let columns = target.columns.filter { index[$0.column].profile.kind == .number && !isKey($0.column) }
            let column = columns.map(\.score).max() ?? 0
            let table = target.tables.map(\.score).max() ?? 0
            if table >= 0.6, table >= column - 0.05, let best = bestTable(target), hasVerbBefore(item) || after == position {
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
            if column >= 0.5 {
                position = after + 1
                var mention = mention(target)
                mention.candidates = columns
                return add(.compare(mention, comparison, .number(number)))
            }
            if reading(target).isColumn,
                let text = target.columns.filter({ index[$0.column].profile.kind == .text }).max(by: { $0.score < $1.score }), text.score >= 0.6,
                after == position
            {
                position = after + 1
                draft.having.append(Draft.GroupCondition(measure: .distinct(mention(target)), comparison: comparison, number: number))
                return
            }
            if case .cue(.countTimes) = reading(target) {
                position = after + 1
                draft.having.append(Draft.GroupCondition(measure: .times, comparison: comparison, number: number))
                return
            }
        }
        if let adjective, adjective != "late" { return add(.adjective(adjective, comparison, number, near: focus)) }
        if isYear { return add(.year(comparison, number, near: focus, verb: verbColumns)) }
        // "at least twice"
        if tokens[item.start].lower == "twice" || tokens[item.start].lower == "once" {
            draft.having.append(Draft.GroupCondition(measure: .times, comparison: comparison, number: number))
            return
        }
        draft.unused.append(item)
        draft.notes.insert(.lonelyNumber)
    }

    /// "years old" after a number.
    private mutating func skipYearsOld() -> Bool {
        guard let item = self.item(position), item.start + 1 < tokens.count, tokens[item.start].lemma == "year",
            tokens[item.start + 1].lower == "old" || tokens[item.start + 1].lower == "of"
        else { return false }
        let end = item.start + (tokens[item.start + 1].lower == "of" ? 3 : 2)
        while let next = self.item(position), next.start < end { position += 1 }
        return true
    }

    private func hasVerbBefore(_ item: LinkedItem) -> Bool { true }

    private func isUnit(_ item: LinkedItem) -> Bool {
        item.end - item.start == 1
            && ["$", "%", "dollar", "dollars", "euro", "euros", "pounds", "percent", "usd", "different", "distinct"].contains(
                tokens[item.start].lower)
            && item.columns.allSatisfy { $0.score < 0.9 }
    }

    // MARK: Negation

    /// "not", "without": what is negated is the next value or comparison, or that there is a row of another table.
    mutating func handleNot(_ item: LinkedItem) {
        let word = tokens[item.start].lower
        // "no more than" is a comparison of its own; "no" before a comparison turns it.
        if let after = next(from: position), case .comparison? = cue(at: after) {
            negates = true
            return
        }
        let end = clauseEnd(from: position)
        var tables: [Int] = []
        var hasOwn = false
        for later in items[position..<end] {
            switch reading(later) {
            case .table: if let table = bestTable(later) { tables.append(table) }
            case .value, .quoted, .number: hasOwn = true
            case .column: if pending == nil, word == "without" || word == "no" { hasOwn = true }
            default: break
            }
        }
        if pending != nil, !hasForeignTable(tables) || hasOwn {
            negates = true
            return
        }
        let anchor = draft.entity ?? focus
        let others = tables.filter { $0 != anchor }
        guard !others.isEmpty || (hasOwn && draft.entity != nil) || tables.contains(where: { $0 == anchor }) else {
            negates = true
            return
        }
        absence(others, end, isWeak: word == "non")
    }

    private func hasForeignTable(_ tables: [Int]) -> Bool { tables.contains { $0 != draft.entity } }

    private func clauseEnd(from start: Int) -> Int {
        var at = start
        while at < items.count {
            switch reading(items[at]) {
            case .cue(.sentenceEnd), .cue(.but), .cue(.orderBy), .cue(.alphabetical), .cue(.ascending): return at
            case .cue(.comma) where at > start:
                if let after = next(from: at + 1, passing: false), case .value = reading(items[after]) { at += 1 } else { return at }
            case .cue(.and) where at > start:
                guard let after = next(from: at + 1, passing: false) else { return at }
                switch reading(items[after]) {
                case .value, .quoted, .column, .table: at += 1
                default: return at
                }
            default: at += 1
            }
        }
        return at
    }

    private mutating func absence(_ tables: [Int], _ end: Int, isWeak: Bool) {
        // The clause is read apart: its conditions hold for the rows that must not be there.
        var inner = QuestionParser(index, tokens, Array(items[..<end]))
        inner.position = position
        inner.isModifier = true
        inner.focus = tables.first ?? focus
        inner.draft.entity = draft.entity
        inner.draft.shown = draft.shown
        inner.verbColumns = verbColumns
        while inner.position < end {
            let before = inner.position
            inner.step()
            if inner.position == before { inner.position += 1 }
        }
        let read = inner.draft
        if !read.having.isEmpty || !read.order.isEmpty { draft.notes.insert(.nestedNegation) }
        draft.unused += read.unused
        draft.notes.formUnion(read.notes)
        position = end
        draft.usesAbsence = true
        draft.notes.insert(.absence)
        if inner.pending != nil && read.conditions.isEmpty { draft.notes.insert(.pendingColumn) }
        let conditions = read.conditions
        // "heads that manage no department": the verb named a table on the way.
        if let last = draft.required.last, let anchor = draft.entity, last != anchor, let goal = tables.first,
            index.joins.path(from: [anchor], to: goal)?.contains(where: { $0.from.table == last || $0.to.table == last }) ?? false
        {
            draft.required.removeLast()
        }
        add(.absent(tables: tables + read.required.filter { !tables.contains($0) && $0 != draft.entity }, conditions))
    }
}

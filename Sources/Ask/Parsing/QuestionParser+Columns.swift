extension QuestionParser {
    mutating func handleColumn(_ item: LinkedItem, owner: Int? = nil) {
        if owner == nil, isKindNoun(item) {
            position += 1
            draft.notes.insert(.softWord)
            return
        }
        if owner != nil || question.reading(item).isColumn { position += 1 }
        passClassNoun(of: item)
        var mention = mention(item)
        mention.owner = owner
        mention.isCompound = owner != nil
        let preposition = lastPreposition
        lastPreposition = nil
        if owner == nil, item.end - item.start == 1, ChunkedQuestion.measureNouns.contains(tokens[item.start].lemma),
            let before = question.item(position - 2),
            before.end == item.start,
            question.reading(before).isColumn, before.columns.contains(where: { index[$0.column].profile.kind == .number && $0.score > 0.8 })
        {
            return
        }
        if owner == nil, (item.columns.map(\.score).max() ?? 0) < 0.75, let after = question.item(position), after.start == item.end,
            max(after.columns.map(\.score).max() ?? 0, after.tables.map(\.score).max() ?? 0) > 0.9
        {
            // A part of a name before another name: it only describes that.
            draft.notes.insert(.softWord)
            return
        }
        if mention.isName, owner == nil, let column = columnAfterOf() {
            // "names of studios" where a studio is a column: its values are the names.
            position = column
            return
        }
        if mention.isName, owner == nil, let before = question.item(position - 2), before.end == item.start, question.reading(before).isColumn,
            !before.columns.contains(where: { question.isKey($0.column) })
        {
            // "city name" where a city is a column.
            return
        }
        if mention.isName, owner == nil, mention.owner == nil, let table = tableOfValueAfterOf() { mention.owner = table }
        if owner == nil, question.isPronoun(before: item) { mention.owner = focus ?? draft.entity }
        if mention.isName, isModifier, let named = pending ?? relativeColumn, named.candidates.allSatisfy({ index[$0.column].profile.kind == .text })
        {
            // "a studio whose name contains": the column itself.
            mention = named
        }
        if isModifier, let aggregate = aggregates.popLast() {
            aggregates.removeAll()
            if compareAggregate(aggregate, mention) { return }
            pending = mention
            pendingAggregate = aggregate
            return
        }
        pendingAggregate = nil
        if !isModifier, owner == nil, !counting.isOpen, aggregates.isEmpty, let table = shownTable(by: item, after: preposition ?? headPreposition) {
            // "the age of the pilot" where the column pilot shows the rows of its table.
            if draft.entity == nil { draft.entity = table }
            own(table)
            focus = table
            return
        }
        if question.isVerb(item) || question.isVerbOfPrice(item), let shown = draft.shown.last, case .column(let last) = shown.output, last.isImplied,
            last.candidates.contains(where: { link in mention.candidates.contains { $0.column == link.column } })
        {
            // "when was it founded": shown already.
            return
        }
        if takeEarning(item, mention) || compare(mention) { return }
        if isFlag(item) {
            let own = question.flags(item, of: question.tableBeside(item) ?? focus ?? draft.entity)
            if !own.isEmpty { mention.candidates = own }
            add(.flag(mention, isNegated: negation.isOpen))
            return
        }
        if isFlagOfAnother(item) {
            draft.unused.append(item)
            return
        }
        if isModifier {
            if isDistinctNext { isDistinctNext = false }
            pending = mention
            return
        }
        if counting.isOpen {
            countColumn(mention)
            return
        }
        if !aggregates.isEmpty {
            for aggregate in aggregates { show(.aggregate(aggregate, mention)) }
            // "maximum price and score": the aggregate holds for what follows "and" as well.
            if !continuesAggregate() { aggregates.removeAll() }
            isDistinctNext = false
            return
        }
        if question.isVerb(item), draft.shown.isEmpty, draft.entity == nil, item.start > 0, tokens[item.start - 1].lower == "who" {
            // "Who scored the most goals?": the goals say who.
            verbColumns = item.columns.map(\.column)
            isModifier = true
            return
        }
        // A verb of the clause rather than a thing to show: "films directed by".
        if question.isVerb(item), !draft.shown.isEmpty || draft.entity != nil, preposition == nil, !isListed() {
            verbColumns = item.columns.map(\.column)
            pending = mention
            return
        }
        if preposition == "by", isGroupedBy(item) {
            draft.groups.append(.column(mention))
            draft.sumsUp = true
            return
        }
        if let preposition, ["in", "by", "at", "on", "from"].contains(preposition), !draft.shown.isEmpty {
            pending = mention
            isGroupLost = preposition == "by"
            return
        }
        if preposition == "of", takeReferrer(mention) { return }
        if preposition == "of", isHolder(mention) {
            pending = mention
            return
        }
        if isDistinctNext {
            draft.isDistinct = true
            isDistinctNext = false
        }
        show(.column(mention))
    }

    /// "phone number", "e-mail address" where the column is called by the first word alone.
    mutating func passClassNoun(of column: LinkedItem) {
        guard let noun = question.item(position), noun.start == column.end, ["number", "address"].contains(tokens[noun.start].lemma),
            let best = column.columns.max(by: { $0.score < $1.score }), best.score > 0.8
        else { return }
        let isNumbered = Self.numberedThings.contains(tokens[column.end - 1].lemma)
        guard isNumbered || index[best.column].profile.kind == .text else { return }
        switch question.reading(noun) {
        case .cue where noun.end - noun.start == 2 && tokens[noun.start + 1].lower == "of":
            // "phone number of the owner"; a table or an amount before it would be counted.
            guard isNumbered else { return }
            (lastPreposition, headPreposition) = ("of", "of")
            position += 1
        case .cue, .word, .filler: if noun.end - noun.start == 1 { position += 1 }
        case .column where isNumbered && noun.end - noun.start == 1 && noun.columns.allSatisfy({ $0.column.table != best.column.table }):
            // "phone number" where another table has a column of that name.
            position += 1
        default: return
        }
    }

    /// What has a number that is its name.
    private static let numberedThings: Set<String> = [
        "phone", "telephone", "tel", "fax", "mobile", "cell", "license", "licence", "passport", "account", "card", "room", "flight", "serial",
        "registration", "tax", "plate", "contract", "invoice", "order", "policy", "seat",
    ]

    /// "last name of the manager": of the row that the key refers to, whose column is shown already.
    private mutating func takeReferrer(_ mention: Draft.Mention) -> Bool {
        guard !mention.isPlural, !mention.saysId, let best = mention.candidates.max(by: { $0.score < $1.score })?.column, index[best].isForeignKey,
            !index[best].isPrimaryKey, case .column(var shown)? = draft.shown.last?.output, !shown.saysId,
            let target = index.joins.partners(of: best).first(where: { partner in
                partner.table != best.table && shown.candidates.contains { $0.column.table == partner.table && $0.score > 0.8 }
            })?.table
        else { return false }
        shown.owner = target
        draft.shown[draft.shown.count - 1].output = .column(shown)
        focus = best.table
        if draft.entity == nil { draft.entity = best.table }
        return true
    }

    /// "state and country of all the cities": what the rows are named by, when their values are listed already.
    private func isHolder(_ mention: Draft.Mention) -> Bool {
        guard mention.isPlural, !isListed(), case .column(let last)? = draft.shown.last?.output,
            let best = mention.candidates.max(by: { $0.score < $1.score })?.column, index[best].profile.kind == .text
        else { return false }
        return last.candidates.contains { $0.column.table == best.table && $0.column != best && $0.score > 0.8 }
    }

    /// "products that are active", "active products".
    private func isFlag(_ item: LinkedItem) -> Bool {
        let own = question.flags(item, of: question.tableBeside(item) ?? focus ?? draft.entity)
        guard let best = (own.isEmpty ? item.columns : own).max(by: { $0.score < $1.score })?.column,
            index.isFlag(best) || !own.isEmpty && negation.isOpen
        else { return false }
        if let after = question.item(position), after.start == item.end, after.tables.contains(where: { $0.table == best.table }) { return true }
        if negation.isOpen || draft.isShare || index[best].expression != nil { return true }
        guard item.start > 0 else { return false }
        if isModifier, ["with", "has", "have", "get", "gets", "the", "a"].contains(tokens[item.start - 1].lower) { return true }
        return ["is", "are", "was", "were", "be", "not", "still", "currently"].contains(tokens[item.start - 1].lower)
    }

    /// "active customers" where only products are said to be active.
    private func isFlagOfAnother(_ item: LinkedItem) -> Bool {
        guard let best = item.columns.max(by: { $0.score < $1.score })?.column, index.isFlag(best),
            let after = question.item(position), after.start == item.end, case .table = question.reading(after)
        else { return false }
        return after.tables.allSatisfy { $0.table != best.table }
    }

    private func shownTable(by item: LinkedItem, after preposition: String?) -> Int? {
        guard !draft.shown.isEmpty, !isValueNext(of: item.columns) else { return nil }
        if case .column(let mention)? = draft.shown.last?.output, mention.isImplied, draft.entity == nil {
            // "when was the school founded"
        } else {
            guard let preposition, ["of", "for", "across", "in", "from", "among"].contains(preposition) else { return nil }
        }
        let display = DisplayColumns(index)
        return item.columns.first { $0.score > 0.9 && display.columns(of: $0.column.table) == [$0.column] }?.column.table
    }

    /// Where a column stands right after "of", when no table does.
    func columnAfterOf() -> Int? {
        guard let of = question.item(position), case .cue(.preposition("of")) = question.reading(of), let after = question.next(from: position + 1),
            question.reading(items[after]).isColumn,
            items[after].columns.contains(where: { $0.score > 0.8 && index[$0.column].profile.kind == .text })
        else { return nil }
        return after
    }

    /// "who earns the most", "employees who earn more than 3000": the verb says whose rows and which column.
    private mutating func takeEarning(_ item: LinkedItem, _ mention: Draft.Mention) -> Bool {
        guard tokens[item.start].lemma.hasPrefix("earn"), item.end - item.start == 1, !tokens[item.start].lower.hasSuffix("ings"),
            let best = item.columns.max(by: { $0.score < $1.score })?.column
        else { return false }
        if draft.shown.isEmpty, draft.entity == nil, !counting.isOpen {
            draft.entity = best.table
            show(.entity(best.table))
        }
        isModifier = true
        if !compare(mention) { pending = mention }
        return true
    }

    /// "names of dogs" where a dog is a value: the table whose rows have it.
    private func tableOfValueAfterOf() -> Int? {
        guard question.cue(at: position) == .preposition("of"), let after = question.next(from: position + 1), question.reading(items[after]).isValue
        else { return nil }
        let tables = Set(items[after].values.map(\.column.table))
        return tables.count == 1 ? tables.first : nil
    }

    /// "whose average price is above 3": a condition on groups.
    private mutating func compareAggregate(_ aggregate: LogicalForm.Aggregate, _ mention: Draft.Mention) -> Bool {
        var at = position
        while let item = question.item(at), at - position < 5 {
            switch question.reading(item) {
            case .filler, .cue(.be), .cue(.preposition): at += 1
            case .cue(.comparison(let comparison, _)):
                guard let after = question.next(from: at + 1) else { return false }
                if let (factor, end) = averages(from: after) {
                    position = end
                    add(.aggregate(aggregate, mention), comparison, .timesAverage(factor))
                    return true
                }
                guard let number = items[after].number else { return false }
                var sign = comparison
                position = after + 1
                if case .orMore(let wider)? = question.cue(at: question.next(from: position, limit: 3)) {
                    sign = wider
                    position = (question.next(from: position, limit: 3) ?? position) + 1
                }
                draft.having.append(
                    Draft.GroupCondition(measure: .aggregate(aggregate, mention), comparison: negation.isOpen ? sign.negated : sign, number: number))
                negation.isOpen = false
                return true
            default: return false
            }
        }
        return false
    }

    private func continuesAggregate() -> Bool {
        guard let after = question.next(from: position, passing: false) else { return false }
        switch question.reading(items[after]) {
        case .cue(.and), .cue(.comma):
            guard let more = question.next(from: after + 1, passing: false) else { return false }
            if case .column = question.reading(items[more]) { return true }
            return false
        default: return false
        }
    }

    /// Whether a value of one of the columns, or a number, comes next.
    func isValueNext(of columns: [LinkedItem.ColumnLink], from start: Int? = nil) -> Bool {
        guard let after = question.next(from: start ?? position, limit: 3), let item = question.item(after) else { return false }
        let ids = Set(columns.map(\.column))
        return item.number != nil || item.values.contains { ids.contains($0.column) }
    }
}

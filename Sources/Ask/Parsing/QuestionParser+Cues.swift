extension QuestionParser {
    mutating func handle(_ cue: Cue, _ item: LinkedItem) {
        position += 1
        switch cue {
        case .command: if item.start > 0, startsClause(item) { startHead() }
        case .question(let word): handleQuestion(word, item)
        case .count: handleCount(item)
        case .countTimes: handleTimes(item)
        case .average: aggregate(.average)
        case .sum: aggregate(.sum)
        case .superlative(let superlative): handleSuperlative(superlative, item)
        case .popular(let isLeast): handlePopular(isLeast)
        case .comparison(let comparison, let adjective):
            if !separatesTimes(item) {
                take(
                    comparisons.reading {
                        $0.withoutColumn(comparison, adjective, item); return true
                    })
            }
        case .be: if draft.isShare, draft.wholeConditions == 0 { draft.wholeConditions = draft.conditions.count }
        case .orMore, .than, .averageValue, .top: break
        case .same: draft.unused.append(item)
        case .each: handleEach()
        case .not: handleNot(item)
        case .without: handleNot(item)
        case .relative: handleRelative(item)
        case .having: if !draft.shown.isEmpty || draft.entity != nil || counts { isModifier = true }
        case .preposition(let word):
            lastPreposition = word
            headPreposition = word
            if word == "by", topLimit == nil, takePeriod() || takeGroupTable() { return }
            if let limit = topLimit, word == "by" || word == "in" {
                let before = draft.order.count
                orderKeys(isDescending: topIsDescending)
                if draft.order.count > before, draft.order.last?.key != .display {
                    draft.limit = limit
                    topLimit = nil
                } else {
                    draft.order.removeLast(draft.order.count - before)
                }
                return
            }
            if isSortCommand, word == "by", !draft.shown.isEmpty {
                isSortCommand = false
                handleOrder()
            }
        case .and:
            headPreposition = nil
            if draft.sumsUp || draft.period != nil { _ = takePeriod() }
        case .or: if !draft.conditions.isEmpty { isAlternative = true }
        case .both: (draft.isBoth, draft.saysBoth) = (true, true)
        case .either: break
        case .but: if !question.endsClause(item) { negates = false }
        case .comma: headPreposition = nil
        case .orderBy: handleOrder()
        case .ascending(let isAscending): handleDirection(isAscending)
        case .alphabetical: handleAlphabetical()
        case .distinct:
            if item.end - item.start > 1 { draft.isDistinct = true } else { isDistinctNext = true }
        case .everything: handleEverything(item)
        case .contains(let match):
            if tokens[item.start].lower == "that" { isModifier = true }
            if take(comparisons.reading({ $0.matchInColumn(match) })) { return }
            if includesValue(item) { return }
            if let mention = pending ?? relativeColumn ?? shownName(item),
                take(comparisons.reading({ $0.match(mention, match, $0.negates, from: $0.position) }))
            {
                return
            }
            if item.end - item.start == 1, let after = question.next(from: position, limit: 3) {
                // "orders that contain more than one product"
                if case .comparison? = question.cue(at: after) {
                    isModifier = true
                    return
                }
            }
            draft.unused.append(item)
        case .between:
            take(
                comparisons.reading {
                    $0.between(item); return true
                })
        case .isNull: if let mention = pending { add(.null(mention, isNegated: negates)) } else { draft.unused.append(item) }
        case .sentenceEnd:
            sentence += 1
            settlePending()
            focus = draft.entity ?? focus
            isModifier = false
            settleNegation()
            isAlternative = false
            isDistinctNext = false
        case .share: if !isSharing(item) { draft.isShare = true }
        case .running: draft.isRunning = true
        case .growth: draft.comparesTimes = true
        case .change: if item.start == 0 { draft.asksForChange = true } else { draft.unused.append(item) }
        }
    }

    /// "get" in the middle of a clause is a verb like others.
    private func startsClause(_ item: LinkedItem) -> Bool {
        item.end - item.start > 1 || [".", "?", "!", ",", "and", "then", "please", "also", "or"].contains(tokens[item.start - 1].lower)
    }

    mutating func startHead() {
        isModifier = false
        negates = false
        pending = nil
    }

    private mutating func handleQuestion(_ word: String, _ item: LinkedItem) {
        let isFirst = draft.shown.isEmpty && draft.entity == nil && !counts
        switch word {
        case "when", "where", "how much":
            guard isFirst || question.followsAnd(item) else {
                isModifier = true
                return
            }
            startHead()
            if word == "how much", let after = question.next(from: position), question.meansAmount(items[after]) { return }
            draft.notes.insert(.looseClause)
            handleWhenWhere(word)
        default:
            if isFirst, takePeriod() {
                // "Which month had the most orders?"
                draft.asksForPeriod = true
                return
            }
            if isFirst || question.followsAnd(item) || sentence > 0 || item.start == 0 {
                startHead()
            } else {
                isModifier = true
            }
        }
    }

    /// "When was the school founded", "where does X live".
    private mutating func handleWhenWhere(_ word: String) {
        let wanted =
            word == "when" ? ["date", "year", "time"] : word == "where" ? ["location", "city", "address", "place"] : ["price", "cost", "amount"]
        if word == "how much", items[position...].contains(where: { Self.tradeVerbs.contains(tokens[$0.start].lower) }) {
            show(.amount(.sum))
            return
        }
        if word == "how much",
            items[position...].contains(where: { item in
                item.start > 0 && ["we", "they", "i"].contains(tokens[item.start - 1].lower)
                    && item.columns.contains { $0.score > 0.6 && question.isMeasure($0.column) }
            })
        {
            // "How much did we refund": its sum.
            aggregates = [.sum]
            return
        }
        var candidates: [LinkedItem.ColumnLink] = []
        for (table, own) in index.tables.enumerated() {
            for (place, column) in own.columns.enumerated() {
                guard let rank = wanted.firstIndex(where: { word in column.form.words.contains { $0.lemma == word } }) else { continue }
                candidates.append(LinkedItem.ColumnLink(column: ColumnID(table, place), score: 0.75 - 0.05 * Double(rank)))
            }
        }
        // A verb that names a column says which: "founded", "opened".
        for later in items[position...] {
            for link in later.columns where link.score >= 0.5 {
                let column = index[link.column]
                if word == "when", column.profile.kind == .date || column.profile.holdsYears, question.isVerb(later) || later.columns.count == 1 {
                    candidates.removeAll { $0.column == link.column }
                    candidates.append(LinkedItem.ColumnLink(column: link.column, score: 0.8 + 0.2 * link.score))
                }
            }
        }
        if word == "how much" {
            // "how much was paid": the amount whose name has the verb.
            let stems = Set(items[position...].map { tokens[$0.start].stem })
            for place in candidates.indices where index[candidates[place].column].form.words.contains(where: { stems.contains($0.stem) }) {
                candidates[place].score += 0.2
            }
        }
        if candidates.isEmpty, word == "when" { candidates = question.timeLinks }
        guard !candidates.isEmpty else {
            if word == "when" { draft.unused.append(items[position - 1]) }
            return
        }
        show(.column(Draft.Mention(candidates: candidates, owner: nil, near: nil, item: items[position - 1], isName: false, isImplied: true)))
    }

    /// Verbs that ask for an amount of money after "how much".
    private static let tradeVerbs: Set<String> = ["spend", "spent", "sell", "sold"]

    private mutating func handleRelative(_ item: LinkedItem) {
        let word = tokens[item.start].lower
        if word == "where" || word == "who" || word == "when", draft.shown.isEmpty, draft.entity == nil, !counts {
            if word != "who" { handleQuestion(word, item) }
            return
        }
        if word == "who", item.start > 0, tokens[item.start - 1].lower == "and" { further = (item, draft.shown.count, draft.conditions.count) }
        if word == "with", draft.shown.isEmpty, draft.entity == nil, !counts { return }
        if draft.shown.isEmpty, draft.entity == nil, !counts { return }
        if word == "along" {
            isModifier = false
            return
        }
        if word == "with", item.end < tokens.count, ["its", "their", "his", "her"].contains(tokens[item.end].lower) {
            isModifier = false
            return
        }
        // "with the number of": more to show.
        if word == "with", let after = question.next(from: position, passing: false), case .count? = question.cue(at: after), draft.having.isEmpty,
            !question.followsComparison(after)
        {
            isModifier = false
            return
        }
        isModifier = true
        relativeColumn = pending ?? lastShownColumn(before: item)
        pending = nil
    }

    /// The column that stands right before a relative.
    private func lastShownColumn(before item: LinkedItem) -> Draft.Mention? {
        guard let last = draft.shown.last, case .column(let mention) = last.output, mention.item.end == item.start else { return nil }
        return mention
    }

    private mutating func aggregate(_ aggregate: LogicalForm.Aggregate) {
        if isModifier, let after = question.next(from: position), !items[after].columns.isEmpty {
            aggregates = [aggregate]
            return
        }
        // "in total", "on average" after the column say the same as before it.
        aggregates.append(aggregate)
        aggregateItem = items[position - 1]
        guard let after = question.next(from: position) else { return applyTrailing(aggregate) }
        switch question.reading(items[after]) {
        case .cue(.comma), .cue(.and):
            var second = question.next(from: after + 1, passing: false)
            if let place = second, case .and? = question.cue(at: place) { second = question.next(from: place + 1, passing: false) }
            switch question.cue(at: second) {
            case .average?, .sum?, .superlative?: position = after + 1
            default: applyTrailing(aggregate)
            }
        case .cue(.sentenceEnd), .cue(.orderBy), .cue(.each), .cue(.relative): applyTrailing(aggregate)
        case .cue(.be): applyTrailing(aggregate)
        default: break
        }
    }

    private mutating func applyTrailing(_ aggregate: LogicalForm.Aggregate) {
        aggregates.removeAll()
        if let ordering = draft.order.last, draft.limit != nil, position > 0 {
            // "the most hours in total", "the tallest on average": of the rows of each.
            switch ordering.key {
            case .column(let mention):
                draft.order[draft.order.count - 1].key = .measure(.aggregate(aggregate, mention))
                return
            case .adjective(let adjective, let table):
                let owner = focus
                focus = table ?? focus
                defer { focus = owner }
                if let mention = question.adjectiveMention(adjective, of: focus ?? draft.entity, items[position - 1]) {
                    draft.order[draft.order.count - 1] = Draft.Ordering(
                        key: .measure(.aggregate(aggregate, mention)),
                        isDescending: ordering.isDescending == (Adjectives.meanings[adjective]?.isUpward ?? true))
                } else {
                    draft.unused.append(items[position - 1])
                }
                return
            default: break
            }
        }
        guard let last = draft.shown.last else { return }
        if case .column(let mention) = last.output, mention.candidates.contains(where: { question.isMeasure($0.column) }) {
            draft.shown[draft.shown.count - 1].output = .aggregate(aggregate, mention)
        }
        if case .aggregate(.sum, let mention) = last.output, aggregate == .average {
            // "how many hours … on average"
            draft.shown[draft.shown.count - 1].output = .aggregate(.average, mention)
        }
    }

    private mutating func handleEverything(_ item: LinkedItem) {
        guard !isModifier else {
            draft.unused.append(item)
            return
        }
        show(.everything(nil))
    }

    mutating func handleEach() {
        let cueItem = items[position - 1]
        if cueItem.end - cueItem.start == 1, tokens[cueItem.start].lower != "per", draft.shown.isEmpty, !counts, aggregates.isEmpty, !draft.isShare {
            // "Show each …": all of them.
            return
        }
        isModifier = false
        if cueItem.end - cueItem.start > 1, ["different", "distinct"].contains(tokens[cueItem.end - 1].lower), listsColumns {
            // "the names of different towns": each once.
            isDistinctNext = true
            return
        }
        if tokens[cueItem.start].lower == "per" { draft.sumsUp = true }
        if takePeriod() { return }
        guard let after = question.next(from: position) else {
            if !countsBesideNames { draft.unused.append(cueItem) }
            return
        }
        let target = items[after]
        switch question.reading(target) {
        case .cue(.sentenceEnd) where countsBesideNames: return
        case .table:
            // "each cinema location": a column of the table.
            if let table = question.bestTable(target) {
                focus = table
                if let column = question.item(after + 1), case .column = question.reading(column),
                    column.columns.contains(where: { $0.column.table == table && $0.score > 0.7 })
                {
                    var mention = mention(column)
                    mention.owner = table
                    draft.groups.append(.column(mention))
                    position = after + 2
                } else if let column = target.columns.first(where: { $0.column.table != table && $0.score > 0.9 && !question.isKey($0.column) }),
                    isCounting(column.column.table)
                {
                    draft.groups.append(.column(Draft.Mention(candidates: [column], owner: nil, near: nil, item: target, isName: false)))
                    position = after + 1
                } else {
                    draft.groups.append(.table(table))
                    position = after + 1
                }
                if draft.entity == nil {
                    draft.entity = table
                    own(table)
                }
            }
        case .column:
            draft.groups.append(.column(mention(target)))
            position = after + 1
        case .cue(.sentenceEnd), .cue(.each): draft.unused.append(cueItem)
        default: position = after
        }
    }

    /// "the names of the lines and the number of stops of each": the names say of what.
    private var countsBesideNames: Bool {
        draft.shown.contains { if case .column = $0.output { true } else { false } } && draft.shown.contains { $0.output.isComputed }
    }

    /// Nothing is counted or added up.
    private var listsColumns: Bool {
        !counts && aggregates.isEmpty && !draft.isShare && !draft.shown.isEmpty
            && draft.shown.allSatisfy { if case .column = $0.output { true } else { false } }
    }

    /// "revenue by store": a table after "by", where what is shown is a number.
    private mutating func takeGroupTable() -> Bool {
        guard let after = question.next(from: position, passing: false), case .table = question.reading(items[after]),
            let table = question.bestTable(items[after]),
            !draft.shown.isEmpty, !isModifier,
            draft.shown.allSatisfy({
                switch $0.output {
                case .amount, .aggregate: true
                case .rows(let counted): counted != table
                case .column(let mention): isSummed(mention)
                default: false
                }
            }), !followsParticiple
        else { return false }
        draft.sumsUp = true
        if let column = question.item(after + 1), column.start == items[after].end, question.reading(column).isColumn,
            column.columns.contains(where: { $0.column.table == table && $0.score > 0.6 })
        {
            var mention = mention(column)
            mention.owner = table
            draft.groups.append(.column(mention))
            position = after + 2
        } else if let place = question.next(from: after + 1, limit: 2), question.reading(items[place]).isValue,
            items[place].values.contains(where: { $0.column.table == table })
        {
            draft.sumsUp = false
            return false
        } else {
            draft.groups.append(.table(table))
            position = after + 1
        }
        focus = table
        return true
    }

    /// "taught by": what follows did it.
    private var followsParticiple: Bool {
        guard let by = question.item(position - 1), by.start > 0 else { return false }
        let word = tokens[by.start - 1].lower
        return word.hasSuffix("ed") || WordForms.isPastForm(word)
    }

    private func isCounting(_ table: Int) -> Bool {
        draft.shown.contains { shown in
            switch shown.output {
            case .rows(let counted): counted == table
            case .aggregate(_, let mention): mention.candidates.max { $0.score < $1.score }?.column.table == table
            default: false
            }
        }
    }
}

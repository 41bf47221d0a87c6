/// Reads the text after a superlative: "highest price", "the 3 oldest dogs", "the most visits", "top 5 films by gross".
struct SuperlativeReader {
    let question: ChunkedQuestion
    let superlative: Superlative
    /// The item of the superlative.
    let item: LinkedItem
    /// The index of the next item.
    var position: Int
    /// The limit in the words before.
    var limit: Int?
    /// The table mentioned last.
    let focus: Int?
    /// Whether names restrict: after "whose", "that", "with".
    let isModifier: Bool
    let negates: Bool
    let sentence: Int
    let preposition: String?
    /// A column that waits for its comparison, and its aggregate.
    let pending: Draft.Mention?
    let pendingAggregate: LogicalForm.Aggregate?
    let aggregates: [LogicalForm.Aggregate]
    /// The draft of the text before.
    let before: Draft
    var clause = SuperlativeClause()

    var index: SourceIndex { question.index }
    var tokens: [WordToken] { question.tokens }
    var items: [LinkedItem] { question.items }
    var isDescending: Bool { superlative.isDescending }
    var word: String { tokens[item.start].lower }
    /// Whether the superlative is a single word.
    var isOneWord: Bool { item.end - item.start == 1 }
    var adjective: String? { superlative.adjective ?? question.plainAdjective(item) }

    func read() -> SuperlativeClause {
        var reader = self
        reader.parse()
        reader.clause.end = reader.position
        return reader.clause
    }

    func mention(_ item: LinkedItem) -> Draft.Mention { question.mention(item, near: clause.focus ?? focus) }

    private mutating func parse() {
        takeLimit()
        if ["first", "last"].contains(word), item.end < tokens.count, tokens[item.end].lemma == "name" { return clause.unused.append(item) }
        if limit == nil, takeRange() { return }
        if word == "first", let limit, !before.order.isEmpty, before.limit == nil, takeFirstRows(limit) { return }
        if limit != nil, case .superlative? = question.cue(at: question.next(from: position, limit: 2)) {
            clause.meaning = .limit(limit)
            return
        }
        if isOneWord, ["top", "best", "bottom", "worst"].contains(word), question.isRankedLater(than: position) {
            clause.meaning = .ranking(limit: limit ?? 1, isDescending: isDescending)
            return
        }
        if superlative.adjective == "sold", question.isRankedLater(than: position) {
            // "best selling product by revenue": the measure follows "by".
            clause.meaning = .ranking(limit: limit ?? 1, isDescending: isDescending)
            return
        }
        if ["best", "worst", "bottom"].contains(word), isOneWord { return clause.unused.append(item) }
        let adjective = word == "top" && limit == nil && question.item(position)?.number == nil ? nil : adjective
        if superlative.counts, isOneWord, adjective == nil, limit == nil, placeOfFirst == position {
            // "most first": by the number that is shown.
            position += 1
            clause.meaning =
                before.order.isEmpty ? .sorting(Draft.Ordering(key: .display, isDescending: isDescending)) : .direction(isDescending: isDescending)
            return
        }
        if let adjective, limit == nil, let first = placeOfFirst {
            position = first + 1
            return sort(adjective)
        }
        if superlative.counts, item.start > 1, item.end < tokens.count, ["on", "for"].contains(tokens[item.end].lower),
            tokens[..<item.start].last(where: { $0.lower != "the" }).map({ Self.moneyVerbs.contains($0.lower) }) ?? false
        {
            // "who spent the most on repairs": by amount, not by the number of repairs.
            return alone(adjective)
        }
        guard let after = question.next(from: position, passing: superlative.counts || isModifier) else { return alone(adjective) }
        parse(at: after, adjective)
    }

    /// The position of "first" in "oldest first", "the oldest host first"; nil if there is none.
    private var placeOfFirst: Int? {
        func isFirst(_ place: Int) -> Bool {
            guard let item = question.item(place), item.end - item.start == 1, tokens[item.start].lower == "first" else { return false }
            return place == position || item.end == tokens.count || tokens[item.end].kind == .mark
        }
        if isFirst(position) { return position }
        guard let noun = question.item(position), case .table = question.reading(noun), isFirst(position + 1) else { return nil }
        return position + 1
    }

    /// "the oldest 3", "top 3".
    private mutating func takeLimit() {
        guard let number = question.item(position), number.number != nil, case .number = question.reading(number),
            let count = Int(exactly: number.number ?? 0), tokens[number.start].text.count < 4
        else { return }
        limit = count
        position += 1
    }

    private mutating func parse(at place: Int, _ adjective: String?) {
        let target = items[place]
        if question.meansAmount(target) {
            // "the least revenue"
            position = place + 1
            return rows(.measure(.amount(aggregates.last ?? .sum)))
        }
        if superlative.counts, question.reading(target).isValue, let noun = question.item(place + 1), noun.start == target.end {
            if question.meansAmount(noun) {
                // "the most wholesale revenue": not the most rows.
                position = place + 2
                clause.conditions.append(.value(target.values, near: clause.focus ?? focus, isNegated: false))
                return rows(.measure(.amount(aggregates.last ?? .sum)))
            }
            if isUnknown(noun) { return clause.unused.append(item) }
        }
        switch question.reading(target) {
        case .cue(.countTimes):
            position = place + 1
            rows(.measure(.times))
        case .cue(.count):
            position = place + 1
            guard let counted = question.next(from: position) else { return rows(.measure(.times)) }
            of(at: counted, counts: true, adjective)
        case .cue(.average): aggregate(.average, at: place, adjective)
        case .cue(.sum): aggregate(.sum, at: place, adjective)
        case .cue(.and), .cue(.comma):
            var second = question.next(from: place + 1)
            if let again = second, case .and? = question.cue(at: again) { second = question.next(from: again + 1) }
            switch question.cue(at: second) {
            case .superlative?, .average?, .sum?:
                guard !isModifier else { return alone(adjective) }
                // "the highest and lowest price"
                clause.meaning = .aggregate(isDescending ? .maximum : .minimum)
                position = place + 1
            default: alone(adjective)
            }
        default: of(at: place, counts: superlative.counts, adjective)
        }
    }

    /// A noun that no name explains.
    private func isUnknown(_ item: LinkedItem) -> Bool { if case .word = question.reading(item) { true } else { false } }

    /// "the largest total loan amount", "the highest average number of rooms".
    private mutating func aggregate(_ aggregate: LogicalForm.Aggregate, at place: Int, _ adjective: String?) {
        guard let column = question.next(from: place + 1) else { return alone(adjective) }
        if case .cue(.count) = question.reading(items[column]) {
            guard let counted = question.next(from: column + 1) else { return alone(adjective) }
            position = column + 1
            return of(at: counted, counts: true, adjective)
        }
        if case .table = question.reading(items[column]), let table = question.bestTable(items[column]), let owned = question.item(column + 1),
            owned.start == items[column].end,
            owned.columns.contains(where: { $0.column.table == table && question.isMeasure($0.column) })
        {
            position = column + 2
            var mention = mention(owned)
            mention.owner = table
            return rows(.measure(.aggregate(aggregate, mention)))
        }
        guard items[column].columns.contains(where: { question.isMeasure($0.column) }) else { return alone(adjective) }
        position = column + 1
        rows(.measure(.aggregate(aggregate, mention(items[column]))))
    }

    mutating func rows(_ key: Draft.OrderKey) {
        let isDescending = if case .column(let mention) = key { isLargest(of: mention) } else { isDescending }
        clause.meaning = .rows(key, isDescending: isDescending, limit: limit)
    }

    /// Whether the largest value of the column is meant: not for "the shortest stay", "the youngest age".
    private func isLargest(of mention: Draft.Mention) -> Bool {
        guard let adjective = superlative.adjective, let meaning = Adjectives.meanings[adjective] else { return isDescending }
        let isOfTime = Adjectives.ofTime.contains(adjective) && mention.candidates.allSatisfy { isTime($0.column) }
        return isDescending == (isOfTime ? Adjectives.ofLaterTime.contains(adjective) : meaning.isUpward)
    }

    /// "the most recent repair cost": the adjective orders the rows and says nothing of the column.
    func describesRows(of column: ColumnID) -> Bool {
        guard let adjective = superlative.adjective, Adjectives.ofTime.contains(adjective), isOneWord || item.end - item.start == 2, !isTime(column)
        else { return false }
        let words = Adjectives.meanings[adjective]?.columns ?? []
        return !index[column].form.words.contains { words.contains($0.lemma) } && index.columns(of: column.table).contains { isTime($0) }
    }

    func isTime(_ column: ColumnID) -> Bool { index[column].profile.kind == .date || index[column].profile.holdsYears }

    /// Uses a column under a superlative: as a displayed maximum in the head, as an order in a modifier.
    mutating func measure(_ mention: Draft.Mention) {
        if before.asksForPeriod, before.shown.isEmpty {
            // "month with the highest invoiced amount": summed over the rows of each month.
            guard AmountColumns.nouns.contains(tokens[mention.item.end - 1].lemma) else { return clause.unused.append(item) }
            return rows(.measure(.aggregate(.sum, mention)))
        }
        guard !isModifier, limit == nil, !isRowWanted else { return rows(.column(mention)) }
        let extreme: LogicalForm.Aggregate = isLargest(of: mention) ? .maximum : .minimum
        clause.meaning = .shown(aggregates + [extreme], mention, next: listContinues ? [extreme] : [])
    }

    /// Whether the head has already named the outputs, and the superlative selects the row.
    private var isRowWanted: Bool {
        guard let last = before.shown.last, last.sentence == sentence, aggregates.isEmpty else { return false }
        if case .entity = last.output, before.shown.count == 1, let first = tokens.first?.lower, ["which", "what", "who"].contains(first) {
            return true
        }
        switch last.output {
        case .column, .entity, .everything: return ["of", "for", "in", "from"].contains(preposition)
        default: return false
        }
    }

    private var listContinues: Bool {
        guard let and = question.next(from: position, passing: false), let cue = question.cue(at: and) else { return false }
        switch cue {
        case .and, .comma:
            guard let more = question.next(from: and + 1, passing: false) else { return false }
            return question.reading(items[more]).isColumn
        default: return false
        }
    }
}

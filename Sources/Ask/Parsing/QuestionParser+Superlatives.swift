extension QuestionParser {
    mutating func handleSuperlative(_ superlative: Superlative, _ item: LinkedItem) {
        if isModifier, tokens[max(0, item.start - 3)..<item.start].contains(where: { $0.lower == "or" }) {
            // "or have the highest price": an order cannot be an alternative condition.
            draft.unused.append(item)
            return
        }
        takeStateAfterSuperlative()
        let reader = superlativeReader(superlative, item)
        (ranking.limit, ranking.waitingLimit) = (nil, nil)
        take(reader.read(), item)
    }

    /// The reader for a superlative before the position.
    private func superlativeReader(_ superlative: Superlative, _ item: LinkedItem) -> SuperlativeReader {
        SuperlativeReader(
            question: question, superlative: superlative, item: item, position: position, limit: ranking.limit ?? ranking.waitingLimit, focus: focus,
            isModifier: isModifier, negates: negation.isOpen, sentence: sentence, preposition: lastPreposition, pending: pending,
            pendingAggregate: pendingAggregate, aggregates: aggregates, before: draft)
    }

    private mutating func take(_ clause: SuperlativeClause, _ item: LinkedItem) {
        position = clause.end
        focus = clause.focus ?? focus
        draft.entity = clause.entity ?? draft.entity
        draft.unused += clause.unused
        for condition in clause.conditions { add(condition) }
        switch clause.meaning {
        case .nothing: break
        case .limit(let limit): ranking.limit = limit
        case .ranking(let limit, let isDescending):
            (ranking.waitingLimit, ranking.item, draft.isTop) = (limit, item, true)
            ranking.isDescending = isDescending ?? ranking.isDescending
        case .rows(let key, let isDescending, let limit):
            if case .measure(.rows) = key, isOfAnother(item) { draft.unused.append(item) }
            draft.order.append(Draft.Ordering(key: key, isDescending: isDescending))
            draft.limit = limit ?? 1
            (pending, pendingAggregate) = (nil, nil)
        case .sorting(let ordering):
            if let pending, ordering.key == .column(pending) { self.pending = nil }
            draft.order.append(ordering)
        case .direction(let isDescending): for place in draft.order.indices { draft.order[place].isDescending = isDescending }
        case .first(let limit, let ofAll):
            draft.limit = limit
            draft.ranksAll = draft.ranksAll || ofAll
        case .aggregate(let aggregate):
            aggregates.append(aggregate)
            aggregateItem = item
        case .shown(let all, let mention, let next):
            for aggregate in all { show(.aggregate(aggregate, mention)) }
            aggregates = next
        case .condition(let condition): add(condition)
        }
    }

    /// "the stadium of the concert with the most singers": the singers of each concert are counted, not those of each stadium.
    private func isOfAnother(_ item: LinkedItem) -> Bool {
        guard item.start > 2, tokens[item.start - 1].lower == "the", tokens[item.start - 2].lower == "with", let entity = draft.entity,
            draft.groups.isEmpty, let noun = items.first(where: { $0.end == item.start - 2 }), case .table = question.reading(noun),
            let table = question.bestTable(noun)
        else { return false }
        return table != entity && !noun.columns.contains { $0.column.table == entity && $0.score > 0.9 }
    }

    /// "starting with the most expensive": orders all rows. Returns false if the words describe how a text begins.
    mutating func takeStartingOrder() -> Bool {
        guard let place = question.next(from: position), case .cue(.superlative(let superlative)) = question.reading(items[place]),
            let adjective = superlative.adjective ?? question.plainAdjective(items[place])
        else { return false }
        settlePending()
        position = place + 1
        // "the most expensive dish": the noun names the listed rows.
        if let noun = question.item(position), question.reading(noun).isName, isLastItem(position) { position += 1 }
        var reader = superlativeReader(superlative, items[place])
        reader.sort(adjective)
        reader.clause.end = position
        take(reader.clause, items[place])
        return true
    }

    private func isLastItem(_ place: Int) -> Bool { question.next(from: place + 1).map { question.cue(at: $0) == .sentenceEnd } ?? true }

    /// "the most common X": groups by X, ordered by size.
    mutating func handlePopular(_ isLeast: Bool) {
        let limit = ranking.limit
        ranking.limit = nil
        if let entity = draft.entity, draft.shown.contains(where: { if case .column = $0.output { true } else { false } }),
            let noun = question.item(position), !noun.tables.isEmpty || !noun.columns.isEmpty, !noun.tables.contains(where: { $0.table == entity })
        {
            // "the names of the dogs of the rarest breed": the group is not what is shown.
            draft.unused.append(noun)
        }
        let ordering = Draft.Ordering(key: .measure(.times), isDescending: !isLeast)
        draft.limit = limit ?? 1
        draft.popularity = ordering
        draft.order.append(ordering)
    }
}

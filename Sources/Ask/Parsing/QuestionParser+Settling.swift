/// Settles everything that is still open at the end of a clause.
extension QuestionParser {
    /// Records words that had no effect in the whole question, so that they are not silently ignored.
    mutating func settleQuestion() {
        settlePending()
        settleNegation()
        settleOwnOfExtreme()
        if !aggregates.isEmpty, let aggregateItem, !draft.shown.contains(where: { $0.output.isComputed }), !draft.isMeanOfGroups {
            draft.unused.append(aggregateItem)
        }
        if ranking.waitingLimit != nil, let item = ranking.item { draft.unused.append(item) }
        if let newItem, draft.period == nil, !draft.conditions.contains(where: { if case .days = $0 { true } else { false } }) {
            draft.unused.append(newItem)
        }
        if let further, draft.shown.count == further.shown, draft.conditions.count == further.conditions { draft.unused.append(further.item) }
        if tokens.count > 1, tokens[0].lower == "what", ["did", "does", "do"].contains(tokens[1].lower), let first = items.first,
            draft.shown.allSatisfy({ if case .entity = $0.output { true } else { false } })
        {
            // "What did each driver earn": the question does not ask who they are.
            draft.unused.append(first)
        }
        if ranking.limit != nil, let item = ranking.limitItem { draft.unused.append(item) }
        if let person = counting.person, draft.shown.contains(where: { $0.output == .times }) { draft.unused.append(person) }
    }

    /// "the smallest version and its code": the row with the smallest version, not each code's smallest.
    private mutating func settleOwnOfExtreme() {
        guard draft.groups.isEmpty, draft.order.isEmpty, draft.limit == nil, draft.shown.count > 1,
            case .aggregate(let aggregate, let measured) = draft.shown[0].output, [.maximum, .minimum].contains(aggregate)
        else { return }
        let others = draft.shown.dropFirst().compactMap { shown -> Draft.Mention? in
            if case .column(let mention) = shown.output { mention } else { nil }
        }
        guard others.count == draft.shown.count - 1, let first = others.first, first.item.start > 0, tokens[first.item.start - 1].lower == "its"
        else {
            return
        }
        draft.shown[0].output = .column(measured)
        draft.order = [Draft.Ordering(key: .column(measured), isDescending: aggregate == .maximum)]
        draft.limit = 1
    }

    /// Records a negation that had no effect, so that it is not silently ignored.
    mutating func settleNegation() {
        if negation.isOpen, !negation.wasTaken, let item = negation.item, !settleNever(item) { draft.unused.append(item) }
        negation.isOpen = false
    }

    /// The only column of yes and no that a pending mention names in full; nil if there is none.
    private func answerColumn(_ mention: Draft.Mention) -> Draft.Mention? {
        let table = draft.entity ?? focus
        let own = mention.candidates.filter { link in
            link.score > 0.8 && index[link.column].profile.yesAndNo != nil && index[link.column].expression == nil && link.column.table == table
        }
        guard own.count == 1, isModifier, !isGroupLost else { return nil }
        var out = mention
        out.candidates = own
        return out
    }

    mutating func settlePending() {
        if let mention = pending, question.isVerb(mention.item), let best = mention.candidates.max(by: { $0.score < $1.score })?.column,
            index[best].profile.kind == .date, index[best].profile.hasNulls
        {
            // "employees who left": it happened if its time is not null.
            add(.null(mention, isNegated: !negation.isOpen))
        }
        if let mention = pending, let flag = answerColumn(mention) {
            // "restaurants that take reservations": the column contains yes and no.
            add(.flag(flag, isNegated: negation.isOpen))
        } else if let mention = pending, isPossession(mention) {
            add(.null(mention, isNegated: !negation.isOpen))
        }
        if let mention = pending, let table = verbTable(mention.item) {
            // "products that were ordered": a row of that table exists.
            if negation.isOpen {
                add(.absent(tables: [table], []))
            } else if !draft.required.contains(table) {
                draft.required.append(table)
            }
            pending = nil
        }
        if let mention = pending, let best = mention.candidates.max(by: { $0.score < $1.score })?.column, best.table != draft.entity,
            index[best].isForeignKey, let entity = draft.entity, !mention.saysId,
            index.joins.partners(of: best).contains(where: { $0.table == entity })
        {
            // "employees who are managers": those that the key references.
            if index.joins.edges(at: entity).count(where: { $0.other(than: entity) == best.table }) > 1 {
                draft.unused.append(mention.item)
            } else if !draft.required.contains(best.table) {
                draft.required.append(best.table)
            }
            pending = nil
        }
        if let pending, !isAnswered(pending) {
            draft.notes.insert(.pendingColumn)
            if describesTable(pending.item) { draft.unused.append(pending.item) }
            if isGroupLost, tokens[max(0, pending.item.start - 1)].lower == "by" { draft.unused.append(pending.item) }
        }
        pending = nil
        isGroupLost = false
        if counting.isOpen {
            if let table = draft.entity ?? focus { show(.rows(table)) } else { draft.notes.insert(.looseClause) }
            counting.isOpen = false
        }
    }

    /// "guests who have a loyalty level", "what share of them has a phone number": it is there, where some rows lack it.
    private func isPossession(_ mention: Draft.Mention) -> Bool {
        guard let best = mention.candidates.max(by: { $0.score < $1.score }), best.score > 0.8, index[best.column].profile.hasNulls,
            mention.item.start > 1, ["a", "an", "any"].contains(tokens[mention.item.start - 1].lower)
        else { return false }
        return ["has", "have", "had", "with", "without"].contains(tokens[mention.item.start - 2].lower)
    }

    /// "discounted orders": a numeric column's participle directly before the table restricts its rows, but it is unclear how.
    private func describesTable(_ item: LinkedItem) -> Bool {
        guard question.isParticiple(item), let noun = items.first(where: { $0.start == item.end }), let table = question.bestTable(noun) else {
            return false
        }
        return item.columns.allSatisfy { $0.column.table != table || index[$0.column].profile.kind == .number }
    }

    /// "who have a person as their advisor": the value is one of the rows that the column references.
    private func isAnswered(_ mention: Draft.Mention) -> Bool {
        let referred = mention.candidates.filter { index[$0.column].isForeignKey }.flatMap { index.joins.partners(of: $0.column) }.map(\.table)
        return draft.conditions.contains { condition in
            if case .value(let values, _, _) = condition { values.contains { referred.contains($0.column.table) } } else { false }
        }
    }
}

/// Reads rows with which others are compared: "than all wines of 2006", "than the average salary of clerks".
extension ComparisonReader {
    /// The aggregate that "all", "every", "any" or "some" before the position means. Nil without such a word.
    mutating func quantifier(_ cue: LinkedItem, before place: Int, _ comparison: Comparison) -> LogicalForm.Aggregate? {
        guard items.indices.contains(place), cue.end <= items[place].start else { return nil }
        let words = tokens[cue.end..<items[place].start].map(\.lower)
        let isAny = words.contains("any")
        let isAll = isAny || words.contains("all") || words.contains("every")
        guard isAll || words.contains("some") else { return nil }
        if isAny { clause.notes.insert(.anyOfThem) }
        switch comparison {
        case .greater, .greaterOrEqual: return isAll ? .maximum : .minimum
        case .less, .lessOrEqual: return isAll ? .minimum : .maximum
        default: return nil
        }
    }

    /// The conditions on rows of the same table, which is named again here, from the rest of the clause. Nil if it is not named again.
    mutating func comparedRows() -> [Draft.Condition]? {
        guard let place = question.next(from: position), case .table = question.reading(items[place]), let table = question.bestTable(items[place]),
            table == focus || table == entity || entity == nil
        else { return nil }
        let end = question.comparedEnd(from: place + 1)
        guard end > place + 1 else {
            position = place + 1
            return []
        }
        var inner = QuestionParser(question.upTo(end))
        inner.position = place + 1
        inner.isModifier = true
        inner.focus = table
        inner.draft.entity = table
        inner.draft.shown = before.shown
        while inner.position < end {
            let before = inner.position
            inner.step()
            if inner.position == before { inner.position += 1 }
        }
        inner.settlePending()
        let read = inner.draft
        guard read.having.isEmpty, read.order.isEmpty, !read.conditions.isEmpty || read.unused.isEmpty && read.required.isEmpty else { return nil }
        clause.unused += read.unused
        clause.notes.formUnion(read.notes)
        position = end
        return read.conditions
    }

    /// "more goals than X", "founded after the publisher X": the named row. Nil if none is named.
    mutating func namedRow(_ place: Int, for mention: Draft.Mention) -> [Draft.Condition]? {
        var at = place
        if case .table = question.reading(items[at]), let table = question.bestTable(items[at]),
            mention.candidates.contains(where: { $0.column.table == table })
        {
            guard let after = question.item(at + 1), after.start == items[at].end else { return nil }
            at += 1
        }
        let item = items[at]
        guard question.reading(item).isValue, item.number == nil, !mention.candidates.isEmpty else { return nil }
        let compared = Set(mention.candidates.map(\.column))
        let own = item.values.filter { value in
            question.isDisplay(value.column) && !compared.contains(value.column) && compared.contains { $0.table == value.column.table }
        }
        guard !own.isEmpty, !item.values.contains(where: { compared.contains($0.column) }) else { return nil }
        position = at + 1
        var out: [Draft.Condition] = [.value(own, near: own[0].column.table, isNegated: false)]
        if let second = question.item(at + 1), second.start == item.end, question.reading(second).isValue {
            // "Ann Lee": the first and the last name.
            let rest = second.values.filter { value in
                question.isDisplay(value.column) && value.column.table == own[0].column.table && !own.contains { $0.column == value.column }
            }
            if !rest.isEmpty {
                position += 1
                out.append(.value(rest, near: rest[0].column.table, isNegated: false))
            }
        }
        return out
    }

    /// Skips "of all films" after "the average".
    mutating func skipComparedTable() {
        guard let after = question.next(from: position), case .table = question.reading(items[after]), let table = question.bestTable(items[after]),
            table == focus || table == entity || entity == nil, items.count <= after + 2
        else { return }
        position = after + 1
    }

    /// "the average dog": the directly following value restricts the rows of the average.
    mutating func takeKind() -> [Draft.Condition] {
        guard let kind = question.item(position), question.reading(kind).isValue, kind.start == items[position - 1].end else { return [] }
        position += 1
        if let noun = question.item(position), noun.start == kind.end,
            kind.values.contains(where: { value in noun.columns.contains { $0.column == value.column && $0.score > 0.8 } })
        {
            // "the average main course": the noun names the column of the value.
            position += 1
        }
        return [.value(kind.values, near: focus, isNegated: false)]
    }
}

extension QuestionParser {
    /// A reader for the comparison that begins here.
    var comparisons: ComparisonReader {
        ComparisonReader(
            question: question, position: position, focus: focus, entity: draft.entity, isModifier: isModifier, negates: negation.isOpen,
            pending: pending,
            before: draft, verbColumns: verbColumns, isAggregate: !aggregates.isEmpty, clause: ComparisonClause(isBoth: draft.isBoth))
    }

    /// Adds a comparison to the draft. False if nothing was compared.
    @discardableResult
    mutating func take(_ clause: ComparisonClause) -> Bool {
        position = clause.end
        for joined in clause.conditions {
            if joined.isAlternative { isAlternative = true }
            add(joined.condition)
        }
        pending = clause.pending
        focus = clause.focus
        isModifier = isModifier || clause.restricts
        draft.having += clause.having
        draft.required += clause.required
        draft.isBoth = clause.isBoth
        draft.unused += clause.unused
        draft.notes.formUnion(clause.notes)
        return clause.isRead
    }

    /// Reads a comparison that follows a column. False if none follows.
    mutating func compare(_ mention: Draft.Mention) -> Bool { take(comparisons.reading { $0.compare(mention) }) }

    /// "whose members include Kai": a whole value of a column is one of the rows, not a part of a text.
    func includesValue(_ item: LinkedItem) -> Bool {
        guard isModifier, item.end - item.start == 1, !(pending?.candidates.isEmpty ?? true) || relativeColumn != nil || focus != nil,
            let after = question.item(position), after.start == item.end, question.reading(after).isValue, after.quoted == nil,
            after.values.contains(where: { $0.score > 1 })
        else { return false }
        let compared = (pending ?? relativeColumn)?.candidates.map(\.column) ?? []
        return !after.values.contains { compared.contains($0.column) }
    }
}

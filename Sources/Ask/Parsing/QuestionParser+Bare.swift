/// Reads "name", "id" and words that are not part of a name.
extension QuestionParser {
    /// "name", if no column has that name.
    mutating func handleBareName(_ item: LinkedItem) {
        if isModifier, let named = relativeColumn {
            if !compare(named) { pending = named }
            return
        }
        if isModifier, let table = focus ?? draft.entity {
            let mention = Draft.Mention(candidates: [], owner: table, near: table, item: item, isName: true)
            if !compare(mention) { pending = mention }
            return
        }
        guard !isModifier, !counting.isOpen, columnAfterOf() == nil else { return }
        if let before = question.item(position - 2), before.end == item.start, question.reading(before).isColumn { return }
        var mention = Draft.Mention(candidates: [], owner: nil, near: focus, item: item, isName: true)
        if let before = question.item(position - 2), case .table = question.reading(before) { mention.owner = question.bestTable(before) }
        if mention.owner != nil, case .entity(let table)? = draft.shown.last?.output, table == mention.owner { draft.shown.removeLast() }
        show(.column(mention))
    }

    /// "id", if no column has that name: the key.
    mutating func handleBareId(_ item: LinkedItem) {
        guard !counting.isOpen, aggregates.isEmpty, columnAfterOf() == nil else { return }
        let before = question.item(position - 2).flatMap { $0.end == item.start ? $0 : nil }
        if let before, question.reading(before).isColumn { return }
        var mention = Draft.Mention(candidates: [], owner: nil, near: focus, item: item, isName: false, saysId: true)
        if let before, case .table = question.reading(before) { mention.owner = question.bestTable(before) }
        if isModifier {
            mention.owner = mention.owner ?? focus ?? draft.entity
            if !compare(mention) { draft.unused.append(item) }
            return
        }
        if mention.owner != nil, case .entity(let table)? = draft.shown.last?.output, table == mention.owner { draft.shown.removeLast() }
        show(.column(mention))
    }

    /// A word that is neither a name nor a cue. True if it has a meaning.
    mutating func handleWord(_ item: LinkedItem) -> Bool {
        if ["date", "time"].contains(tokens[item.start].lemma), showTime(item) { return true }
        if tokens[item.start].lower == "new", let after = question.item(position + 1), !after.tables.isEmpty {
            // "new customers per year": created in that period.
            newItem = item
            return true
        }
        // "how many iced coffees": an unknown word before a value is not what is counted.
        let isBesideValue = question.item(position + 1).map { $0.start == item.end && question.reading($0).isValue } ?? false
        if counting.isOpen, !isBesideValue,
            question.item(position + 1)?.start != item.end
                || !(question.item(position + 1).map { question.reading($0).isColumn || !$0.tables.isEmpty } ?? false)
        {
            // The counted things have no name in the schema.
            counting.isOpen = false
            show(.times)
        }
        if !item.partialValues.isEmpty {
            add(.word(item.partialValues, tokens[item.start].text, near: focus))
            draft.notes.insert(.wordOfValue)
            return true
        }
        return false
    }
}

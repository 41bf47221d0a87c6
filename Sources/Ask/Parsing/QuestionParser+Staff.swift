/// Reads "headcount": the number of employed people. If their table has a leaving time, only current ones count.
extension QuestionParser {
    private static let staff: Set<String> = ["employee", "staff", "worker", "personnel"]

    mutating func takeHeadcount(_ item: LinkedItem) -> Bool {
        guard draft.shown.isEmpty, draft.entity == nil, !counting.isOpen, let place = headcountPlace(item), let table = staffTable,
            !items.contains(where: { $0.date != nil || question.isLikeYear($0) })
        else { return false }
        position = place + 1
        draft.entity = table
        focus = table
        show(.rows(table))
        for condition in question.current(items[place], of: table) { add(condition) }
        return true
    }

    /// The position of the word, also after "current".
    private func headcountPlace(_ item: LinkedItem) -> Int? {
        for place in [position, position + 1] {
            guard let named = question.item(place), named.tables.isEmpty, named.columns.isEmpty else { return nil }
            if tokens[named.start].lower == "headcount" { return place }
            guard tokens[item.start].lower == "current" else { return nil }
        }
        return nil
    }

    private var staffTable: Int? {
        let found = index.tables.indices.filter { table in
            index.tables[table].form.words.last.map { Self.staff.contains($0.lemma) } ?? false
        }
        return found.count == 1 ? found[0] : nil
    }
}

/// Finds the rows to which words and values refer if rows have roles for others of their table.
extension ChunkedQuestion {
    /// "manages", "managed by": whether a word is related to the role's name.
    func isPartVerb(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, let table = bestTable(item), index.tables[table].held != nil else { return false }
        let token = tokens[item.start]
        let words = index.tables[table].form.words
        return words.contains { $0.stem == token.stem || $0.lemma == token.stem } && !words.contains { $0.lemma == token.lemma }
    }

    /// The owner of the value next to a role: the manager, or the managed person.
    func values(_ values: [LinkedItem.ValueLink], besidePartOf item: LinkedItem, at place: Int) -> [LinkedItem.ValueLink] {
        let parts = Set(values.map(\.column.table)).filter { index.tables[$0].held != nil }
        guard !parts.isEmpty else { return values }
        let isOfPart = isOfPart(place)
        let kept = values.filter { (index.tables[$0.column.table].held != nil) == isOfPart }
        return kept.isEmpty ? values : kept
    }

    func isOfPart(_ place: Int) -> Bool {
        if let after = next(from: place + 1, passing: false, limit: 3), items[after].tables.contains(where: { index.tables[$0.table].held != nil }),
            !(item(place).map { tokens[$0.end - 1].isPossessive } ?? false)
        {
            return isPartVerb(items[after])
        }
        guard let before = meant(before: place - 1), items[before].tables.contains(where: { index.tables[$0.table].held != nil }) else {
            return false
        }
        let between = tokens[items[before].end..<items[place].start].map(\.lower)
        if isPartVerb(items[before]) { return between.contains("by") }
        return !between.contains("of") && !between.contains("for")
    }

    /// The nearest earlier item with a meaning.
    func meant(before start: Int) -> Int? {
        var place = start
        while place >= 0, start - place < 5 {
            switch reading(items[place]) {
            case .filler, .cue(.be), .cue(.preposition): place -= 1
            default: return place
            }
        }
        return nil
    }
}

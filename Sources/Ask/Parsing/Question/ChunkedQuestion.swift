/// A question as a list of items, each with all its possible meanings, in the order of its words.
///
/// Its functions inspect items at a position and do not depend on what was parsed before.
struct ChunkedQuestion: Sendable {
    let index: SourceIndex
    let tokens: [WordToken]
    let items: [LinkedItem]
    let today: CalendarDay

    /// The meaning of an item's first words.
    enum Reading { case cue(Cue), table, column, value, number, date, quoted, word, filler }

    /// The question with only the items before a position.
    func upTo(_ end: Int) -> Self { ChunkedQuestion(index: index, tokens: tokens, items: Array(items[..<end]), today: today) }

    func reading(_ item: LinkedItem) -> Reading {
        let table = item.tables.map(\.score).max() ?? 0
        let column = item.columns.map(\.score).max() ?? 0
        let value = item.values.map(\.score).max() ?? 0
        if let cue = item.cue {
            if max(table, column) < 0.8 && value < 0.9 { return .cue(cue) }
            if case .command = cue, item.start == 0 { return .cue(cue) }
            // "total refund": the aggregate of the next word, even if a column has the name "total".
            if cue == .sum, let after = items.first(where: { $0.start == item.end }),
                (after.columns.map(\.score).max() ?? 0) > 0.8 || meansAmount(after) || ["value", "worth"].contains(tokens[after.start].lower)
            {
                return .cue(cue)
            }
        }
        if item.date != nil { return .date }
        if item.quoted != nil && max(table, column) == 0 { return item.values.isEmpty ? .quoted : .value }
        if item.number != nil && value < 1 && max(table, column) < 0.8 { return .number }
        if value >= 0.5, value >= max(table, column) || (value >= 0.9 && max(table, column) < 0.8) { return .value }
        if table > 0, table >= column - 0.1 { return .table }
        if column > 0 { return .column }
        if value >= 0.6 { return .value }
        if item.number != nil { return .number }
        return item.isFiller || value > 0 ? .filler : .word
    }

    func text(of item: LinkedItem) -> String { tokens[item.start..<item.end].map(\.lower).joined(separator: " ") }

    func item(_ index: Int) -> LinkedItem? { items.indices.contains(index) ? items[index] : nil }

    /// The next item with a meaning. Fillers, forms of "be" and small words are skipped.
    func next(from start: Int, passing prepositions: Bool = true, limit: Int = 6) -> Int? {
        var index = start
        while index < items.count, index - start < limit {
            switch reading(items[index]) {
            case .filler, .cue(.be), .cue(.than): index += 1
            case .cue(.preposition): if prepositions { index += 1 } else { return index }
            default: return index
            }
        }
        return index < items.count ? index : nil
    }

    func cue(at index: Int?) -> Cue? {
        guard let index, let item = item(index), case .cue(let cue) = reading(item) else { return nil }
        return cue
    }

    func bestTable(_ item: LinkedItem) -> Int? { item.tables.max { ($0.score, -$0.table) < ($1.score, -$1.table) }?.table }

    /// The mention of the column that an item names, near a mentioned table.
    func mention(_ item: LinkedItem, near table: Int?) -> Draft.Mention {
        let words = tokens[item.start..<item.end].map(\.lemma).filter { !Fillers.glue.contains($0) }
        return Draft.Mention(
            candidates: priced(item), owner: nil, near: table, item: item, isName: words == ["name"] || words == ["title"],
            saysId: words.last == "id", isPlural: isPlural(item))
    }
}

extension ChunkedQuestion.Reading {
    var isValue: Bool { if case .value = self { true } else { false } }

    var isName: Bool {
        switch self {
        case .table, .column: true
        default: false
        }
    }

    var isColumn: Bool { if case .column = self { true } else { false } }
}

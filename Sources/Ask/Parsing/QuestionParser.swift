/// Reads the items of a question from left to right into a draft.
///
/// The head names what is shown; after a relative ("whose", "that have") names restrict instead.
struct QuestionParser {
    let index: SourceIndex
    let tokens: [WordToken]
    let items: [LinkedItem]

    var draft = Draft()
    var position = 0
    /// Whether names restrict: after "whose", "that", "with".
    var isModifier = false
    var sentence = 0
    /// The table mentioned last.
    var focus: Int?
    var counts = false
    var countsDistinct = false
    var countPhraseIsTotal = false
    var aggregates: [LogicalForm.Aggregate] = []
    var negates = false
    /// A column that waits for its comparison.
    var pending: Draft.Mention?
    /// The next condition is an alternative to the last.
    var isAlternative = false
    var superlativeLimit: Int?
    var lastPreposition: String?
    /// Columns whose names share a stem with the verb read last: "opened".
    var verbColumns: [ColumnID] = []
    var isDistinctNext = false

    init(_ index: SourceIndex, _ tokens: [WordToken], _ items: [LinkedItem]) {
        self.index = index
        self.tokens = tokens
        self.items = items
    }

    mutating func parse() -> Draft {
        while position < items.count {
            let before = position
            step()
            if position == before { position += 1 }
        }
        settlePending()
        return draft
    }

    /// What the first words of an item are taken for.
    enum Reading { case cue(Cue), table, column, value, number, date, quoted, word, filler }

    func reading(_ item: LinkedItem) -> Reading {
        let table = item.tables.map(\.score).max() ?? 0
        let column = item.columns.map(\.score).max() ?? 0
        let value = item.values.map(\.score).max() ?? 0
        if let cue = item.cue {
            if max(table, column) < 0.8 && value < 0.9 { return .cue(cue) }
            if case .command = cue, item.start == 0 { return .cue(cue) }
        }
        if item.date != nil { return .date }
        if item.quoted != nil && max(table, column) == 0 { return item.values.isEmpty ? .quoted : .value }
        if item.number != nil && value < 1 && max(table, column) < 0.8 { return .number }
        if value > 0, value >= max(table, column) || (value >= 0.9 && max(table, column) < 0.8) { return .value }
        if table > 0, table >= column - 0.1 { return .table }
        if column > 0 { return .column }
        if value >= 0.6 { return .value }
        if item.number != nil { return .number }
        return item.isFiller || value > 0 ? .filler : .word
    }

    mutating func step() {
        let item = items[position]
        switch reading(item) {
        case .cue(let cue): handle(cue, item)
        case .table: handleTable(item)
        case .column: handleColumn(item)
        case .value: handleValue(item)
        case .quoted: handleQuoted(item)
        case .number: handleNumber(item)
        case .date: handleDate(item)
        case .filler: position += 1
        case .word:
            if !handleWord(item) { draft.unused.append(item) }
            position += 1
        }
    }

    func text(of item: LinkedItem) -> String { tokens[item.start..<item.end].map(\.lower).joined(separator: " ") }

    func item(_ index: Int) -> LinkedItem? { items.indices.contains(index) ? items[index] : nil }

    /// The next place that says something: fillers, forms of "be" and small words are passed over.
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

    func mention(_ item: LinkedItem) -> Draft.Mention {
        let words = tokens[item.start..<item.end].map(\.lemma).filter { !Fillers.glue.contains($0) }
        return Draft.Mention(candidates: item.columns, owner: nil, near: focus, item: item, isName: words == ["name"] || words == ["title"])
    }

    func bestTable(_ item: LinkedItem) -> Int? { item.tables.max { ($0.score, -$0.table) < ($1.score, -$1.table) }?.table }

    mutating func add(_ condition: Draft.Condition) {
        if isAlternative, let last = draft.conditions.popLast() {
            if case .any(let parts) = last {
                draft.conditions.append(.any(parts + [condition]))
            } else {
                draft.conditions.append(.any([last, condition]))
            }
        } else {
            draft.conditions.append(condition)
        }
        isAlternative = false
        negates = false
        pending = nil
    }

    mutating func show(_ output: Draft.Output) {
        draft.shown.append(Draft.Shown(output: output, sentence: sentence))
    }

    mutating func settlePending() {
        if pending != nil { draft.notes.insert(.pendingColumn) }
        pending = nil
        if counts {
            if let table = draft.entity ?? focus { show(.rows(table)) } else { draft.notes.insert(.looseClause) }
            counts = false
        }
    }

    /// A word that is no name and no cue; true when it means something after all.
    mutating func handleWord(_ item: LinkedItem) -> Bool {
        if !item.partialValues.isEmpty {
            add(.word(item.partialValues, tokens[item.start].text, near: focus))
            draft.notes.insert(.wordOfValue)
            return true
        }
        return false
    }
}

/// Reads words for the state of rows that depends on a missing time or on a flag: "open tickets", "current employees", "overdue invoices",
/// "unpaid bills".
extension ChunkedQuestion {
    /// Words in the names of time columns that end a state.
    private static let ends: [String: Set<String>] = [
        "open": ["closed", "close", "resolved", "completed", "finished", "ended", "solved", "settled"],
        "unresolved": ["closed", "resolved", "solved"], "unfinished": ["completed", "finished", "ended"],
        "outstanding": ["paid", "settled", "closed", "returned"], "unsettled": ["paid", "settled"],
        "ongoing": ["ended", "finished", "completed", "end"], "current": ["left", "ended", "terminated", "resigned", "departed"],
        "active": ["cancelled", "canceled", "ended", "terminated", "closed", "expired", "left"],
        "overdue": ["paid", "returned", "closed", "completed", "settled"],
    ]

    func isStateWord(_ item: LinkedItem) -> Bool {
        item.end - item.start == 1 && Self.ends[tokens[item.start].lower] != nil && !reading(item).isValue
            && (tokens[item.start].lower != "active" || !item.columns.contains { index.isFlag($0.column) })
            && !item.columns.contains { index[$0.column].expression != nil && $0.score > 0.8 }
    }

    /// The conditions for a word that names the state of the table's rows. Nil if no column tells when the state ends.
    func state(_ item: LinkedItem, of table: Int) -> [Draft.Condition]? {
        if tokens[item.start].isNegated {
            let own = flags(item, of: table)
            guard !own.isEmpty else { return nil }
            var mention = mention(item, near: table)
            mention.candidates = own
            return [.flag(mention, isNegated: true)]
        }
        guard isStateWord(item), let words = Self.ends[tokens[item.start].lower], let end = endColumn(of: table, words) else { return nil }
        let isOpen = Draft.Condition.null(said(end, item), isNegated: false)
        guard tokens[item.start].lower == "overdue" else { return [isOpen] }
        guard let due = dueColumn(of: table) else { return nil }
        return [.days(said(due, item), DateSpan(start: nil, end: today, label: "before today"), near: table), isOpen]
    }

    /// The condition that rows are current. Empty if the table has no leaving time.
    func current(_ item: LinkedItem, of table: Int) -> [Draft.Condition] {
        Self.ends["current"].flatMap { endColumn(of: table, $0) }.map { [.null(said($0, item), isNegated: false)] } ?? []
    }

    private func said(_ column: ColumnID, _ item: LinkedItem) -> Draft.Mention {
        Draft.Mention(
            candidates: [LinkedItem.ColumnLink(column: column, score: 0.9)], owner: column.table, near: column.table, item: item, isName: false)
    }

    /// The only time column of a table that is null until the state ends.
    private func endColumn(of table: Int, _ words: Set<String>) -> ColumnID? {
        let found = index.columns(of: table).filter { column in
            let own = index[column]
            return own.profile.kind == .date && own.profile.hasNulls && !own.isHidden
                && IdentifierWords.words(of: own.name).contains { words.contains($0) }
        }
        return found.count == 1 ? found[0] : nil
    }

    private func dueColumn(of table: Int) -> ColumnID? {
        let found = index.columns(of: table).filter { column in
            index[column].profile.kind == .date && IdentifierWords.words(of: index[column].name).contains { $0 == "due" || $0 == "deadline" }
        }
        return found.count == 1 ? found[0] : nil
    }
}

extension QuestionParser {
    mutating func takeState(_ item: LinkedItem) -> Bool {
        guard question.isStateWord(item) else { return false }
        guard let table = stateTable(item), let conditions = question.state(item, of: table) else {
            // "open tickets" are not those that were opened.
            let isBeforeTable = question.item(position + 1).map { $0.start == item.end && !$0.tables.isEmpty } ?? false
            let isPredicate = item.start > 0 && ["still", "is", "are"].contains(tokens[item.start - 1].lower)
            guard tokens[item.start].lower == "open", isBeforeTable && question.reading(item).isColumn || isPredicate,
                !item.columns.contains(where: { index.isFlag($0.column) })
            else { return false }
            position += 1
            draft.unused.append(item)
            return true
        }
        position += 1
        for condition in conditions { add(condition) }
        return true
    }

    /// "orders paid but not shipped": the state that rows have, before the state that they do not have. The word may otherwise be a verb
    /// without meaning.
    mutating func takeStateButNot(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, !negation.isOpen, let entity = draft.entity,
            tokens[item.start].lower.hasSuffix("ed") || WordForms.isPastForm(tokens[item.start].lower)
        else { return false }
        let own = item.values.filter { $0.column.table == entity && $0.text.lowercased() == tokens[item.start].lower }
        guard !own.isEmpty, !readsAbsence && isBeforeNot(position + 1) || isBeforeAnother(own) else { return false }
        position += 1
        add(.value(own, near: entity, isNegated: false))
        isModifier = true
        return true
    }

    /// "customers without delivered orders": the state of the rows that must not exist.
    mutating func takeStateOfAbsent(_ item: LinkedItem) -> Bool {
        guard readsAbsence, item.end - item.start == 1, let rows = question.item(position + 1), rows.start == item.end,
            case .table = question.reading(rows), let table = question.bestTable(rows)
        else { return false }
        let own = item.values.filter { $0.column.table == table && $0.text.lowercased() == tokens[item.start].lower }
        guard !own.isEmpty else { return false }
        position += 1
        add(.value(own, near: table, isNegated: false))
        return true
    }

    /// "paid or cancelled", "neither paid nor cancelled": another value of the column follows.
    private func isBeforeAnother(_ values: [LinkedItem.ValueLink]) -> Bool {
        guard let link = question.item(position + 1),
            [.or, .and, .comma].contains(question.cue(at: position + 1)) || tokens[link.start].lower == "nor",
            let next = question.next(from: position + 2, limit: 3)
        else { return false }
        let columns = Set(values.map(\.column))
        return items[next].values.contains { columns.contains($0.column) }
    }

    /// "but not", "and not", ", not", "but without"
    private func isBeforeNot(_ place: Int) -> Bool {
        guard let link = question.cue(at: place), [.but, .and, .comma].contains(link), let after = question.next(from: place + 1, limit: 3) else {
            return false
        }
        return [.not, .without].contains(question.cue(at: after))
    }

    /// The table that the word describes: the next one, with only values in between, or the one before "are still open".
    private func stateTable(_ item: LinkedItem) -> Int? {
        for place in items.indices.dropFirst(position + 1).prefix(3) {
            if case .table = question.reading(items[place]) { return question.bestTable(items[place]) }
            guard question.reading(items[place]).isValue || question.reading(items[place]).isColumn else { break }
        }
        let isPredicate = item.start > 0 && ["is", "are", "was", "were", "still", "yet"].contains(tokens[item.start - 1].lower)
        return isPredicate ? draft.entity ?? focus : nil
    }

    /// "largest unpaid invoice", "oldest open ticket": the word restricts the rows of the superlative.
    mutating func takeStateAfterSuperlative() {
        guard let item = question.item(position), let noun = question.item(position + 1), noun.start == item.end,
            case .table = question.reading(noun),
            let table = question.bestTable(noun), let conditions = question.state(item, of: table)
        else { return }
        position += 1
        for condition in conditions { add(condition) }
    }
}

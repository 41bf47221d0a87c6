/// Roles that rows of a table have for other rows of it: managers of employees.
extension QuestionParser {
    /// "manages", "managed by": a word of the part's family that does not name it.
    func isPartVerb(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, let table = bestTable(item), index.tables[table].held != nil else { return false }
        let token = tokens[item.start]
        let words = index.tables[table].form.words
        return words.contains { $0.stem == token.stem || $0.lemma == token.stem } && !words.contains { $0.lemma == token.lemma }
    }

    /// Reads the verb of a part; false for nouns.
    mutating func takePartVerb(_ table: Int, _ item: LinkedItem) -> Bool {
        guard let held = index.tables[table].held, isPartVerb(item) else { return false }
        position += 1
        lastPreposition = nil
        if tokens[item.start].lower.hasSuffix("ed"), item.end < tokens.count, tokens[item.end].lower == "by" {
            if !draft.mentioned.contains(table) { draft.mentioned.append(table) }
            focus = table
            return true
        }
        if let before = meant(before: position - 2), items[before].values.contains(where: { $0.column.table == table }) {
            // "how many people does X manage": those in the care of X.
            if draft.entity == nil { draft.entity = held }
            for place in draft.shown.indices where draft.shown[place].output == .times { draft.shown[place].output = .rows(held) }
            if draft.shown.isEmpty { show(.entity(held)) }
            return true
        }
        return takePartActive(table, held)
    }

    /// "employees who manage …": they have the part themselves.
    private mutating func takePartActive(_ table: Int, _ held: Int) -> Bool {
        guard isModifier, draft.entity == held else {
            if draft.entity == nil { draft.entity = held }
            return true
        }
        draft.entity = table
        for place in draft.shown.indices {
            switch draft.shown[place].output {
            case .entity(held): draft.shown[place].output = .entity(table)
            case .rows(held): draft.shown[place].output = .rows(table)
            default: break
            }
        }
        focus = held
        if let after = next(from: position), ["nobody", "nothing"].contains(tokens[items[after].start].lower) {
            position = after + 1
            draft.notes.insert(.absence)
            add(.absent(tables: [held], []))
        } else if !draft.required.contains(held) {
            draft.required.append(held)
        }
        return true
    }

    /// Whose value it is that stands beside a part: the manager's, or of whom he is the manager.
    func values(_ values: [LinkedItem.ValueLink], besidePartOf item: LinkedItem, at place: Int) -> [LinkedItem.ValueLink] {
        let parts = Set(values.map(\.column.table)).filter { index.tables[$0].held != nil }
        guard !parts.isEmpty else { return values }
        let isOfPart = isOfPart(place)
        let kept = values.filter { (index.tables[$0.column.table].held != nil) == isOfPart }
        return kept.isEmpty ? values : kept
    }

    private func isOfPart(_ place: Int) -> Bool {
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

    /// The nearest place before that says something.
    private func meant(before start: Int) -> Int? {
        var place = start
        while place >= 0, start - place < 5 {
            switch reading(items[place]) {
            case .filler, .cue(.be), .cue(.preposition): place -= 1
            default: return place
            }
        }
        return nil
    }

    /// "Who has no manager?": those who could have one.
    mutating func nameWho() {
        guard tokens.first?.lower == "who" else { return }
        if draft.shown.count == 1, case .entity(let table) = draft.shown[0].output, draft.entity == table, !holdsPersons(table) {
            // "Who wrote the book …?": the person that its row refers to.
            let persons = Set(index.joins.edges(at: table).filter { $0.from.table == table && holdsPersons($0.to.table) }.map(\.to.table))
            guard persons.count == 1, let person = persons.first, person != table else { return }
            draft.entity = person
            draft.shown[0].output = .entity(person)
            if !draft.required.contains(table) { draft.required.append(table) }
            return
        }
        guard draft.shown.isEmpty, draft.entity == nil else { return }
        for condition in draft.conditions {
            guard case .absent(let tables, _) = condition, let held = tables.compactMap({ index.tables[$0].held }).first else { continue }
            draft.entity = held
            return show(.entity(held))
        }
        if case .column(let mention)? = draft.order.first?.key, draft.conditions.isEmpty, draft.groups.isEmpty,
            let table = mention.candidates.max(by: { $0.score < $1.score })?.column.table
        {
            draft.entity = table
            show(.entity(table))
        }
    }

    /// "inactive", "undelivered": the flag is not set, or the time has not come.
    mutating func takeNegated(_ item: LinkedItem) -> Bool {
        guard let best = item.columns.max(by: { $0.score < $1.score })?.column else { return false }
        let isFlag = index.isFlag(best)
        guard isFlag || (index[best].profile.kind == .date && index[best].profile.hasNulls) else { return false }
        position += 1
        var mention = mention(item)
        mention.candidates = item.columns.filter { index.isFlag($0.column) == isFlag && index[$0.column].profile.kind == index[best].profile.kind }
        add(isFlag ? .flag(mention, isNegated: true) : .null(mention, isNegated: false))
        return true
    }
}

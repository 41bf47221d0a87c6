/// Roles that rows of a table have for other rows of it: managers of employees.
extension QuestionParser {

    /// Reads the verb of a part; false for nouns.
    mutating func takePartVerb(_ table: Int, _ item: LinkedItem) -> Bool {
        guard let held = index.tables[table].held, question.isPartVerb(item) else { return false }
        position += 1
        lastPreposition = nil
        if tokens[item.start].lower.hasSuffix("ed"), item.end < tokens.count, tokens[item.end].lower == "by" {
            if !draft.mentioned.contains(table) { draft.mentioned.append(table) }
            focus = table
            return true
        }
        if let before = question.meant(before: position - 2), items[before].values.contains(where: { $0.column.table == table }) {
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
        if let after = question.next(from: position), ["nobody", "nothing"].contains(tokens[items[after].start].lower) {
            position = after + 1
            draft.notes.insert(.absence)
            add(.absent(tables: [held], []))
        } else if !draft.required.contains(held) {
            draft.required.append(held)
        }
        return true
    }

    /// "Who has no manager?": those who could have one.
    mutating func nameWho() {
        guard tokens.first?.lower == "who" else { return }
        if draft.shown.count == 1, case .entity(let table) = draft.shown[0].output, draft.entity == table, !question.holdsPersons(table) {
            // "Who wrote the book …?": the person that its row refers to.
            let persons = Set(index.joins.edges(at: table).filter { $0.from.table == table && question.holdsPersons($0.to.table) }.map(\.to.table))
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

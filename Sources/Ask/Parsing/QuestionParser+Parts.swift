/// Reads roles that rows of a table have for other rows of it, such as managers of employees.
extension QuestionParser {

    /// Reads the verb of a role. False for nouns.
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
            // "how many people does X manage": the rows for which X has the role.
            if draft.entity == nil { draft.entity = held }
            for place in draft.shown.indices where draft.shown[place].output == .times { draft.shown[place].output = .rows(held) }
            if draft.shown.isEmpty { show(.entity(held)) }
            return true
        }
        return takePartActive(table, held)
    }

    /// "employees who manage …": the rows that have the role.
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

    /// Whether nothing is shown except the time that a verb named.
    private var showsOnlyTimes: Bool {
        draft.shown.allSatisfy { shown in
            guard case .column(let mention) = shown.output, let best = mention.candidates.max(by: { $0.score < $1.score }) else { return false }
            return index[best.column].profile.kind == .date
        }
    }

    /// "Who has no manager?": the rows that could have one.
    mutating func nameWho() {
        guard tokens.first?.lower == "who" else { return }
        if draft.shown.count == 1, case .entity(let table) = draft.shown[0].output, draft.entity == table, !question.holdsPersons(table) {
            // "Who wrote the book …?": the person that the book's row references.
            guard let person = question.person(of: table, for: tokens.dropFirst().first?.lower ?? "") else {
                if draft.order.first?.key == .measure(.rows(table)), let who = items.first { draft.unused.append(who) }
                return
            }
            draft.entity = person
            draft.shown[0].output = .entity(person)
            if !draft.required.contains(table) { draft.required.append(table) }
            return
        }
        if case .measure(.rows(let table))? = draft.order.first?.key, !question.holdsPersons(table), showsOnlyTimes {
            // "Who closed the most tickets?": a person that the tickets reference, not the time of closing.
            draft.shown = []
            guard let person = question.person(of: table, for: tokens.dropFirst().first?.lower ?? "") else {
                if let who = items.first { draft.unused.append(who) }
                return
            }
            draft.entity = person
            return show(.entity(person))
        }
        guard draft.shown.isEmpty, draft.entity == nil else { return }
        for condition in draft.conditions {
            guard case .absent(let tables, _) = condition, let held = tables.compactMap({ index.tables[$0].held }).first else { continue }
            draft.entity = held
            return show(.entity(held))
        }
        if let table = valuesTable, !question.holdsPersons(table) {
            // "Who wrote the Odyssey?": the person that the row with that title references.
            let persons = Set(index.joins.edges(at: table).filter { $0.from.table == table && question.holdsPersons($0.to.table) }.map(\.to.table))
            guard persons.count == 1, let person = persons.first, person != table else { return }
            draft.entity = person
            return show(.entity(person))
        }
        if case .column(let mention)? = draft.order.first?.key, draft.conditions.isEmpty, draft.groups.isEmpty,
            let table = mention.candidates.max(by: { $0.score < $1.score })?.column.table
        {
            draft.entity = table
            show(.entity(table))
        }
    }

    /// The only table with all values in the conditions.
    private var valuesTable: Int? {
        let tables = draft.conditions.map { condition -> Set<Int> in
            if case .value(let values, _, isNegated: false) = condition { Set(values.map(\.column.table)) } else { [] }
        }
        guard let first = tables.first, first.count == 1, tables.allSatisfy({ $0 == first }) else { return nil }
        return first.first
    }

    /// "… and who placed it", "and which customer ordered it": also shows the person that the requested row references.
    mutating func takeDoer(_ item: LinkedItem) -> Bool {
        guard item.start > 0, tokens[item.start - 1].lower == "and", ["who", "which", "what"].contains(tokens[item.start].lower),
            let entity = draft.entity ?? focus, let pronoun = tokens[item.start...].firstIndex(where: { ["it", "them", "that"].contains($0.lower) }),
            pronoun - item.start <= 3, pronoun + 1 == tokens.count || tokens[pronoun + 1].kind == .mark
        else { return false }
        let named = question.item(position + 1).flatMap { question.bestTable($0) }
        let verb = tokens[pronoun - 1].lower
        if showAgent(of: entity, by: tokens[pronoun - 1], item) {
            while let after = question.item(position), after.start <= pronoun { position += 1 }
            return true
        }
        guard let person = named ?? question.person(of: entity, for: verb), person != entity,
            index.joins.edges(at: entity).contains(where: { $0.from.table == entity && $0.to.table == person })
        else { return false }
        show(.entity(person))
        while let after = question.item(position), after.start <= pronoun { position += 1 }
        return true
    }

    /// "… and who made it": shows the column of makers.
    private mutating func showAgent(of table: Int, by verb: WordToken, _ item: LinkedItem) -> Bool {
        let agents = index.columns(of: table).filter { column in
            guard index[column].profile.kind == .text, let noun = index[column].form.words.last(where: { $0.weight >= 0.5 })?.lemma else {
                return false
            }
            return Synonyms.agents(like: noun).contains { WordForms.stem($0) == verb.stem }
        }
        guard agents.count == 1, tokens[item.start].lower == "who" else { return false }
        show(
            .column(
                Draft.Mention(
                    candidates: [LinkedItem.ColumnLink(column: agents[0], score: 0.9)], owner: table, near: table, item: item, isName: false)))
        return true
    }

    /// "inactive", "undelivered": the flag is not set, or the time is missing.
    mutating func takeNegated(_ item: LinkedItem) -> Bool {
        let own = question.flags(item, of: question.tableBeside(item) ?? focus ?? draft.entity)
        let candidates = own.isEmpty ? question.flags(item, of: nil) : own
        guard !candidates.isEmpty else { return false }
        position += 1
        var mention = mention(item)
        mention.candidates = candidates
        // "not inactive" is active.
        add(.flag(mention, isNegated: !negation.isOpen))
        return true
    }
}

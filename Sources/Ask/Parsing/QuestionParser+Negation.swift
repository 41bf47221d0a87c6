extension QuestionParser {
    /// "not", "without": negates the next value or comparison, or the existence of a row of another table.
    mutating func handleNot(_ item: LinkedItem) {
        let word = tokens[item.start].lower
        if word == "nor", readsAbsence {
            // "neither A nor B": none of them.
            isAlternative = !draft.conditions.isEmpty
            return
        }
        if negation.isOpen, let before = negation.item, question.item(position - 2) == before {
            // "not without a phone": two negations are not taken for one.
            draft.unused.append(item)
            return
        }
        negation.item = item
        // "never" does not apply to what an earlier word negated.
        if word == "never" { (draft.isNever, negation.wasTaken) = (true, false) }
        // "no more than" is a comparison itself; "no" before a comparison inverts it.
        if let after = question.next(from: position), case .comparison? = question.cue(at: after) {
            negation.isOpen = true
            return
        }
        if ["without", "no", "lacking", "lack"].contains(word), absentValue(from: position) || zero(word) { return }
        if word == "not", let has = question.item(position), case .cue(.having) = question.reading(has), absentValue(from: position + 1) { return }
        let end = question.clauseEnd(from: position)
        let found = negated(before: end, by: word)
        var tables = found.tables
        let hasOwn = found.hasOwn
        if let pending, !hasForeignTable(tables) || hasOwn, !["without", "lacking"].contains(word) || mayEqual(pending, before: end) {
            negation.isOpen = true
            return
        }
        if draft.entity == nil, hasOwn, tables.count == 1, !draft.shown.isEmpty,
            draft.shown.allSatisfy({ if case .amount = $0.output { true } else { false } })
        {
            // "revenue excluding cancelled orders": of the other orders.
            negation.isOpen = true
            return
        }
        if tables.isEmpty { tables = eventTables(before: end, hasOwn) }
        if word == "neither", !hasOwn, tables.count > 1, draft.entity != nil { return takeNeither(tables, end) }
        let anchor = draft.entity ?? focus
        let others = tables.filter { $0 != anchor }
        guard !others.isEmpty || (hasOwn && draft.entity != nil) || tables.contains(where: { $0 == anchor }) else {
            negation.isOpen = true
            return
        }
        absence(others, end)
    }

    /// Whether something in the clause may be a value of the waiting column.
    private func mayEqual(_ mention: Draft.Mention, before end: Int) -> Bool {
        let columns = Set(mention.candidates.map(\.column))
        let values = items[position..<end].filter { question.reading($0).isValue }
        return values.isEmpty || values.contains { item in item.values.contains { columns.contains($0.column) } }
    }

    /// The tables that the negated clause names, and whether it contains conditions on the rows themselves.
    private func negated(before end: Int, by word: String) -> (tables: [Int], hasOwn: Bool) {
        var tables: [Int] = []
        var hasOwn = false
        for later in items[position..<end] {
            switch question.reading(later) {
            case .table: if let table = question.bestTable(later) { tables.append(table) }
            case .value, .quoted, .number: hasOwn = true
            case .column:
                if let table = verbTable(later) {
                    tables.append(table)
                } else if pending == nil, word == "without" || word == "no" {
                    hasOwn = true
                }
            default: break
            }
        }
        return (tables, hasOwn)
    }

    /// "parcels not delivered", "products not sold in 2025", "products without sales": the table of the events that did not happen.
    private mutating func eventTables(before end: Int, _ hasOwn: Bool) -> [Int] {
        let speaksOfSelling = items[position..<end].contains { SoldColumns.verbs.contains(tokens[$0.start].lower) }
        if !hasOwn || speaksOfSelling, pending == nil, let event = items[position..<end].compactMap({ eventTable($0) }).first { return [event] }
        return amountTable(before: end).map { [$0] } ?? []
    }

    /// "neither vehicles nor drivers": no row of either table.
    private mutating func takeNeither(_ tables: [Int], _ end: Int) {
        for table in tables { add(.absent(tables: [table], [])) }
        position = end
        (draft.usesAbsence, negation.wasTaken) = (true, true)
        draft.notes.insert(.absence)
    }

    /// "not in 2024": the negation is about the time. In "did not visit in 2024" it is about a verb, and nothing came of it.
    mutating func negatesTime(_ item: LinkedItem) -> Bool {
        guard negation.isOpen, let negated = negation.item else { return false }
        let between = items[..<position].filter { $0.start >= negated.end && $0.end <= item.start }
        guard between.allSatisfy({ question.keepsPreposition($0) }) else {
            draft.unused.append(negated)
            return false
        }
        return true
    }

    /// "except cancelled and returned ones": whether another value of the column of the last condition follows.
    private func isFollowedByAnother(before end: Int) -> Bool {
        guard case .value(let values, _, _)? = draft.conditions.last, let link = question.next(from: position, passing: false), link < end,
            [.and, .or, .comma].contains(question.cue(at: link)) || tokens[items[link].start].lower == "nor",
            let next = question.next(from: link + 1, passing: false), next < end, case .value = question.reading(items[next])
        else { return false }
        let columns = Set(values.map(\.column))
        return items[next].values.contains { columns.contains($0.column) }
    }

    /// "books that were never borrowed", if only one table references books: it has no row for the book.
    mutating func settleNever(_ item: LinkedItem) -> Bool {
        guard tokens[item.start].lower == "never", let entity = draft.entity, pending == nil, draft.notes.contains(.softVerb) else { return false }
        let children = Set(index.joins.edges(at: entity).filter { $0.to.table == entity && $0.from.table != entity }.map(\.from.table))
        guard children.count == 1, let child = children.first, !draft.required.contains(child), !draft.mentioned.contains(child) else { return false }
        draft.usesAbsence = true
        draft.notes.formUnion([.absence, .guessedEvent])
        add(.absent(tables: [child], []))
        return true
    }

    /// "products never ordered": the table whose rows are the events that the verb names.
    func verbTable(_ item: LinkedItem) -> Int? {
        guard question.isVerb(item), let entity = draft.entity, let best = item.columns.map(\.score).max() else { return nil }
        let stem = tokens[item.start].stem
        let tables = Set(item.columns.filter { $0.score > best - 0.2 }.map(\.column.table)).filter { table in
            table != entity && index.tables[table].form.words.contains { $0.stem == stem || $0.lemma == stem }
        }
        return tables.min { (index.tables[$0].form.words.count, $0) < (index.tables[$1].form.words.count, $1) }
    }

    /// "products without sales": the table with the amounts.
    private mutating func amountTable(before end: Int) -> Int? {
        guard let entity = draft.entity, let item = question.item(position), question.meansAmount(item), position < end else { return nil }
        let referring = index.joins.edges(at: entity).filter { $0.to.table == entity && $0.from.table != entity }.map(\.from.table)
        let amounts = Set(referring.filter { AmountColumns(index).column(of: $0) != nil })
        guard amounts.count == 1 else { return nil }
        position += 1
        return amounts.first
    }

    /// "parcels never delivered", if a table of deliveries references parcels.
    private func eventTable(_ item: LinkedItem) -> Int? {
        let word = tokens[item.start]
        guard let entity = draft.entity, item.end - item.start == 1 else { return nil }
        if SoldColumns.verbs.contains(word.lower) { return SoldColumns(index).column(of: entity)?.table }
        guard word.lower.hasSuffix("ed") || WordForms.isPastForm(word.lower) else { return nil }
        let referring = Set(index.joins.edges(at: entity).filter { $0.to.table == entity && $0.from.table != entity }.map(\.from.table))
        return referring.filter { table in
            index.tables[table].form.words.contains { $0.weight >= 0.5 && ($0.stem == word.stem || $0.lemma == word.stem) }
        }.min {
            (index.tables[$0].form.words.count, $0) < (index.tables[$1].form.words.count, $1)
        }
    }

    /// "employees without a manager": the column is null.
    private mutating func absentValue(from start: Int) -> Bool {
        guard let after = question.next(from: start), let entity = draft.entity ?? shownTable, items[after].tables.allSatisfy({ $0.table == entity }),
            let link = items[after].columns.filter({ $0.column.table == entity && $0.score > 0.5 }).max(by: { $0.score < $1.score }),
            index[link.column].profile.hasNulls, !isValueNext(of: [link], from: after + 1)
        else { return false }
        position = after + 1
        passClassNoun(of: items[after])
        defer { absentToo(in: entity) }
        add(.null(Draft.Mention(candidates: [link], owner: entity, near: entity, item: items[after], isName: false), isNegated: false))
        passKept()
        return true
    }

    /// "customers who lack a phone number and an email"
    private mutating func absentToo(in table: Int) {
        guard let link = question.cue(at: position), [.and, .or].contains(link), let next = question.next(from: position + 1, limit: 3),
            question.reading(items[next]).isColumn, items[next].tables.isEmpty,
            let other = items[next].columns.filter({ $0.column.table == table && $0.score > 0.5 }).max(by: { $0.score < $1.score }),
            !isValueNext(of: [other], from: next + 1)
        else { return }
        position = next + 1
        isAlternative = link == .or
        add(.null(Draft.Mention(candidates: [other], owner: table, near: table, item: items[next], isName: false), isNegated: false))
        absentToo(in: table)
    }

    /// The table of the only displayed column: "which customers", if a column has that name.
    private var shownTable: Int? {
        guard draft.shown.count == 1, case .column(let mention) = draft.shown[0].output else { return nil }
        return mention.candidates.max { $0.score < $1.score }?.column.table
    }

    /// "no credit limit recorded", "no phone on file": skips words that say only that a value is stored.
    private mutating func passKept() {
        if let item = question.item(position), ["on", "in"].contains(question.text(of: item)), let place = question.item(position + 1),
            ["file", "record"].contains(tokens[place.start].lower), item.end == place.start
        {
            position += 2
        } else if let item = question.item(position), Self.keptWords.contains(tokens[item.start].lower) {
            position += 1
        }
    }

    private static let keptWords: Set<String> = [
        "recorded", "listed", "given", "specified", "set", "stored", "known", "registered", "assigned", "available", "noted", "entered",
    ]

    /// "players with no goals": a numeric column is 0.
    private mutating func zero(_ word: String) -> Bool {
        guard word == "no" || word == "without", let after = question.next(from: position, limit: 2), question.reading(items[after]).isColumn,
            let entity = draft.entity,
            let link = items[after].columns.filter({ $0.column.table == entity && $0.score > 0.9 }).max(by: { $0.score < $1.score }),
            items[after].tables.isEmpty, question.isMeasure(link.column), index[link.column].profile.kind == .number,
            index[link.column].profile.minimum == 0, !index[link.column].profile.holdsYears, !isValueNext(of: [link], from: after + 1)
        else { return false }
        position = after + 1
        add(.compare(Draft.Mention(candidates: [link], owner: entity, near: entity, item: items[after], isName: false), .equal, .number(0)))
        return true
    }

    private func hasForeignTable(_ tables: [Int]) -> Bool { tables.contains { $0 != draft.entity } }

    private mutating func absence(_ tables: [Int], _ end: Int) {
        // The clause is parsed separately, because its conditions apply to the rows that must not exist.
        var inner = QuestionParser(question.upTo(end))
        inner.position = position
        inner.isModifier = true
        inner.readsAbsence = true
        inner.focus = tables.first ?? focus
        inner.draft.entity = draft.entity
        inner.draft.shown = draft.shown
        inner.verbColumns = verbColumns
        while inner.position < end {
            let (before, count) = (inner.position, inner.draft.conditions.count)
            inner.step()
            if inner.position == before { inner.position += 1 }
            // "customers outside Germany with a phone": what follows the negated condition restricts the other rows.
            if tables.isEmpty, inner.draft.conditions.count > count, !inner.isFollowedByAnother(before: end) { break }
        }
        let end = tables.isEmpty ? inner.position : end
        let read = inner.draft
        if !read.having.isEmpty || !read.order.isEmpty { draft.notes.insert(.nestedNegation) }
        draft.unused += read.unused
        if inner.negation.isOpen, !inner.negation.wasTaken, let item = inner.negation.item { draft.unused.append(item) }
        draft.notes.formUnion(read.notes)
        position = end
        draft.usesAbsence = true
        draft.notes.insert(.absence)
        if let left = inner.pending, read.conditions.isEmpty, verbTable(left.item).map({ !tables.contains($0) }) ?? true {
            draft.notes.insert(.pendingColumn)
        }
        let conditions = read.conditions
        // "heads that manage no department": the verb named a table on the path.
        if let last = draft.required.last, let anchor = draft.entity, last != anchor, let goal = tables.first,
            index.joins.path(from: [anchor], to: goal)?.contains(where: { $0.from.table == last || $0.to.table == last }) ?? false
        {
            draft.required.removeLast()
        }
        add(.absent(tables: tables + read.required.filter { !tables.contains($0) && $0 != draft.entity }, conditions))
    }
}

extension QuestionParser {
    /// "not", "without": what is negated is the next value or comparison, or that there is a row of another table.
    mutating func handleNot(_ item: LinkedItem) {
        let word = tokens[item.start].lower
        // "no more than" is a comparison of its own; "no" before a comparison turns it.
        if let after = next(from: position), case .comparison? = cue(at: after) {
            negates = true
            return
        }
        let end = clauseEnd(from: position)
        var tables: [Int] = []
        var hasOwn = false
        for later in items[position..<end] {
            switch reading(later) {
            case .table: if let table = bestTable(later) { tables.append(table) }
            case .value, .quoted, .number: hasOwn = true
            case .column: if pending == nil, word == "without" || word == "no" { hasOwn = true }
            default: break
            }
        }
        if pending != nil, !hasForeignTable(tables) || hasOwn {
            negates = true
            return
        }
        let anchor = draft.entity ?? focus
        let others = tables.filter { $0 != anchor }
        guard !others.isEmpty || (hasOwn && draft.entity != nil) || tables.contains(where: { $0 == anchor }) else {
            negates = true
            return
        }
        absence(others, end, isWeak: word == "non")
    }

    private func hasForeignTable(_ tables: [Int]) -> Bool { tables.contains { $0 != draft.entity } }

    private func clauseEnd(from start: Int) -> Int {
        var at = start
        while at < items.count {
            switch reading(items[at]) {
            case .cue(.sentenceEnd), .cue(.but), .cue(.orderBy), .cue(.alphabetical), .cue(.ascending): return at
            case .cue(.comma) where at > start:
                if let after = next(from: at + 1, passing: false), case .value = reading(items[after]) { at += 1 } else { return at }
            case .cue(.and) where at > start:
                guard let after = next(from: at + 1, passing: false) else { return at }
                switch reading(items[after]) {
                case .value, .quoted, .column, .table: at += 1
                default: return at
                }
            default: at += 1
            }
        }
        return at
    }

    private mutating func absence(_ tables: [Int], _ end: Int, isWeak: Bool) {
        // The clause is read apart: its conditions hold for the rows that must not be there.
        var inner = QuestionParser(index, tokens, Array(items[..<end]))
        inner.position = position
        inner.isModifier = true
        inner.focus = tables.first ?? focus
        inner.draft.entity = draft.entity
        inner.draft.shown = draft.shown
        inner.verbColumns = verbColumns
        while inner.position < end {
            let before = inner.position
            inner.step()
            if inner.position == before { inner.position += 1 }
        }
        let read = inner.draft
        if !read.having.isEmpty || !read.order.isEmpty { draft.notes.insert(.nestedNegation) }
        draft.unused += read.unused
        draft.notes.formUnion(read.notes)
        position = end
        draft.usesAbsence = true
        draft.notes.insert(.absence)
        if inner.pending != nil && read.conditions.isEmpty { draft.notes.insert(.pendingColumn) }
        let conditions = read.conditions
        // "heads that manage no department": the verb named a table on the way.
        if let last = draft.required.last, let anchor = draft.entity, last != anchor, let goal = tables.first,
            index.joins.path(from: [anchor], to: goal)?.contains(where: { $0.from.table == last || $0.to.table == last }) ?? false
        {
            draft.required.removeLast()
        }
        add(.absent(tables: tables + read.required.filter { !tables.contains($0) && $0 != draft.entity }, conditions))
    }
}

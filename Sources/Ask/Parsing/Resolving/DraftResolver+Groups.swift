extension DraftResolver {
    /// Groups rows by the named groups, or by those that aggregates next to plain columns imply.
    mutating func group(_ form: inout LogicalForm) -> Bool {
        let measures = form.outputs.compactMap { output -> LogicalForm.Measure? in if case .measure(let measure) = output { measure } else { nil } }
        var plain = form.outputs.compactMap { output -> ColumnID? in if case .column(let column) = output { column } else { nil } }
        let orders = form.order.compactMap { ordering -> LogicalForm.Measure? in if case .measure(let measure) = ordering.key { measure } else { nil }
        }
        guard orders.isEmpty ? countRowsOfEach(&form) : true else { return false }
        let isGrouping = !orders.isEmpty || !form.having.isEmpty
        if !draft.groups.isEmpty, !measures.isEmpty || isGrouping {
            return groupByNamed(&form, plain)
        }
        if form.outputs.contains(where: { if case .everything = $0 { true } else { false } }), isGrouping {
            let table = form.entity
            guard !index.tables[table].primaryKey.isEmpty else { return false }
            form.groups = index.tables[table].primaryKey.map { ColumnID(table, $0) }
            return true
        }
        if !isGrouping, measures.isEmpty, draft.period == nil { showGroups(&form) }
        guard isGrouping || (!measures.isEmpty && !plain.isEmpty) else { return true }
        if plain.isEmpty, draft.period != nil, measures.isEmpty { return true }
        if plain.isEmpty {
            if !form.having.isEmpty { return fail(.countOfGroups) ?? false }
            failure = Sentence(.groupByWhat)
            return false
        }
        if isGrouping, groupsByOwnColumn(plain) {
            form.groups = plain
            return true
        }
        let counted = (orders + form.having.map(\.measure) + measures).map(\.table)
        let representsRow = plain.contains { isNaming($0) } && draft.entity != nil
        let table = draft.entity ?? plain[0].table
        if let owner = plain.first?.table, representsRow || (draft.entity == owner && counted.allSatisfy { $0 != owner }) {
            let keyed = plain.contains { $0.table == table } ? table : owner
            if counted.contains(keyed), !plain.contains(where: { isNaming($0) && index[$0].profile.isUnique }),
                orders.allSatisfy({ if case .rows = $0 { true } else { false } })
            {
                // The table's own rows are counted, so the displayed columns are the groups.
                form.groups = plain
                return true
            }
            let key = index.tables[keyed].primaryKey.map { ColumnID(keyed, $0) }
            plain = key + plain.filter { !key.contains($0) }
        }
        form.groups = plain
        if !isGrouping { notes.insert(.implicitGroup) }
        return true
    }

    /// "the 3 customer cities with the most orders": the cities are put together, not the customers.
    private func groupsByOwnColumn(_ plain: [ColumnID]) -> Bool {
        guard draft.shown.count == 1, case .column(let mention) = draft.shown[0].output, mention.isCompound, plain.count == 1 else { return false }
        return !isNaming(plain[0]) && !index[plain[0]].profile.isUnique && !index[plain[0]].isForeignKey
    }

    /// "for each classroom report the grade": also shows the groups.
    private mutating func showGroups(_ form: inout LogicalForm) {
        for case .column(let mention) in draft.groups.reversed() {
            guard let column = column(for: mention), !form.outputs.contains(where: { $0 == .column(column) }),
                !form.outputs.contains(where: { if case .column(let shown) = $0 { areLinked(shown, column) } else { false } })
            else { continue }
            form.outputs.insert(.column(column), at: 0)
        }
    }

    private mutating func groupByNamed(_ form: inout LogicalForm, _ plain: [ColumnID]) -> Bool {
        for group in draft.groups {
            switch group {
            case .table(let table):
                // "the studio of each film and the number of films": the films themselves are counted.
                if !plain.isEmpty, form.outputs.contains(.measure(.rows(table))) { continue }
                if plain.isEmpty, draft.groups.count == 1, form.order.isEmpty, form.having.isEmpty, !form.outputs.isEmpty,
                    form.outputs.allSatisfy({
                        if case .measure(.aggregate(_, let column)) = $0 {
                            column.table == table && !display.columns(of: table).contains(column)
                        } else {
                            false
                        }
                    }), display.columns(of: table).isEmpty || averagesOnly(form)
                {
                    // "average quantity per order line": each row is its own group.
                    continue
                }
                let key = index.tables[table].primaryKey.map { ColumnID(table, $0) }
                let shown = plain.filter { $0.table == table }
                let named = shown.isEmpty ? display.columns(of: table) : shown
                guard !named.isEmpty || !key.isEmpty else {
                    failure = Sentence(.unnamedRows, index.tables[table].name)
                    return false
                }
                if shown.isEmpty, !plain.isEmpty, plain.allSatisfy({ $0.table != table }) {
                    // Other columns are displayed already and identify the group.
                    form.groups += key
                } else {
                    for column in key + named where !form.groups.contains(column) { form.groups.append(column) }
                    if shown.isEmpty { form.outputs = named.map { .column($0) } + form.outputs }
                }
            case .column(let mention):
                guard let columns = columns(for: mention) else { return false }
                if let column = columns.first, namesOwnRow(column, mention) { return false }
                for column in columns where !form.groups.contains(column) {
                    form.groups.append(column)
                    if !plain.contains(where: { $0 == column || areLinked($0, column) }) { form.outputs.insert(.column(column), at: 0) }
                }
            }
        }
        for column in plain where !form.groups.contains(column) { form.groups.append(column) }
        return true
    }

    private func averagesOnly(_ form: LogicalForm) -> Bool {
        form.outputs.allSatisfy { if case .measure(.aggregate(.average, _)) = $0 { true } else { false } }
    }

    /// "average price of each type, from the dearest to the cheapest": groups are ordered by the displayed price, because they have no
    /// other.
    func orderByMeasures(_ form: inout LogicalForm) {
        guard !form.groups.isEmpty else { return }
        for place in form.order.indices {
            guard case .column(let column) = form.order[place].key, !form.groups.contains(column),
                !index.tables[column.table].primaryKey.contains(where: { form.groups.contains(ColumnID(column.table, $0)) })
            else { continue }
            for case .measure(.aggregate(let aggregate, column)) in form.outputs {
                form.order[place].key = .measure(.aggregate(aggregate, column))
            }
        }
    }

    func isNaming(_ column: ColumnID) -> Bool {
        display.columns(of: column.table).contains(column) || index.tables[column.table].primaryKey == [column.column]
    }

    /// "all managers": rows with the role for some row, each once.
    func requireParts(_ form: inout LogicalForm) {
        let needed = form.neededTables
        for part in needed {
            guard let held = index.tables[part].held, !needed.contains(held) else { continue }
            let isSaid = form.filter.contains { condition in
                switch condition {
                case .absent(part, let tables, _), .present(part, let tables, _): tables.contains(held)
                default: false
                }
            }
            if !isSaid { form.filter.append(.present(anchor: part, tables: [held], [])) }
        }
    }

    /// Requires tables that restrict although none of their columns is displayed.
    mutating func requireTables(_ form: inout LogicalForm) {
        var needed = Set(form.neededTables)
        if let entity = draft.entity, !needed.contains(entity), !isImplied(entity, by: needed) {
            form.required.append(entity)
            needed.insert(entity)
        }
        for table in draft.required where !needed.contains(table) && !isImplied(table, by: needed) {
            form.required.append(table)
            needed.insert(table)
        }
        for table in draft.mentioned where !needed.contains(table) {
            let near = Set(index.joins.edges(at: table).map { $0.other(than: table) }).intersection(needed)
            // "physicians affiliated with": a table named between two others is on the path between them. "students who took a test": not
            // each of them has a row, however long the path is.
            let isReferred = needed.contains { refers($0, to: table) } || index.tables[table].held != nil
            if near.count > 1 || (near.isEmpty ? !isReferred && isReached(table, from: needed) : !isImplied(table, by: needed)) {
                form.required.append(table)
                needed.insert(table)
            } else {
                notes.insert(.unusedTable)
            }
        }
    }

    private func isReached(_ table: Int, from needed: Set<Int>) -> Bool { index.joins.path(from: needed, to: table) != nil }

    // MARK: Sense

    /// Whether the form would show only the value that the question contains: "Who wrote X". Such a form is refused.
    private func saysNothing(_ form: LogicalForm) -> Bool {
        guard form.combined.isEmpty, form.order.isEmpty else { return false }
        return form.outputs.allSatisfy { output in
            guard case .column(let column) = output else { return false }
            return form.filter.contains { if case .compare(column, .equal, _) = $0 { true } else { false } }
        }
    }

    /// Whether a table's rows are counted for each of them, which is always one.
    private func countsItself(_ key: LogicalForm.Ordering.Key, _ groups: [ColumnID]) -> Bool {
        guard case .measure(.rows(let table)) = key, !index.tables[table].primaryKey.isEmpty else { return false }
        return index.tables[table].primaryKey.allSatisfy { groups.contains(ColumnID(table, $0)) }
    }

    mutating func check(_ form: LogicalForm) -> Bool {
        for output in form.outputs {
            if case .measure(.aggregate(let aggregate, let column)) = output, aggregate == .average || aggregate == .sum, isKey(column) {
                failure = Sentence(.isIdentifier, index[column].name)
                return false
            }
        }
        if saysNothing(form) { return fail(.nothingShown) ?? false }
        if form.order.contains(where: { countsItself($0.key, form.groups) }) { return fail(.nothingToSort) ?? false }
        if let whose = unclearPart(form) {
            failure = Sentence(.whose, index.tables[whose].name)
            return false
        }
        if !form.limitGroups.isEmpty { return true }
        if !draft.groups.isEmpty, form.groups.isEmpty, form.limit != nil {
            failure = Sentence(.firstOfGroups)
            return false
        }
        if !draft.groups.isEmpty || form.bucket != nil, form.limit != nil, draft.shown.contains(where: isOfRows) {
            failure = Sentence(.firstOfGroups)
            return false
        }
        let hasMeasures = form.outputs.contains { if case .measure = $0 { true } else { false } }
        if hasMeasures, form.groups.isEmpty, form.limit != nil {
            failure = Sentence(.numberOfFirst)
            return false
        }
        for (place, condition) in form.filter.enumerated() where form.filter[(place + 1)...].contains(where: { Self.exclude(condition, $0) }) {
            failure = Sentence(.contradiction)
            return false
        }
        let hasGroups = !form.groups.isEmpty || form.bucket != nil
        let isOrderedByMeasure = form.order.contains { if case .measure = $0.key { true } else { false } }
        if isOrderedByMeasure && !hasGroups {
            failure = Sentence(.groupByWhat)
            return false
        }
        return true
    }

    /// A table that is referenced both by the rows and by those with their role.
    private func unclearPart(_ form: LogicalForm) -> Int? {
        let needed = form.neededTables
        let holders = needed.compactMap { index.tables[$0].held }
        return needed.first { table in
            index.tables[table].held == nil && !holders.contains(table)
                && holders.contains { holder in index.joins.edges(at: holder).contains { $0.from.table == holder && $0.to.table == table } }
        }
    }

    /// "Count the employees of the station with the lowest frequency": shows the number of the only row instead of a sum.
    func showNumberOfOneRow(_ form: inout LogicalForm) {
        guard form.groups.isEmpty, form.limit == 1, form.outputs.count == 1, case .measure(.aggregate(.sum, let column)) = form.outputs[0],
            form.order.allSatisfy({ if case .column(let key) = $0.key { key.table == column.table } else { false } }),
            form.neededTables == [column.table]
        else { return }
        form.outputs = [.column(column)]
    }

    /// Whether an output shows rows of a table that is not one of the groups.
    private func isOfRows(_ shown: Draft.Shown) -> Bool {
        let table: Int
        switch shown.output {
        case .entity(let shown): table = shown
        case .rows(let shown) where draft.isTop: table = shown
        default: return false
        }
        return !draft.groups.contains(.table(table))
    }

    func isKey(_ column: ColumnID) -> Bool { index[column].isPrimaryKey || index[column].isForeignKey }
}

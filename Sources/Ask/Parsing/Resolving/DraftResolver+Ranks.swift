extension DraftResolver {
    /// "top 3 customers per region", "first order of each customer": whether the limit applies to each group instead of all rows.
    var ranksEachGroup: Bool {
        guard !draft.ranksAll, !draft.groups.isEmpty, draft.limit != nil, !draft.order.isEmpty, draft.period == nil, !draft.isShare,
            draft.having.isEmpty
        else {
            return false
        }
        return draft.shown.allSatisfy { shown in
            switch shown.output {
            case .entity(let table): !draft.groups.contains(.table(table))
            case .column(let mention): !draft.groups.contains { isGroup($0, of: mention) }
            default: false
            }
        }
    }

    /// "for each class, the number of drugs and the price of the most expensive": the greatest price of each group.
    func takeExtremeOfGroups(_ form: inout LogicalForm) {
        guard !draft.groups.isEmpty, form.limit == 1, form.skipped == 0, form.order.count == 1, case .column(let column) = form.order[0].key,
            index[column].profile.kind == .number, let place = form.outputs.firstIndex(of: .column(column)),
            form.outputs.contains(where: { if case .measure = $0 { true } else { false } })
        else { return }
        form.outputs[place] = .measure(.aggregate(form.order[0].isDescending ? .maximum : .minimum, column))
        (form.order, form.limit) = ([], nil)
    }

    /// "the players from the largest college": all of them, not only the first.
    func keepAllOfExtreme(_ form: inout LogicalForm) {
        guard form.limit == 1, form.skipped == 0, form.order.count == 1, case .column(let column) = form.order[0].key, let entity = draft.entity,
            column.table != entity, draft.groups.isEmpty, draft.having.isEmpty, !draft.isTop, draft.period == nil, form.combined.isEmpty,
            form.outputs.allSatisfy({ if case .column(let shown) = $0 { shown.table == entity } else { false } }),
            let tree = JoinTree.over(form.neededTables, in: index.joins), tree.multiplies(column.table), !tree.multiplies(entity)
        else { return }
        let own = form.filter.filter { !$0.readsOtherRows && $0.tables.allSatisfy { $0 == column.table } }
        form.filter.append(.aggregate(column, .equal, form.order[0].isDescending ? .maximum : .minimum, column, own))
        (form.order, form.limit) = ([], nil)
    }

    private func isGroup(_ group: Draft.Group, of mention: Draft.Mention) -> Bool {
        guard case .column(let column) = group else { return false }
        let own = Set(column.candidates.map(\.column))
        return mention.candidates.contains { own.contains($0.column) }
    }

    /// Selects the first rows of each named group. If only the ordered column is requested, it is the minimum or maximum of its group.
    mutating func rank(_ form: inout LogicalForm) -> Bool {
        guard let (keys, names) = partition() else { return false }
        let shown = form.outputs
        if form.limit == 1, form.order.count == 1, case .column(let key) = form.order[0].key, shown == [.column(key)] {
            form.outputs = names.map { .column($0) } + [.measure(.aggregate(form.order[0].isDescending ? .maximum : .minimum, key))]
            form.groups = keys + names.filter { !keys.contains($0) }
            form.order = []
            form.limit = nil
            return true
        }
        form.outputs = names.map { LogicalForm.Output.column($0) }.filter { !shown.contains($0) } + shown
        form.limitGroups = keys
        guard form.order.contains(where: { if case .measure = $0.key { true } else { false } }) else { return true }
        let plain = shown.compactMap { output -> ColumnID? in if case .column(let column) = output { column } else { nil } }
        let isOfRows = draft.entity != nil && plain.contains { isNaming($0) }
        let own = isOfRows ? index.tables[form.entity].primaryKey.map { ColumnID(form.entity, $0) } : []
        form.groups = (keys + names + own + plain).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        return true
    }

    /// The columns that distinguish the named groups, and those that name them.
    private mutating func partition() -> (keys: [ColumnID], names: [ColumnID])? {
        var keys: [ColumnID] = []
        var names: [ColumnID] = []
        for group in draft.groups {
            switch group {
            case .table(let table):
                let key = index.tables[table].primaryKey.map { ColumnID(table, $0) }
                let display = self.display.columns(of: table)
                guard !key.isEmpty, !display.isEmpty else { return fail(.unnamedRows, index.tables[table].name) }
                keys += key
                names += display
            case .column(let mention):
                guard let columns = columns(for: mention), let first = columns.first, !namesOwnRow(first, mention) else { return nil }
                keys += columns
                names += columns
            }
        }
        return (keys, names)
    }

    /// "best selling": the sold quantity, from the table that references this one.
    func soldMeasure(of table: Int) -> LogicalForm.Measure? { SoldColumns(index).column(of: table).map { .aggregate(.sum, $0) } }

    /// Whether a key references another row of its own table. Its value is not an answer then.
    mutating func namesOwnRow(_ column: ColumnID, _ mention: Draft.Mention) -> Bool {
        guard !mention.saysId, index.joins.partners(of: column).contains(where: { $0.table == column.table }) else { return false }
        failure = Sentence(.namesOwnRow, index[column].name)
        return true
    }
}

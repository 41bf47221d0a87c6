/// Selects the tables that a form reads.
extension DraftResolver {
    /// "the most frequently ordered product": if each group has one row, counts the rows that reference it.
    mutating func countOthers(_ form: inout LogicalForm) {
        let keyed = Set(form.groups.map(\.table)).filter { table in
            let key = index.tables[table].primaryKey
            return !key.isEmpty && key.allSatisfy { form.groups.contains(ColumnID(table, $0)) }
        }
        for table in keyed.sorted() {
            let others = form.neededTables.filter { $0 != table && refers($0, to: table) }
            guard let other = others.first else { continue }
            for place in form.order.indices where form.order[place].key == .measure(.rows(table)) { form.order[place].key = .measure(.rows(other)) }
            for place in form.having.indices where form.having[place].measure == .rows(table) { form.having[place].measure = .rows(other) }
            for place in form.outputs.indices where form.outputs[place] == .measure(.rows(table)) { form.outputs[place] = .measure(.rows(other)) }
        }
    }

    /// Whether the table has a row for each row of the needed tables, because one of them always references it.
    func isImplied(_ table: Int, by needed: Set<Int>) -> Bool {
        index.tables[table].held == nil
            && index.joins.edges(at: table).contains { edge in
                edge.to.table == table && edge.from.table != table && needed.contains(edge.from.table) && edge.isDeclared
                    && !index[edge.from].profile.hasNulls
            }
    }

    /// "the average size of halls that have a stage": each hall counts once, however many stages it has.
    mutating func measureOnce(_ form: inout LogicalForm) {
        guard form.groups.isEmpty, form.having.isEmpty, form.order.isEmpty, form.limit == nil, form.combined.isEmpty, form.bucket == nil,
            form.spans == nil, form.part.isEmpty, !form.isMeanOfGroups
        else { return }
        let tables = Set(form.outputs.map { Self.table(of: $0) })
        let sums = form.outputs.contains { output in
            if case .measure(.aggregate(let aggregate, _)) = output { aggregate == .average || aggregate == .sum } else { false }
        }
        guard sums, tables.count == 1, let table = tables.first, let tree = JoinTree.over(form.neededTables, in: index.joins), tree.tables.count > 1,
            tree.multiplies(table)
        else { return }
        let others = form.filter.filter { $0.tables != [table] }
        // Only conditions that all concern other tables can be tested separately.
        guard others.allSatisfy({ !$0.tables.contains(table) && !$0.readsOtherRows }) else { return }
        form.filter.removeAll { $0.tables != [table] }
        form.filter.append(.present(anchor: table, tables: form.required.filter { $0 != table }, others))
        form.required = []
        form.entity = table
        entity = table
    }

    /// Removes an unnamed table if only columns are read of it that another table has under the same names.
    mutating func dropTwins(_ form: inout LogicalForm) {
        guard draft.entity == nil, form.combined.isEmpty, form.limitGroups.isEmpty, form.bucket == nil, form.spans == nil, form.part.isEmpty else {
            return
        }
        let named = Set(draft.required + draft.mentioned + draft.groups.compactMap { if case .table(let table) = $0 { table } else { nil } })
        let needed = form.neededTables
        guard needed.count == 2 else { return }
        for table in needed where !named.contains(table) {
            guard let other = needed.first(where: { $0 != table }), let read = form.plainColumns(of: table), !read.isEmpty else { continue }
            let twins = read.map { column in
                index.columns(of: other).first { index[$0].name.lowercased() == index[column].name.lowercased() && !index[$0].isHidden }
            }
            guard twins.allSatisfy({ $0 != nil }), form.plainColumns(of: other).map({ !Set($0).isSubset(of: Set(twins.compactMap { $0 })) }) ?? true
            else { continue }
            for (column, twin) in zip(read, twins) { if let twin { form.replace(column, with: twin) } }
            form.required.removeAll { $0 == table }
            if form.entity == table { form.entity = other }
            entity = form.entity
            return
        }
    }

    /// Removes a table if only its key is read, which another table has as a foreign key. No row is lost, because each foreign key
    /// references one.
    func dropReferred(_ form: inout LogicalForm) {
        guard form.combined.isEmpty, form.limitGroups.isEmpty, form.bucket == nil, form.spans == nil, form.part.isEmpty else { return }
        for table in form.neededTables where form.neededTables.count > 1 {
            guard !form.required.contains(table) || table == entity, index.tables[table].held == nil else { continue }
            // A list of its own rows has each row once, but the referencing table may have more rows.
            if table == draft.entity, form.groups.isEmpty, !form.isDistinct { continue }
            let read = form.plainColumns(of: table)
            guard let read, Set(read).count == 1, let key = read.first else { continue }
            let others = form.neededTables.filter { $0 != table }
            let holders = index.joins.edges(at: table).filter { edge in
                edge.to == key && edge.isDeclared && edge.from.table != table && others.contains(edge.from.table)
            }
            guard holders.count == 1, let holder = holders.first,
                !others.contains(where: { other in
                    other != holder.from.table && index.joins.edges(at: other).contains { $0.other(than: other) == table }
                })
            else { continue }
            form.replace(key, with: holder.from)
            form.required.removeAll { $0 == table }
            if form.entity == table { form.entity = holder.from.table }
        }
    }
}

extension LogicalForm {
    /// The columns of a table that outputs, plain conditions, groups and order read. Nil if more than columns is read.
    fileprivate func plainColumns(of table: Int) -> [ColumnID]? {
        var out: [ColumnID] = []
        for output in outputs {
            switch output {
            case .column(let column), .measure(.distinct(let column)): if column.table == table { out.append(column) }
            case .measure(let measure): if measure.table == table { return nil }
            case .bucket(let bucket): if bucket.column.table == table { return nil }
            case .everything(let shown): if shown == table { return nil }
            }
        }
        for condition in filter {
            switch condition {
            case .compare(let column, _, _), .match(let column, _, _, _): if column.table == table { out.append(column) }
            default: if condition.tables.contains(table) { return nil }
            }
        }
        out += groups.filter { $0.table == table }
        if having.contains(where: { $0.measure.table == table }) { return nil }
        for ordering in order {
            switch ordering.key {
            case .column(let column): if column.table == table { out.append(column) }
            case .measure(let measure): if measure.table == table { return nil }
            case .bucket: return nil
            }
        }
        return out
    }

    fileprivate mutating func replace(_ old: ColumnID, with new: ColumnID) {
        func put(_ column: ColumnID) -> ColumnID { column == old ? new : column }
        outputs = outputs.map { output in
            switch output {
            case .column(let column): .column(put(column))
            case .measure(.distinct(let column)): .measure(.distinct(put(column)))
            default: output
            }
        }
        filter = filter.map { condition in
            switch condition {
            case .compare(let column, let comparison, let constant): .compare(put(column), comparison, constant)
            case .match(let column, let match, let text, let isNegated): .match(put(column), match, text, isNegated: isNegated)
            default: condition
            }
        }
        groups = groups.map(put)
        order = order.map { ordering in
            if case .column(let column) = ordering.key { Ordering(key: .column(put(column)), isDescending: ordering.isDescending) } else { ordering }
        }
    }
}

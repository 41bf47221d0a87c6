/// Combines conditions that different rows must satisfy, and alternatives.
extension DraftResolver {
    /// Combines "both A and B" on one column, and absence for a value that many rows share.
    mutating func combine(_ form: inout LogicalForm) {
        pairAlternatives(&form)
        let plain = form.outputs.allSatisfy { if case .column = $0 { true } else { false } }
        guard plain else { return requireBoth(&form) ? () : uniteAlternatives(&form) }
        for (place, condition) in form.filter.enumerated() {
            guard let other = form.filter[(place + 1)...].firstIndex(where: { Self.contradict(condition, $0) }) else { continue }
            var left = form
            var right = form
            left.filter.remove(at: other)
            right.filter.remove(at: place)
            right.order = []
            right.limit = nil
            left.combined = [LogicalForm.Combination(kind: .intersect, other: right)]
            form = left
            notes.insert(.both)
            return
        }
        if excludeNever(&form) { return }
        // "in the mid position but not as goalie": no other row of the same thing may meet it.
        for (place, condition) in form.filter.enumerated() {
            guard case .compare(let column, .equal, _) = condition,
                let other = form.filter.firstIndex(where: { if case .compare(column, .notEqual, _) = $0 { true } else { false } }),
                case .compare(_, _, let constant) = form.filter[other]
            else { continue }
            var right = form
            right.filter[place] = .compare(column, .equal, constant)
            right.filter.remove(at: other)
            right.order = []
            right.limit = nil
            form.filter.remove(at: other)
            form.combined = [LogicalForm.Combination(kind: .except, other: right)]
            notes.insert(.both)
            return
        }
        if excludeValues(&form) { return }
        // "locations without a cinema of that size": no row of the same location may meet it.
        if draft.entity == nil, let place = form.filter.firstIndex(where: { if case .absent = $0 { true } else { false } }),
            case .absent(_, let tables, let inner) = form.filter[place]
        {
            var base = form
            base.filter.remove(at: place)
            var other = base
            other.filter += inner
            other.required += tables
            other.order = []
            other.limit = nil
            base.combined = [LogicalForm.Combination(kind: .except, other: other)]
            form = base
        }
    }

    /// "cities with customers but no store": where another table has a column of that name, and no key leads from one to the other.
    private func excludeValues(_ form: inout LogicalForm) -> Bool {
        guard draft.entity == nil, form.outputs.count == 1, case .column(let column) = form.outputs[0],
            let place = form.filter.firstIndex(where: { if case .absent = $0 { true } else { false } }),
            case .absent(_, let tables, let inner) = form.filter[place], inner.isEmpty, tables.count == 1, tables[0] != column.table,
            index.joins.distance(column.table, tables[0]) != 1,
            let twin = index.columns(of: tables[0]).first(where: { index[$0].name.lowercased() == index[column].name.lowercased() })
        else { return false }
        var other = LogicalForm(entity: tables[0])
        other.outputs = [.column(twin)]
        form.filter.remove(at: place)
        form.combined = [LogicalForm.Combination(kind: .except, other: other)]
        return true
    }

    /// "how many customers bought both A and B": each customer has a row with A and another with B.
    private mutating func requireBoth(_ form: inout LogicalForm) -> Bool {
        guard draft.saysBoth, let anchor = draft.entity, form.outputs == [.measure(.rows(anchor))] else { return false }
        for (place, condition) in form.filter.enumerated() {
            guard let other = form.filter[(place + 1)...].firstIndex(where: { Self.exclude(condition, $0) }),
                let table = condition.tables.first, table != anchor, !refers(anchor, to: table)
            else { continue }
            for each in [place, other] { form.filter[each] = .present(anchor: anchor, tables: [], [form.filter[each]]) }
            notes.insert(.both)
            return true
        }
        return false
    }

    /// "cities that have both a member and a publisher": values that two tables share, each in a column with the same name.
    mutating func shareValues(_ form: inout LogicalForm) -> Bool {
        guard draft.isBoth, draft.entity == nil, form.filter.isEmpty, form.having.isEmpty, form.groups.isEmpty, form.order.isEmpty, form.limit == nil,
            form.outputs.count == 1, case .column(let column) = form.outputs[0]
        else { return false }
        var tables: [Int] = []
        for table in draft.required + draft.mentioned where !tables.contains(table) { tables.append(table) }
        let columns = tables.compactMap { table in
            index.columns(of: table).first { index[$0].name.lowercased() == index[column].name.lowercased() && !index[$0].isHidden }
        }
        guard tables.count == 2, columns.count == 2 else { return false }
        var (left, right) = (LogicalForm(entity: tables[0]), LogicalForm(entity: tables[1]))
        left.outputs = [.column(columns[0])]
        right.outputs = [.column(columns[1])]
        left.combined = [LogicalForm.Combination(kind: .intersect, other: right)]
        form = left
        notes.subtract([.ambiguousColumn, .farColumn])
        notes.insert(.both)
        return true
    }

    /// "how many in Vienna and Graz", "revenue in 2024 and 2025": each row has one of them, and all such rows count.
    private func uniteAlternatives(_ form: inout LogicalForm) {
        for (place, condition) in form.filter.enumerated() {
            guard let other = form.filter[(place + 1)...].firstIndex(where: { Self.exclude(condition, $0) }) else { continue }
            if countsEachValue(condition, &form) {
                form.filter.remove(at: other)
                form.filter.remove(at: place)
                return
            }
            form.filter[place] = .any([condition, form.filter[other]])
            form.filter.remove(at: other)
            return
        }
    }

    /// "the number of male and female members": counts the rows of each value, if the column has no others.
    private func countsEachValue(_ condition: Condition, _ form: inout LogicalForm) -> Bool {
        guard case .compare(let column, .equal, .text) = condition, index[column].profile.distinctValues == 2, !index[column].profile.hasNulls,
            form.groups.isEmpty, form.outputs.count == 1, case .measure(.rows(column.table)) = form.outputs[0], column.table == form.entity
        else { return false }
        form.outputs.insert(.column(column), at: 0)
        form.groups = [column]
        return true
    }

    /// Whether two conditions exclude each other: two values of one column, or two disjoint periods.
    static func exclude(_ first: Condition, _ second: Condition) -> Bool {
        switch (first, second) {
        case (.compare(let column, .equal, let left), .compare(let other, .equal, let right)): column == other && left != right
        case (.days(let column, let left), .days(let other, let right)): column == other && areApart(left, right)
        default: false
        }
    }

    private static func areApart(_ first: DateSpan, _ second: DateSpan) -> Bool {
        guard let start = first.start, let end = first.end, let otherStart = second.start, let otherEnd = second.end else { return false }
        return end <= otherStart || otherEnd <= start
    }

    /// Whether no row can meet both conditions, so that two rows must be meant.
    private static func contradict(_ first: Condition, _ second: Condition) -> Bool {
        guard case .compare(let column, let sign, let left) = first, case .compare(column, let other, let right) = second else { return false }
        if sign == .equal, other == .equal { return left != right }
        guard case .number(let low) = left, case .number(let high) = right else { return false }
        switch (sign, other) {
        case (.greater, .less), (.greaterOrEqual, .less), (.greater, .lessOrEqual), (.greaterOrEqual, .lessOrEqual): return low >= high
        case (.less, .greater), (.lessOrEqual, .greater), (.less, .greaterOrEqual), (.lessOrEqual, .greaterOrEqual): return low <= high
        default: return false
        }
    }

    /// "studios that never worked with X": no row with the same displayed value may meet it.
    private mutating func excludeNever(_ form: inout LogicalForm) -> Bool {
        guard draft.isNever, draft.entity == nil, form.groups.isEmpty, form.limit == nil, form.combined.isEmpty,
            form.filter.count(where: Self.isUnequal) == 1, let place = form.filter.firstIndex(where: Self.isUnequal),
            case .compare(let column, .notEqual, let constant) = form.filter[place], !form.outputs.contains(.column(column))
        else { return false }
        var other = form
        other.filter[place] = .compare(column, .equal, constant)
        other.order = []
        form.filter.remove(at: place)
        form.combined = [LogicalForm.Combination(kind: .except, other: other)]
        return true
    }

    private static func isUnequal(_ condition: Condition) -> Bool {
        if case .compare(_, .notEqual, _) = condition { true } else { false }
    }

    /// "in A, X or in B, Y": each alternative has both conditions.
    private func pairAlternatives(_ form: inout LogicalForm) {
        for place in form.filter.indices.dropFirst() where place + 1 < form.filter.count {
            guard case .any(let parts) = form.filter[place], parts.count == 2, form.filter[place - 1].columns.count == 1 else { continue }
            let (before, after) = (form.filter[place - 1], form.filter[place + 1])
            if before.columns == parts[1].columns, parts[0].columns == after.columns {
                form.filter.replaceSubrange(place - 1...place + 1, with: [.any([.all([before, parts[0]]), .all([parts[1], after])])])
                return
            }
            if before.columns == parts[0].columns { continue }
        }
    }
}

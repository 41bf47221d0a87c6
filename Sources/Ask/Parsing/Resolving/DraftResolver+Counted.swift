/// Counts rows by the number of their related rows: "how many customers placed at least two orders".
extension DraftResolver {
    /// "how many customers ordered exactly once": counts the orders of each customer, not the customers.
    func timesOfEach(_ condition: Draft.GroupCondition) -> LogicalForm.Measure? {
        guard condition.measure == .times, let entity, draft.shown.map(\.output) == [.rows(entity)] else { return nil }
        let table = eventTable()
        let isNamed = (draft.required + draft.mentioned).contains(table) || draft.conditions.flatMap { tables(mentionedBy: $0) }.contains(table)
        // An unknown verb may refer to rows of a more distant table.
        guard table != entity, isNamed || notes.isDisjoint(with: [.softVerb, .softVerbs]) else { return nil }
        return .rows(table)
    }

    /// Turns conditions on groups into conditions on each counted row, even if these rows are grouped.
    mutating func countRowsOfEach(_ form: inout LogicalForm) -> Bool {
        guard let entity = draft.entity, form.outputs.contains(.measure(.rows(entity))), !form.having.isEmpty, form.bucket == nil,
            form.outputs.allSatisfy({ $0 == .measure(.rows(entity)) || isOwnGroup($0, of: entity) }),
            draft.groups.allSatisfy({ if case .column = $0 { true } else { false } })
        else { return true }
        var counted: [LogicalForm.GroupCondition] = []
        for condition in form.having {
            guard case .rows(let table) = condition.measure, table != entity, case .number = condition.right,
                let rows = rowsOfEach(table, of: entity)
            else { return true }
            var own = condition
            own.measure = .rows(rows)
            counted.append(own)
        }
        form.having = []
        for condition in counted { guard keepCounted(condition, of: entity, &form) else { return false } }
        return true
    }

    /// The table whose rows are counted for each row of the entity: the table itself, or the bridge to it. Enrollments relate courses to students.
    private func rowsOfEach(_ table: Int, of entity: Int) -> Int? {
        if refers(table, to: entity) { return table }
        let between = index.joins.edges(at: entity).filter { $0.to.table == entity && $0.from.table != entity }.map(\.from.table).filter { link in
            index.joins.edges(at: link).contains { $0.from.table == link && $0.to.table == table }
        }
        return Set(between).count == 1 ? between.first : nil
    }

    private func isOwnGroup(_ output: LogicalForm.Output, of table: Int) -> Bool {
        guard case .column(let column) = output else { return false }
        return !draft.groups.isEmpty && (column.table == table || refers(table, to: column.table)) && !isKey(column)
    }

    /// Conditions on the rows that are counted for each, or on rows that they reference, restrict that count.
    private mutating func keepCounted(_ condition: LogicalForm.GroupCondition, of entity: Int, _ form: inout LogicalForm) -> Bool {
        guard case .rows(let table) = condition.measure, case .number(let number) = condition.right else { return true }
        var inner: [Condition] = []
        for other in form.filter where !other.readsOtherRows && !other.tables.allSatisfy({ $0 == entity || refers(entity, to: $0) }) {
            guard other.tables.allSatisfy({ $0 == table || refers(table, to: $0) }) else { return fail(.countOfGroups) ?? false }
            inner.append(other)
        }
        form.filter.removeAll(where: inner.contains)
        form.filter.append(.counted(anchor: entity, table: table, condition.comparison, number, inner))
        for list in [\Draft.required, \.mentioned] { draft[keyPath: list].removeAll { $0 == table } }
        return true
    }
}

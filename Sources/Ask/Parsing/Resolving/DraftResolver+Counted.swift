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
            guard case .rows(let table) = condition.measure, table != entity, case .number = condition.right, refers(table, to: entity) else {
                return true
            }
            counted.append(condition)
        }
        form.having = []
        for condition in counted { guard keepCounted(condition, of: entity, &form) else { return false } }
        return true
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

import SQLSyntax

/// Queries for the first rows of each group.
extension QueryBuilder {
    /// Numbers the rows of each group in the form's order and selects the first ones. The key orders rows with equal ranks.
    mutating func firstOfEach(_ form: LogicalForm) -> SelectStatement? {
        var all = form
        all.limitGroups = []
        all.limit = nil
        all.order = []
        for column in form.limitGroups where !all.neededTables.contains(column.table) { all.required.append(column.table) }
        for table in form.neededTables where !all.neededTables.contains(table) { all.required.append(table) }
        guard let limit = form.limit, var core = core(of: all), form.outputs.count == core.items.count else { return nil }
        var names: [SQLName] = []
        core.items = zip(form.outputs, core.items).map { output, item in
            guard case .expression(let value) = item else { return item }
            let name = unused(output, names)
            names.append(name)
            return .value(value.expression, as: name)
        }
        guard names.count == core.items.count else { return nil }
        let keys = (form.groups.isEmpty ? index.tables[form.entity].primaryKey.map { ColumnID(form.entity, $0) } : form.groups).filter { key in
            !form.limitGroups.contains(key) && !form.order.contains { $0.key == .column(key) }
        }
        let order =
            form.order.map { SortKey(sortExpression($0), isDescending: $0.isDescending) } + keys.map { SortKey(reference($0), isDescending: false) }
        let window = WindowSpecification(partition: form.limitGroups.map(reference), order: order)
        core.items.append(.value(.function(FunctionCall("row_number", .list([]), over: .specification(window))), as: "place"))
        let ranked = TableReference.derived(DerivedTable(SelectStatement(.select(core)), as: TableAlias("ranked")))
        let place = Expression.column(ColumnReference("place"))
        let last = Expression.binary(place, .lessOrEqual, .literal(.number("\(form.skipped + limit)")))
        let skipping = Expression.binary(place, .greater, .literal(.number("\(form.skipped)")))
        let kept = SelectCore(
            names.map { .value(.column(ColumnReference($0))) }, from: [ranked], where: form.skipped > 0 ? .logical(.and, [skipping, last]) : last)
        let shownOrder = names.prefix(1).map { SortKey(.column(ColumnReference($0)), isDescending: false) }
        return SelectStatement(.select(kept), order: shownOrder + [SortKey(place, isDescending: false)])
    }

    /// A unique name for the output.
    private func unused(_ output: LogicalForm.Output, _ taken: [SQLName]) -> SQLName {
        let plain: SQLName
        var full: SQLName
        switch output {
        case .column(let column):
            plain = SQLName(index[column].name)
            full = SQLName("\(index.tables[column.table].name)_\(index[column].name)")
        case .bucket(let bucket): (plain, full) = (SQLName(bucket.unit.rawValue), SQLName(bucket.unit.rawValue))
        case .measure(let measure): (plain, full) = (name(measure), name(measure))
        case .everything: (plain, full) = ("value", "value")
        }
        if !taken.contains(plain), plain != "place" { return plain }
        while taken.contains(full) { full = SQLName("\(full)_") }
        return full
    }
}

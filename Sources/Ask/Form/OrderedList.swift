import SQLSyntax

/// A list with the value that orders it as the last column: "top 10 products by revenue" shows each product's revenue. The rows, their order
/// and the reading stay the same, so only readers of an answer see the difference.
struct OrderedList {
    /// The form with the value as its last output.
    let form: LogicalForm
    let statement: SelectStatement

    /// - Returns: nil if the reading is not a list in an order, or shows the value already.
    init?(_ reading: Reading) {
        guard let form = reading.form, let index = reading.index, let statement = reading.statement, let output = Self.output(of: form, in: index)
        else { return nil }
        var shown = form
        shown.outputs.append(output)
        let name: SQLName
        switch output {
        case .measure(let measure): name = QueryBuilder(index).name(measure)
        case .column(let column): name = SQLName(index[column].name)
        case .bucket, .everything: return nil
        }
        let wider = form.limitGroups.isEmpty ? Self.widened(statement, name) : Self.widenedRanks(statement, name)
        guard let wider else { return nil }
        self.form = shown
        self.statement = ColumnTitles(shown, in: index, amount: reading.amount).titling(wider)
    }

    /// What the list is ordered by, if its rows do not show it.
    private static func output(of form: LogicalForm, in index: SourceIndex) -> LogicalForm.Output? {
        // The measures of these forms are computed over all rows, or rows with the value would be other rows.
        guard !form.isDistinct, !form.isShare, !form.isRunning, !form.isMeanOfGroups, !form.isChange, form.part.isEmpty, form.spans == nil,
            form.combined.isEmpty, let first = form.order.first
        else { return nil }
        switch first.key {
        case .measure(let measure):
            let showsMeasures = form.outputs.contains { if case .measure = $0 { true } else { false } }
            return showsMeasures ? nil : .measure(measure)
        case .column(let column):
            let isShown = form.outputs.contains { $0 == .column(column) || $0 == .everything(column.table) }
            let isKey = index[column].isPrimaryKey || index[column].isForeignKey
            return isShown || isKey || index[column].isHidden ? nil : .column(column)
        case .bucket: return nil
        }
    }

    private static func widened(_ statement: SelectStatement, _ name: SQLName) -> SelectStatement? {
        guard case .select(var core) = statement.body, core.distinct == .no, let key = statement.order.first else { return nil }
        core.items.append(.value(key.expression, as: name))
        var out = statement
        out.body = .select(core)
        return out
    }

    /// The first rows of each group come from an inner query, whose last item numbers them in the list's order.
    private static func widenedRanks(_ statement: SelectStatement, _ name: SQLName) -> SelectStatement? {
        guard case .select(var outer) = statement.body, outer.from.count == 1, case .derived(var ranked) = outer.from[0],
            case .select(var core) = ranked.select.body, case .expression(let place)? = core.items.last,
            case .function(let call) = place.expression, case .specification(let window)? = call.over, let key = window.order.first
        else { return nil }
        let isTaken = core.items.contains { item in
            guard case .expression(let value) = item else { return true }
            return value.alias == name
        }
        guard !isTaken else { return nil }
        core.items.insert(.value(key.expression, as: name), at: core.items.count - 1)
        ranked.select.body = .select(core)
        outer.from = [.derived(ranked)]
        outer.items.append(.value(.column(ColumnReference(name))))
        var out = statement
        out.body = .select(outer)
        return out
    }
}

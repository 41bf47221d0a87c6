extension DraftResolver {
    /// A measure or metric as an aggregate: its own, or the one that the question requests.
    /// - Returns: nil for a plain column.
    func total(of column: ColumnID, _ wanted: LogicalForm.Aggregate? = nil) -> LogicalForm.Measure? {
        guard let expression = index[column].expression, let total = expression.total else { return nil }
        switch total {
        case .distinct: return .distinct(column)
        case .aggregate(let own): return .aggregate(index[column].isMetric ? own : wanted ?? own, column)
        }
    }

    /// "stores with revenue above 1000": a measure on another table's rows is aggregated for each requested row.
    func totalCondition(_ condition: Condition) -> LogicalForm.GroupCondition? {
        guard case .compare(let column, let comparison, .number(let number)) = condition, let measure = total(of: column),
            index[column].isMetric || column.table != entity
        else { return nil }
        return LogicalForm.GroupCondition(measure: measure, comparison: comparison, right: .number(number))
    }

    /// Replaces "everything" of a table with hidden columns by its visible columns.
    func spelled(_ output: LogicalForm.Output) -> [LogicalForm.Output] {
        guard case .everything(let table) = output, index.tables[table].hidesColumns else { return [output] }
        return index.columns(of: table).filter { !index[$0].isHidden && index[$0].expression == nil }.map { .column($0) }
    }

    /// The time column that a person selected for a table, unless the question names another of its columns.
    func chosenTime(of table: Int) -> ColumnID? {
        guard let date = index.tables[table].date, index[date].profile.kind == .date else { return nil }
        let named = index.columns(of: table).contains { column in
            column != date && index[column].profile.kind == .date && index[column].form.words.contains { self.named.contains($0.stem) }
        }
        return named ? nil : date
    }
}

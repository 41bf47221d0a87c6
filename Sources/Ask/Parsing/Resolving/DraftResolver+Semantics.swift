extension DraftResolver {
    /// A measure or metric as questions mean it: put together over rows, as it says or as the question does.
    /// - Returns: nil for a column that holds plain values.
    func total(of column: ColumnID, _ wanted: LogicalForm.Aggregate? = nil) -> LogicalForm.Measure? {
        guard let expression = index[column].expression, let total = expression.total else { return nil }
        switch total {
        case .distinct: return .distinct(column)
        case .aggregate(let own): return .aggregate(index[column].isMetric ? own : wanted ?? own, column)
        }
    }

    /// "stores with revenue above 1000": a measure of rows of another table is put together for each row that is asked for.
    func totalCondition(_ condition: Condition) -> LogicalForm.GroupCondition? {
        guard case .compare(let column, let comparison, .number(let number)) = condition, let measure = total(of: column),
            index[column].isMetric || column.table != entity
        else { return nil }
        return LogicalForm.GroupCondition(measure: measure, comparison: comparison, right: .number(number))
    }

    /// Everything of a table of which some columns are not spoken of is what is left.
    func spelled(_ output: LogicalForm.Output) -> [LogicalForm.Output] {
        guard case .everything(let table) = output, index.tables[table].hidesColumns else { return [output] }
        return index.columns(of: table).filter { !index[$0].isHidden && index[$0].expression == nil }.map { .column($0) }
    }

    /// The time that a person chose for a table, unless the question names another one of its columns.
    func chosenTime(of table: Int) -> ColumnID? {
        guard let date = index.tables[table].date, index[date].profile.kind == .date else { return nil }
        let named = index.columns(of: table).contains { column in
            column != date && index[column].profile.kind == .date && index[column].form.words.contains { self.named.contains($0.stem) }
        }
        return named ? nil : date
    }
}

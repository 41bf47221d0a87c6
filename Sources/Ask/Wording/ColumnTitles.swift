import SQLSyntax

/// Titles the columns of a statement with the question's own word for an amount of money, or with words for the computation.
struct ColumnTitles {
    private let form: LogicalForm
    private let index: SourceIndex
    /// The question's word for the amount, for example "revenue". Nil if it has none.
    private let amount: String?

    init(_ form: LogicalForm, in index: SourceIndex, amount: String?) {
        self.form = form
        self.index = index
        self.amount = amount
    }

    /// The first word that means an amount and is not part of a name, in its correct spelling.
    static func amount(in tokens: [WordToken], _ items: [LinkedItem]) -> String? {
        for (place, token) in tokens.enumerated() where token.kind == .word {
            guard !items.contains(where: { $0.start <= place && place < $0.end && (!$0.tables.isEmpty || !$0.columns.isEmpty) }) else { continue }
            if AmountColumns.words.contains(token.lemma) { return token.lower }
            guard token.lemma.utf8.count >= 5 else { continue }
            if let word = AmountColumns.words.sorted().first(where: { $0.utf8.count >= 5 && Spelling.isNear(token.lemma, $0) }) { return word }
        }
        return nil
    }

    /// The statement with the titles as column names. It never uses the name of a table's column as a title, because some engines would
    /// sort by that column.
    func titling(_ statement: SelectStatement) -> SelectStatement {
        guard case .select(var core) = statement.body, form.combined.isEmpty else { return statement }
        var titles: [SQLName: SQLName] = [:]
        for output in form.outputs {
            guard case .measure(let measure) = output, let title = title(of: measure), !isTaken(title, titles) else { continue }
            titles[QueryBuilder(index).name(measure)] = SQLName(title)
        }
        guard !titles.isEmpty else { return statement }
        core.items = core.items.map { item in
            guard case .expression(var value) = item else { return item }
            // The first rows of each group come from an inner query, whose names stay.
            let inner: SQLName? = if case .column(let column) = value.expression { column.name } else { nil }
            guard let title = (value.alias ?? inner).flatMap({ titles[$0] }), value.alias != nil || !form.limitGroups.isEmpty else { return item }
            value.alias = title
            return .expression(value)
        }
        var out = statement
        out.body = .select(core)
        return out
    }

    /// The question's word for the measure. Nil if it has none.
    func word(for measure: LogicalForm.Measure) -> String? {
        guard case .aggregate(.sum, let column) = measure, let amount, AmountColumns(index).column(of: column.table) == column else { return nil }
        return amount
    }

    private func title(of measure: LogicalForm.Measure) -> String? {
        guard case .aggregate(let aggregate, let column) = measure, index[column].expression == nil else { return nil }
        if let word = word(for: measure) { return word }
        let words = SchemaWords.words(of: index[column].name).joined(separator: "_")
        guard words.utf8.allSatisfy({ $0 == 0x5F || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        let isDate = index[column].profile.kind == .date && !index[column].profile.holdsYears
        switch aggregate {
        case .average: return "average_\(words)"
        case .sum: return words.hasPrefix("total") ? "sum_of_\(words)" : "total_\(words)"
        case .minimum: return "\(isDate ? "earliest" : "lowest")_\(words)"
        case .maximum: return "\(isDate ? "latest" : "highest")_\(words)"
        }
    }

    private func isTaken(_ title: String, _ titles: [SQLName: SQLName]) -> Bool {
        titles.values.contains(SQLName(title))
            || form.neededTables.contains { table in index.tables[table].columns.contains { $0.name.lowercased() == title } }
    }
}

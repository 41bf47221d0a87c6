/// The columns that hold a row's amount of money: "revenue", "order value".
struct AmountColumns {
    private let index: SourceIndex

    init(_ index: SourceIndex) { self.index = index }

    /// Words of a question that mean an amount of money though no name has them.
    static let words: Set<String> = ["revenue", "turnover", "sale", "income", "spending", "proceeds"]
    /// Words after a table that mean its amount: "order value".
    static let nouns: Set<String> = ["value", "amount", "total", "size", "worth", "volume"]
    private static let names: Set<String> = ["total", "amount", "revenue", "turnover", "sum", "sale"]

    /// The one column of a table that is an amount; nil when there is none, or more than one and none is simply called so.
    func column(of table: Int) -> ColumnID? {
        let found = index.columns(of: table).filter { id in
            let column = index[id]
            return column.profile.kind == .number && column.expression == nil && !column.isPrimaryKey && !column.isForeignKey
                && column.form.words.last.map { Self.names.contains($0.lemma) } == true
        }
        if found.count == 1 { return found[0] }
        if found.isEmpty {
            // What a table is named for: the budgeted of a budget.
            let stems = Set(index.tables[table].form.words.filter { $0.weight >= 0.5 }.map(\.stem))
            let own = index.columns(of: table).filter { id in
                let words = index[id].form.words
                return index[id].profile.kind == .number && !index[id].isPrimaryKey && !index[id].isForeignKey && words.count == 1
                    && stems.contains(words[0].stem)
            }
            return own.count == 1 ? own[0] : nil
        }
        let plain = found.filter { index[$0].form.words.filter { $0.weight >= 0.5 }.count <= 1 }
        return plain.count == 1 ? plain[0] : nil
    }
}

/// Finds the columns that contain a row's amount of money: "revenue", "order value".
struct AmountColumns {
    private let index: SourceIndex

    init(_ index: SourceIndex) { self.index = index }

    /// Words of a question that mean an amount of money although no name contains them.
    static let words: Set<String> = ["revenue", "turnover", "sale", "income", "spending", "proceeds", "money"]
    /// Words after a table's name that mean its amount: "order value".
    static let nouns: Set<String> = ["value", "amount", "total", "size", "worth", "volume"]
    private static let names: Set<String> = ["total", "amount", "revenue", "turnover", "sum", "sale"]

    /// Rows that are money themselves.
    static let moneyRows: Set<String> = [
        "expense", "expenditure", "cost", "payment", "refund", "donation", "contribution", "fee", "fine", "charge", "deposit", "withdrawal",
        "income", "earning", "royalty", "dividend", "grant", "budget", "salary", "wage", "bonus", "spending", "payout", "reimbursement",
        "surcharge",
    ]

    /// The amount of a table that holds no other number of money.
    func only(of table: Int) -> ColumnID? {
        guard let column = column(of: table) else { return nil }
        let money: Set<String> = ["price", "cost", "fee", "tax", "discount", "share", "paid", "balance", "charge"]
        let others = index.columns(of: table).filter { id in
            id != column && index[id].profile.kind == .number && index[id].form.words.contains { money.contains($0.lemma) }
        }
        return others.isEmpty ? column : nil
    }

    /// Whether the name is one of an amount: `bid_amount`, `amount_paid`.
    private static func isAmount(_ form: NameForm) -> Bool {
        guard let last = form.words.last else { return false }
        return names.contains(last.lemma) || form.words.count == 2 && form.words[0].lemma == "amount" && last.lemma.hasSuffix("ed")
    }

    /// The amount column of a table. Nil if there is none, or if there are several and none has a plain name.
    func column(of table: Int) -> ColumnID? {
        let found = index.columns(of: table).filter { id in
            let column = index[id]
            return column.profile.kind == .number && column.expression == nil && !column.isPrimaryKey && !column.isForeignKey
                && Self.isAmount(column.form)
        }
        if found.count == 1 { return found[0] }
        if found.isEmpty {
            // The column that the table is named after: the budgeted amount of a budget.
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

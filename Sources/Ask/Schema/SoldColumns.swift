/// Finds the columns that contain how many pieces of something were sold.
struct SoldColumns {
    private let index: SourceIndex

    init(_ index: SourceIndex) { self.index = index }

    /// Verbs about selling.
    static let verbs: Set<String> = ["sold", "sell", "sells", "selling"]
    /// Nouns for the things that are counted in a sale.
    static let pieces: Set<String> = ["piece", "unit", "item", "copy", "pc"]

    /// The column of pieces in a table that references this table. If there are several, that of the table with the most rows.
    func column(of table: Int) -> ColumnID? {
        let referring = index.joins.edges(at: table).filter { $0.to.table == table && $0.from.table != table }.map(\.from.table)
        return most(of: referring)
    }

    /// The column of pieces for all sales.
    var column: ColumnID? { most(of: index.tables.indices.filter { table in index.joins.edges(at: table).contains { $0.from.table == table } }) }

    /// The only table of sold things: it has a price, and the table with the pieces references it.
    var soldTable: Int? {
        guard let column else { return nil }
        let found = index.joins.edges(at: column.table).filter { $0.from.table == column.table && $0.to.table != column.table }.map(\.to.table)
        let priced = Set(found).filter { table in
            index.columns(of: table).contains { index[$0].profile.kind == .number && index[$0].form.words.last?.lemma == "price" }
        }
        return priced.count == 1 ? priced.first : nil
    }

    private func most(of tables: [Int]) -> ColumnID? {
        tables.flatMap { index.columns(of: $0) }.filter { column in
            index[column].profile.kind == .number && ["quantity", "unit", "piece"].contains(index[column].form.words.last?.lemma ?? "")
        }.max { (index.tables[$0.table].rows ?? 0, $1) < (index.tables[$1.table].rows ?? 0, $0) }
    }
}

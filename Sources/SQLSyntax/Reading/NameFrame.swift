/// The names that one `SELECT` can use: the sources of its `FROM`, and the titles of its own list.
struct NameFrame {
    struct Source {
        /// The name that qualifies its columns; nil for a query without one.
        let name: SQLName?
        let schema: SQLName?
        let columns: [SQLName?]
        /// Indexes of columns whose values are masked.
        let masked: Set<Int>
        /// Whether it may have columns that are not known here.
        let isOpen: Bool
        /// Its table of the database, with its columns' own names in order.
        let table: NameResolution.KnownTable?
        /// Of columns by their indices, where it is known.
        var numbers: [Int: NumberForm] = [:]
        /// A function in FROM that gives one value a row: its name means that value.
        var isValue = false
        /// Whether it is a query of the statement's own with every column named and none masked: what a row of it holds is known.
        var hasKnownRow: Bool { table == nil && !isOpen && !isValue && masked.isEmpty && !columns.isEmpty && columns.allSatisfy { $0 != nil } }
        /// Whether it is a table of the database itself, with the columns that the engine adds.
        var isWhole: Bool { table.map { $0.replacement == nil } ?? false }
    }

    var sources: [Source] = []
    /// Columns that `USING` and `NATURAL` made one of.
    var merged: Set<SQLName> = []
    var titles: [SQLName?] = []
}

/// The columns that a query returns.
struct NameOutput {
    var columns: [SQLName?] = []
    /// Indexes of columns whose values are masked.
    var masked: Set<Int> = []
    /// Of columns by their indices, where it is known.
    var numbers: [Int: NumberForm] = [:]
    /// Whether there may be more or others.
    var isOpen = false
    /// Of a `WITH` query, its number in ``ExpandedSize``.
    var query: Int?
}

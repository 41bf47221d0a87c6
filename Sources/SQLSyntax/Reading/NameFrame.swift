/// The names that one `SELECT` can use: the sources of its `FROM`, and the titles of its own list.
struct NameFrame {
    struct Source {
        /// The name that qualifies its columns; nil for a query without one.
        let name: SQLName?
        let schema: SQLName?
        let columns: [SQLName?]
        /// Indexes of columns whose values are masked.
        let masked: Set<Int>
        /// Whether it may have columns that the resolver does not know.
        let isOpen: Bool
        /// The database table behind this source, with its columns' own names in order.
        let table: NameResolution.KnownTable?
        /// Number forms of columns by their indices, where known.
        var numbers: [Int: NumberForm] = [:]
        /// Whether it is a function in FROM that gives one value a row; its name then means that value.
        var isValue = false
        /// Whether it is a query in the statement with every column named and none masked, so that the contents of a row are known.
        var hasKnownRow: Bool { table == nil && !isOpen && !isValue && masked.isEmpty && !columns.isEmpty && columns.allSatisfy { $0 != nil } }
        /// Whether it is an unreplaced database table, which has the columns that the engine adds.
        var isWhole: Bool { table.map { $0.replacement == nil } ?? false }
    }

    var sources: [Source] = []
    /// Columns that `USING` and `NATURAL` merged.
    var merged: Set<SQLName> = []
    var titles: [SQLName?] = []
}

/// The columns that a query returns.
struct NameOutput {
    var columns: [SQLName?] = []
    /// Indexes of columns whose values are masked.
    var masked: Set<Int> = []
    /// Number forms of columns by their indices, where known.
    var numbers: [Int: NumberForm] = [:]
    /// Whether the query may return other columns than these.
    var isOpen = false
    /// Index in ``ExpandedSize``, for a `WITH` query.
    var query: Int?
}

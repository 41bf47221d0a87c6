/// The clauses after a recursive `WITH` query: `SEARCH … SET …`, and `CYCLE … SET … USING …` or MariaDB's `CYCLE … RESTRICT`.
package struct Traversal: Hashable, Sendable {
    package struct Search: Hashable, Sendable {
        package var isDepthFirst: Bool
        package var keys: [SQLName]
        /// The column that receives the order in which rows were found.
        package var order: SQLName
    }

    package struct Cycle: Hashable, Sendable {
        package var keys: [SQLName]
        /// Nil for MariaDB's form, which omits rows of a cycle.
        package var columns: Columns?
    }

    package struct Columns: Hashable, Sendable {
        /// The column that says whether the row was found before.
        package var mark: SQLName
        /// The values that replace true and false.
        package var values: Values?
        package var path: SQLName
    }

    package struct Values: Hashable, Sendable {
        package var marked: Literal
        package var unmarked: Literal
    }

    package var search: Search?
    package var cycle: Cycle?

    /// Columns of the query that the clauses compare.
    var keys: [SQLName] { (search?.keys ?? []) + (cycle?.keys ?? []) }
    /// Columns that the clauses add to the query.
    var added: [SQLName] { (search.map { [$0.order] } ?? []) + (cycle?.columns.map { [$0.mark, $0.path] } ?? []) }
}

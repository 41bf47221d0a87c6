/// Counts the parts of a statement with every use of a `WITH` name replaced by its query, as engines compile it. Queries that use each other twice
/// double with every step.
struct ExpandedSize {
    private struct Query {
        /// Expressions, tables and columns of queries, without those of the queries that it names.
        var own = 0
        /// The `WITH` queries that it names, once for each time.
        var uses: [Int] = []
    }

    /// The first is the statement itself.
    private var queries = [Query()]
    /// Queries that are being read, the innermost last.
    private var open = [0]

    mutating func count(_ parts: Int) { queries[open[open.count - 1]].own += parts }

    mutating func use(_ query: Int) { queries[open[open.count - 1]].uses.append(query) }

    /// A `WITH` query to be read; returns its number.
    mutating func add() -> Int {
        queries.append(Query())
        return queries.count - 1
    }

    mutating func begin(_ query: Int) { open.append(query) }

    mutating func end() { open.removeLast() }

    /// A query that names itself counts once.
    var total: Int {
        var known: [Int?] = Array(repeating: nil, count: queries.count)
        func size(_ query: Int) -> Int {
            if let size = known[query] { return size }
            known[query] = 0
            // Far beyond the limit it grows no further, so that it does not overflow.
            let size = queries[query].uses.reduce(queries[query].own) { min($0 + size($1), Int.max / 2) }
            known[query] = size
            return size
        }
        return size(0)
    }
}

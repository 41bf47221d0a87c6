/// Counts the parts of a statement with every use of a `WITH` name replaced by its query, as engines compile it. `WITH` queries that each
/// use the previous one twice grow exponentially.
///
/// The parser calls ``add()`` for each `WITH` query, and ``begin(_:)`` and ``end()`` around its text. ``count(_:)`` and ``use(_:)`` apply
/// to the query that was begun last.
struct ExpandedSize {
    private struct Query {
        /// Expressions, tables and columns of the query, without those of the `WITH` queries that it names.
        var own = 0
        /// The `WITH` queries that it names, one entry for each use.
        var uses: [Int] = []
    }

    /// The first is the statement itself.
    private var queries = [Query()]
    /// Queries that are being parsed, the innermost last.
    private var stack = [0]

    mutating func count(_ parts: Int) { queries[stack[stack.count - 1]].own += parts }

    mutating func use(_ query: Int) { queries[stack[stack.count - 1]].uses.append(query) }

    /// Adds a `WITH` query; returns its index.
    mutating func add() -> Int {
        queries.append(Query())
        return queries.count - 1
    }

    mutating func begin(_ query: Int) { stack.append(query) }

    mutating func end() { stack.removeLast() }

    /// The size of the expanded statement. A query's use of itself is not counted, so a recursive query counts once.
    var total: Int {
        var sizes: [Int?] = Array(repeating: nil, count: queries.count)
        func size(_ query: Int) -> Int {
            if let size = sizes[query] { return size }
            sizes[query] = 0
            // The sum is limited far above the parser's limit, so that it does not overflow.
            let size = queries[query].uses.reduce(queries[query].own) { min($0 + size($1), Int.max / 2) }
            sizes[query] = size
            return size
        }
        return size(0)
    }
}

/// The limits on parsed text. Time and stack of the parser depend on these alone.
package enum SyntaxLimits {
    /// Unit: bytes.
    package static let length = 100_000
    package static let tokens = 40_000
    /// Nested parentheses and brackets.
    package static let parentheses = 100
    /// Height of the tree: nested operators, calls and queries. Each operand of a chain such as `a + b + c` counts as one level.
    package static let height = 400
    /// `WITH` queries of one statement, nested ones included: each name in `FROM` may be any of them.
    package static let withQueries = 200
    /// Columns of the result of one query. Stars over stars double the number with each step.
    package static let columns = 2_000
    /// Columns compared while the names of one statement are resolved: each name is compared with every column that it could mean.
    package static let lookups = 4_000_000
    /// Expressions, tables and columns of all queries of one statement, with each use of a `WITH` name replaced by its query: SQLite
    /// compiles each of them into up to half a kilobyte.
    package static let expandedSize = 100_000
}

/// The limits on a text that is parsed. Time and stack are proportional to these alone.
package enum SyntaxLimits {
    /// Unit: bytes.
    package static let length = 100_000
    package static let tokens = 40_000
    /// Parentheses and brackets inside one another.
    package static let parentheses = 100
    /// Height of the tree: operators, calls and queries inside one another, operands of one chain such as `a + b + c` counted one each.
    package static let height = 400
    /// `WITH` queries of one statement, those inside one another together: each name of `FROM` may be any of them.
    package static let withQueries = 200
    /// Columns that one query gives. Stars over stars double them with each step.
    package static let columns = 2_000
    /// Columns that are looked at while the names of one statement are settled: each name is compared with all that it could mean.
    package static let lookups = 4_000_000
    /// Expressions, tables and columns of queries of one statement with each `WITH` query in place of its names: SQLite compiles each into up to half
    /// a kilobyte.
    package static let expandedSize = 100_000
}

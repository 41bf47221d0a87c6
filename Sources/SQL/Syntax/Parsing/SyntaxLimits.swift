/// How much text is read before it is refused: reading costs time and stack in proportion to these alone.
package enum SyntaxLimits {
    /// Unit: bytes.
    package static let length = 100_000
    package static let tokens = 40_000
    /// Parentheses and brackets inside one another.
    package static let parentheses = 100
    /// Height of the tree: operators, calls and queries inside one another, operands of one chain such as `a + b + c` counted one each.
    package static let height = 400
    /// Tables, queries and functions in all `FROM` of a statement.
    package static let sources = 200
    /// Columns of those together.
    package static let columns = 4_000
    /// Columns that one query gives: `*` of a query that has `*` twice doubles them.
    package static let width = 2_000
}

/// How much text is read before it is refused: reading costs time and stack in proportion to these alone.
package enum SyntaxLimits {
    /// Unit: bytes.
    package static let length = 100_000
    package static let tokens = 40_000
    /// Parentheses and brackets inside one another.
    package static let parentheses = 100
    /// Height of the tree: operators, calls and queries inside one another, operands of one chain such as `a + b + c` counted one each.
    package static let height = 400
}

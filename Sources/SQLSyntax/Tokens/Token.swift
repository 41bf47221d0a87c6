/// A word, a name, a value or a mark of a SQL text.
struct Token: Sendable {
    enum Kind: Sendable {
        /// Unquoted: a keyword or a name.
        case word
        /// A name in quotation marks.
        case quoted
        case string, national, hex, bits
        case number
        /// An operator, a parenthesis, a comma.
        case mark
        case end
    }
    let kind: Kind
    /// The text as the dialect folds it, without quotation marks and escapes.
    let text: String
    /// An unquoted word in capital letters, for comparison with keywords; otherwise empty.
    let keyword: String
    /// Position of the first byte in the text.
    let offset: Int
    let end: Int
    /// Whether it follows the previous token without a gap.
    let isAdjacent: Bool
}

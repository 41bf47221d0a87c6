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
    /// An unquoted word in capital letters, to be compared with keywords; else empty.
    let keyword: String
    /// Where it starts. Unit: bytes of the text.
    let offset: Int
    let end: Int
    /// Whether nothing parts it from the token before.
    let isAdjacent: Bool
}

/// One word, number, quoted text or mark of a question.
package struct WordToken: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case word, number, quoted, mark
    }

    package var kind: Kind
    /// As it was written; for quoted text without the quotation marks.
    package var text: String
    /// In small letters, without accents.
    package var lower: String

    package init(_ kind: Kind, text: String, lower: String) {
        self.kind = kind
        self.text = text
        self.lower = lower
    }
}

/// One word, number, quoted text or mark of a question.
package struct WordToken: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case word, number, quoted, mark
    }

    package var kind: Kind
    /// As it was written; for quoted text without the quotation marks.
    package var text: String
    /// In lowercase, without accents; for numbers the digits alone.
    package var lower: String
    /// The singular of a noun, else the word itself.
    package var lemma: String
    /// What words of one family share: "enrolled" and "enrollment".
    package var stem: String
    /// Starts with a capital letter.
    package var isCapital: Bool
    /// Has a possessive ending, such as "'s".
    package var isPossessive: Bool
    /// The word stands for what it is not: "inactive".
    package var isNegated = false
    /// The value of a number, also of a number word or an ordinal.
    package var number: Double?

    package init(_ kind: Kind, text: String, lower: String, isPossessive: Bool = false, number: Double? = nil) {
        self.kind = kind
        self.text = text
        self.lower = lower
        self.isPossessive = isPossessive
        lemma = kind == .word ? WordForms.lemma(lower) : lower
        stem = kind == .word ? WordForms.stem(lower) : lower
        isCapital = text.first?.isUppercase ?? false
        self.number = number ?? NumberWords.value(of: lower)
    }
}

/// One word, number, quoted text or punctuation mark of a question.
package struct WordToken: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case word, number, quoted, mark
    }

    package var kind: Kind
    /// The original text. For quoted text, without the quotation marks.
    package var text: String
    /// In lower case without accents. For numbers, the digits alone.
    package var lower: String
    /// The singular of a noun, otherwise the word itself.
    package var lemma: String
    /// The common stem of related words: "enrolled" and "enrollment".
    package var stem: String
    /// Whether it starts with a capital letter.
    package var isCapital: Bool
    /// Whether it has a possessive ending, such as "'s".
    package var isPossessive: Bool
    /// Whether the original word negates this one: "inactive".
    package var isNegated = false
    /// The value of a number, a number word or an ordinal.
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

/// A question split into tokens.
package struct QuestionText: Hashable, Sendable {
    /// Longest question that is read. Unit: characters.
    package static let maximumLength = 2_000
    /// Most tokens.
    static let maximumTokens = 160

    package let tokens: [WordToken]

    package init(_ text: String) {
        var reader = TokenReader(Array(text.prefix(Self.maximumLength)))
        tokens = Array(reader.read().prefix(Self.maximumTokens))
    }

    /// The text in lower case without accents. Anything but letters and digits becomes one space.
    static func normalized(_ text: some StringProtocol) -> String {
        var out = ""
        var pending = false
        for character in text {
            guard character.isLetter || character.isNumber else {
                // An apostrophe joins the letters around it.
                if character != "'" && character != "’" { pending = !out.isEmpty }
                continue
            }
            if pending { out.append(" ") }
            pending = false
            out += plain(character)
        }
        return out
    }

    /// The letter in lower case without an accent.
    static func plain(_ character: Character) -> String {
        if let ascii = character.asciiValue { return String(UnicodeScalar(ascii >= 0x41 && ascii <= 0x5A ? ascii | 0x20 : ascii)) }
        return Accents.base[character] ?? character.lowercased()
    }
}

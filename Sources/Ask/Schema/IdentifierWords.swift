/// The words of a name in a schema, abbreviations written out.
enum IdentifierWords {
    /// Cuts at underscores, hyphens, spaces, digits and changes of case: `Song_release_year`, `isAVA`, `EMP_FNAME`.
    static func split(_ name: String) -> [String] {
        var words: [String] = []
        var word: [Character] = []
        func isUpper(_ index: Int, _ text: [Character]) -> Bool { index < text.count && text[index].isUppercase }
        func isLower(_ index: Int, _ text: [Character]) -> Bool { index < text.count && text[index].isLowercase }
        let text = Array(name)
        for (index, character) in text.enumerated() {
            guard character.isLetter || character.isNumber else {
                if !word.isEmpty { words.append(String(word)) }
                word = []
                if character == "%" { words.append("percent") }
                continue
            }
            if let last = word.last {
                let startsWord =
                    (character.isUppercase && last.isLowercase) || (character.isNumber != last.isNumber)
                    || (character.isUppercase && last.isUppercase && isLower(index + 1, text))
                if startsWord {
                    words.append(String(word))
                    word = []
                }
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(String(word)) }
        return words.map { QuestionText.normalized($0) }.filter { !$0.isEmpty }
    }

    /// The split name with abbreviations written out, in singular form.
    static func words(of name: String) -> [String] {
        split(name).flatMap { word -> [String] in
            if let known = Abbreviations.known[word] { return known.split(separator: " ").map(String.init) }
            return [WordForms.lemma(word)]
        }
    }
}

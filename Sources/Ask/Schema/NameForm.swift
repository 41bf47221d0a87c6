/// The words by which a question may name a table or column, each with the share of the name that it carries.
package struct NameForm: Hashable, Sendable {
    package struct Word: Hashable, Sendable {
        package var lemma: String
        package var stem: String
        package var weight: Double
    }

    package var words: [Word]

    /// - Parameter minor: words that need not be said, such as the table's own.
    init(_ name: String, minor: Set<String> = []) {
        let all = IdentifierWords.words(of: name)
        let major = all.filter { !Abbreviations.optional.contains($0) && !minor.contains($0) }
        words = all.enumerated().map { place, lemma in
            // A leading "number" is a count, as in `number_of_rooms`.
            let isCount = lemma == "number" && place == 0 && all.count > 1 && !minor.contains(lemma)
            let isMinor = major.isEmpty ? (minor.contains(lemma) && all.contains { !minor.contains($0) }) : !major.contains(lemma)
            return Word(lemma: lemma, stem: WordForms.stem(lemma), weight: isCount ? 0.5 : isMinor ? 0.12 : 1)
        }
    }

    var totalWeight: Double { words.reduce(0) { $0 + $1.weight } }
    package var text: String { words.map(\.lemma).joined(separator: " ") }
}

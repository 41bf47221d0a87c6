/// The words by which a question may name a table or column, each with the share of the name that it carries.
package struct NameForm: Hashable, Sendable {
    package struct Word: Hashable, Sendable {
        package var lemma: String
        package var stem: String
        package var weight: Double
    }

    package var words: [Word]

    /// Of what is not spoken of.
    static let none = NameForm("")

    /// - Parameters:
    ///   - minor: words that need not be said, such as the table's own.
    ///   - isTable: its last word says what the rows are.
    init(_ name: String, minor: Set<String> = [], isTable: Bool = false) {
        let all = IdentifierWords.words(of: name)
        var major = all.filter { !Abbreviations.optional.contains($0) && !minor.contains($0) }
        if isTable, all.last == "line" { major.append("line") }
        words = all.enumerated().map { place, lemma in
            // A leading "number" is a count, as in `number_of_rooms`.
            let isCount =
                (lemma == "number" && place == 0 && all.count > 1 && !minor.contains(lemma))
                || (["amount", "quantity", "count", "total"].contains(lemma) && all.count > 1)
                || (lemma == "name" && place > 0 && Self.kindsOfName.contains(all[place - 1]))
            if lemma.allSatisfy(\.isNumber) || (lemma.count == 1 && all.count > 1)
                || (place == 0 && lemma.count == 2 && all.count == 2 && lemma != "id" && all[1] != "id" && !Self.twoLetterWords.contains(lemma))
            {
                return Word(lemma: lemma, stem: lemma, weight: 0.12)
            }
            let isMinor = major.isEmpty ? (minor.contains(lemma) && all.contains { !minor.contains($0) }) : !major.contains(lemma)
            return Word(lemma: lemma, stem: WordForms.stem(lemma), weight: isCount ? 0.5 : isMinor ? 0.12 : 1)
        }
    }

    private static let twoLetterWords: Set<String> = ["no", "of", "in", "on", "up", "tv", "pc", "ip", "us", "uk", "eu"]

    /// Words that make of "name" more than a name: "first name".
    private static let kindsOfName: Set<String> = [
        "first", "last", "middle", "family", "given", "personal", "nick", "user", "login", "full", "short",
    ]

    var totalWeight: Double { words.reduce(0) { $0 + $1.weight } }
    package var text: String { words.map(\.lemma).joined(separator: " ") }
}

/// The words by which a question may name a table or column, each with its weight.
package struct NameForm: Hashable, Sendable {
    package struct Word: Hashable, Sendable {
        package var lemma: String
        package var stem: String
        package var weight: Double
    }

    package var words: [Word]

    /// The form of hidden tables and columns.
    static let none = NameForm("")

    /// Words of a column's name that a question may omit because they are related to the table's name, as `settled` is to settlements.
    /// Empty if they are the only words of the column.
    func family(in column: String) -> Set<String> {
        let stems = Set(words.filter { $0.weight >= 0.5 && $0.stem.utf8.count > 3 }.map(\.stem))
        let own = IdentifierWords.words(of: column)
        let family = own.filter { stems.contains(WordForms.stem($0)) }
        return own.allSatisfy { family.contains($0) || Abbreviations.optional.contains($0) || $0 == "date" || $0 == "time" } ? [] : Set(family)
    }

    /// - Parameters:
    ///   - minor: words that a question may omit, such as those of the table.
    ///   - isTable: whether the last word says what the rows are.
    init(_ name: String, minor: Set<String> = [], isTable: Bool = false) {
        let all = IdentifierWords.words(of: name)
        var major = all.filter { !Abbreviations.optional.contains($0) && !minor.contains($0) }
        if isTable, all.last == "line" { major.append("line") }
        if isTable, major.contains(where: { !Self.containers.contains($0) }) { major.removeAll { Self.containers.contains($0) } }
        if !isTable, major.isEmpty, all.contains(where: { !Self.remainders.contains($0) && !minor.contains($0) }) {
            major = all.filter { !Self.remainders.contains($0) && !minor.contains($0) }
        }
        words = all.enumerated().map { index, lemma in
            // A leading "number" is a count, as in `number_of_rooms`.
            let isCount =
                (lemma == "number" && index == 0 && all.count > 1 && !minor.contains(lemma))
                || (["amount", "quantity", "count", "total"].contains(lemma) && all.count > 1)
                || (lemma == "name" && index > 0 && Self.kindsOfName.contains(all[index - 1]))
            if lemma.allSatisfy(\.isNumber) || (lemma.count == 1 && all.count > 1)
                || (index == 0 && lemma.count == 2 && all.count == 2 && lemma != "id" && all[1] != "id" && !Self.twoLetterWords.contains(lemma))
            {
                return Word(lemma: lemma, stem: lemma, weight: 0.12)
            }
            let isMinor = major.isEmpty ? (minor.contains(lemma) && all.contains { !minor.contains($0) }) : !major.contains(lemma)
            return Word(lemma: lemma, stem: WordForms.stem(lemma), weight: isCount ? 0.5 : isMinor ? 0.12 : 1)
        }
    }

    /// Words of a table's name that mean only that it has many rows: `depot_locations` contains depots.
    static let containers: Set<String> = [
        "location", "list", "record", "history", "detail", "data", "information", "log", "entry", "registry", "register", "master", "directory",
        "catalog", "file",
    ]

    /// Words that a question may omit from short names: `other_parcel_details` contains details.
    private static let remainders: Set<String> = ["other", "all", "any", "additional", "further"]

    private static let twoLetterWords: Set<String> = ["no", "of", "in", "on", "up", "tv", "pc", "ip", "us", "uk", "eu"]

    /// Words that make "name" specific: "first name".
    private static let kindsOfName: Set<String> = [
        "first", "last", "middle", "family", "given", "personal", "nick", "user", "login", "full", "short",
    ]

    /// Whether each word alone names the content: `town_or_village`.
    var isAlternatives: Bool {
        let major = words.filter { $0.weight >= 0.5 }
        return major.count > 1 && major.allSatisfy { Self.alternatives.contains($0.lemma) }
    }

    private static let alternatives: Set<String> = [
        "state", "province", "county", "region", "district", "canton", "zip", "postcode", "postal", "post", "city", "town", "village",
    ]

    /// Index of the main word: the last one, but in `level_of_access` the one before "of".
    var head: Int {
        if let of = words.firstIndex(where: { $0.lemma == "of" }), let before = words[..<of].lastIndex(where: { $0.weight >= 0.9 }) { return before }
        return words.lastIndex { $0.weight >= 0.5 } ?? words.count - 1
    }

    /// "due date" for `due_on`: a time answers to "date" though its name does not say so.
    var dated: NameForm {
        guard let last = words.last, !Self.times.contains(last.lemma) else { return self }
        var out = self
        out.words.append(Word(lemma: "date", stem: WordForms.stem("date"), weight: 0.12))
        return out
    }

    private static let times: Set<String> = ["date", "time", "day", "year", "month", "week", "hour", "timestamp", "datetime", "id"]

    var totalWeight: Double { words.reduce(0) { $0 + $1.weight } }
}

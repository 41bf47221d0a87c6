/// Converts names of tables and columns to English words.
struct SchemaWords {
    let index: SourceIndex

    /// The words of a name, with expanded abbreviations.
    static func words(of name: String) -> [String] {
        let words = IdentifierWords.split(name).flatMap { word in
            Abbreviations.known[word].map { $0.split(separator: " ").map(String.init) } ?? [word]
        }
        let said = words.filter { $0.count > 1 && $0 != "reference" }
        return said.isEmpty ? words.isEmpty ? [name] : words : said
    }

    /// The name of the table's rows: "order lines".
    func rows(of table: Int) -> String {
        var words = Self.words(of: index.tables[table].name)
        if let last = words.popLast() { words.append(Self.plural(last)) }
        return words.joined(separator: " ")
    }

    /// The name of one row: "order line".
    func row(of table: Int) -> String { singularWords(of: table).joined(separator: " ") }

    /// The name of the column without its table.
    func name(of column: ColumnID) -> String { Self.words(of: index[column].name).joined(separator: " ") }

    /// The name of the column with its table: "order line total" for `line_total` of `order_lines`.
    func fullName(of column: ColumnID) -> String {
        let own = Self.words(of: index[column].name)
        let owner = singularWords(of: column.table)
        if own.starts(with: owner) { return own.joined(separator: " ") }
        let shared = (0...min(owner.count, own.count)).last { owner.suffix($0) == own.prefix($0) } ?? 0
        return (owner + own.dropFirst(shared == own.count ? 0 : shared)).joined(separator: " ")
    }

    /// The participle of a time column's name: "ordered" for `ordered_at`. Nil if the name contains none.
    func participle(of column: ColumnID) -> String? {
        let words = Self.words(of: index[column].name)
        guard words.count == 2, words[1] == "at" || words[1] == "on" else { return nil }
        return words[0].hasSuffix("ed") || Self.participles.contains(words[0]) ? words[0] : nil
    }

    private static let participles: Set<String> = ["sold", "built", "born", "held", "sent", "paid", "made", "bought", "written", "taken", "begun"]

    private func singularWords(of table: Int) -> [String] {
        var words = Self.words(of: index.tables[table].name)
        if let last = words.popLast() { words.append(Self.singular(last)) }
        return words
    }

    private static func singular(_ word: String) -> String {
        let lemma = WordForms.lemma(word)
        // Other forms, such as "people", are words themselves.
        return word.hasPrefix(lemma.prefix(3)) && lemma.utf8.count <= word.utf8.count ? lemma : word
    }

    /// The plural of an English word if the engine recognizes it. Other words stay unchanged.
    static func plural(_ word: String) -> String {
        guard word.count > 2, word.allSatisfy({ $0.isASCII && $0.isLetter }), WordForms.lemma(word) == word, !alike.contains(word) else {
            return word
        }
        let last = word.suffix(1)
        let made: String
        if last == "y", let before = word.dropLast().last, !"aeiou".contains(before) {
            made = word.dropLast() + "ies"
        } else if ["s", "x", "z"].contains(last) || word.hasSuffix("ch") || word.hasSuffix("sh") {
            made = word + "es"
        } else {
            made = word + "s"
        }
        return WordForms.lemma(made) == word ? made : word
    }

    /// Words without a separate plural.
    private static let alike: Set<String> = [
        "staff", "equipment", "information", "data", "news", "aircraft", "series", "species", "personnel", "music", "software", "hardware", "weather",
        "stock", "inventory", "feedback", "traffic", "furniture", "enrollment", "schedule", "history",
    ]
}

extension SchemaWords {
    private static let connecting: Set<String> = ["of", "at", "on", "in", "by", "for", "from", "to", "per", "with", "is", "has"]

    /// A phrase with its last word in the plural, if that is its main word.
    static func plural(ofPhrase phrase: String) -> String {
        var words = phrase.split(separator: " ").map(String.init)
        // "date of birth", "hired on"
        guard !words.contains(where: connecting.contains) else { return phrase }
        if let last = words.popLast() { words.append(plural(last)) }
        return words.joined(separator: " ")
    }
}

/// Corrects unknown words of a question: misspelled cue words, short forms, and words with a negating prefix.
struct WordRepair {
    let index: SourceIndex

    private static let spoken: [String] = [
        "average", "percentage", "percent", "highest", "lowest", "latest", "earliest", "newest", "oldest", "youngest", "largest", "smallest",
        "biggest", "cheapest", "expensive", "running", "total", "cumulative", "monthly", "weekly", "daily", "yearly", "quarterly", "month", "quarter",
        "number", "between", "without", "before", "growth", "compared", "distinct", "different", "descending", "ascending", "alphabetical", "greater",
        "yesterday", "share", "maximum", "minimum",
    ]

    private static let short: [String: [String]] = ["aov": ["average", "order", "value"]]

    func repaired(_ tokens: [WordToken]) -> [WordToken] {
        tokens.enumerated().flatMap { place, token -> [WordToken] in
            if token.kind == .quoted { return named(token) ?? [token] }
            guard token.kind == .word, token.number == nil, !isKnown(token) else { return [token] }
            if let words = Self.short[token.lower] { return words.map { WordToken(.word, text: $0, lower: $0) } }
            if token.lower == "pr", place + 1 < tokens.count, TimeUnit(word: tokens[place + 1].lemma) != nil {
                return [WordToken(.word, text: token.text, lower: "per")]
            }
            if let right = Self.small.first(where: { Self.isSwapped($0, token.lower) }) {
                return [WordToken(.word, text: token.text, lower: right)]
            }
            if let right = Self.spoken.first(where: { Spelling.isNear($0, token.lower) }) {
                return [WordToken(.word, text: token.text, lower: right)]
            }
            return [negated(token) ?? category(token) ?? token]
        }
    }

    /// Most values of a column for whose values misspellings are corrected. A column with more may contain similar names.
    private static let maximumCategories = 100

    /// "aproved": the only value of a column with few values, such as a status, that differs by one letter.
    private func category(_ token: WordToken) -> WordToken? {
        guard token.lower.utf8.count >= 6, index.values.whole[token.lemma] == nil else { return nil }
        let near = Set(
            Spelling.neighbours(of: token.lower).filter { text in
                index.entries(text).contains { entry in
                    index[entry.column].profile.kind == .text && index[entry.column].profile.distinctValues <= Self.maximumCategories
                }
            })
        guard near.count == 1, let right = near.first else { return nil }
        return WordToken(.word, text: token.text, lower: right)
    }

    /// Small words that are recognized with two letters exchanged or one letter missing.
    private static let small: [String] = [
        "the", "than", "that", "with", "from", "what", "which", "where", "whose", "have", "equal", "there", "their", "show", "list", "find", "each",
        "more", "less", "many", "year", "last", "week", "order", "total", "sales",
    ]

    private static func isSwapped(_ right: String, _ written: String) -> Bool {
        let (first, second) = (Array(right.utf8), Array(written.utf8))
        if right == "equal" { return written == "eqal" || written == "equl" || written == "eqaul" }
        guard first.count == second.count, first != second, first.first == second.first || first.count == 3, first.sorted() == second.sorted() else {
            return false
        }
        return first.indices.count { first[$0] != second[$0] } == 2
    }

    /// The complete name of a column in quotation marks, if no value is equal to it.
    private func named(_ token: WordToken) -> [WordToken]? {
        guard index.values.whole[token.lower] == nil else { return nil }
        let words = QuestionText(token.text).tokens
        guard words.count > 1, words.allSatisfy({ $0.kind == .word }) else { return nil }
        let lemmas = words.map(\.lemma)
        let isName = index.tables.contains { table in table.columns.contains { !$0.isHidden && $0.form.words.map(\.lemma) == lemmas } }
        return isName ? words : nil
    }

    private func isKnown(_ token: WordToken) -> Bool {
        Fillers.words.contains(token.lower) || Fillers.words.contains(token.lemma) || CuePhrases.byFirstWord[token.lower] != nil
            || Adjectives.superlatives[token.lower] != nil || Adjectives.comparatives[token.lower] != nil
            || index.values.whole[token.lower] != nil || index.values.words[token.lower] != nil || !index.lexicon.uses(of: token).isEmpty
    }

    /// "inactive", "undelivered": the word without its prefix, if that names a boolean column or a time that may be missing.
    private func negated(_ token: WordToken) -> WordToken? {
        for syllable in ["un", "in", "non"] where token.lower.hasPrefix(syllable) && token.lower.count > syllable.count + 3 {
            var rest = WordToken(.word, text: token.text, lower: String(token.lower.dropFirst(syllable.count)))
            let uses = index.lexicon.uses(of: rest)
            let suits = uses.contains { use, likeness, _ in
                guard case .column(let id) = use.owner, likeness > 0.8 else { return false }
                return index.isFlag(id) || (index[id].profile.kind == .date && index[id].profile.hasNulls)
            }
            guard suits else { continue }
            rest.isNegated = true
            return rest
        }
        return nil
    }
}

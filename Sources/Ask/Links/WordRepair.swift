/// Puts right words of a question that nothing explains as they stand: misspelled ones that say what to do, short forms, and words with a negating
/// first syllable.
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
            guard token.kind == .word, token.number == nil, !isKnown(token) else { return [token] }
            if let words = Self.short[token.lower] { return words.map { WordToken(.word, text: $0, lower: $0) } }
            if token.lower == "pr", place + 1 < tokens.count, TimeUnit(word: tokens[place + 1].lemma) != nil {
                return [WordToken(.word, text: token.text, lower: "per")]
            }
            if let right = Self.spoken.first(where: { Spelling.isNear($0, token.lower) }) {
                return [WordToken(.word, text: token.text, lower: right)]
            }
            return [negated(token) ?? token]
        }
    }

    private func isKnown(_ token: WordToken) -> Bool {
        Fillers.words.contains(token.lower) || Fillers.words.contains(token.lemma) || CuePhrases.byFirstWord[token.lower] != nil
            || Adjectives.superlatives[token.lower] != nil || Adjectives.comparatives[token.lower] != nil
            || index.values.whole[token.lower] != nil || index.values.words[token.lower] != nil || !index.lexicon.uses(of: token).isEmpty
    }

    /// "inactive", "undelivered": the word without its first syllable, where that is a column of yes and no or a time that may be missing.
    private func negated(_ token: WordToken) -> WordToken? {
        for syllable in ["un", "in", "non"] where token.lower.hasPrefix(syllable) && token.lower.count > syllable.count + 4 {
            var rest = WordToken(.word, text: token.text, lower: String(token.lower.dropFirst(syllable.count)))
            let uses = index.lexicon.uses(of: rest)
            let suits = uses.contains { use, likeness, _ in
                guard case .column(let id) = use.owner, likeness > 0.8 else { return false }
                return index[id].profile.kind == .flag || (index[id].profile.kind == .date && index[id].profile.hasNulls)
            }
            guard suits else { continue }
            rest.isNegated = true
            return rest
        }
        return nil
    }
}

/// The words in all names of a source, with the names that contain them.
struct Lexicon: Sendable {
    enum Owner: Hashable, Sendable, Comparable {
        case table(Int)
        case column(ColumnID)

        private var key: (Int, Int) {
            switch self {
            case .table(let number): (number, -1)
            case .column(let id): (id.table, id.column)
            }
        }

        static func < (left: Self, right: Self) -> Bool { left.key < right.key }
    }

    /// An occurrence of a word in a name.
    struct Use: Hashable, Sendable {
        var owner: Owner
        var place: Int
    }

    private(set) var forms: [Owner: NameForm] = [:]
    private var byLemma: [String: [Use]] = [:]
    private var byStem: [String: [Use]] = [:]
    private var byGroup: [Int: [(lemma: String, use: Use)]] = [:]
    private var byLooseGroup: [Int: [Use]] = [:]
    /// Words of columns by the groups of verbs that may refer to them.
    private var byVerbGroup: [Int: [Use]] = [:]
    private var lemmas: [String] = []
    /// Words of names by their meanings in WordNet.
    private var byMeaning: [UInt32: [(lemma: String, use: Use)]] = [:]
    let words: WordNet?

    init(_ tables: [SourceIndex.Table], words: WordNet? = nil) {
        self.words = words
        for (number, table) in tables.enumerated() {
            add(table.form, of: .table(number))
            for (columnIndex, column) in table.columns.enumerated() where column.expression == nil {
                add(column.form, of: .column(ColumnID(number, columnIndex)), isDate: column.profile.kind == .date)
            }
        }
        lemmas = byLemma.keys.sorted()
    }

    /// - Parameter isDate: the name also answers to "date", but to no synonym of it: "per day ordered" names no column.
    private mutating func add(_ form: NameForm, of owner: Owner, isDate: Bool = false) {
        let all = isDate ? form.dated : form
        for place in form.words.count..<all.words.count { byLemma[all.words[place].lemma, default: []].append(Use(owner: owner, place: place)) }
        forms[owner] = all
        for (place, word) in form.words.enumerated() {
            let use = Use(owner: owner, place: place)
            byLemma[word.lemma, default: []].append(use)
            byStem[word.stem, default: []].append(use)
            for group in Synonyms.groups[word.lemma] ?? [] { byGroup[group, default: []].append((word.lemma, use)) }
            for group in LooseSynonyms.ofNouns[word.lemma] ?? [] { byLooseGroup[group, default: []].append(use) }
            if case .column = owner { for group in LooseSynonyms.ofVerbs[word.stem] ?? [] { byVerbGroup[group, default: []].append(use) } }
            for meaning in words?.meanings(of: word.lemma) ?? [] where word.weight >= 0.5 {
                byMeaning[meaning, default: []].append((word.lemma, use))
            }
        }
    }

    /// The likeness of synonyms in WordNet, which is lower than any other.
    private static let synonymLikeness = 0.64

    /// The likeness of words in one of ``Synonyms/groups``.
    private static let likenessOfGroup = 0.72
    /// The likeness of words in one group of ``LooseSynonyms``.
    static let likenessOfLooseGroup = 0.7

    private func looseUses(of token: WordToken) -> [Use] {
        let nouns = (LooseSynonyms.ofNouns[token.lemma] ?? []).flatMap { byLooseGroup[$0] ?? [] }
        guard nouns.isEmpty else { return nouns }
        return (LooseSynonyms.ofVerbs[token.stem] ?? []).flatMap { byVerbGroup[$0] ?? [] }
    }

    /// The words of phrases that a name contains in full: `job_title` for "position".
    private func namesOfPhrases(in groups: [Int]) -> [(use: Use, isPart: Bool)] {
        groups.flatMap { LooseSynonyms.phrasesOfGroup[$0] ?? [] }.flatMap { phrase -> [(use: Use, isPart: Bool)] in
            let shared = names(with: phrase)
            return phrase.flatMap { word in (byLemma[word] ?? []).filter { shared.contains($0.owner) }.map { ($0, true) } }
        }
    }

    /// Words of names that a phrase of a question may mean: "area of expertise" for `specialty`.
    func uses(ofPhrase phrase: LooseSynonyms.Phrase) -> [(use: Use, isPartOfWord: Bool)] {
        phrase.groups.flatMap { byLooseGroup[$0] ?? [] }.map { ($0, false) }
            + namesOfPhrases(in: phrase.groups).map { ($0.use, $0.isPart) }
    }

    /// The words of names that a word of a question may mean, each with its likeness.
    func uses(of token: WordToken) -> [(use: Use, likeness: Double, isPartOfWord: Bool)] {
        guard token.kind == .word else { return [] }
        var out: [Use: Double] = [:]
        func note(_ uses: [Use], _ likeness: Double) {
            for use in uses where (out[use] ?? 0) < likeness { out[use] = likeness }
        }
        for lemma in Set([token.lemma, token.lower]) {
            note(byLemma[lemma] ?? [], 1)
            if let known = Abbreviations.known[lemma], !known.contains(" "), !Abbreviations.ordinaryWords.contains(lemma) {
                note(byLemma[known] ?? [], 0.97)
            }
            for group in Synonyms.groups[lemma] ?? [] { note((byGroup[group] ?? []).filter { $0.lemma != lemma }.map(\.use), Self.likenessOfGroup) }
        }
        if token.stem.utf8.count >= 3, !Self.smallWords.contains(token.lower) {
            note((byStem[token.stem] ?? []).filter { !isOtherFamily(token, $0) }, 0.86)
        }
        if token.stem != token.lemma, token.lower.hasSuffix("ing") {
            // "costing" asks for a price.
            for group in Synonyms.groups[token.stem] ?? [] { note((byGroup[group] ?? []).map(\.use), 0.7) }
        }
        // "headquarter" matches the noun "headquarters".
        if token.lemma.utf8.count >= 6 { note((byStem[token.lemma] ?? []), 0.86) }
        // "mentored" refers to a mentor, whose own stem is shorter.
        if token.stem.utf8.count >= 5, token.lower.hasSuffix("ed") { note(byLemma[token.stem] ?? [], 0.86) }
        var parts: Set<Use> = []
        if let known = Abbreviations.known[token.lemma], known.contains(" ") {
            for word in known.split(separator: " ") {
                note(byLemma[String(word)] ?? [], 0.96)
                parts.formUnion(byLemma[String(word)] ?? [])
            }
        }
        let isVerbForm = token.lower.hasSuffix("ed") || token.lower.hasSuffix("ing")
        if out.isEmpty {
            note(looseUses(of: token), Self.likenessOfLooseGroup)
        }
        if !out.values.contains(where: { $0 > Self.likenessOfGroup }) {
            for (use, isPart) in namesOfPhrases(in: LooseSynonyms.ofNouns[token.lemma] ?? []) {
                note([use], Self.likenessOfLooseGroup)
                if isPart { parts.insert(use) }
            }
        }
        if let words, out.isEmpty, !isVerbForm, !Fillers.words.contains(token.lower), !Fillers.words.contains(token.lemma) {
            let plain = words.plain[token.lower] ?? token.lemma
            if plain != token.lemma { note((byLemma[plain] ?? []) + (byStem[WordForms.stem(plain)] ?? []), 0.8) }
            for meaning in words.meanings(of: plain) { note((byMeaning[meaning] ?? []).map(\.use), Self.synonymLikeness) }
        }
        if out.isEmpty { for word in Synonyms.kinds[token.lemma] ?? [] { note(byLemma[word] ?? [], Self.synonymLikeness) } }
        if out.isEmpty, token.lemma.utf8.count >= 4, !Self.endings.contains(token.lemma) {
            // "room" for `classroom`
            for lemma in lemmas where lemma.hasSuffix(token.lemma) && lemma.utf8.count - token.lemma.utf8.count >= 4 {
                note(byLemma[lemma] ?? [], 0.72)
            }
        }
        if out.isEmpty, token.lower.utf8.count >= 5, !Fillers.words.contains(token.lower) {
            for lemma in lemmas where Spelling.isNear(token.lemma, lemma) || Spelling.isNear(token.lower, lemma + "s") {
                note(byLemma[lemma] ?? [], 0.7)
            }
        }
        return out.sorted { ($0.key.owner, $0.key.place) < ($1.key.owner, $1.key.place) }.map { ($0.key, $0.value, parts.contains($0.key)) }
    }

    /// Words of grammar, which share a stem with a name by chance: "not" and `note`.
    private static let smallWords: Set<String> = [
        "not", "nor", "all", "any", "the", "and", "for", "per", "but", "are", "was", "has", "had", "who", "how", "did", "its", "their", "them",
        "than",
        "then", "that", "this", "these", "those", "each", "every", "most", "more", "less", "least", "some", "such", "with", "from", "into", "over",
        "ever", "never", "only", "also", "both", "either", "neither", "other", "others", "another",
    ]

    /// Endings that are words themselves but have another meaning as endings: "membership".
    private static let endings: Set<String> = [
        "ship", "able", "less", "ness", "ment", "hood", "work", "ward", "wise", "land", "like", "meter", "graph", "port", "age",
    ]

    /// Whether some name has all of the words.
    func says(_ words: [String]) -> Bool { !names(with: words).isEmpty }

    private func names(with words: [String]) -> Set<Owner> {
        let owners = words.map { Set((byLemma[$0] ?? []).map(\.owner)) }
        return owners.dropFirst().reduce(owners.first ?? []) { $0.intersection($1) }
    }

    /// Whether any name contains the word.
    func knows(_ lemma: String) -> Bool { byLemma[lemma] != nil }

    /// Whether a column has exactly this name: a cue is none inside it.
    func isWholeColumn(_ lemma: String) -> Bool {
        (byLemma[lemma] ?? []).contains { use in
            if case .column = use.owner { forms[use.owner]?.words.count == 1 } else { false }
        }
    }

    /// "states" and "stations" share a short stem but no meaning.
    private func isOtherFamily(_ token: WordToken, _ use: Use) -> Bool {
        guard token.stem.utf8.count < 5, let lemma = forms[use.owner]?.words[use.place].lemma else { return false }
        if WordFamilies.verbs[token.lemma] != nil || WordFamilies.verbs[lemma] != nil { return false }
        // "lasted" does not mean a last name.
        if lemma == "last", token.lower != "last" { return true }
        if ["yearly", "monthly", "weekly", "daily", "hourly"].contains(token.lower) { return true }
        return lemma.hasSuffix("ion") != token.lemma.hasSuffix("ion") && !token.lower.hasSuffix("ed") && !token.lower.hasSuffix("ing")
    }

    /// The words of names that two words of a question form together: "home town" for `hometown`.
    func uses(ofPair first: WordToken, _ second: WordToken) -> [Use] {
        guard first.kind == .word, second.kind == .word else { return [] }
        return byLemma[first.lower + second.lemma] ?? []
    }
}

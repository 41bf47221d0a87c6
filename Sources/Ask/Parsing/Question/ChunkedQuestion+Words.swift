/// Interprets words by their position.
extension ChunkedQuestion {
    /// Words after a column's name that mean only that it is a column: "enrollment size".
    static let measureNouns: Set<String> = [
        "size", "value", "level", "figure", "balance", "amount", "score", "rate", "count", "status", "code", "sum",
    ]

    /// Words that end like verbs but need a reading of their own.
    private static let meant: Set<String> = ["nothing", "compared", "comparing", "running", "median", "mode", "variance", "deviation", "percentile"]

    /// "managed by": a verb that names the column by which rows reference others of their table.
    func namesOwnReference(_ item: LinkedItem) -> Bool {
        let stem = tokens[item.start].stem
        guard stem.utf8.count > 3 else { return false }
        return index.tables.indices.flatMap { index.columns(of: $0) }.contains { column in
            index[column].form.words.contains { $0.stem == stem } && index.joins.partners(of: column).contains { $0.table == column.table }
        }
    }

    func keepsPreposition(_ item: LinkedItem) -> Bool {
        switch reading(item) {
        case .filler, .cue(.preposition), .cue(.be), .cue(.distinct): true
        default: false
        }
    }

    /// "not returned yet": the word ends its clause and negates nothing.
    func endsClause(_ item: LinkedItem) -> Bool {
        guard tokens[item.start].lower == "yet" else { return false }
        return item.end == tokens.count || tokens[item.end].kind == .mark || ["in", "and", "or", "by", "per", "for"].contains(tokens[item.end].lower)
    }

    /// "all stores but kiosks": the rows before are all rows.
    func meansExcept(_ item: LinkedItem) -> Bool {
        guard tokens[item.start].lower == "but", let before = items.last(where: { $0.end == item.start }), case .table = reading(before),
            before.start > 0
        else { return false }
        return ["all", "every", "each", "any"].contains(tokens[before.start - 1].lower)
    }

    func followsAnd(_ item: LinkedItem) -> Bool {
        guard item.start > 0 else { return true }
        return tokens[item.start - 1].lower == "and" || tokens[item.start - 1].lower == ","
    }

    /// Whether a count is compared with a number: "with number of rooms greater than 3".
    func followsComparison(_ start: Int) -> Bool {
        for later in items[start...].prefix(6) {
            if case .cue(let cue) = reading(later) {
                switch cue {
                case .comparison, .superlative: return true
                case .comma, .and, .sentenceEnd, .relative: return false
                default: break
                }
            }
        }
        return false
    }

    func clauseEnd(from start: Int) -> Int {
        var at = start
        while at < items.count {
            switch reading(items[at]) {
            case .cue(.sentenceEnd), .cue(.but), .cue(.orderBy), .cue(.alphabetical), .cue(.ascending): return at
            case .cue(.comma) where at > start:
                if let after = next(from: at + 1, passing: false), case .value = reading(items[after]) { at += 1 } else { return at }
            case .cue(.and) where at > start:
                guard let after = next(from: at + 1, passing: false) else { return at }
                switch reading(items[after]) {
                case .value, .quoted, .column, .table: at += 1
                default: return at
                }
            default: at += 1
            }
        }
        return at
    }

    /// The adjective of a superlative. "most" and "highest" have none.
    func plainAdjective(_ item: LinkedItem) -> String? {
        switch tokens[item.start].lower {
        case "highest": "high"
        case "lowest": "high"
        case "largest", "biggest", "greatest": "large"
        case "smallest": "large"
        default: nil
        }
    }

    func isPlural(_ item: LinkedItem) -> Bool {
        let last = tokens[item.end - 1]
        return last.lemma != last.lower && last.lower.hasSuffix("s")
    }

    func isParticiple(_ item: LinkedItem) -> Bool {
        item.end - item.start == 1 && (tokens[item.start].lower.hasSuffix("ed") || WordForms.isPastForm(tokens[item.start].lower))
    }

    /// Whether a participle and a small word precede the table.
    func followsRelatingVerb(_ item: LinkedItem) -> Bool {
        var start = item.start
        while start > 0, ["the", "a", "an", "any", "some"].contains(tokens[start - 1].lower) { start -= 1 }
        guard start > 1, ["in", "for", "at", "by", "with", "on", "to"].contains(tokens[start - 1].lower) else { return false }
        let word = tokens[start - 2].lower
        return word.hasSuffix("ed") || WordForms.isPastForm(word)
    }

    /// The final verb of a question with "do", which shares only a stem with a table.
    func isClosingVerb(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, item.start > 1, (item.tables.map(\.score).max() ?? 0) < 0.95, item.columns.allSatisfy({ $0.score < 0.95 }),
            item.end == tokens.count || tokens[item.end].kind == .mark, tokens[item.start].lemma == tokens[item.start].lower
        else { return false }
        return tokens[..<(item.start - 1)].contains { ["do", "does", "did"].contains($0.lower) }
    }

    /// Whether a word is one of ``meant``, also with a typing error.
    func isMeant(_ word: WordToken) -> Bool { Self.meant.contains { $0 == word.lower || Spelling.isNear($0, word.lower) } }

    /// "took part in"
    func isPartTaken(_ item: LinkedItem) -> Bool {
        item.start > 0 && tokens[item.start].lower == "part"
            && ["take", "takes", "took", "taken", "taking", "plays", "played"].contains(tokens[item.start - 1].lower)
    }

    func isPronoun(before item: LinkedItem) -> Bool {
        item.start > 0 && ["its", "their", "his", "her"].contains(tokens[item.start - 1].lower)
    }

    func isVerb(_ item: LinkedItem) -> Bool {
        let word = tokens[item.end - 1].lower
        let first = tokens[item.start].lower
        if isPlainVerb(item) { return true }
        if item.end - item.start == 1, word.hasSuffix("ed"), item.start > 0, Self.auxiliaries.contains(tokens[item.start - 1].lower) { return true }
        if item.end - item.start == 2, ["by", "in", "on", "at", "up", "out", "off", "back"].contains(word) { return first.hasSuffix("ed") }
        if isDoneToRows(item) { return true }
        if item.end - item.start == 1, word.hasSuffix("ed"), item.start > 0, Self.subjects.contains(tokens[item.start - 1].lower) { return true }
        if item.end - item.start == 1, WordForms.isPastForm(word) { return true }
        if item.end - item.start == 1, item.start > 0, !["the", "a", "an", "its", "their", "of"].contains(tokens[item.start - 1].lower),
            let best = item.columns.max(by: { $0.score < $1.score })?.column,
            index[best].form.words.contains(where: { $0.lemma.hasSuffix("ed") && $0.stem == tokens[item.start].lemma })
        {
            // "delivers" beside a time of delivery
            return true
        }
        if item.end - item.start == 1, word.hasSuffix("ed"), item.start == 2, ["which", "what"].contains(tokens[0].lower), item.end < tokens.count,
            ["the", "most", "more", "fewest", "least"].contains(tokens[item.end].lower), let subject = items.first(where: { $0.end == item.start }),
            reading(subject).isName
        {
            // "which carrier delivered the most parcels"
            return true
        }
        if item.end - item.start == 1, word.hasSuffix("ed"), let best = item.columns.max(by: { $0.score < $1.score })?.column,
            index[best].profile.kind == .date || index[best].profile.holdsYears, let before = items.first(where: { $0.end == item.start }),
            case .table = reading(before)
        {
            // "stores opened per year"
            return true
        }
        return item.end - item.start == 1 && (word.hasSuffix("ed") || word.hasSuffix("ing")) && (item.columns.map(\.score).max() ?? 0) < 0.95
    }

    /// "medicines prescribed to": whether a participle follows a table and precedes "to".
    private func isDoneToRows(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, tokens[item.start].lower.hasSuffix("ed"), item.end < tokens.count, tokens[item.end].lower == "to",
            let before = items.first(where: { $0.end == item.start })
        else { return false }
        return !before.tables.isEmpty || !before.columns.isEmpty && isPlural(before)
    }

    /// "does X advise", "the students whom she advises": whether a verb shares only a stem with a name.
    func isPlainVerb(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, item.start > 1, (item.columns.map(\.score).max() ?? 0) < 0.95 else { return false }
        let word = tokens[item.start]
        let before = tokens[item.start - 1].lower
        if ["he", "she", "they", "it", "who", "that", "n't", "not", "to"].contains(before) { return true }
        let isLast = item.end == tokens.count || tokens[item.end].kind == .mark
        return isLast && word.lemma == word.lower && tokens[..<(item.start - 1)].contains { ["does", "did", "do"].contains($0.lower) }
    }

    func followsAndOrComma(_ item: LinkedItem) -> Bool {
        guard item.start > 0 else { return true }
        let before = tokens[item.start - 1].lower
        return ["and", ",", "with", ".", "?", "show", "find", "list", "report", "return", "the"].contains(before) || before == "also"
    }

    private static let subjects: Set<String> = ["somebody", "someone", "anybody", "anyone", "everybody", "everyone", "they", "he", "she", "it"]
    private static let auxiliaries: Set<String> = ["is", "are", "was", "were", "been", "being", "has", "have", "had", "never", "not", "yet"]

    /// Whether "by" and a key of an order follow the position: "top store per region by revenue".
    func isRankedLater(than position: Int) -> Bool {
        items.indices.dropFirst(position).contains { place in
            guard case .cue(.preposition("by")) = reading(items[place]), let after = next(from: place + 1) else { return false }
            if meansAmount(items[after]) { return true }
            switch reading(items[after]) {
            case .cue(.count), .cue(.average), .cue(.sum), .cue(.countTimes): return true
            case .column: return items[after].columns.contains { isMeasure($0.column) }
            default: return false
            }
        }
    }
}

/// Reads words that are not names, values or cues.
extension QuestionParser {
    /// Whether a word adds nothing to the linked items: "enrollment size", "the year 2010", persons and verbs that are not part of a name.
    mutating func isSoft(_ item: LinkedItem) -> Bool {
        let word = tokens[item.start]
        if question.isMeant(word) || isAttribute(item) { return false }
        if question.isBesideMeasure(item), AmountColumns.words.contains(word.lemma) { return true }
        if isKindNoun(item) || question.isPartTaken(item) { return true }
        if word.lower == "still", let after = question.item(position + 1), question.isStateWord(after) || tokens[after.start].isNegated {
            return true
        }
        if word.lower == "single", let before = question.item(position - 1), case .cue(.superlative) = question.reading(before) { return true }
        if item.end < tokens.count, Self.described[word.lower]?.contains(tokens[item.end].lemma) ?? false { return true }
        if isWhole(item) || isContainer(item) || isVerbOfClause(item) {
            draft.notes.insert(isWhole(item) ? .softWord : draft.notes.contains(.softVerb) ? .softVerbs : .softVerb)
            return true
        }
        if word.lemma == "size", let before = question.item(position - 1), case .cue(.superlative) = question.reading(before),
            before.end == item.start
        {
            return true
        }
        if ChunkedQuestion.measureNouns.contains(word.lemma),
            let before = question.item(position - 1), question.reading(before).isColumn || question.reading(before).isValue
        {
            return true
        }
        if ["size", "number", "amount", "level"].contains(word.lemma), let after = question.next(from: position + 1, limit: 3),
            !items[after].columns.isEmpty
        {
            return true
        }
        if ["year", "date", "time"].contains(word.lemma), let before = question.item(position - 1),
            before.columns.contains(where: { index[$0.column].profile.holdsYears || index[$0.column].profile.kind == .date })
        {
            return true
        }
        if let after = question.item(position + 1), after.start == item.end, question.reading(after).isColumn, !isAdjective(word),
            after.columns.contains(where: { $0.score > 0.9 && index[$0.column].profile.kind == .number }), !counting.isOpen
        {
            // "student enrollment": describes the column.
            draft.notes.insert(.softWord)
            return true
        }
        if word.lemma == "year", let after = question.next(from: position + 1, limit: 3), items[after].number != nil { return true }
        if !counting.isOpen,
            [question.item(position - 1), question.item(position + 1)].contains(where: { near in
                near.map { question.reading($0).isValue && ($0.end == item.start || $0.start == item.end) } ?? false
            })
        {
            // "in state Georgia": the word tells the kind of the value.
            draft.notes.insert(.softWord)
            return true
        }
        if ["person", "people", "member", "individual", "human", "one"].contains(word.lemma), !draft.shown.isEmpty || draft.entity != nil {
            if isCounted(item) { counting.person = item }
            draft.notes.insert(.softWord)
            return true
        }
        if isPredicate(item) { return false }
        if !draft.shown.isEmpty || draft.entity != nil || counting.isOpen, isModifier || position > 0,
            ["ed", "ing", "ly"].contains(where: { word.lower.hasSuffix($0) && word.lower.count > 4 })
        {
            draft.notes.insert(draft.notes.contains(.softVerb) ? .softVerbs : .softVerb)
            return true
        }
        return false
    }

    /// "are flibbered", "were refunded in 2024": a statement about the rows that nothing explains. Next to a name or value, the word
    /// relates them.
    private func isPredicate(_ item: LinkedItem) -> Bool {
        guard item.start > 0, item.end - item.start == 1 else { return false }
        let before = tokens[item.start - 1].lower == "not" && item.start > 1 ? tokens[item.start - 2].lower : tokens[item.start - 1].lower
        if item.start > 1, tokens[item.start - 2].lower == "never" || before == "never", isLastWord(item) { return false }
        guard ["is", "are", "was", "were", "been", "being"].contains(before) else { return false }
        guard let after = question.item(position + 1), after.start == item.end, tokens[item.end].kind != .mark else { return true }
        switch question.reading(after) {
        case .cue(.and), .cue(.or), .date: return true
        case .cue(.preposition), .cue(.comparison):
            guard let target = question.next(from: position + 2, limit: 3) else { return true }
            return items[target].date != nil || items[target].number != nil
        default: return false
        }
    }

    private func isLastWord(_ item: LinkedItem) -> Bool { item.end == tokens.count || tokens[item.end].kind == .mark }

    /// "how many people": the counted things.
    private func isCounted(_ item: LinkedItem) -> Bool {
        item.start > 0 && ["many", "of", "more"].contains(tokens[item.start - 1].lower) && draft.shown.last?.output == .times
    }

    // MARK: Words without meaning

    /// Words without meaning before the names of columns.
    private static let described: [String: Set<String>] = [
        "full": ["name"], "job": ["title", "position", "role"], "home": ["address", "city"], "street": ["address"], "postal": ["code", "address"],
        "contact": ["phone", "email", "number"],
    ]

    /// Nouns for everything that a database is about.
    private static let wholes: Set<String> = [
        "company", "organization", "organisation", "firm", "business", "hotel", "inn", "shop", "store", "school", "university", "college", "club",
        "hospital", "library", "competition", "database", "dataset", "system", "world", "clinic", "practice", "agency", "bank", "museum", "office",
        "catalogue", "catalog", "collection", "fleet", "inventory", "registry", "league", "festival", "tournament", "file", "files", "record",
        "records", "guide", "gym", "center", "studio", "theater", "zoo", "park", "society", "association", "survey", "dataset", "data", "archive",
        "directory", "list", "market", "network",
    ]

    /// "in the company", "in this inn": all rows belong to the organization that the database is about.
    private func isWhole(_ item: LinkedItem) -> Bool {
        if isWholeThatHas(item) { return true }
        guard item.start > 1, item.end - item.start == 1, Self.wholes.contains(tokens[item.start].lower) else { return false }
        var start = item.start
        // "in the library's catalogue"
        if tokens[start - 1].isPossessive, Self.wholes.contains(tokens[start - 1].lower), start > 2 { start -= 1 }
        guard ["the", "this", "our"].contains(tokens[start - 1].lower), !draft.shown.isEmpty || draft.entity != nil || counting.isOpen else {
            return false
        }
        let before = tokens[start - 2].lower
        guard ["in", "of", "at", "by", "for", "join", "joined", "leave", "left", "within", "across"].contains(before) else { return false }
        return item.end == tokens.count || tokens[item.end].kind == .mark
            || ["and", "or", "by", "per", "in", "with"].contains(tokens[item.end].lower)
            || tokens[item.start].isPossessive && Self.wholes.contains(tokens[item.end].lower)
    }

    /// "how many beds does the hospital have": whether the noun stands for all rows.
    private func isWholeThatHas(_ item: LinkedItem) -> Bool {
        guard item.start > 1, item.end < tokens.count, item.end - item.start == 1, Self.wholes.contains(tokens[item.start].lower) else {
            return false
        }
        return ["does", "did", "do"].contains(tokens[item.start - 2].lower) && ["the", "this", "our"].contains(tokens[item.start - 1].lower)
            && ["have", "own", "offer", "employ"].contains(tokens[item.end].lower)
    }

    private static let containers: Set<String> = ["history", "record", "data", "information", "log", "list", "entry"]

    /// "payment history": the rows of the table before it.
    private func isContainer(_ item: LinkedItem) -> Bool {
        guard Self.containers.contains(tokens[item.start].lemma), let before = question.item(position - 1), before.end == item.start else {
            return false
        }
        if case .table = question.reading(before) { return true }
        return false
    }

    /// "did not file any", "was chosen by", "students who take": a verb that relates the items on both sides.
    private func isVerbOfClause(_ item: LinkedItem) -> Bool {
        if item.start == 1 || item.start == 2 && ["has", "have", "had"].contains(tokens[1].lower), tokens[0].lower == "who",
            item.end - item.start == 1, WordForms.isPastForm(tokens[item.start].lower)
        {
            return true
        }
        guard item.start > 1, item.end - item.start == 1, !draft.shown.isEmpty || draft.entity != nil || counting.isOpen else { return false }
        let word = tokens[item.start]
        if WordForms.isPastForm(word.lower) || RelatingVerbs.isVerb(tokens, at: item.start) { return true }
        if item.end == tokens.count || tokens[item.end].kind == .mark, word.lemma == word.lower,
            question.item(position - 1).map({ $0.end == item.start && question.reading($0).isName || question.reading($0).isValue }) ?? false,
            draft.isShare || draft.shown.contains(where: { $0.output.isComputed }),
            tokens[..<(item.start - 1)].contains(where: { Self.asking.contains($0.lower) }),
            !Self.asking.contains(tokens[item.start - 1].lower)
        {
            // "How many books did each author write?"
            return true
        }
        guard item.end < tokens.count, Self.afterVerbs.contains(tokens[item.end].lower) || tokens[item.end].number != nil else { return false }
        let before = tokens[item.start - 1]
        if Self.beforeVerbs.contains(before.lower) { return true }
        if before.lower == "not" { return Self.helpers.contains(tokens[item.start - 2].lower) }
        // "which rooms face the garden": a plural before a word in its base form.
        guard let subject = question.item(position - 1), subject.end == item.start, case .table = question.reading(subject) else { return false }
        return before.lemma != before.lower && word.lemma == word.lower && Self.afterVerbs.contains(tokens[item.end].lower)
    }

    private static let asking: Set<String> = ["did", "does", "do"]
    private static let beforeVerbs: Set<String> = ["did", "does", "do", "to", "can", "could", "who", "that", "which", "never", "will", "must"]
    private static let afterVerbs: Set<String> = [
        "any", "the", "a", "an", "in", "for", "with", "by", "at", "on", "from", "to", "more", "most", "fewest", "least", "less", "fewer", "no",
        "some", "all", "both", "either", "only", "exactly", "over", "under", "between", "each", "every", "their", "its", "his", "her", "into",
        "through", "across", "out", "against", "during", "within", "after", "before", "along", "around", "toward", "towards", "onto", "near",
    ]
    private static let helpers: Set<String> = ["did", "does", "do", "could", "can"]

    /// "in cancelled state", "headquarter locations": the kind of the value or column before it.
    func isKindNoun(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, let before = question.item(position - 1), before.end == item.start else { return false }
        let lemma = tokens[item.start].lemma
        if question.reading(before).isColumn, ["location", "place"].contains(lemma), (item.tables.map(\.score).max() ?? 0) < 0.7,
            (item.columns.map(\.score).max() ?? 0) < 0.7
        {
            return before.columns.contains { $0.score > 0.8 && index[$0.column].profile.kind == .text }
        }
        guard question.reading(before).isValue, ["state", "status", "condition", "type", "category", "kind", "class"].contains(lemma) else {
            return false
        }
        return !before.values.contains { value in item.columns.contains { $0.column == value.column } }
    }

    /// Words that are usually verbs or small words, but name things in the position of a noun.
    private static let nounsToo: Set<String> = [
        "order", "purchase", "visit", "rank", "group", "report", "term", "work", "play", "release", "offer", "study", "stay", "place", "share",
        "record", "list", "set", "word", "letter", "world", "trend", "time", "result",
    ]
    /// Such words that mean rows in general.
    private static let rowNouns: Set<String> = ["record", "result", "row", "entry", "list", "time", "set", "word", "letter"]

    /// Whether a usually ignored word names something here: "how many orders", if no table has that name.
    func isContent(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, tokens[item.start].kind == .word else { return false }
        let word = tokens[item.start]
        if word.lemma == "detail", isAloneInList(item) { return true }
        guard Self.nounsToo.contains(word.lemma), !Self.rowNouns.contains(word.lemma) else { return false }
        let isPlural = word.lower != word.lemma
        if item.end < tokens.count, ["by", "of", "than"].contains(tokens[item.end].lower), !isPlural { return false }
        guard let before = item.start > 0 ? tokens[item.start - 1].lower : nil else { return isPlural }
        if ["each", "per", "every", "many", "average", "total", "last", "first", "most", "fewest"].contains(before) { return true }
        if isPlural { return Self.beforeNouns.contains(before) || tokens[item.start - 1].number != nil }
        return ["the", "an", "a", "any", "no"].contains(before) && (item.end == tokens.count || tokens[item.end].kind == .mark)
    }

    /// "whose pets are all dogs", "with only dogs": no other rows may exist, which is more than the existence of one.
    func isExclusive(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, item.start > 0 else { return false }
        let before = tokens[item.start - 1].lower
        return switch tokens[item.start].lower {
        case "all": isModifier && ["are", "is", "were", "was"].contains(before)
        case "only": isModifier && ["with", "who", "that", "which", "have", "has", "had", "whose"].contains(before)
        default: false
        }
    }

    /// "did each driver make": a verb without meaning, although a column has its name.
    mutating func takeLightVerb(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, Self.lightVerbs.contains(tokens[item.start].lower),
            item.end == tokens.count || tokens[item.end].kind == .mark,
            tokens[..<item.start].contains(where: { ["did", "does", "do"].contains($0.lower) }), !draft.shown.isEmpty
        else { return false }
        position += 1
        return true
    }

    private static let lightVerbs: Set<String> = ["make", "do", "have", "take", "get", "give", "hold", "see", "place", "run"]

    private static let beforeNouns: Set<String> = [
        "the", "all", "of", "by", "and", ",", "for", "in", "with", "without", "no", "any", "show", "list", "find", "count", "get", "give", "their",
        "its", "our", "different", "distinct", "than", "more", "fewer", "less",
    ]

    /// "the most common kind of animal", if no column contains the kind.
    func isKindAsked(_ item: LinkedItem) -> Bool {
        guard draft.popularity != nil, item.end - item.start == 1, item.end < tokens.count, tokens[item.end].lower == "of" else { return false }
        guard let of = question.next(from: position), case .table = question.reading(items[of]) else { return false }
        return ["kind", "type", "sort"].contains(tokens[item.start].lemma)
    }

    /// "won one case and lost another": whether "another" refers to a second row.
    func isAnotherRow(_ item: LinkedItem) -> Bool {
        tokens[item.start].lower == "another" && item.end - item.start == 1 && (item.end == tokens.count || tokens[item.end].kind == .mark)
    }

    /// "How films are made": a question that rows cannot answer.
    func isBareHow(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, tokens[item.start].lower == "how", item.start == 0 || tokens[item.start - 1].kind == .mark,
            let after = question.item(position), after.start == item.end
        else { return false }
        return !after.tables.isEmpty && question.reading(after).isName
    }

    /// Whether the item is between commas and "and", where each word is a separate output.
    private func isAloneInList(_ item: LinkedItem) -> Bool {
        guard item.start > 0, item.end < tokens.count, !isModifier else { return false }
        let before = tokens[item.start - 1].lower
        let after = tokens[item.end].lower
        return (before == "," || before == "and") && (after == "," || after == "and" || after == "of" || after == "for")
    }

    /// "which share", "that share": to have the same, not a part of all.
    func isSharing(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, tokens[item.start].lower == "share", item.start > 0 else { return false }
        if ["that", "which", "who", "to", "do", "not"].contains(tokens[item.start - 1].lower) { return true }
        guard let before = question.item(position - 2), before.end == item.start, case .table = question.reading(before) else { return false }
        let word = tokens[item.start - 1]
        return word.lemma != word.lower && item.end < tokens.count && ["the", "a", "both"].contains(tokens[item.end].lower)
    }

    /// "airports that contain the word": the only column that identifies the rows.
    func shownName(_ item: LinkedItem) -> Draft.Mention? {
        guard isModifier, let table = focus ?? draft.entity else { return nil }
        let columns = DisplayColumns(index).columns(of: table)
        guard columns.count == 1, index[columns[0]].profile.kind == .text else { return nil }
        let link = LinkedItem.ColumnLink(column: columns[0], score: 0.9)
        return Draft.Mention(candidates: [link], owner: table, near: table, item: item, isName: true)
    }
}

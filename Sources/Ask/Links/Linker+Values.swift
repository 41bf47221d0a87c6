/// Links values of columns.
extension Linker {
    /// "orders that are paid": after a form of "be", even a common word is a value.
    private func isPredicate(_ position: Int) -> Bool {
        guard position > 0, tokens[position].lower.count > 3 else { return false }
        let isLast = position + 1 == tokens.count || tokens[position + 1].kind == .mark
        return isLast && ["is", "are", "was", "were", "been", "not"].contains(tokens[position - 1].lower)
    }

    /// "paid orders": a common word directly before the table that has it as a value.
    private func isBeforeOwnTable(_ position: Int, _ entries: [ValueIndex.Entry]) -> Bool {
        guard position + 1 < tokens.count, tokens[position].lower.count > 3, !Self.neverValues.contains(tokens[position].lower) else { return false }
        return entries.contains { entry in
            index.lexicon.uses(of: tokens[position + 1]).contains { $0.use.owner == .table(entry.column.table) && $0.likeness > 0.9 }
        }
    }

    /// "with status paid": a common word directly after the column that has it as a value.
    private func isAfterOwnColumn(_ position: Int, _ entries: [ValueIndex.Entry]) -> Bool {
        guard position > 0, tokens[position].lower.count > 3, !Self.neverValues.contains(tokens[position].lower) else { return false }
        return index.lexicon.uses(of: tokens[position - 1]).contains { use, likeness, _ in
            guard case .column(let column) = use.owner, likeness > 0.9 else { return false }
            return entries.contains { $0.column == column }
        }
    }

    /// "whose decision is yes", "who got a no": a value of a column of such answers.
    private func isAnswer(_ position: Int, _ entries: [ValueIndex.Entry]) -> Bool {
        guard ["yes", "no"].contains(tokens[position].lower), position > 0 else { return false }
        if ["a", "an"].contains(tokens[position - 1].lower) { return true }
        guard ["is", "was", "are", "were", "as"].contains(tokens[position - 1].lower) else { return false }
        return tokens[max(0, position - 4)..<position].contains { token in
            index.lexicon.uses(of: token).contains { use, likeness, _ in
                if case .column(let column) = use.owner { likeness > 0.8 && entries.contains { $0.column == column } } else { false }
            }
        }
    }

    private static let neverValues: Set<String> = [
        "yes", "no", "now", "none", "null", "other", "all", "any", "i", "a", "to", "in", "or", "me", "of", "on", "at",
    ]

    func linkValues(_ at: (Int, Int, (inout LinkedItem) -> Void) -> Void) {
        for start in tokens.indices {
            let first = tokens[start]
            guard first.kind != .mark else { continue }
            if first.kind == .quoted {
                let entries = index.entries(first.lower)
                at(start, start + 1) { item in
                    item.quoted = first.text
                    item.values = entries.map { LinkedItem.ValueLink(column: $0.column, text: $0.text, score: 1.2) }
                }
                continue
            }
            var key = ""
            var words = 0
            for end in start..<min(tokens.count, start + index.values.longest * 2) {
                guard tokens[end].kind != .mark else { continue }
                guard tokens[end].kind != .quoted else { break }
                let before = key
                key += key.isEmpty ? tokens[end].lower : " " + tokens[end].lower
                words += 1
                guard words <= index.values.longest else { break }
                var entries = index.entries(key)
                var score = words > 1 ? 1.1 : first.isCapital && start > 0 ? 1.05 : 0.92
                if entries.isEmpty, tokens[end].lemma != tokens[end].lower, words > 1 || tokens[end].lower != "people" {
                    entries = index.entries(before.isEmpty ? tokens[end].lemma : before + " " + tokens[end].lemma)
                    score -= 0.15
                }
                if entries.isEmpty, words == 1 { entries = genders(tokens[end].lemma) }
                if entries.isEmpty, words == 1 { entries = categories(first) }
                if entries.isEmpty {
                    entries = places(key, at: start, to: end + 1)
                    score -= 0.1
                }
                guard !entries.isEmpty else { continue }
                if words > 1, endsWithItsColumn(start, end, before) { score = 0.6 }
                if words == 1 {
                    let isPlainNumber = first.kind == .number
                    let isCommon = Self.neverValues.contains(key) || Fillers.words.contains(key) || key.count < 2
                    if isCommon, !isPredicate(start), !isBeforeOwnTable(start, entries), !isAnswer(start, entries), !isAfterOwnColumn(start, entries),
                        !(first.isCapital && key.count == 2 && first.text.allSatisfy(\.isUppercase))
                    {
                        score = 0.3
                    }
                    if isPlainNumber { score = 0.6 }
                    if !first.isCapital, first.kind == .word, entries.allSatisfy({ isName($0) }), namesColumn(first) { score = min(score, 0.4) }
                    // "never returned": it did not happen, so a name is a better match than a value.
                    if start > 0, tokens[start - 1].lower == "never" { score = min(score, 0.6) }
                }
                at(start, end + 1) { item in
                    for entry in entries { item.values.append(LinkedItem.ValueLink(column: entry.column, text: entry.text, score: score)) }
                }
            }
            if first.kind == .word, first.isCapital, start > 0, let columns = index.values.words[first.lower] {
                at(start, start + 1) { $0.partialValues = columns }
            }
        }
    }

    /// "female" if a column about gender contains F and M.
    private func genders(_ word: String) -> [ValueIndex.Entry] {
        guard let letter = ["female": "f", "woman": "f", "girl": "f", "male": "m", "man": "m", "boy": "m"][word] else { return [] }
        return index.entries(letter).filter { entry in
            index[entry.column].form.words.contains { $0.lemma == "sex" || $0.lemma == "gender" }
        }
    }

    /// Whether most rows have different values in the column: a person called Price.
    private func isName(_ entry: ValueIndex.Entry) -> Bool {
        entry.text.first?.isUppercase == true
            && index[entry.column].profile.distinctValues * 2 > Int(index.tables[entry.column.table].rows ?? 0)
            && index[entry.column].profile.distinctValues > 3
    }

    private func namesColumn(_ token: WordToken) -> Bool {
        index.lexicon.uses(of: token).contains { use, likeness, _ in
            if case .column = use.owner { likeness == 1 && index.lexicon.forms[use.owner]?.words[use.place].weight == 1 } else { false }
        }
    }

    /// "failed", "passed" if a column with few values contains Fail and Pass; "succeed" if it contains Success.
    private func categories(_ token: WordToken) -> [ValueIndex.Entry] {
        let word = token.lower
        guard word.utf8.count > 5 else { return [] }
        var forms = word.hasSuffix("ed") ? [String(word.dropLast(2)), String(word.dropLast())] : []
        if word.hasSuffix("ful") { forms.append(String(word.dropLast(3))) }
        forms += WordFamilies.nouns[token.stem] ?? []
        return forms.filter { $0 != word }.flatMap { index.entries($0) }.filter {
            index[$0.column].profile.distinctValues <= Self.maximumCategories
        }
    }

    /// Most values of a category column. A column with more contains names.
    private static let maximumCategories = 20

    /// Whether the last word names a column that has the words before as a value: "Kent county".
    private func endsWithItsColumn(_ start: Int, _ end: Int, _ before: String) -> Bool {
        let holding = index.entries(before)
        guard !holding.isEmpty else { return false }
        return index.lexicon.uses(of: tokens[end]).contains { use, likeness, _ in
            guard case .column(let id) = use.owner, likeness > 0.9, let form = index.lexicon.forms[use.owner] else { return false }
            return form.words.count == 1 && holding.contains { $0.column == id }
        }
    }
}

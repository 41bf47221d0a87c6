/// Links names of tables and columns.
extension Linker {
    private struct Match {
        var place: Int
        var likeness: Double
        var width: Int
        /// Whether the token stands for several words of the name.
        var isPart = false
    }

    func linkNames(_ at: (Int, Int, (inout LinkedItem) -> Void) -> Void) {
        var matches: [Lexicon.Owner: [Int: [Match]]] = [:]
        for (position, token) in tokens.enumerated() {
            for (use, likeness, isPart) in index.lexicon.uses(of: token) {
                matches[use.owner, default: [:]][position, default: []].append(Match(place: use.place, likeness: likeness, width: 1, isPart: isPart))
            }
            for phrase in LooseSynonyms.phrases[token.lower] ?? []
            where stands(phrase.words, at: position) && !index.lexicon.says(phrase.words) {
                for (use, isPart) in index.lexicon.uses(ofPhrase: phrase) {
                    let match = Match(place: use.place, likeness: Lexicon.likenessOfLooseGroup, width: phrase.words.count, isPart: isPart)
                    matches[use.owner, default: [:]][position, default: []].append(match)
                }
            }
            if position + 1 < tokens.count {
                for use in index.lexicon.uses(ofPair: token, tokens[position + 1]) {
                    matches[use.owner, default: [:]][position, default: []].append(Match(place: use.place, likeness: 0.98, width: 2))
                }
            }
        }
        for (owner, positions) in matches.sorted(by: { $0.key < $1.key }) {
            guard let form = index.lexicon.forms[owner] else { continue }
            for start in positions.keys.sorted() where !isSmall(start, at: 0, positions) {
                extend(owner, form, positions, from: start, at)
                coordinate(owner, form, positions, from: start, at)
            }
        }
    }

    private func stands(_ words: [String], at position: Int) -> Bool {
        position + words.count <= tokens.count && zip(words, tokens[position...]).allSatisfy { $0 == $1.lemma && $1.kind == .word }
    }

    private func extend(
        _ owner: Lexicon.Owner, _ form: NameForm, _ positions: [Int: [Match]], from start: Int, _ at: (Int, Int, (inout LinkedItem) -> Void) -> Void
    ) {
        var used: [Int: Double] = [:]
        var position = start
        while position < tokens.count, position - start < 8 {
            let free = (positions[position] ?? []).filter { used[$0.place] == nil }
            if let match = free.max(by: {
                ($0.likeness * form.words[$0.place].weight, $0.likeness) < ($1.likeness * form.words[$1.place].weight, $1.likeness)
            }) {
                used[match.place] = match.likeness
                for part in free where part.isPart { used[part.place] = part.likeness }
                position += match.width
                let score = score(of: used, in: form, of: owner)
                guard score >= Self.minimumScore,
                    score >= 0.8 || !isFiller(start, position) || isTableNoun(owner, start, position, used) || isNounPlace(start, position, owner)
                        || isState(start, position, owner)
                else { continue }
                if position - start > 1, isSmall(position - 1, at: form.words.count - 1, positions) { continue }
                if case .column = owner, score < 0.8, position - start > 1, isWholeTable(start) || isWholeTable(position - 1) { continue }
                if case .table = owner, score < 0.9, position - start > 1, isWholeTable(start),
                    ["ed", "ing"].contains(where: { tokens[position - 1].lower.hasSuffix($0) })
                {
                    // "students enrolled": the students, not a table of enrolments.
                    continue
                }
                at(start, position) { item in
                    switch owner {
                    case .table(let number):
                        if !item.tables.contains(where: { $0.table == number && $0.score >= score }) {
                            item.tables.removeAll { $0.table == number }
                            item.tables.append(LinkedItem.TableLink(table: number, score: score))
                        }
                    case .column(let id):
                        if !item.columns.contains(where: { $0.column == id && $0.score >= score }) {
                            item.columns.removeAll { $0.column == id }
                            item.columns.append(LinkedItem.ColumnLink(column: id, score: score))
                        }
                    }
                }
            } else {
                // A few small words may occur inside a name.
                var next = position
                while next < tokens.count, next - position < 3, Fillers.glue.contains(tokens[next].lower) { next += 1 }
                if let participle = participle(after: position, positions) {
                    position = participle
                    continue
                }
                guard next > position, positions[next] != nil, case .column = owner,
                    !["total", "average", "all"].contains(tokens[next].lower),
                    ["of", "in", "number"].contains(tokens[position].lower) || next == position,
                    tokens[position].lower != "in" || form.words.contains(where: { $0.lemma == "in" }) || !isWholeTable(start),
                    !isWholeTable(next), !(tokens[position].lower == "of" && isWholeTable(start) && tokens[start].lemma != tokens[start].lower)
                else { return }
                position = next
            }
        }
    }

    /// "the date they registered": the index of the participle that continues the name of a time; nil if there is none.
    private func participle(after position: Int, _ positions: [Int: [Match]]) -> Int? {
        guard position > 0, ["date", "time", "year", "day"].contains(tokens[position - 1].lemma) else { return nil }
        var next = position
        while next < tokens.count, next - position < 3, Self.beforeParticiples.contains(tokens[next].lower) { next += 1 }
        guard next > position, next < tokens.count, positions[next] != nil,
            tokens[next].lower.hasSuffix("ed") || WordForms.isPastForm(tokens[next].lower)
        else { return nil }
        return next
    }

    private static let beforeParticiples: Set<String> = [
        "they", "it", "he", "she", "was", "were", "is", "are", "has", "have", "been", "when", "that",
    ]

    /// "the average pay", "each kind of dish": whether a filler word can only be a noun at this index.
    private func isNounPlace(_ start: Int, _ end: Int, _ owner: Lexicon.Owner) -> Bool {
        guard end == start + 1, start > 0 else { return false }
        if ["kind", "sort"].contains(tokens[start].lemma) { return isKindOfRows(end, owner) }
        if Self.verbsToo.contains(tokens[start].lower), Self.beforePlurals.contains(tokens[start - 1].lower) { return true }
        return tokens[start].lower == "pay" && !["that", "who", "which", "to", "they", "we", "i", "you", "not"].contains(tokens[start - 1].lower)
    }

    /// "have been sold", "unsold": whether a filler verb tells what is or is not so for a row that keeps when it happened.
    private func isState(_ start: Int, _ end: Int, _ owner: Lexicon.Owner) -> Bool {
        guard case .column(let column) = owner, end == start + 1, start > 0, index[column].profile.kind == .date, index[column].profile.hasNulls,
            index[column].form.words.contains(where: { $0.lemma == tokens[start].lower }),
            tokens[start].lower.hasSuffix("ed") || WordForms.isPastForm(tokens[start].lower)
        else { return false }
        return tokens[start].isNegated || ["is", "are", "was", "were", "been", "not", "never", "be"].contains(tokens[start - 1].lower)
    }

    private static let verbsToo: Set<String> = [
        "stays", "ranks", "orders", "visits", "purchases", "releases", "plays", "studies", "works", "offers", "supplies", "places", "leads", "shares",
    ]
    /// "all the stays", "which ranks"
    private static let beforePlurals: Set<String> = [
        "the", "all", "many", "most", "fewest", "more", "which", "these", "different", "distinct", "their",
    ]

    /// "of medicine": whether "of" and the table of the column follow, and no other name.
    private func isKindOfRows(_ of: Int, _ owner: Lexicon.Owner) -> Bool {
        guard case .column(let column) = owner, of + 1 < tokens.count, tokens[of].lower == "of", isWholeTable(of + 1),
            index.lexicon.uses(of: tokens[of + 1]).contains(where: { $0.use.owner == .table(column.table) && $0.likeness > 0.9 })
        else { return false }
        return of + 2 == tokens.count || tokens[of + 2].kind != .word || index.lexicon.uses(of: tokens[of + 2]).isEmpty
    }

    private static let small: Set<String> = ["of", "the", "a", "an", "for", "per", "and", "or", "by", "at", "on", "to", "from", "in", "with"]

    /// Whether a small word at the edge of a span is not part of the name. It is part of it if the name has the word at the same edge.
    private func isSmall(_ position: Int, at edge: Int, _ positions: [Int: [Match]]) -> Bool {
        Self.small.contains(tokens[position].lower) && !(positions[position] ?? []).contains { $0.place == edge }
    }

    /// Links "low and high estimates": the first adjective shares the noun of the second.
    private func coordinate(
        _ owner: Lexicon.Owner, _ form: NameForm, _ positions: [Int: [Match]], from start: Int, _ at: (Int, Int, (inout LinkedItem) -> Void) -> Void
    ) {
        guard case .column(let id) = owner, form.words.count > 1, let first = positions[start]?.max(by: { $0.likeness < $1.likeness }),
            let head = form.words.lastIndex(where: { $0.weight >= 0.5 }), first.place != head
        else { return }
        var next = start + 1
        while next < tokens.count, [",", "and", "or"].contains(tokens[next].lower) { next += 1 }
        guard next > start + 1 else { return }
        for position in next + 1..<min(next + 5, max(tokens.count, next + 1)) {
            if ["and", "or", ",", "of", "for"].contains(tokens[position].lower) && position > next + 2 { return }
            guard let match = positions[position]?.first(where: { $0.place == head }) else { continue }
            let score = score(of: [first.place: first.likeness, head: match.likeness], in: form, of: owner)
            guard score > 0.8 else { return }
            at(start, start + 1) { item in
                item.columns.removeAll { $0.column == id }
                item.columns.append(LinkedItem.ColumnLink(column: id, score: score * 0.97))
            }
            return
        }
    }

    /// Whether a token alone names a table.
    private func isWholeTable(_ position: Int) -> Bool {
        index.lexicon.uses(of: tokens[position]).contains { use, likeness, _ in
            guard case .table = use.owner, likeness > 0.9, let form = index.lexicon.forms[use.owner] else { return false }
            return form.words.count { $0.weight >= 0.5 } == 1 && form.words[use.place].weight >= 0.5
        }
    }

    /// How well the matched words represent the whole name.
    func score(of used: [Int: Double], in form: NameForm, of owner: Lexicon.Owner) -> Double {
        var covered = 0.0
        var likeness = 0.0
        var isWhole = true
        for (place, word) in form.words.enumerated() {
            if let match = used[place] {
                covered += word.weight
                likeness += word.weight * match
            } else if word.weight >= 0.5 {
                isWhole = false
            }
        }
        let share = covered / max(form.totalWeight, 0.01)
        let mean = likeness / max(covered, 0.01)
        // "editor" alone is a weak match for `editor_id`.
        let isKeyWithoutId = form.words.count > 1 && form.words.last?.lemma == "id" && used[form.words.count - 1] == nil
        // "visitors" alone is a weak match for `number_of_visitors`.
        if case .column = owner, form.words.count > 1, form.words[0].lemma == "number", form.words[0].weight == 0.5, used[0] == nil {
            return mean * (0.35 + 0.3 * share)
        }
        if isWhole { return mean * (0.93 + 0.07 * share) * (isKeyWithoutId ? 0.62 : 1) }
        let head = form.head
        // "amount" stands for `amount_paid`.
        let hasHead =
            used[head] != nil || form.words[0].lemma == "amount" && used[0] == 1
            || form.words.lastIndex { $0.weight >= 0.5 }.map { used[$0] != nil } ?? false
        if case .column = owner, form.isAlternatives { return mean * 0.9 }
        if case .table = owner {
            // Several matched words of a long name are a strong match.
            let major = used.keys.count { form.words[$0].weight >= 0.5 }
            return hasHead || share >= 0.6 ? mean * ((major > 1 ? 0.58 : 0.45) + 0.42 * share) : 0
        }
        if hasHead { return mean * (0.4 + 0.45 * share) }
        return share >= 0.45 ? mean * (0.35 + 0.4 * share) : 0
    }

    /// Whether the column is a key such as `dock_id` or `dock_no`, and the question omits "id" or "number".
    private func isKeyName(_ column: ColumnID, _ item: LinkedItem) -> Bool {
        let words = index[column].form.words
        guard words.count > 1, let last = words.last?.lemma else { return false }
        if last == "id" { return true }
        guard last == "number", index[column].profile.kind == .number, !tokens[item.start..<item.end].contains(where: { $0.lemma == "number" }) else {
            return false
        }
        // `manager_no` in departments does not name employees.
        return (index.joins.partners(of: column).map(\.table) + (index[column].isPrimaryKey ? [column.table] : [])).contains { table in
            index.tables[table].form.words.contains { name in name.weight >= 0.5 && words.dropLast().contains { $0.lemma == name.lemma } }
        }
    }

    /// Links "chief editor" to the table that `chief_editor` references.
    ///
    /// A foreign key's name without "id" names the referenced table.
    func linkReferred(_ item: inout LinkedItem) {
        if !tokens[item.start..<item.end].contains(where: { $0.lemma == "id" }) {
            for link in item.columns
            where isKeyName(link.column, item) && link.score > 0.5 {
                let own = index.tables[link.column.table]
                let target =
                    own.primaryKey == [link.column.column] && !index[link.column].isForeignKey
                    ? link.column.table : index.joins.partners(of: link.column).first { $0.table != link.column.table }?.table
                guard let target else { continue }
                item.columns.removeAll { $0.column == link.column }
                if !item.tables.contains(where: { $0.table == target && $0.score >= 0.8 }) {
                    item.tables.removeAll { $0.table == target }
                    item.tables.append(LinkedItem.TableLink(table: target, score: 0.8))
                }
            }
        }
        guard item.end - item.start > 1, !tokens[item.start..<item.end].contains(where: { $0.lemma == "id" }) else { return }
        for link in item.columns where link.score > 0.85 && index[link.column].isForeignKey {
            for partner in index.joins.partners(of: link.column) where partner.table != link.column.table {
                let words = Set(index.tables[partner.table].form.words.map(\.lemma))
                guard words.contains(tokens[item.end - 1].lemma), !item.tables.contains(where: { $0.table == partner.table }) else { continue }
                item.tables.append(LinkedItem.TableLink(table: partner.table, score: link.score))
            }
        }
    }

    /// "order" for a table of customers' orders, although the word alone is a weak match.
    private func isTableNoun(_ owner: Lexicon.Owner, _ start: Int, _ end: Int, _ used: [Int: Double]) -> Bool {
        guard case .table = owner, end == start + 1, tokens[start].lower.count > 4 || tokens[start].isCapital, start > 0 else { return false }
        return used.values.allSatisfy { $0 == 1 } && !["name", "number"].contains(tokens[start].lemma)
    }

    func isFiller(_ start: Int, _ end: Int) -> Bool { tokens[start..<end].allSatisfy { Fillers.words.contains($0.lower) } }
}

/// Finds everything that spans of a question may mean, and chooses the spans.
struct Linker {
    let index: SourceIndex
    let tokens: [WordToken]
    let today: CalendarDay

    /// Links weaker than this are not considered.
    static let minimumScore = 0.44

    private struct Span: Hashable {
        var start: Int
        var end: Int
    }

    /// The items of a question from left to right: linked spans, fillers, and words that nothing explains.
    func items() -> [LinkedItem] {
        var found: [Span: LinkedItem] = [:]
        func at(_ start: Int, _ end: Int, _ change: (inout LinkedItem) -> Void) {
            change(&found[Span(start: start, end: end), default: LinkedItem(start, end)])
        }
        linkNames(at)
        linkPhrases(at)
        for span in found.keys.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            linkReferred(&found[span, default: LinkedItem(span.start, span.end)])
        }
        linkValues(at)
        linkCues(at)
        linkNumbers(at)
        return cover(found)
    }

    // MARK: Names

    private struct Match {
        var place: Int
        var likeness: Double
        var width: Int
        /// One of several words that the token stands for.
        var isPart = false
    }

    private func linkNames(_ at: (Int, Int, (inout LinkedItem) -> Void) -> Void) {
        var matches: [Lexicon.Owner: [Int: [Match]]] = [:]
        for (position, token) in tokens.enumerated() {
            for (use, likeness, isPart) in index.lexicon.uses(of: token) {
                matches[use.owner, default: [:]][position, default: []].append(Match(place: use.place, likeness: likeness, width: 1, isPart: isPart))
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
                guard score >= Self.minimumScore, score >= 0.8 || !isFiller(start, position) || isTableNoun(owner, start, position, used) else {
                    continue
                }
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
                // A few small words may stand inside a name.
                var next = position
                while next < tokens.count, next - position < 3, Fillers.glue.contains(tokens[next].lower) { next += 1 }
                guard next > position, positions[next] != nil, case .column = owner,
                    ["of", "in", "number"].contains(tokens[position].lower) || next == position,
                    tokens[position].lower != "in" || form.words.contains(where: { $0.lemma == "in" }) || !isWholeTable(start),
                    !isWholeTable(next)
                else { return }
                position = next
            }
        }
    }

    private static let small: Set<String> = ["of", "the", "a", "an", "for", "per", "and", "or", "by", "at", "on", "to", "from", "in", "with"]

    /// A small word at the edge of a span is not part of the name, unless it stands at that edge of the name as well.
    private func isSmall(_ position: Int, at edge: Int, _ positions: [Int: [Match]]) -> Bool {
        Self.small.contains(tokens[position].lower) && !(positions[position] ?? []).contains { $0.place == edge }
    }

    /// "low and high estimates": the first adjective shares the head of the second.
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

    /// How well the matched words stand for the whole name.
    private func score(of used: [Int: Double], in form: NameForm, of owner: Lexicon.Owner) -> Double {
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
        // "editor" alone is a weak name for `editor_id`.
        let isKeyWithoutId = form.words.count > 1 && form.words.last?.lemma == "id" && used[form.words.count - 1] == nil
        // "visitors" alone is a weak name for `number_of_visitors`.
        if case .column = owner, form.words.count > 1, form.words[0].lemma == "number", form.words[0].weight == 0.5, used[0] == nil {
            return mean * (0.35 + 0.3 * share)
        }
        if isWhole { return mean * (0.93 + 0.07 * share) * (isKeyWithoutId ? 0.62 : 1) }
        let head = form.head
        let hasHead = used[head] != nil || form.words.lastIndex { $0.weight >= 0.5 }.map { used[$0] != nil } ?? false
        if case .column = owner, form.isAlternatives { return mean * 0.9 }
        if case .table = owner {
            // Several words of a long name are a good sign.
            let major = used.keys.count { form.words[$0].weight >= 0.5 }
            return hasHead || share >= 0.6 ? mean * ((major > 1 ? 0.58 : 0.45) + 0.42 * share) : 0
        }
        if hasHead { return mean * (0.4 + 0.45 * share) }
        return share >= 0.45 ? mean * (0.35 + 0.4 * share) : 0
    }

    /// "chief editor" names the table that `chief_editor` refers to.
    ///
    /// A key's name without "id" names the table whose rows it identifies.
    private func linkReferred(_ item: inout LinkedItem) {
        if !tokens[item.start..<item.end].contains(where: { $0.lemma == "id" }) {
            for link in item.columns
            where index[link.column].form.words.last?.lemma == "id" && index[link.column].form.words.count > 1 && link.score > 0.5 {
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

    /// "order" for a table of customers' orders, though the word alone says little.
    private func isTableNoun(_ owner: Lexicon.Owner, _ start: Int, _ end: Int, _ used: [Int: Double]) -> Bool {
        guard case .table = owner, end == start + 1, tokens[start].lower.count > 4 || tokens[start].isCapital, start > 0 else { return false }
        return used.values.allSatisfy { $0 == 1 } && !["name", "number"].contains(tokens[start].lemma)
    }

    private func isFiller(_ start: Int, _ end: Int) -> Bool { tokens[start..<end].allSatisfy { Fillers.words.contains($0.lower) } }

    // MARK: Values

    /// "orders that are paid": after a form of "be" even a common word says something.
    private func isPredicate(_ position: Int) -> Bool {
        guard position > 0, tokens[position].lower.count > 3 else { return false }
        let isLast = position + 1 == tokens.count || tokens[position + 1].kind == .mark
        return isLast && ["is", "are", "was", "were", "been", "not"].contains(tokens[position - 1].lower)
    }

    /// "paid orders": a common word right before the table that has it as a value.
    private func isBeforeOwnTable(_ position: Int, _ entries: [ValueIndex.Entry]) -> Bool {
        guard position + 1 < tokens.count, tokens[position].lower.count > 3, !Self.neverValues.contains(tokens[position].lower) else { return false }
        return entries.contains { entry in
            index.lexicon.uses(of: tokens[position + 1]).contains { $0.use.owner == .table(entry.column.table) && $0.likeness > 0.9 }
        }
    }

    /// "whose decision is yes", "who got a no": what a column of such answers holds.
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

    private func linkValues(_ at: (Int, Int, (inout LinkedItem) -> Void) -> Void) {
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
                if entries.isEmpty {
                    entries = places(key, at: start, to: end + 1)
                    score -= 0.1
                }
                guard !entries.isEmpty else { continue }
                if words > 1, endsWithItsColumn(start, end, before) { score = 0.6 }
                if words == 1 {
                    let isPlainNumber = first.kind == .number
                    let isCommon = Self.neverValues.contains(key) || Fillers.words.contains(key) || key.count < 2
                    if isCommon, !isPredicate(start), !isBeforeOwnTable(start, entries), !isAnswer(start, entries),
                        !(first.isCapital && key.count == 2 && first.text.allSatisfy(\.isUppercase))
                    {
                        score = 0.3
                    }
                    if isPlainNumber { score = 0.6 }
                    // "never returned": that nothing was done, which a name says better than a value.
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

    /// "female" where a column of that kind holds F and M.
    private func genders(_ word: String) -> [ValueIndex.Entry] {
        guard let letter = ["female": "f", "woman": "f", "girl": "f", "male": "m", "man": "m", "boy": "m"][word] else { return [] }
        return index.entries(letter).filter { entry in
            index[entry.column].form.words.contains { $0.lemma == "sex" || $0.lemma == "gender" }
        }
    }

    /// Whether the last word names a column that has the words before as a value: "Kent county".
    private func endsWithItsColumn(_ start: Int, _ end: Int, _ before: String) -> Bool {
        let holding = index.entries(before)
        guard !holding.isEmpty else { return false }
        return index.lexicon.uses(of: tokens[end]).contains { use, likeness, _ in
            guard case .column(let id) = use.owner, likeness > 0.9, let form = index.lexicon.forms[use.owner] else { return false }
            return form.words.count == 1 && holding.contains { $0.column == id }
        }
    }

    // MARK: Cues, numbers and dates

    private func linkCues(_ at: (Int, Int, (inout LinkedItem) -> Void) -> Void) {
        for start in tokens.indices where tokens[start].kind != .quoted {
            for phrase in CuePhrases.byFirstWord[tokens[start].lower] ?? [] {
                guard start + phrase.words.count <= tokens.count,
                    zip(phrase.words, tokens[start...]).allSatisfy({ $0 == $1.lower && $1.kind != .quoted })
                else { continue }
                let end = start + phrase.words.count
                if case .orMore = phrase.cue, tokens[end..<min(tokens.count, end + 4)].contains(where: { $0.kind == .number }) {
                    // "before 2000 or after 2010" are two comparisons.
                    continue
                }
                at(start, end) { if $0.cue == nil { $0.cue = phrase.cue } }
            }
            if let adjective = Adjectives.comparatives[tokens[start].lower], start + 1 < tokens.count, tokens[start + 1].lower == "than" {
                let meaning = Adjectives.meanings[adjective]
                at(start, start + 2) {
                    if $0.cue == nil { $0.cue = .comparison(meaning?.isUpward == false ? .less : .greater, adjective: adjective) }
                }
            }
            if tokens[start].lower == "than", start > 1, tokens[start - 2].lower == "more" { continue }
        }
    }

    private func linkNumbers(_ at: (Int, Int, (inout LinkedItem) -> Void) -> Void) {
        let phrases = DatePhrases(today: today, tokens: tokens)
        for (position, token) in tokens.enumerated() {
            if let date = phrases.span(at: position) { at(position, position + date.count) { $0.date = date.span } }
            if let number = token.number {
                at(position, position + 1) { $0.number = number }
                if position + 1 < tokens.count,
                    let factor = ["million": 1e6, "billion": 1e9, "thousand": 1e3, "hundred": 100][tokens[position + 1].lower]
                {
                    at(position, position + 2) { $0.number = number * factor }
                }
            } else if token.kind == .number, token.number == nil {
                at(position, position + 1) { if $0.quoted == nil { $0.quoted = token.text } }
            } else if let ordinal = NumberWords.ordinal(token.lower) {
                at(position, position + 1) { if $0.cue == nil { $0.number = ordinal } }
            }
        }
    }

    // MARK: Choice

    private func weight(_ item: LinkedItem) -> Double {
        let width = Double(tokens[item.start..<item.end].count { $0.kind != .mark })
        let names = max(item.tables.map(\.score).max() ?? 0, item.columns.map(\.score).max() ?? 0)
        let value = item.values.map(\.score).max() ?? 0
        var best = max(names, value) > 0 ? width * max(names, value) + 0.22 * (width - 1) : 0
        if let cue = item.cue {
            let all = Double(item.end - item.start)
            best = max(best, cueWeight(cue, item) * all + 0.1 * (all - 1))
        }
        if item.number != nil { best = max(best, 0.85 * width + 0.2 * (width - 1)) }
        if item.date != nil { best = max(best, width + 0.3) }
        if item.quoted != nil { best = max(best, 1) }
        if !item.partialValues.isEmpty { best = max(best, 0.4) }
        return best
    }

    private func cueWeight(_ cue: Cue, _ item: LinkedItem) -> Double {
        switch cue {
        case .command: isSentenceStart(item.start) ? 1.6 : 0.8
        case .preposition, .be, .comma, .and: 0.4
        default: 0.8
        }
    }

    private func isSentenceStart(_ position: Int) -> Bool { position == 0 || [".", "?", "!", "please"].contains(tokens[position - 1].lower) }

    /// "the year of 2010", "the amount of money requested"
    private func isYearWord(_ position: Int) -> Bool {
        if position > 0, tokens[position - 1].kind == .number || tokens[position - 1].number != nil,
            ["dollar", "euro", "pound", "usd", "percent", "unit", "time"].contains(tokens[position].lemma)
        {
            return true
        }
        if ChunkedQuestion.measureNouns.contains(tokens[position].lemma), position + 1 < tokens.count, tokens[position + 1].lower == "of" {
            return true
        }
        if tokens[position].lower == "far", position > 0, tokens[position - 1].lower == "so" { return true }
        return tokens[position].lemma == "year" && tokens[position + 1..<min(tokens.count, position + 3)].contains { $0.kind == .number }
    }

    /// The heaviest sequence of spans that do not overlap.
    private func cover(_ found: [Span: LinkedItem]) -> [LinkedItem] {
        var byEnd: [Int: [LinkedItem]] = [:]
        for item in found.values { byEnd[item.end, default: []].append(item) }
        var best: [(weight: Double, item: LinkedItem?)] = [(0, nil)]
        for end in stride(from: 1, through: tokens.count, by: 1) {
            var choice: (weight: Double, item: LinkedItem?) = (best[end - 1].weight, nil)
            for item in (byEnd[end] ?? []).sorted(by: { $0.start > $1.start }) {
                let sum = best[item.start].weight + weight(item)
                if sum > choice.weight + 1e-9 { choice = (sum, item) }
            }
            best.append(choice)
        }
        var out: [LinkedItem] = []
        var position = tokens.count
        while position > 0 {
            if let item = best[position].item {
                out.append(item)
                position = item.start
            } else {
                position -= 1
                var item = LinkedItem(position, position + 1)
                let token = tokens[position]
                item.isFiller =
                    token.kind == .mark || isYearWord(position) || Fillers.words.contains(token.lower) || Fillers.words.contains(token.lemma)
                out.append(item)
            }
        }
        return out.reversed()
    }
}

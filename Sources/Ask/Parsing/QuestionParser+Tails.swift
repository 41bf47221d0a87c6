/// Lists of outputs after the question: "with client name and budget", ": order number, reason and refund".
extension QuestionParser {
    /// The items of the list that is read are before this place.
    private struct List {
        var end: Int
        var names = 0
        /// Every name in it can be shown beside a row of the table that is asked for.
        var isShowable = true
        /// Its one name stands after "a" or "an", or may be missing: "customers with a phone number".
        var mayRestrict = false
    }

    var isInTail: Bool { position < tailEnd }

    /// Begins the list after "with": what is named beside the rows that are asked for.
    mutating func startTailAfterWith() -> Bool {
        guard showsPlainly, let entity = draft.entity, let list = list(from: position, beside: entity), list.isShowable, !list.mayRestrict else {
            return false
        }
        start(list)
        return true
    }

    /// Begins the list after a colon or the end of a sentence, which alone is shown.
    mutating func startTailSentence(at place: Int) -> Bool {
        nameWhoHas()
        guard showsPlainly, place > 0, let entity = draft.entity, let list = list(from: place, beside: entity), list.isShowable else { return false }
        settlePending()
        settleNegation()
        position = place
        sentence += 1
        start(list)
        return true
    }

    /// "who was hired this year? name and job": those of the table with the time.
    private mutating func nameWhoHas() {
        guard draft.entity == nil, tokens.first?.lower == "who", draft.shown.count == 1, case .column(let mention) = draft.shown[0].output,
            let best = mention.candidates.max(by: { $0.score < $1.score })?.column, index[best].profile.kind == .date
        else { return }
        draft.entity = best.table
        draft.shown[0].output = .entity(best.table)
    }

    private mutating func start(_ list: List) {
        tailEnd = list.end
        (isModifier, pending, lastPreposition, headPreposition, focus) = (false, nil, nil, nil, draft.entity)
    }

    /// Rows or their columns are listed, nothing is counted or grouped.
    private var showsPlainly: Bool {
        !draft.shown.isEmpty && !draft.shown.contains(where: \.output.isComputed) && !counting.isOpen && aggregates.isEmpty && draft.groups.isEmpty
            && draft.period == nil
    }

    /// The names from a place on, divided by commas and "and"; nil where something else stands among them.
    private func list(from start: Int, beside entity: Int) -> List? {
        var list = List(end: start)
        var place = start
        var hasArticle = false
        reading: while place < items.count {
            let item = items[place]
            switch question.reading(item) {
            case .filler where ["name", "id"].contains(tokens[item.start].lemma): list.names += 1
            case .filler:
                let word = tokens[item.start].lower
                hasArticle = hasArticle || word == "a" || word == "an" || word == "any"
                guard tokens[item.start].kind == .mark || Self.determiners.contains(word) else { return nil }
            case .cue(.and), .cue(.comma): break
            case .cue(.preposition) where tokens[item.start].lower == "of" && list.names > 0: break
            case .cue(.count) where saysNumber(item): list.names += 1
            case .table:
                guard let table = question.bestTable(item) else { return nil }
                list.names += 1
                let isOwner = question.item(place + 1).map { $0.start == item.end && (question.reading($0).isColumn || saysNumber($0)) } ?? false
                if isOwner { list.names -= 1 }
                list.mayRestrict = list.names == 1 && mayLack(table, entity)
                if !canStandBeside(table, entity) { list.isShowable = false }
            case .column:
                guard !question.isParticiple(item) || item.columns.contains(where: { $0.score > 0.95 }) else { return nil }
                list.names += 1
                list.mayRestrict = list.names == 1 && !isAlwaysThere(item)
            case .cue(.preposition) where tokens[item.start].lower == "as": return nil
            case .cue(.sentenceEnd), .cue(.orderBy), .cue(.each), .date, .cue(.preposition): break reading
            default: return nil
            }
            place += 1
        }
        guard list.names > 0 else { return nil }
        list.end = place
        list.mayRestrict = list.names == 1 && (list.mayRestrict || hasArticle)
        return list
    }

    private static let determiners: Set<String> = ["a", "an", "any", "the", "its", "their", "his", "her", "only", "just", "also", "each", "thing"]

    /// "number" as a name, not as a count.
    private func saysNumber(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, tokens[item.start].lower == "number" else { return false }
        return item.end == tokens.count || tokens[item.end].kind == .mark || ["and", ",", "as", "plus"].contains(tokens[item.end].lower)
    }

    /// Each row of the entity has at most one of the table.
    private func canStandBeside(_ table: Int, _ entity: Int) -> Bool {
        if table == entity || index.tables[table].held == entity { return true }
        guard let path = index.joins.path(from: [entity], to: table), !path.isEmpty else { return false }
        var at = entity
        for edge in path {
            guard edge.from.table == at else { return false }
            at = edge.to.table
        }
        return true
    }

    private func mayLack(_ table: Int, _ entity: Int) -> Bool {
        index.joins.edges(at: entity).contains { $0.from.table == entity && $0.to.table == table && index[$0.from].profile.hasNulls }
    }

    private func isAlwaysThere(_ item: LinkedItem) -> Bool {
        guard let best = item.columns.max(by: { $0.score < $1.score })?.column else { return false }
        return !index[best].profile.hasNulls && !index.isFlag(best)
    }

    // MARK: Reading

    /// One name of the list; false where it is none.
    mutating func takeTail(_ item: LinkedItem) -> Bool {
        guard isInTail else { return false }
        switch question.reading(item) {
        case .table: takeTailTable(item)
        case .column:
            position += 1
            showInTail(item, owner: nil)
        case .cue(.count):
            position += 1
            guard let entity = draft.entity, let column = numberColumn(of: entity) else {
                draft.unused.append(item)
                return true
            }
            show(.column(said(column, item)))
        case .filler where tokens[item.start].lemma == "name":
            position += 1
            if let entity = draft.entity { show(.entity(entity)) }
        default: return false
        }
        return true
    }

    private mutating func takeTailTable(_ item: LinkedItem) {
        guard let table = question.bestTable(item) else { return }
        position += 1
        if lastPreposition == "of", case .column(var mention)? = draft.shown.last?.output, draft.shown.last?.sentence == sentence {
            // "name of the client"
            mention.owner = table
            draft.shown[draft.shown.count - 1].output = .column(mention)
            lastPreposition = nil
            return
        }
        guard position < tailEnd, let after = question.item(position), after.start == item.end else { return show(.entity(table)) }
        if saysNumber(after), let column = numberColumn(of: table) {
            position += 1
            return show(.column(said(column, after)))
        }
        guard question.reading(after).isColumn else { return show(.entity(table)) }
        position += 1
        showInTail(after, owner: table)
    }

    private mutating func showInTail(_ item: LinkedItem, owner: Int?) {
        passClassNoun(of: item)
        var mention = mention(item)
        mention.near = owner ?? draft.entity
        mention.owner = owner ?? (mention.isName ? draft.entity : nil)
        lastPreposition = nil
        show(.column(mention))
    }

    /// What a row is known by where it has no name: its number, or else its key.
    private func numberColumn(of table: Int) -> ColumnID? {
        if let number = index.columns(of: table).first(where: { index[$0].form.words.last?.lemma == "number" }) { return number }
        let key = index.tables[table].primaryKey
        return key.count == 1 ? ColumnID(table, key[0]) : nil
    }

    private func said(_ column: ColumnID, _ item: LinkedItem) -> Draft.Mention {
        Draft.Mention(
            candidates: [LinkedItem.ColumnLink(column: column, score: 1)], owner: column.table, near: column.table, item: item, isName: false,
            saysId: true)
    }
}

/// Further questions on the rows that were just asked for: "and what are they worth in total", "and how many they had".
extension QuestionParser {
    mutating func takeAside(_ item: LinkedItem) -> Bool {
        guard tokens[item.start].lower == "and", !draft.shown.isEmpty else { return false }
        let end = tokens[item.end...].firstIndex { [".", "?", "!"].contains($0.lower) } ?? tokens.count
        let words = tokens[item.end..<end].map(\.lower)
        guard words.count <= 9, words.contains(where: { Self.pronouns.contains($0) }) || words == ["how", "many"] else { return false }
        if asksForWorth(words), draft.shown.allSatisfy({ $0.output.isComputed }) {
            settlePending()
            show(.amount(.sum))
        } else if words.starts(with: ["how", "many"]), words.dropFirst(2).allSatisfy({ Self.pronouns.contains($0) || Self.small.contains($0) }),
            case .rows(let table)? = draft.having.last?.measure
        {
            show(.rows(table))
        } else {
            return false
        }
        while let after = question.item(position), after.start < end { position += 1 }
        return true
    }

    private func asksForWorth(_ words: [String]) -> Bool {
        guard ["what", "how", "their", "its"].contains(words.first ?? "") else { return false }
        let text = words.joined(separator: " ")
        return words.contains("worth") || text.contains("add up to") || text.contains("come to") || text.contains("sum to")
            || ["their total value", "their total worth", "their value", "their total amount", "how much is that in total"].contains(text)
    }

    private static let pronouns: Set<String> = ["they", "it", "them", "these", "those", "that", "their", "its"]
    private static let small: Set<String> = ["each", "of", "had", "have", "has", "did", "do", "made", "there", "were", "are", "was", "is"]
}

/// Reads describing words: "how tall", "the accepted players", "overdue".
extension QuestionParser {
    /// "how tall is": shows the column to which the adjective refers.
    mutating func takeHowAdjective(_ item: LinkedItem) -> Bool {
        guard item.start > 0, tokens[item.start - 1].lower == "how", item.end - item.start == 1, !isModifier, !counting.isOpen,
            let meaning = Adjectives.meanings[tokens[item.start].lower]
        else { return false }
        switch question.reading(item) {
        case .word, .filler: break
        default: return false
        }
        let candidates = index.tables.indices.flatMap { index.columns(of: $0) }.compactMap { column -> LinkedItem.ColumnLink? in
            guard question.isMeasure(column),
                let rank = meaning.columns.firstIndex(where: { word in index[column].form.words.contains { $0.lemma == word } })
            else { return nil }
            return LinkedItem.ColumnLink(column: column, score: 0.8 - 0.03 * Double(rank))
        }
        guard !candidates.isEmpty else { return false }
        position += 1
        show(.column(Draft.Mention(candidates: candidates, owner: nil, near: nil, item: item, isName: false, isImplied: true)))
        draft.notes.insert(.impliedAdjective)
        return true
    }

    /// "the most accepted players": a participle before the rows restricts them and is not a verb of the clause.
    func isAttribute(_ item: LinkedItem) -> Bool {
        guard item.start > 0, let noun = question.item(position + 1), noun.start == item.end, case .table = question.reading(noun) else {
            return false
        }
        let before = tokens[item.start - 1]
        return Self.beforeAttributes.contains(before.lower) || before.number != nil
    }

    private static let beforeAttributes: Set<String> = [
        "the", "a", "an", "most", "fewest", "all", "of", "many", "each", "every", "any", "no", "more", "less", "fewer", "different", "distinct",
    ]

    /// "overdue": the word restricts rows or values, whatever follows it.
    func isAdjective(_ word: WordToken) -> Bool { index.lexicon.words?.isOnlyAdjective(word.lower) ?? false }
}

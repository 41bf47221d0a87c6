extension QuestionParser {
    /// "month" after "per", "each" or "by", where no name is called so.
    mutating func takePeriod() -> Bool {
        guard let item = question.item(position), item.end - item.start == 1, let unit = TimeUnit(word: tokens[item.start].lemma),
            max(item.columns.map(\.score).max() ?? 0, item.tables.map(\.score).max() ?? 0) < 0.8
        else { return false }
        draft.period = unit
        position += 1
        if aggregates == [.average], case .entity? = draft.shown.last?.output {
            // "average orders per day": of the days' numbers.
            aggregates.removeAll()
            draft.isMeanOfGroups = true
        }
        return true
    }

    /// "monthly".
    mutating func takeAdverb(_ item: LinkedItem) -> Bool {
        let word = tokens[item.start].lower
        guard item.end - item.start == 1, word.hasSuffix("ly") || word == "annual", let unit = TimeUnit(word: word), !item.isLinked else {
            return false
        }
        draft.period = unit
        position += 1
        if aggregates == [.average], item.start > 0 {
            // "average monthly revenue": of the months' sums.
            aggregates.removeAll()
            draft.isMeanOfGroups = true
        }
        return true
    }

    /// How a word that means money is to be added up, where no name has it; nil for other words.
    func amount(_ item: LinkedItem) -> LogicalForm.Aggregate? { question.meansAmount(item) ? aggregates.last ?? .sum : nil }

    /// "revenue" as what is shown.
    mutating func takeAmount(_ item: LinkedItem) -> Bool {
        guard let aggregate = amount(item), !isModifier, !counting.isOpen, pending == nil else { return false }
        aggregates.removeAll()
        show(.amount(aggregate))
        position += 1
        return true
    }
}

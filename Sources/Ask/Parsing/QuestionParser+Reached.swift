/// Reads the amounts that rows reached: "have not reached 6,000 euros of revenue", "made more than twice the average revenue".
extension QuestionParser {
    private static let reaching: Set<String> = ["reached", "reach", "hit", "achieved", "achieve"]
    private static let making: Set<String> = ["made", "make", "makes", "generated", "generate", "earned", "took", "brought"]

    /// Requires that the amount is named after its number. Otherwise "made" may mean anything.
    mutating func takeReachedAmount(_ item: LinkedItem) -> Bool {
        let isNot = question.cue(at: position) == .not
        guard !draft.shown.isEmpty, draft.entity != nil, let verb = isNot ? question.item(position + 1) : item, verb.end - verb.start == 1,
            let reached = reachedAmount(after: position + (isNot ? 1 : 0), by: tokens[verb.start].lower)
        else { return false }
        if isNot { negation.isOpen = true }
        position = reached.end
        if case .timesAverage = reached.right { skipAveragedOwner() }
        add(.amount(.sum), reached.comparison, reached.right)
        return true
    }

    private func reachedAmount(after verb: Int, by word: String) -> (comparison: Comparison, right: Draft.GroupCondition.Right, end: Int)? {
        guard Self.reaching.contains(word) || Self.making.contains(word), var place = question.next(from: verb + 1) else { return nil }
        var comparison = Comparison.greaterOrEqual
        if case .comparison(let said, nil)? = question.cue(at: place), let after = question.next(from: place + 1) {
            (comparison, place) = (said, after)
        } else if !Self.reaching.contains(word) {
            return nil
        }
        if let (factor, end) = averages(from: place) {
            guard let noun = question.item(end), question.meansAmount(noun) else { return nil }
            return (comparison, .timesAverage(factor), end + 1)
        }
        guard let number = items[place].number, items[place].date == nil, let noun = amountNoun(after: place) else { return nil }
        return (comparison, .number(number), noun + 1)
    }

    /// "of revenue", "in sales", with the currency before it.
    private func amountNoun(after number: Int) -> Int? {
        var place = number + 1
        while let item = question.item(place), place < number + 4 {
            if question.meansAmount(item) { return place }
            guard question.isUnit(item) || ["of", "in", "total"].contains(tokens[item.start].lower) else { return nil }
            place += 1
        }
        return nil
    }

    /// Skips "per store" after the average of stores, which repeats their table.
    private mutating func skipAveragedOwner() {
        guard case .each? = question.cue(at: position), let owner = question.item(position + 1), case .table = question.reading(owner),
            question.bestTable(owner) == draft.entity
        else { return }
        position += 2
    }
}

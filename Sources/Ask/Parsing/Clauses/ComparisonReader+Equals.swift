/// Reads the values and texts that a column must have: "is Vienna or Graz", "starts with A".
extension ComparisonReader {
    mutating func between(_ mention: Draft.Mention, _ isNegated: Bool, from start: Int) -> Bool {
        if dates(of: mention, from: start) { return true }
        guard let (low, high, end) = question.bounds(from: start) else { return false }
        position = question.afterUnit(end)
        add(.between(mention, low, high, isNegated: isNegated))
        return true
    }

    /// "between '2024-01-01' and '2024-06-30'"
    mutating func dates(of mention: Draft.Mention, from start: Int) -> Bool {
        guard let first = question.next(from: start), let low = items[first].quoted, let and = question.next(from: first + 1),
            case .and? = question.cue(at: and), let second = question.next(from: and + 1), let high = items[second].quoted,
            [low, high].allSatisfy({ CalendarDay(String($0.prefix(10))) != nil })
        else { return false }
        let times = mention.candidates.filter { index[$0.column].profile.kind == .date }
        guard !times.isEmpty, !negates else { return false }
        var narrowed = mention
        narrowed.candidates = times
        position = second + 1
        add(.dateBetween(narrowed, low, high))
        return true
    }

    mutating func match(_ mention: Draft.Mention, _ match: TextMatch, _ isNegated: Bool, from start: Int) -> Bool {
        guard let (text, end) = question.literalText(from: start) else { return false }
        position = end
        add(.match(mention, match, text, isNegated: isNegated))
        // "or the word X"
        while let or = question.next(from: position, passing: false), case .or? = question.cue(at: or) {
            var at = or + 1
            if let again = question.next(from: at), case .contains? = question.cue(at: again) { at = again + 1 }
            guard let (more, end) = question.literalText(from: at), items[end - 1].quoted != nil else { break }
            isAlternative = true
            position = end
            add(.match(mention, match, more, isNegated: isNegated))
        }
        return true
    }

    /// "have the letter s in their last name": the column follows the text.
    mutating func matchInColumn(_ match: TextMatch) -> Bool {
        guard let (_, end) = question.literalText(from: position), case .preposition(let word)? = question.cue(at: end), word == "in" || word == "of",
            let column = question.next(from: end + 1), question.reading(items[column]).isColumn,
            items[column].columns.contains(where: { $0.score > 0.8 && index[$0.column].profile.kind == .text }),
            self.match(mention(items[column]), match, negates, from: position)
        else { return false }
        position = column + 1
        return true
    }

    /// "… is 5", "… is 'X'", "… X or Y".
    mutating func equals(_ mention: Draft.Mention, _ isNegated: Bool, at start: Int, isDirect: Bool) -> Bool {
        guard let constant = question.constantValue(items[start], for: mention) else { return false }
        if items[start].number != nil, items[start].quoted == nil {
            // "3 courses" after a column belongs to the following text.
            if let after = question.item(start + 1), case .table = question.reading(after), !isDirect { return false }
            var end = start + 1
            var comparison = Comparison.equal
            if case .orMore(let wider)? = question.cue(at: question.next(from: end, limit: 4)) {
                comparison = wider
                end = (question.next(from: end, limit: 4) ?? end) + 1
                if let after = question.item(end), case .table = question.reading(after), !isDirect { return false }
            }
            guard
                mention.candidates.contains(where: { question.accepts($0.column, number: items[start]) })
                    || mention.candidates.isEmpty && mention.saysId
            else {
                return false
            }
            position = question.afterUnit(end)
            add(.compare(mention, isNegated ? comparison.negated : comparison, constant))
        } else {
            position = start + 1
            add(.compare(mention, isNegated ? .notEqual : .equal, constant))
        }
        // "X or Y", "X, Y or Z", "both X and Y".
        while let link = question.next(from: position, passing: false), let cue = question.cue(at: link) {
            let isOr: Bool
            switch cue {
            case .or, .comma: isOr = true
            case .and: isOr = false
            default: return true
            }
            guard let more = question.next(from: link + 1, passing: false), let another = question.constantValue(items[more], for: mention),
                !startsClause(more)
            else {
                return true
            }
            if case .comma = cue, !question.hasOr(after: more) { return true }
            if !isOr, !clause.isBoth { clause.notes.insert(.both) }
            isAlternative = isOr
            position = more + 1
            add(.compare(mention, isNegated ? .notEqual : .equal, another))
            if !isOr { clause.isBoth = !isNegated }
        }
        return true
    }

    func startsClause(_ at: Int) -> Bool {
        guard let after = question.item(at + 1) else { return false }
        if items[at].number != nil, case .table = question.reading(after) { return true }
        return false
    }
}

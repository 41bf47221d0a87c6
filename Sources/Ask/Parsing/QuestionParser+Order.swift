/// In which order rows are listed.
extension QuestionParser {
    mutating func handleOrder() {
        isModifier = false
        settlePending()
        if draft.shown.isEmpty && draft.entity == nil && draft.groups.isEmpty && !counts {
            // "Sort the films by …": the head follows, "by" its order.
            isSortCommand = true
            return
        }
        var isDescending = false
        var at = position
        while let after = question.next(from: at, passing: true), let cue = question.cue(at: after) {
            if case .ascending(let isAscending) = cue {
                isDescending = !isAscending
                at = after + 1
            } else if case .alphabetical = cue {
                position = after + 1
                handleAlphabetical()
                return
            } else if case .distinct = cue {
                at = after + 1
            } else {
                break
            }
        }
        position = at
        orderKeys(isDescending: isDescending)
    }

    /// The columns or measures that follow, with a direction after them.
    mutating func orderKeys(isDescending: Bool) {
        let first = draft.order.count
        // The first key that the next direction is of.
        var directed = first
        loop: while let after = question.next(from: position) {
            switch question.reading(items[after]) {
            case .column:
                if let aggregate = aggregates.popLast() {
                    draft.order.append(Draft.Ordering(key: .measure(.aggregate(aggregate, mention(items[after]))), isDescending: isDescending))
                } else {
                    draft.order.append(Draft.Ordering(key: .column(mention(items[after])), isDescending: isDescending))
                }
                position = after + 1
            case .table:
                // "course counts", "customer name" or the display of the table.
                if let count = question.item(after + 1), count.start == items[after].end, ["count", "number"].contains(tokens[count.start].lemma),
                    let table = question.bestTable(items[after])
                {
                    draft.order.append(Draft.Ordering(key: .measure(.rows(table)), isDescending: isDescending))
                    position = after + 2
                } else if let column = question.item(after + 1), case .column = question.reading(column), let table = question.bestTable(items[after])
                {
                    var mention = mention(column)
                    mention.owner = table
                    let key: Draft.OrderKey = aggregates.popLast().map { Draft.OrderKey.measure(.aggregate($0, mention)) } ?? .column(mention)
                    draft.order.append(Draft.Ordering(key: key, isDescending: isDescending))
                    position = after + 2
                } else if let column = items[after].columns.max(by: { $0.score < $1.score }), column.score > 0.8 {
                    draft.order.append(Draft.Ordering(key: .column(mention(items[after])), isDescending: isDescending))
                    position = after + 1
                } else {
                    break loop
                }
            case .cue(.count), .cue(.countTimes):
                position = after + 1
                if let target = question.next(from: position), case .table = question.reading(items[target]),
                    let table = question.bestTable(items[target])
                {
                    draft.order.append(Draft.Ordering(key: .measure(.rows(table)), isDescending: isDescending))
                    position = target + 1
                } else if let target = question.next(from: position), case .column = question.reading(items[target]) {
                    draft.order.append(Draft.Ordering(key: .column(mention(items[target])), isDescending: isDescending))
                    position = target + 1
                } else {
                    draft.order.append(Draft.Ordering(key: .measure(.times), isDescending: isDescending))
                }
            case .word, .filler, .value:
                guard let aggregate = amount(items[after]) else { break loop }
                draft.order.append(Draft.Ordering(key: .measure(.amount(aggregate)), isDescending: isDescending))
                position = after + 1
            case .cue(.average): aggregates.append(.average); position = after + 1
            case .cue(.sum): aggregates.append(.sum); position = after + 1
            case .cue(.and), .cue(.comma):
                guard let more = question.next(from: after + 1) else { break loop }
                if case .column = question.reading(items[more]), draft.order.count > first {
                    // "by industry and then by limit from high to low": each has a direction of its own.
                    if tokens[items[after].end..<items[more].start].contains(where: { $0.lower == "then" }) { directed = draft.order.count }
                    position = after + 1
                } else {
                    break loop
                }
            case .cue(.ascending(let isAscending)):
                for place in directed..<draft.order.count { draft.order[place].isDescending = !isAscending }
                position = after + 1
                guard isNextKey else { break loop }
                directed = draft.order.count
            case .cue(.alphabetical):
                position = after + 1
                break loop
            default: break loop
            }
        }
        aggregates.removeAll()
        if draft.order.count == first, !isRangeNext {
            draft.order.append(Draft.Ordering(key: .display, isDescending: isDescending))
            draft.notes.insert(.looseClause)
        }
    }

    /// "ordered from the youngest to the oldest"
    private var isRangeNext: Bool {
        guard let after = question.next(from: position), case .superlative? = question.cue(at: after) else { return false }
        return question.cue(at: after + 1) == .preposition("to")
    }

    /// "by year descending, then by name": another key follows.
    private var isNextKey: Bool {
        guard [.and, .comma].contains(question.cue(at: position)), let more = question.next(from: position + 1),
            question.reading(items[more]).isColumn
        else { return false }
        return tokens[items[position].end..<items[more].start].contains { ["then", "by"].contains($0.lower) }
    }

    /// "… in descending order", after or before its column.
    mutating func handleDirection(_ isAscending: Bool) {
        if let after = question.next(from: position), case .cue(.alphabetical) = question.reading(items[after]) {
            position = after + 1
            handleAlphabetical(isDescending: !isAscending)
            return
        }
        let last = tokens[items[position - 1].end - 1].lower
        if last == "of" || last == "by" || lastWordIsOf() || ["ordered", "sorted"].contains(tokens[items[position - 1].start].lower) {
            orderKeys(isDescending: !isAscending)
        } else if !draft.order.isEmpty {
            for place in draft.order.indices { draft.order[place].isDescending = !isAscending }
        } else {
            draft.order.append(Draft.Ordering(key: .display, isDescending: !isAscending))
            draft.notes.insert(.looseClause)
        }
    }

    private func lastWordIsOf() -> Bool {
        guard let item = question.item(position), case .cue(.preposition(let word)) = question.reading(item) else { return false }
        return word == "of" || word == "by"
    }

    mutating func handleAlphabetical(isDescending: Bool = false) {
        var isDescending = isDescending
        if position >= 2, let before = question.item(position - 2), case .cue(.ascending(let isAscending)) = question.reading(before) {
            isDescending = !isAscending
        }
        let endsWithOf = ["of", "by"].contains(tokens[items[position - 1].end - 1].lower)
        if endsWithOf || lastWordIsOf(),
            let after = question.next(from: position), case .column = question.reading(items[after])
        {
            draft.order.append(Draft.Ordering(key: .column(mention(items[after])), isDescending: isDescending))
            position = after + 1
            return
        }
        if draft.order.isEmpty { draft.order.append(Draft.Ordering(key: .display, isDescending: isDescending)) }
    }
}

/// Reads the order of rows.
extension QuestionParser {
    mutating func handleOrder() {
        isModifier = false
        settlePending()
        if draft.shown.isEmpty && draft.entity == nil && draft.groups.isEmpty && !counting.isOpen {
            // "Sort the films by …": what is shown follows, and "by" begins the order.
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

    /// Reads the columns or measures that follow, with their directions.
    mutating func orderKeys(isDescending: Bool) {
        let (keys, end) = OrderReader(question, at: position, near: focus, aggregates: aggregates, isDescending: isDescending).read()
        (position, aggregates) = (end, [])
        draft.order += keys
        if keys.isEmpty, takeOrderByWhen(isDescending) { return }
        if keys.isEmpty, !isRangeNext {
            draft.order.append(Draft.Ordering(key: .display, isDescending: isDescending))
            draft.notes.insert(.looseClause)
        }
    }

    /// "sorted by when they were aired": orders by the time column of the verb. Without such a column, the order is not understood.
    private mutating func takeOrderByWhen(_ isDescending: Bool) -> Bool {
        guard let when = question.item(position), ["when", "how", "what", "which", "where"].contains(tokens[when.start].lower) else { return false }
        let end = question.comparedEnd(from: position + 1)
        let verb = (position + 1..<end).first { place in
            question.isVerb(items[place]) && items[place].columns.contains { isTimeColumn($0.column) }
        }
        position += 1
        guard tokens[when.start].lower == "when", let verb else {
            draft.unused.append(when)
            return true
        }
        var mention = mention(items[verb])
        mention.candidates = mention.candidates.filter { isTimeColumn($0.column) }
        draft.order.append(Draft.Ordering(key: .column(mention), isDescending: isDescending))
        position = end
        return true
    }

    private func isTimeColumn(_ column: ColumnID) -> Bool { index[column].profile.kind == .date || index[column].profile.holdsYears }

    /// "ordered from the youngest to the oldest"
    private var isRangeNext: Bool {
        guard let after = question.next(from: position), case .superlative? = question.cue(at: after) else { return false }
        return question.cue(at: after + 1) == .preposition("to")
    }

    /// "… in descending order", before or after its column.
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

/// Reads aggregates: "average", "total", before or after the aggregated column.
extension QuestionParser {
    mutating func aggregate(_ aggregate: LogicalForm.Aggregate) {
        if isModifier, let after = question.next(from: position), !items[after].columns.isEmpty {
            aggregates = [aggregate]
            return
        }
        // "in total", "on average" after the column mean the same as before it.
        aggregates.append(aggregate)
        aggregateItem = items[position - 1]
        guard let after = question.next(from: position) else { return applyTrailing(aggregate) }
        switch question.reading(items[after]) {
        case .cue(.comma), .cue(.and):
            var second = question.next(from: after + 1, passing: false)
            if let place = second, case .and? = question.cue(at: place) { second = question.next(from: place + 1, passing: false) }
            switch question.cue(at: second) {
            case .average?, .sum?, .superlative?: position = after + 1
            default: applyTrailing(aggregate)
            }
        case .cue(.sentenceEnd), .cue(.orderBy), .cue(.each), .cue(.relative): applyTrailing(aggregate)
        case .cue(.be): applyTrailing(aggregate)
        default: break
        }
    }

    private mutating func applyTrailing(_ aggregate: LogicalForm.Aggregate) {
        aggregates.removeAll()
        if let ordering = draft.order.last, draft.limit != nil, position > 0 {
            // "the most hours in total", "the tallest on average": over the rows of each.
            switch ordering.key {
            case .column(let mention):
                draft.order[draft.order.count - 1].key = .measure(.aggregate(aggregate, mention))
                return
            case .adjective(let adjective, let table):
                let owner = focus
                focus = table ?? focus
                defer { focus = owner }
                if let mention = question.adjectiveMention(adjective, of: focus ?? draft.entity, items[position - 1]) {
                    draft.order[draft.order.count - 1] = Draft.Ordering(
                        key: .measure(.aggregate(aggregate, mention)),
                        isDescending: ordering.isDescending == (Adjectives.meanings[adjective]?.isUpward ?? true))
                } else {
                    draft.unused.append(items[position - 1])
                }
                return
            default: break
            }
        }
        guard let last = draft.shown.last else { return }
        if case .rows = last.output, aggregate == .average, draft.shown.count == 1, draft.period != nil || !draft.groups.isEmpty {
            // "how many orders per day on average": over the numbers of the days.
            draft.isMeanOfGroups = true
            return
        }
        if case .column(let mention) = last.output, mention.candidates.contains(where: { question.isMeasure($0.column) }) {
            draft.shown[draft.shown.count - 1].output = .aggregate(aggregate, mention)
        }
        if case .aggregate(.sum, let mention) = last.output, aggregate == .average {
            // "how many hours … on average"
            draft.shown[draft.shown.count - 1].output = .aggregate(.average, mention)
        }
    }
}

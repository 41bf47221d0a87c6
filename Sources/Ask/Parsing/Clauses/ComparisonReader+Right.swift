/// Reads the right side of a comparison.
extension ComparisonReader {
    mutating func compare(_ mention: Draft.Mention, _ comparison: Comparison, from start: Int, cue: LinkedItem) -> Bool {
        guard let after = question.next(from: start) else { return false }
        if let (factor, end) = question.timesAverage(from: after) {
            position = end
            if let again = question.next(from: position), case .column = question.reading(items[again]) { position = again + 1 }
            skipComparedTable()
            add(.timesAverage(mention, comparison, factor))
            return true
        }
        if let aggregate = quantifier(cue, before: after, comparison) { return compareRows(mention, comparison, aggregate, at: after) }
        if let inner = namedRow(after, for: mention) {
            add(.average(mention, comparison, .maximum, over: nil, inner))
            return true
        }
        let item = items[after]
        if item.end - item.start > 1 || item.number == nil, let date = item.date {
            position = after + 1
            add(.days(mention, date.compared(comparison), near: focus))
            return true
        }
        if let number = item.number { return compareNumber(mention, comparison, number, at: after) }
        if let quoted = item.quoted {
            position = after + 1
            add(.compare(mention, comparison, .text(quoted)))
            return true
        }
        return compareName(mention, comparison, at: after)
    }

    /// "above 90". False if the number counts rows of another table.
    private mutating func compareNumber(_ mention: Draft.Mention, _ comparison: Comparison, _ number: Double, at place: Int) -> Bool {
        let item = items[place]
        if ["once", "twice", "thrice"].contains(tokens[item.start].lower) { return false }
        if case .countTimes? = question.cue(at: question.next(from: place + 1, limit: 2)) { return false }
        if question.countsTable(place, besides: mention) { return false }
        position = place + 1
        var comparison = comparison
        if case .orMore(let wider)? = question.cue(at: question.next(from: position)) {
            comparison = wider
            position = (question.next(from: position) ?? position) + 1
        }
        position = question.afterUnit(position)
        if let unit = question.item(position), unit.start == item.end, case .table = question.reading(unit) {
            // "can hold more than 200 passengers"
            position += 1
        }
        add(.compare(mention, comparison, .number(number)))
        return true
    }

    /// "than all wines of 2006": compares with the maximum or minimum of those rows.
    private mutating func compareRows(
        _ mention: Draft.Mention, _ comparison: Comparison, _ aggregate: LogicalForm.Aggregate, at place: Int
    ) -> Bool {
        position = place
        if let again = question.item(place), question.reading(again).isColumn,
            again.columns.contains(where: { link in mention.candidates.contains { $0.column == link.column } })
        {
            position += 1
        }
        guard let inner = comparedRows() else {
            position = place
            return false
        }
        add(.average(mention, comparison, aggregate, over: nil, inner))
        return true
    }

    /// Reads a name, a value or an aggregate on the right side.
    private mutating func compareName(_ mention: Draft.Mention, _ comparison: Comparison, at place: Int) -> Bool {
        let item = items[place]
        switch question.reading(item) {
        case .table where question.bestTable(item).map { index.tables[$0].held != nil } ?? false: return comparePart(mention, comparison, at: place)
        case .cue(.average), .cue(.sum), .cue(.superlative): return compareAggregate(mention, comparison, at: place)
        case .column:
            let other = self.mention(item)
            guard item.columns.contains(where: { index[$0.column].profile.kind == .number || index[$0.column].profile.kind == .date }) else {
                return false
            }
            position = place + 1
            add(.columns(mention, comparison, other))
            return true
        case .value where item.values.contains { value in mention.candidates.contains { $0.column == value.column } }:
            position = place + 1
            if let value = item.values.first(where: { value in mention.candidates.contains { $0.column == value.column } }) {
                add(.compare(mention, comparison, .text(value.text)))
            }
            return true
        default: return false
        }
    }

    /// "hired before their manager": compares with the same column of that row.
    private mutating func comparePart(_ mention: Draft.Mention, _ comparison: Comparison, at place: Int) -> Bool {
        let item = items[place]
        guard let table = question.bestTable(item), let held = index.tables[table].held,
            let own = mention.candidates.first(where: { $0.column.table == held })?.column
        else { return false }
        position = place + 1
        var (left, right) = (mention, mention)
        (left.owner, left.candidates) = (held, [LinkedItem.ColumnLink(column: own, score: 1)])
        (right.owner, right.candidates) = (table, [LinkedItem.ColumnLink(column: ColumnID(table, own.column), score: 1)])
        add(.columns(left, comparison, right))
        return true
    }

    /// "of their category", "in the same city", "of their own hotel": what the row has in common with those that it is compared with.
    mutating func ownGroup() -> Draft.Group? {
        guard let link = question.item(position), ["of", "in", "for", "within", "at"].contains(tokens[link.start].lower),
            let place = items.indices.dropFirst(position + 1).prefix(4).first(where: { question.reading(items[$0]).isName })
        else { return nil }
        let between = tokens[link.end..<items[place].start].map(\.lower)
        guard between.contains(where: { ["their", "its", "his", "her", "own", "same", "respective"].contains($0) }) else { return nil }
        position = place + 1
        if case .column = question.reading(items[place]) { return .column(self.mention(items[place])) }
        return question.bestTable(items[place]).map { .table($0) }
    }

    /// "than the average price of …", "than the highest".
    private mutating func compareAggregate(_ mention: Draft.Mention, _ comparison: Comparison, at place: Int) -> Bool {
        let item = items[place]
        let aggregate: LogicalForm.Aggregate =
            if case .cue(.superlative(let superlative)) = question.reading(item) { superlative.isDescending ? .maximum : .minimum } else {
                .average
            }
        position = place + 1
        // "than the average price of …": the column may be repeated, and another clause may restrict the rows.
        var over: Draft.Mention?
        if let again = question.next(from: position), case .column = question.reading(items[again]) {
            over = self.mention(items[again])
            position = again + 1
        }
        if let group = ownGroup() {
            add(.average(mention, comparison, aggregate, over: over, [.shared(group)]))
            return true
        }
        var inner = comparedRows() ?? []
        skipComparedTable()
        inner += takeKind()
        add(.average(mention, comparison, aggregate, over: over, inner))
        return true
    }
}

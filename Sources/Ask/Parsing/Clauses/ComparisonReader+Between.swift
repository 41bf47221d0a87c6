/// Reads comparisons with two numbers, and comparisons whose words surround a name.
extension ComparisonReader {
    mutating func between(_ item: LinkedItem) {
        if let first = question.next(from: position), let mention = pending ?? question.eventTime(before: items[first], near: focus),
            dates(of: mention, from: position)
        {
            return
        }
        guard let (low, high, end) = question.bounds(from: position) else {
            clause.unused.append(item)
            return
        }
        position = end
        if !negates, skipYearsOld() {
            add(.adjective("old", .greaterOrEqual, low, near: focus))
            return add(.adjective("old", .lessOrEqual, high, near: focus))
        }
        while let unit = question.item(position), question.isUnit(unit) { position += 1 }
        position = question.afterUnit(position)
        if let mention = pending { return add(.between(mention, low, high, isNegated: negates)) }
        if let after = question.next(from: position), let column = question.item(after), question.reading(column).isColumn,
            column.columns.contains(where: { index[$0.column].profile.kind == .number && $0.score >= 0.44 && !question.isKey($0.column) })
        {
            position = after + 1
            return add(.between(mention(column), low, high, isNegated: negates))
        }
        if [low, high].allSatisfy((1000...2100).contains) { return add(.yearBetween(low, high, near: focus)) }
        clause.unused.append(item)
    }

    private static let comparatives: [String: Comparison] = [
        "more": .greater, "greater": .greater, "higher": .greater, "larger": .greater, "bigger": .greater, "less": .less, "fewer": .less,
        "lower": .less,
        "smaller": .less,
    ]

    /// "more pages than 300", "a higher price than the average": the name is between the words of the comparison.
    mutating func split(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, let comparison = Self.comparatives[tokens[item.start].lower],
            let than = (position + 2..<max(position + 2, min(position + 5, items.count))).first(where: { question.cue(at: $0) == .than })
        else { return false }
        let target = items[than - 1]
        guard items[position + 1].start == item.end, target.end == items[than].start else { return false }
        let sign = negates ? comparison.negated : comparison
        switch question.reading(target) {
        case .column where target.columns.contains(where: { question.isMeasure($0.column) }):
            var mention = mention(target)
            mention.candidates = target.columns.filter { question.isMeasure($0.column) }
            if compare(mention, sign, from: than + 1, cue: item) { return true }
        case .table:
            if let table = question.bestTable(target), let after = question.next(from: than + 1), let number = items[after].number {
                clause.having.append(Draft.GroupCondition(measure: .rows(table), comparison: sign, number: number))
                position = after + 1
                return true
            }
        default: return false
        }
        position = than + 1
        clause.unused.append(item)
        return true
    }
}

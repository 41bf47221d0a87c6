/// Reads what a number counts or measures.
extension ComparisonReader {
    /// "more than 5 …": a column or a table may follow.
    mutating func number(_ comparison: Comparison, _ number: Double, _ adjective: String?, _ item: LinkedItem) {
        var comparison = comparison
        if case .orMore(let wider)? = question.cue(at: question.next(from: position, limit: 3)) {
            comparison = wider
            position = (question.next(from: position, limit: 3) ?? position) + 1
        }
        let isYear = tokens[item.start].kind == .number && tokens[item.start].text.count == 4 && number >= 1000 && number <= 2100
        var adjective = adjective
        if skipYearsOld() { adjective = "old" }
        var unit = question.item(position)
        // Units such as "$", "dollars", "%".
        while let filler = unit, question.isUnit(filler) {
            position += 1
            unit = question.item(position)
        }
        position = question.afterUnit(position)
        if adjective == nil || adjective == "late" && !isYear, let after = question.next(from: position, limit: 4), after - position < 3,
            compareCounted(comparison, number, at: after)
        {
            return
        }
        if adjective == nil, !isYear, countLikeOther(comparison, number) { return }
        if let adjective, adjective != "late" { return add(.adjective(adjective, comparison, number, near: focus)) }
        if adjective == nil, let spoken = spokenAdjective() { return add(.adjective(spoken, comparison, number, near: focus)) }
        if ["once", "twice", "thrice"].contains(tokens[item.start].lower) {
            // "at least twice"
            clause.having.append(Draft.GroupCondition(measure: .times, comparison: comparison, number: number))
            return
        }
        if adjective == nil, !isAggregate, let table = focus ?? entity, let column = AmountColumns(index).column(of: table) {
            // "orders over 500": by the amount of the rows.
            return add(.compare(question.measureMention(column, item), comparison, .number(number)))
        }
        if isYear {
            // "made before 1700"
            return add(.year(comparison, number, near: focus, verb: verbColumns.isEmpty ? question.eventTimes(before: item) : verbColumns))
        }
        clause.unused.append(item)
        clause.notes.insert(.lonelyNumber)
    }

    /// "more than 5 visits", "at least two completed visits", "over 30 seats": reads what the number counts.
    private mutating func compareCounted(_ comparison: Comparison, _ number: Double, at place: Int) -> Bool {
        var after = question.headOfTables(place)
        if after == position, question.reading(items[after]).isValue, let noun = question.item(after + 1), noun.start == items[after].end,
            case .table = question.reading(noun),
            items[after].values.contains(where: { value in noun.tables.contains { $0.table == value.column.table } })
        {
            // "at least two completed visits": the value restricts the visits.
            let own = items[after].values.filter { value in noun.tables.contains { $0.table == value.column.table } }
            add(.value(own, near: question.bestTable(noun), isNegated: false))
            after += 1
        }
        if let noun = question.item(after + 1), noun.start == items[after].end, case .table = question.reading(noun),
            let table = question.bestTable(noun), let conditions = question.state(items[after], of: table)
        {
            // "more than 5 open tickets"
            for condition in conditions { add(condition) }
            after += 1
        }
        let target = items[after]
        let columns = target.columns.filter { index[$0.column].profile.kind == .number && !question.isKey($0.column) }
        let column = columns.map(\.score).max() ?? 0
        let table = target.tables.map(\.score).max() ?? 0
        if table >= 0.6, table >= column - 0.05, let best = question.bestTable(target) {
            position = after + 1
            countRows(of: best, comparison, number)
            return true
        }
        if column >= 0.5 || (column >= 0.44 && table == 0) {
            position = after + 1
            var mention = mention(target)
            mention.candidates = columns
            add(.compare(mention, comparison, .number(number)))
            return true
        }
        if question.reading(target).isColumn,
            let text = target.columns.filter({ index[$0.column].profile.kind == .text }).max(by: { $0.score < $1.score }), text.score >= 0.6,
            after == position
        {
            position = after + 1
            clause.having.append(Draft.GroupCondition(measure: .distinct(mention(target)), comparison: comparison, number: number))
            return true
        }
        if case .cue(.countTimes) = question.reading(target) {
            position = after + 1
            clause.having.append(Draft.GroupCondition(measure: .times, comparison: comparison, number: number))
            return true
        }
        return false
    }

    /// "more than 300 orders but fewer than 400", "more than 3 but less than 6 lines": both numbers count the same.
    private mutating func countLikeOther(_ comparison: Comparison, _ number: Double) -> Bool {
        if let comparisonItem, comparisonItem.start > 0, ["but", "and"].contains(tokens[comparisonItem.start - 1].lower),
            let last = before.having.last, case .number = last.right
        {
            clause.having.append(Draft.GroupCondition(measure: last.measure, comparison: comparison, number: number))
            return true
        }
        guard let link = question.cue(at: position), [.but, .and].contains(link), case .comparison(_, nil)? = question.cue(at: position + 1),
            let other = question.item(position + 2), other.number != nil, let noun = question.item(position + 3), noun.start == other.end,
            case .table = question.reading(noun)
        else { return false }
        let here = position
        defer { position = here }
        return compareCounted(comparison, number, at: here + 3)
    }

    private mutating func countRows(of table: Int, _ comparison: Comparison, _ number: Double) {
        focus = table
        pending = nil
        if (comparison == .greaterOrEqual && number == 1) || (comparison == .greater && number == 0) {
            if table != entity { clause.required.append(table) }
            clause.restricts = true
        } else {
            clause.having.append(Draft.GroupCondition(measure: .rows(table), comparison: comparison, number: number))
        }
    }

    /// "30 years old", "5 years old or more".
    mutating func age(_ number: Double) -> Bool {
        guard skipYearsOld() else { return false }
        var comparison = Comparison.equal
        if case .orMore(let wider)? = question.cue(at: question.next(from: position, limit: 2)) {
            comparison = wider
            position = (question.next(from: position, limit: 2) ?? position) + 1
        }
        add(.adjective("old", comparison, number, near: focus))
        return true
    }

    /// "years old" after a number.
    mutating func skipYearsOld() -> Bool {
        guard let item = question.item(position), item.start + 1 < tokens.count, tokens[item.start].lemma == "year",
            tokens[item.start + 1].lower == "old"
                || tokens[item.start + 1].lower == "of" && item.start + 2 < tokens.count && tokens[item.start + 2].lower == "age"
        else { return false }
        let end = item.start + (tokens[item.start + 1].lower == "of" ? 3 : 2)
        while let next = question.item(position), next.start < end { position += 1 }
        return true
    }
}

extension QuestionParser {
    // MARK: Counts

    mutating func handleCount(_ item: LinkedItem) {
        let words = tokens[item.start..<item.end].map(\.lower)
        if words == ["number"], let before = self.item(position - 2), before.end == item.start, reading(before).isColumn {
            // "the room number"
            return
        }
        if words[0].hasPrefix("number"), let before = self.item(position - 2), before.end == item.start, let table = bestTable(before),
            let column = index.columns(of: table).first(where: { index[$0].form.words.last?.lemma == "number" })
        {
            // "apartment numbers"
            let link = LinkedItem.ColumnLink(column: column, score: 0.9)
            if case .entity(table)? = draft.shown.last?.output { draft.shown.removeLast() }
            show(.column(Draft.Mention(candidates: [link], owner: table, near: table, item: item, isName: false)))
            return
        }
        if words == ["count"] || words == ["counts"], case .entity(let table)? = draft.shown.last?.output, let before = self.item(position - 2),
            before.end == item.start, before.tables.contains(where: { $0.table == table })
        {
            // "customer count"
            draft.shown[draft.shown.count - 1].output = .rows(table)
            return
        }
        if words.contains("many"), countsAtEnd(item) { return }
        if !aggregates.isEmpty, let after = next(from: position), case .table = reading(items[after]),
            (items[after].columns.map(\.score).max() ?? 0) < 0.7
        {
            guard aggregates == [.average] else {
                draft.unused.append(item)
                return
            }
            // "average number of orders per store": of the numbers that the groups have.
            aggregates.removeAll()
            draft.isMeanOfGroups = true
        }
        let isTotal = words.contains("total") || words.contains("many") || words.contains("count")
        if isModifier, let after = next(from: position) {
            // "whose number of rooms is greater than 3"
            if case .table = reading(items[after]), let table = bestTable(items[after]), let compared = next(from: after + 1),
                case .comparison(let comparison, _)? = cue(at: compared), let number = next(from: compared + 1), let value = items[number].number
            {
                draft.having.append(Draft.GroupCondition(measure: .rows(table), comparison: comparison, number: value))
                position = number + 1
                return
            }
            if !followsAndOrComma(item) { return }
        }
        isModifier = false
        if words.last == "count" || words.last == "number", item.start > 0, !countedFollows() {
            show(.times)
            return
        }
        countPhraseIsTotal = isTotal
        counts = true
        countsDistinct = words.contains("different")
        if !aggregates.isEmpty {
            // "average number of passengers": the column is such a number.
            counts = false
        }
    }

    /// "orders of last week, how many": the rows that were named are counted.
    private mutating func countsAtEnd(_ item: LinkedItem) -> Bool {
        guard item.start > 0, next(from: position).map({ cue(at: $0) == .sentenceEnd }) ?? true, draft.shown.count == 1, draft.groups.isEmpty,
            case .entity(let table) = draft.shown[0].output
        else { return false }
        settlePending()
        draft.shown[0].output = .rows(table)
        return true
    }

    private func countedFollows() -> Bool {
        guard let after = next(from: position) else { return false }
        switch reading(items[after]) {
        case .table, .column, .value, .cue(.distinct), .word: return true
        default: return false
        }
    }

    private func followsAndOrComma(_ item: LinkedItem) -> Bool {
        guard item.start > 0 else { return true }
        let before = tokens[item.start - 1].lower
        return ["and", ",", "with", ".", "?", "show", "find", "list", "report", "return", "the"].contains(before) || before == "also"
    }

    mutating func handleTimes(_ item: LinkedItem) {
        guard !isModifier || followsAndOrComma(item) else { return }
        if tokens[item.start].lower == "times" && item.end - item.start == 1 { return }
        isModifier = false
        show(.times)
    }

    // MARK: Tables

    mutating func handleTable(_ item: LinkedItem) {
        guard let table = bestTable(item) else { return }
        let afterOf = lastPreposition
        lastPreposition = nil
        position += 1
        if counts {
            countTable(table, item)
            return
        }
        if let after = self.item(position), case .column = reading(after), !isVerb(after), isOwned(after, by: table),
            !tokens[item.end - 1].lower.isEmpty
        {
            // "cinema name", "the pilot's age".
            focus = table
            if draft.entity == nil { draft.entity = table }
            let conditions = draft.conditions.count
            handleColumn(after, owner: table)
            // "Which stores opened after 2021": the column is compared, and the rows are shown.
            if draft.shown.isEmpty, draft.conditions.count > conditions { show(.entity(table)) }
            return
        }
        if let after = self.item(position), after.start == item.end, handleAmount(of: table, after) { return }
        if item.end - item.start > 1, let reference = item.columns.first(where: { index[$0.column].isForeignKey && $0.score > 0.85 }),
            index.joins.partners(of: reference.column).contains(where: { $0.table == table }), !draft.required.contains(reference.column.table)
        {
            // "winning pilot": those that a winner refers to.
            draft.required.append(reference.column.table)
        }
        if isModifier {
            focus = table
            if pending == nil, let column = item.columns.first(where: { $0.score > 0.85 }), isValueNext(of: [column]) {
                handleColumn(item)
                return
            }
            if !draft.required.contains(table) { draft.required.append(table) }
            return
        }
        if let aggregate = aggregates.last, !item.columns.isEmpty {
            _ = aggregate
            position -= 1
            handleColumn(item)
            return
        }
        let columnScore = item.columns.map(\.score).max() ?? 0
        if isDistinctNext {
            draft.isDistinct = true
            isDistinctNext = false
        }
        if draft.shown.isEmpty && draft.entity == nil {
            draft.entity = table
            show(.entity(table))
        } else if draft.entity == nil {
            // "names of pilots": the table owns what was named before.
            draft.entity = table
            own(table)
        } else if table != draft.entity, afterOf == nil, columnScore >= 0.9, !draft.shown.isEmpty, isListed() {
            // A further thing to show that is also the name of a table.
            if let column = item.columns.first(where: { $0.column.table == draft.entity }) {
                show(.column(Draft.Mention(candidates: [column], owner: draft.entity, near: focus, item: item, isName: false)))
            } else {
                show(.entity(table))
            }
        } else if table != draft.entity, afterOf == nil, isListed(), !hasCondition {
            show(.entity(table))
        } else if table != draft.entity {
            own(table)
            if !draft.mentioned.contains(table) { draft.mentioned.append(table) }
        }
        focus = table
    }

    /// The item stands in a list of things to show: after "and" or a comma.
    private func isListed() -> Bool {
        var index = position - 2
        while index >= 0 {
            switch reading(items[index]) {
            case .filler: index -= 1
            case .cue(.and), .cue(.comma): return true
            default: return false
            }
        }
        return false
    }

    private var hasCondition: Bool { !draft.conditions.isEmpty || !draft.required.isEmpty }

    /// "average order value": the amount of the table's rows.
    private mutating func handleAmount(of table: Int, _ noun: LinkedItem) -> Bool {
        guard AmountColumns.nouns.contains(tokens[noun.start].lemma), !aggregates.isEmpty, !isModifier,
            let column = AmountColumns(index).column(of: table)
        else { return false }
        position += 1
        let link = LinkedItem.ColumnLink(column: column, score: 0.9)
        let mention = Draft.Mention(candidates: [link], owner: table, near: table, item: noun, isName: false)
        for aggregate in aggregates { show(.aggregate(aggregate, mention)) }
        aggregates.removeAll()
        if draft.entity == nil { draft.entity = table }
        focus = table
        return true
    }

    private func isOwned(_ item: LinkedItem, by table: Int) -> Bool {
        item.columns.contains { $0.column.table == table } || mention(item).isName
            || item.columns.contains { $0.score > 0.9 && (index.joins.distance(table, $0.column.table) ?? 9) <= 1 }
    }

    /// Ties what was shown before and has no table yet to this one.
    mutating func own(_ table: Int) {
        for place in draft.shown.indices where draft.shown[place].sentence == sentence {
            switch draft.shown[place].output {
            case .column(var mention) where mention.owner == nil:
                mention.owner = table
                draft.shown[place].output = .column(mention)
            case .aggregate(let aggregate, var mention) where mention.owner == nil:
                mention.owner = table
                draft.shown[place].output = .aggregate(aggregate, mention)
            case .everything(nil): draft.shown[place].output = .everything(table)
            default: break
            }
        }
    }

    private mutating func countTable(_ table: Int, _ item: LinkedItem) {
        // "number of product ids" counts a column.
        if let after = self.item(position), case .column = reading(after),
            after.columns.contains(where: { $0.column.table == table && $0.score > 0.8 }), !isVerb(after),
            !isValueNext(of: after.columns, from: position + 1)
        {
            counts = true
            handleColumn(after, owner: table)
            return
        }
        counts = false
        isDistinctNext = false
        show(.rows(table))
        if draft.entity == nil && !draft.shown.contains(where: { if case .column = $0.output { true } else { false } }) { draft.entity = table }
        focus = table
        countsDistinct = false
    }

    // MARK: Columns

    mutating func handleColumn(_ item: LinkedItem, owner: Int? = nil) {
        if owner != nil || reading(item).isColumn { position += 1 }
        var mention = mention(item)
        mention.owner = owner
        let preposition = lastPreposition
        lastPreposition = nil
        if owner == nil, item.end - item.start == 1, Self.measureNouns.contains(tokens[item.start].lemma), let before = self.item(position - 2),
            before.end == item.start,
            reading(before).isColumn, before.columns.contains(where: { index[$0.column].profile.kind == .number && $0.score > 0.8 })
        {
            return
        }
        if owner == nil, (item.columns.map(\.score).max() ?? 0) < 0.75, let after = self.item(position), after.start == item.end,
            max(after.columns.map(\.score).max() ?? 0, after.tables.map(\.score).max() ?? 0) > 0.9
        {
            // A part of a name before another name: it only describes that.
            draft.notes.insert(.softWord)
            return
        }
        if mention.isName, owner == nil, let column = columnAfterOf() {
            // "names of studios" where a studio is a column: its values are the names.
            position = column
            return
        }
        if mention.isName, owner == nil, let before = self.item(position - 2), before.end == item.start, reading(before).isColumn,
            !before.columns.contains(where: { isKey($0.column) })
        {
            // "city name" where a city is a column.
            return
        }
        if owner == nil, isPronoun(before: item) { mention.owner = focus ?? draft.entity }
        if mention.isName, isModifier, let named = pending ?? relativeColumn, named.candidates.allSatisfy({ index[$0.column].profile.kind == .text })
        {
            // "a studio whose name contains": the column itself.
            mention = named
        }
        if isModifier, let aggregate = aggregates.popLast() {
            aggregates.removeAll()
            if compareAggregate(aggregate, mention) { return }
            pending = mention
            pendingAggregate = aggregate
            return
        }
        pendingAggregate = nil
        if !isModifier, owner == nil, !counts, aggregates.isEmpty, let table = shownTable(by: item, after: preposition ?? headPreposition) {
            // "the age of the pilot" where the column pilot shows the rows of its table.
            if draft.entity == nil { draft.entity = table }
            own(table)
            focus = table
            return
        }
        if isVerb(item), let shown = draft.shown.last, case .column(let last) = shown.output, last.isImplied,
            last.candidates.contains(where: { link in item.columns.contains { $0.column == link.column } })
        {
            // "when was it founded": shown already.
            return
        }
        if compare(mention) { return }
        if isFlag(item) {
            add(.flag(mention, isNegated: negates))
            return
        }
        if isFlagOfAnother(item) {
            draft.unused.append(item)
            return
        }
        if isModifier {
            if isDistinctNext { isDistinctNext = false }
            pending = mention
            return
        }
        if counts {
            countColumn(mention)
            return
        }
        if !aggregates.isEmpty {
            for aggregate in aggregates { show(.aggregate(aggregate, mention)) }
            // "maximum price and score": the aggregate holds for what follows "and" as well.
            if !continuesAggregate() { aggregates.removeAll() }
            isDistinctNext = false
            return
        }
        // A verb of the clause rather than a thing to show: "films directed by".
        if isVerb(item), !draft.shown.isEmpty || draft.entity != nil, preposition == nil, !isListed() {
            verbColumns = item.columns.map(\.column)
            pending = mention
            return
        }
        if preposition == "by", isGroupedBy(item) {
            draft.groups.append(.column(mention))
            draft.sumsUp = true
            return
        }
        if preposition == "in" || preposition == "by" || preposition == "at" || preposition == "on", !draft.shown.isEmpty {
            pending = mention
            return
        }
        if isDistinctNext {
            draft.isDistinct = true
            isDistinctNext = false
        }
        show(.column(mention))
    }

    /// "products that are active", "active products".
    private func isFlag(_ item: LinkedItem) -> Bool {
        guard let best = item.columns.max(by: { $0.score < $1.score })?.column, index[best].profile.kind == .flag else { return false }
        if let after = self.item(position), after.start == item.end, after.tables.contains(where: { $0.table == best.table }) { return true }
        if negates { return true }
        guard item.start > 0 else { return false }
        return ["is", "are", "was", "were", "be", "not", "still", "currently"].contains(tokens[item.start - 1].lower)
    }

    /// "active customers" where only products are said to be active.
    private func isFlagOfAnother(_ item: LinkedItem) -> Bool {
        guard let best = item.columns.max(by: { $0.score < $1.score })?.column, index[best].profile.kind == .flag,
            let after = self.item(position), after.start == item.end, case .table = reading(after)
        else { return false }
        return after.tables.allSatisfy { $0.table != best.table }
    }

    /// "orders by channel", "average salary by title": what many rows share, after what can be counted or added up.
    private func isGroupedBy(_ item: LinkedItem) -> Bool {
        let mentioned = Set(item.columns.map(\.column))
        let isValueNext = next(from: position, limit: 3).map { items[$0].values.contains { mentioned.contains($0.column) } } ?? false
        guard let best = item.columns.max(by: { $0.score < $1.score })?.column, !isValueNext else { return false }
        let (column, rows) = (index[best], Int(index.tables[best.table].rows ?? 0))
        guard column.profile.kind == .text || column.profile.kind == .flag, column.profile.distinctValues * 2 <= rows else { return false }
        return draft.shown.allSatisfy { shown in
            switch shown.output {
            case .column, .everything: false
            default: true
            }
        }
    }

    private func shownTable(by item: LinkedItem, after preposition: String?) -> Int? {
        guard !draft.shown.isEmpty, !isValueNext(of: item.columns) else { return nil }
        if case .column(let mention)? = draft.shown.last?.output, mention.isImplied, draft.entity == nil {
            // "when was the school founded"
        } else {
            guard let preposition, ["of", "for", "across", "in", "from", "among"].contains(preposition) else { return nil }
        }
        let display = DisplayColumns(index)
        return item.columns.first { $0.score > 0.9 && display.columns(of: $0.column.table) == [$0.column] }?.column.table
    }

    /// Where a column stands right after "of", when no table does.
    func columnAfterOf() -> Int? {
        guard let of = item(position), case .cue(.preposition("of")) = reading(of), let after = next(from: position + 1),
            reading(items[after]).isColumn,
            items[after].columns.contains(where: { $0.score > 0.8 && index[$0.column].profile.kind == .text })
        else { return nil }
        return after
    }

    private func isPronoun(before item: LinkedItem) -> Bool {
        item.start > 0 && ["its", "their", "his", "her"].contains(tokens[item.start - 1].lower)
    }

    /// "whose average price is above 3": a condition on groups.
    private mutating func compareAggregate(_ aggregate: LogicalForm.Aggregate, _ mention: Draft.Mention) -> Bool {
        var at = position
        while let item = item(at), at - position < 5 {
            switch reading(item) {
            case .filler, .cue(.be), .cue(.preposition): at += 1
            case .cue(.comparison(let comparison, _)):
                guard let after = next(from: at + 1), let number = items[after].number else { return false }
                var sign = comparison
                position = after + 1
                if case .orMore(let wider)? = cue(at: next(from: position, limit: 3)) {
                    sign = wider
                    position = (next(from: position, limit: 3) ?? position) + 1
                }
                draft.having.append(
                    Draft.GroupCondition(measure: .aggregate(aggregate, mention), comparison: negates ? sign.negated : sign, number: number))
                negates = false
                return true
            default: return false
            }
        }
        return false
    }

    func isVerb(_ item: LinkedItem) -> Bool {
        let word = tokens[item.end - 1].lower
        let first = tokens[item.start].lower
        if item.end - item.start == 1, word.hasSuffix("ed"), item.start > 0, Self.auxiliaries.contains(tokens[item.start - 1].lower) { return true }
        if item.end - item.start == 2, ["by", "in", "on", "at"].contains(word) { return first.hasSuffix("ed") }
        if item.end - item.start == 1, WordForms.isPastForm(word) { return true }
        return item.end - item.start == 1 && (word.hasSuffix("ed") || word.hasSuffix("ing")) && (item.columns.map(\.score).max() ?? 0) < 0.95
    }

    private static let auxiliaries: Set<String> = ["is", "are", "was", "were", "been", "being", "has", "have", "had", "never", "not", "yet"]

    private func continuesAggregate() -> Bool {
        guard let after = next(from: position, passing: false) else { return false }
        switch reading(items[after]) {
        case .cue(.and), .cue(.comma):
            guard let more = next(from: after + 1, passing: false) else { return false }
            if case .column = reading(items[more]) { return true }
            return false
        default: return false
        }
    }

    /// End the names of columns that hold how many there are.
    private static let countNouns: Set<String> = ["count", "number", "quantity"]

    private mutating func countColumn(_ mention: Draft.Mention) {
        counts = false
        let isDistinct = isDistinctNext || countsDistinct
        isDistinctNext = false
        countsDistinct = false
        let best = mention.candidates.max { $0.score < $1.score }
        let isNumber = best.map { index[$0.column].profile.kind == .number && !index[$0.column].profile.holdsYears && !isKey($0.column) } ?? false
        if isNumber, let best, best.score < 0.75, !Self.countNouns.contains(index[best.column].form.words.last?.lemma ?? "") {
            draft.notes.insert(.countOfPart)
        }
        if isDistinct || !isNumber {
            show(.distinct(mention))
        } else if countPhraseIsTotal {
            show(.aggregate(.sum, mention))
            draft.notes.insert(.sumOfColumn)
        } else {
            show(.column(mention))
        }
    }

    func isKey(_ column: ColumnID) -> Bool { index[column].isPrimaryKey || index[column].isForeignKey }

    /// Whether a value of one of the columns, or a number, comes next.
    func isValueNext(of columns: [LinkedItem.ColumnLink], from start: Int? = nil) -> Bool {
        guard let after = next(from: start ?? position, limit: 3), let item = item(after) else { return false }
        let ids = Set(columns.map(\.column))
        return item.number != nil || item.values.contains { ids.contains($0.column) }
    }
}

extension QuestionParser.Reading {
    var isValue: Bool { if case .value = self { true } else { false } }

    var isColumn: Bool { if case .column = self { true } else { false } }
}

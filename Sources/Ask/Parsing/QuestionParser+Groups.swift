/// Reads groups: "each", "per", "by".
extension QuestionParser {
    mutating func handleEach() {
        let cueItem = items[position - 1]
        if cueItem.end - cueItem.start == 1, tokens[cueItem.start].lower != "per", draft.shown.isEmpty, !counting.isOpen, aggregates.isEmpty,
            !draft.isShare
        {
            // "Show each …": all of them.
            return
        }
        isModifier = false
        if cueItem.end - cueItem.start > 1, ["different", "distinct"].contains(tokens[cueItem.end - 1].lower), listsColumns {
            // "the names of different towns": each name once.
            isDistinctNext = true
            return
        }
        if tokens[cueItem.start].lower == "per" { draft.sumsUp = true }
        if takePeriod() { return }
        guard let after = question.next(from: position) else {
            if !countsBesideNames { draft.unused.append(cueItem) }
            return
        }
        let target = items[after]
        switch question.reading(target) {
        case .cue(.sentenceEnd) where countsBesideNames: return
        case .table:
            // "each cinema location": a column of the table.
            if let table = question.bestTable(target) {
                focus = table
                if let column = question.item(after + 1), case .column = question.reading(column),
                    column.columns.contains(where: { $0.column.table == table && $0.score > 0.7 })
                {
                    var mention = mention(column)
                    mention.owner = table
                    draft.groups.append(.column(mention))
                    position = after + 2
                } else if let column = target.columns.first(where: { $0.column.table != table && $0.score > 0.9 && !question.isKey($0.column) }),
                    isCounting(column.column.table)
                {
                    draft.groups.append(.column(Draft.Mention(candidates: [column], owner: nil, near: nil, item: target, isName: false)))
                    position = after + 1
                } else {
                    draft.groups.append(.table(table))
                    position = after + 1
                }
                if draft.entity == nil {
                    draft.entity = table
                    own(table)
                }
            }
        case .column:
            draft.groups.append(.column(mention(target)))
            position = after + 1
            passOwner(of: target)
        case .value: if !groupByRole(at: after) { position = after }
        case .cue(.sentenceEnd), .cue(.each): draft.unused.append(cueItem)
        default: position = after
        }
    }

    /// "per support agent", "each account manager": the persons that have the role, not the role.
    private mutating func groupByRole(at place: Int) -> Bool {
        let role = items[place]
        let tables = Set(role.values.map(\.column.table))
        guard tables.count == 1, let table = tables.first, tokens[role.end - 1].lower == tokens[role.end - 1].lemma,
            !DisplayColumns(index).columns(of: table).isEmpty, role.values.allSatisfy({ !question.isDisplay($0.column) })
        else { return false }
        draft.groups.append(.table(table))
        add(.value(role.values, near: table, isNegated: false))
        if draft.entity == nil, draft.shown.isEmpty { draft.entity = table }
        focus = table
        position = place + 1
        return true
    }

    /// Skips the table in "each type of lake".
    private mutating func passOwner(of column: LinkedItem) {
        guard question.cue(at: position) == .preposition("of"), let place = question.next(from: position + 1, limit: 2),
            case .table = question.reading(items[place]), let table = question.bestTable(items[place]),
            column.columns.contains(where: { $0.column.table == table })
        else { return }
        position = place + 1
        focus = table
        if draft.entity == nil { draft.entity = table }
    }

    /// "the names of the lines and the number of stops of each": the names are the groups.
    private var countsBesideNames: Bool {
        draft.shown.contains { if case .column = $0.output { true } else { false } } && draft.shown.contains { $0.output.isComputed }
    }

    /// Whether nothing is counted or aggregated.
    private var listsColumns: Bool {
        !counting.isOpen && aggregates.isEmpty && !draft.isShare && !draft.shown.isEmpty
            && draft.shown.allSatisfy { if case .column = $0.output { true } else { false } }
    }

    /// "revenue by store": groups a number by the table after "by".
    mutating func takeGroupTable() -> Bool {
        guard let after = question.next(from: position, passing: false), case .table = question.reading(items[after]),
            let table = question.bestTable(items[after]),
            !draft.shown.isEmpty, !isModifier,
            draft.shown.allSatisfy({
                switch $0.output {
                case .amount, .cost, .aggregate: true
                case .rows(let counted): counted != table
                case .entity(let listed):
                    listed != table && (draft.isShare || draft.shown.count == 1 && isGroupOfRows(items[after], table, of: listed))
                case .column(let mention): isSummed(mention)
                default: false
                }
            }), !followsParticiple
        else { return false }
        draft.sumsUp = true
        if let column = question.item(after + 1), column.start == items[after].end, question.reading(column).isColumn,
            column.columns.contains(where: { $0.column.table == table && $0.score > 0.6 })
        {
            var mention = mention(column)
            mention.owner = table
            draft.groups.append(.column(mention))
            position = after + 2
        } else if let place = question.next(from: after + 1, limit: 2), question.reading(items[place]).isValue,
            items[place].values.contains(where: { $0.column.table == table })
        {
            draft.sumsUp = false
            return false
        } else {
            draft.groups.append(.table(table))
            position = after + 1
        }
        focus = table
        return true
    }

    /// "orders by store": many rows belong to one row of the other table, which is a single word in the singular.
    private func isGroupOfRows(_ item: LinkedItem, _ table: Int, of listed: Int) -> Bool {
        guard item.end - item.start == 1, tokens[item.end - 1].lemma == tokens[item.end - 1].lower, item.start > 1,
            items.first(where: { $0.end == item.start - 1 })?.tables.contains(where: { $0.table == listed }) ?? false,
            let many = index.tables[listed].rows, let few = index.tables[table].rows, many >= 2 * few
        else { return false }
        return index.joins.edges(at: listed).contains { $0.from.table == listed && $0.to.table == table }
            && (item.end == tokens.count || !["named", "called", "with", "who", "that"].contains(tokens[item.end].lower))
    }

    /// "taught by": the subject of the verb follows.
    private var followsParticiple: Bool {
        guard let by = question.item(position - 1), by.start > 0 else { return false }
        if let named = question.item(position - 2), named.end == by.start, named.end - named.start > 1, question.reading(named).isColumn,
            let target = question.item(position), !question.isPlural(target)
        {
            // "minutes spent by agent", but "money requested by members"
            return false
        }
        let word = tokens[by.start - 1].lower
        return word.hasSuffix("ed") || WordForms.isPastForm(word)
    }

    private func isCounting(_ table: Int) -> Bool {
        draft.shown.contains { shown in
            switch shown.output {
            case .rows(let counted): counted == table
            case .aggregate(_, let mention): mention.candidates.max { $0.score < $1.score }?.column.table == table
            default: false
            }
        }
    }

    /// "orders by channel", "average salary by title": groups what can be counted or aggregated by a column that many rows share.
    func isGroupedBy(_ item: LinkedItem) -> Bool {
        let mentioned = Set(item.columns.map(\.column))
        let isValueNext = question.next(from: position, limit: 3).map { items[$0].values.contains { mentioned.contains($0.column) } } ?? false
        guard let best = item.columns.max(by: { $0.score < $1.score })?.column, !isValueNext else { return false }
        let (column, rows) = (index[best], Int(index.tables[best.table].rows ?? 0))
        let isTotal = draft.shown.contains { question.showsTotal($0.output) }
        // In a small table each row may have its own value, although the column is a category.
        let isSmall =
            rows <= 20 && !question.isKey(best) && !question.isDisplay(best)
            && draft.shown.allSatisfy { if case .entity = $0.output { true } else { $0.output.isComputed } }
        guard column.profile.kind == .text || column.profile.kind == .flag || column.profile.holdsYears,
            isTotal || isSmall || column.profile.distinctValues * 2 <= rows
        else {
            return false
        }
        return draft.shown.allSatisfy { shown in
            switch shown.output {
            // "refunds by reason": their sums.
            case .column(let mention): question.showsTotal(shown.output) || isSummed(mention)
            case .everything: false
            default: true
            }
        }
    }

    /// "refunds by reason": numbers that do not belong to one row, which are summed up.
    func isSummed(_ mention: Draft.Mention) -> Bool {
        let isAmount = AmountColumns.nouns.contains(tokens[mention.item.end - 1].lemma)
        guard mention.isPlural && draft.entity == nil || isAmount, draft.shown.count == 1,
            let best = mention.candidates.max(by: { $0.score < $1.score })
        else {
            return false
        }
        return question.isMeasure(best.column) && index[best.column].profile.kind == .number
    }
}

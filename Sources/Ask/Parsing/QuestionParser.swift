/// Parses the items of a question from left to right into a draft.
///
/// The head names what is shown; names after a relative word ("whose", "that have") restrict instead.
struct QuestionParser {
    let question: ChunkedQuestion

    var draft = Draft()
    var position = 0
    /// Whether names restrict: after "whose", "that", "with".
    var isModifier = false
    var sentence = 0
    /// The table mentioned last.
    var focus: Int?
    var counts = false
    var countsDistinct = false
    var countPhraseIsTotal = false
    var aggregates: [LogicalForm.Aggregate] = []
    var negates = false
    /// Where the last of ``aggregates`` was read.
    var aggregateItem: LinkedItem?
    /// It reads what must not be there, apart from the rest.
    var readsAbsence = false
    /// Where ``negates`` was read.
    var negation: LinkedItem?
    /// Some condition was negated: what is left may say it again.
    var hasNegated = false
    /// A column that waits for its comparison.
    var pending: Draft.Mention?
    /// The next condition is an alternative to the last.
    var isAlternative = false
    var superlativeLimit: Int?
    var lastPreposition: String?
    /// Columns whose names share a stem with the verb read last: "opened".
    var verbColumns: [ColumnID] = []
    var isDistinctNext = false
    /// The question began with "sort".
    var isSortCommand = false
    /// The preposition since which nothing was shown: "of the newest public school".
    var headPreposition: String?
    /// "top 3 …" that waits for "by".
    var topLimit: Int?
    var topIsDescending = true
    var topItem: LinkedItem?
    /// "new", which a time has to make clear.
    var newItem: LinkedItem?
    /// "… and who placed it": a further question, and how much had been read before it.
    var further: (item: LinkedItem, shown: Int, conditions: Int)?
    /// Where ``superlativeLimit`` was read.
    var limitItem: LinkedItem?
    /// The column before "whose": "a studio whose name".
    var relativeColumn: Draft.Mention?
    /// "how many people": what is counted, unless a verb says whose rows these are.
    var countedPerson: LinkedItem?
    /// The column that waits stood after "by": left alone, it would have grouped or ordered.
    var isGroupLost = false
    /// Aggregates of the column that waits: "whose total price".
    var pendingAggregate: LogicalForm.Aggregate?

    init(_ question: ChunkedQuestion) { self.question = question }

    var index: SourceIndex { question.index }
    var tokens: [WordToken] { question.tokens }
    var items: [LinkedItem] { question.items }

    static func draft(of question: ChunkedQuestion) -> Draft {
        let named = question.namingRows()
        var parser = QuestionParser(named ?? question)
        if named != nil { parser.draft.notes.insert(.impliedTable) }
        return parser.parse()
    }

    private mutating func parse() -> Draft {
        while position < items.count {
            let before = position
            step()
            if position == before { position += 1 }
        }
        settlePending()
        settleNegation()
        if !aggregates.isEmpty, let aggregateItem, !draft.shown.contains(where: { $0.output.isComputed }), !draft.isMeanOfGroups {
            draft.unused.append(aggregateItem)
        }
        if topLimit != nil, let topItem { draft.unused.append(topItem) }
        if let newItem, draft.period == nil, !draft.conditions.contains(where: { if case .days = $0 { true } else { false } }) {
            draft.unused.append(newItem)
        }
        if let further, draft.shown.count == further.shown, draft.conditions.count == further.conditions { draft.unused.append(further.item) }
        if tokens.count > 1, tokens[0].lower == "what", ["did", "does", "do"].contains(tokens[1].lower), let first = items.first,
            draft.shown.allSatisfy({ if case .entity = $0.output { true } else { false } })
        {
            // "What did each driver earn": not who they are.
            draft.unused.append(first)
        }
        if superlativeLimit != nil, let limitItem { draft.unused.append(limitItem) }
        if let countedPerson, draft.shown.contains(where: { $0.output == .times }) { draft.unused.append(countedPerson) }
        nameWho()
        return draft
    }

    /// A negation of which nothing came must not be left out of an answer.
    mutating func settleNegation() {
        if negates, !hasNegated, let negation, !settleNever(negation) { draft.unused.append(negation) }
        negates = false
    }

    mutating func step() {
        let item = items[position]
        let preposition = lastPreposition
        defer { if lastPreposition == preposition, !question.keepsPreposition(item) { lastPreposition = nil } }
        if tokens[item.start].isNegated, takeNegated(item) { return }
        if takeHowAdjective(item) || takeSpanBefore(item) || takeUnitOverUnit(item) || takeAmountCondition(item) || takeAmount(item)
            || takeAdverb(item) || take(comparisons.reading { $0.split(item) }) || takeLightVerb(item)
        {
            return
        }
        switch question.reading(item) {
        case .cue(let cue): handle(cue, item)
        case .table: handleTable(item)
        case .column: handleColumn(item)
        case .value: handleValue(item)
        case .quoted: handleQuoted(item)
        case .number: handleNumber(item)
        case .date: handleDate(item)
        case .filler:
            position += 1
            if isContent(item) || isExclusive(item) || isBareHow(item) { draft.unused.append(item) }
            if question.namesOwnReference(item) { draft.unused.append(item) }
            if tokens[item.start].lemma == "name" { handleBareName(item) }
            if tokens[item.start].lemma == "id" { handleBareId(item) }
        case .word:
            if !handleWord(item) && !isSoft(item) { draft.unused.append(item) }
            position += 1
        }
    }

    /// "name" where no column is called so.
    private mutating func handleBareName(_ item: LinkedItem) {
        if isModifier, let named = relativeColumn {
            if !compare(named) { pending = named }
            return
        }
        if isModifier, let table = focus ?? draft.entity {
            let mention = Draft.Mention(candidates: [], owner: table, near: table, item: item, isName: true)
            if !compare(mention) { pending = mention }
            return
        }
        guard !isModifier, !counts, columnAfterOf() == nil else { return }
        if let before = question.item(position - 2), before.end == item.start, question.reading(before).isColumn { return }
        var mention = Draft.Mention(candidates: [], owner: nil, near: focus, item: item, isName: true)
        if let before = question.item(position - 2), case .table = question.reading(before) { mention.owner = question.bestTable(before) }
        if mention.owner != nil, case .entity(let table)? = draft.shown.last?.output, table == mention.owner { draft.shown.removeLast() }
        show(.column(mention))
    }

    /// "id" where no column is called so: the key.
    private mutating func handleBareId(_ item: LinkedItem) {
        guard !counts, aggregates.isEmpty, columnAfterOf() == nil else { return }
        let before = question.item(position - 2).flatMap { $0.end == item.start ? $0 : nil }
        if let before, question.reading(before).isColumn { return }
        var mention = Draft.Mention(candidates: [], owner: nil, near: focus, item: item, isName: false, saysId: true)
        if let before, case .table = question.reading(before) { mention.owner = question.bestTable(before) }
        if isModifier {
            mention.owner = mention.owner ?? focus ?? draft.entity
            if !compare(mention) { draft.unused.append(item) }
            return
        }
        if mention.owner != nil, case .entity(let table)? = draft.shown.last?.output, table == mention.owner { draft.shown.removeLast() }
        show(.column(mention))
    }

    func mention(_ item: LinkedItem) -> Draft.Mention { question.mention(item, near: focus) }

    mutating func add(_ condition: Draft.Condition) {
        if isAlternative, let last = draft.conditions.popLast() {
            if case .any(let parts) = last {
                draft.conditions.append(.any(parts + [condition]))
            } else {
                draft.conditions.append(.any([last, condition]))
            }
        } else {
            draft.conditions.append(condition)
        }
        isAlternative = false
        hasNegated = hasNegated || negates
        negates = false
        pending = nil
    }

    mutating func show(_ output: Draft.Output) {
        draft.shown.append(Draft.Shown(output: output, sentence: sentence))
        headPreposition = nil
    }

    mutating func settlePending() {
        if let mention = pending, question.isVerb(mention.item), let best = mention.candidates.max(by: { $0.score < $1.score })?.column,
            index[best].profile.kind == .date, index[best].profile.hasNulls
        {
            // "employees who left": it happened where there is a time of it.
            add(.null(mention, isNegated: !negates))
        }
        if let mention = pending, let table = verbTable(mention.item) {
            // "products that were ordered": there is a row of it.
            if negates {
                add(.absent(tables: [table], []))
            } else if !draft.required.contains(table) {
                draft.required.append(table)
            }
            pending = nil
        }
        if let mention = pending, let best = mention.candidates.max(by: { $0.score < $1.score })?.column, best.table != draft.entity,
            index[best].isForeignKey, let entity = draft.entity, !mention.saysId,
            index.joins.partners(of: best).contains(where: { $0.table == entity })
        {
            // "employees who are managers": those that the key refers to.
            if index.joins.edges(at: entity).count(where: { $0.other(than: entity) == best.table }) > 1 {
                draft.unused.append(mention.item)
            } else if !draft.required.contains(best.table) {
                draft.required.append(best.table)
            }
            pending = nil
        }
        if let pending, !isAnswered(pending) {
            draft.notes.insert(.pendingColumn)
            if isGroupLost, tokens[max(0, pending.item.start - 1)].lower == "by" { draft.unused.append(pending.item) }
        }
        pending = nil
        isGroupLost = false
        if counts {
            if let table = draft.entity ?? focus { show(.rows(table)) } else { draft.notes.insert(.looseClause) }
            counts = false
        }
    }

    /// "who have a person as their advisor": the value is one of the rows that the column refers to.
    private func isAnswered(_ mention: Draft.Mention) -> Bool {
        let referred = mention.candidates.filter { index[$0.column].isForeignKey }.flatMap { index.joins.partners(of: $0.column) }.map(\.table)
        return draft.conditions.contains { condition in
            if case .value(let values, _, _) = condition { values.contains { referred.contains($0.column.table) } } else { false }
        }
    }

    /// A word that is no name and no cue; true when it means something after all.
    mutating func handleWord(_ item: LinkedItem) -> Bool {
        if ["date", "time"].contains(tokens[item.start].lemma), showTime(item) { return true }
        if tokens[item.start].lower == "new", let after = question.item(position + 1), !after.tables.isEmpty {
            // "new customers per year": made in that time.
            newItem = item
            return true
        }
        if counts,
            question.item(position + 1)?.start != item.end
                || !(question.item(position + 1).map { question.reading($0).isColumn || !$0.tables.isEmpty } ?? false)
        {
            // What is counted has no name here.
            counts = false
            show(.times)
        }
        if !item.partialValues.isEmpty {
            add(.word(item.partialValues, tokens[item.start].text, near: focus))
            draft.notes.insert(.wordOfValue)
            return true
        }
        return false
    }
}

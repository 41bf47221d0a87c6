/// Resolves the columns that a draft refers to, and makes a logical form of it.
struct DraftResolver {
    let index: SourceIndex
    let display: DisplayColumns
    var draft: Draft
    var notes: Set<Draft.Note>
    /// The table that the question is about.
    var entity: Int?
    /// How well the weakest name fits.
    var weakest = 1.0
    /// Stems of the question's words.
    let named: Set<String>
    /// Tables that some mention names without doubt.
    var anchors: Set<Int> = []
    /// What could not be settled.
    var failure: Sentence?
    /// Choices that were close, for another reading.
    var choices: [Choice] = []
    /// Of ``choices``, the one that this reading takes.
    var taken: Choice?
    let today: CalendarDay

    /// A column that some words mean nearly as well as the one that was taken.
    struct Choice: Hashable {
        /// Where a mention starts, or the text of a value.
        enum Words: Hashable { case mention(Int), value(String) }
        var words: Words
        var column: ColumnID
    }

    /// - Parameter named: stems of the question's words.
    init(_ index: SourceIndex, _ draft: Draft, named: Set<String>, today: CalendarDay, taking taken: Choice? = nil) {
        self.taken = taken
        self.named = named
        self.today = today
        self.index = index
        self.draft = draft
        display = DisplayColumns(index)
        notes = draft.notes
        entity = draft.entity
        anchors = Set([draft.entity].compactMap { $0 } + draft.required + draft.mentioned)
        for mention in mentions {
            let best = mention.candidates.map(\.score).max() ?? 0
            let tables = Set(mention.candidates.filter { $0.score > best - 0.1 }.map(\.column.table))
            if tables.count == 1, let table = tables.first { anchors.insert(table) }
        }
    }

    private var mentions: [Draft.Mention] {
        let shown = draft.shown.compactMap { shown -> Draft.Mention? in
            switch shown.output {
            case .column(let mention), .aggregate(_, let mention), .distinct(let mention): mention
            default: nil
            }
        }
        let groups = draft.groups.compactMap { group -> Draft.Mention? in if case .column(let mention) = group { mention } else { nil } }
        let conditions = draft.conditions.compactMap { condition -> Draft.Mention? in
            if case .compare(let mention, _, _) = condition { mention } else { nil }
        }
        return shown + groups + conditions
    }

    /// - Returns: nil when something could not be settled; then ``failure`` says what.
    mutating func resolve() -> LogicalForm? {
        dropReplacedOutputs()
        if draft.comparesTimes { draft.isShare = false }
        if draft.isShare, draft.shown.isEmpty, let table = draft.entity ?? draft.mentioned.first ?? groupTable {
            // "share of each carrier": of the rows that have one.
            draft.shown.append(Draft.Shown(output: .rows(table), sentence: 0))
        }
        if draft.shown.isEmpty, let column = draft.groups.first, case .column(let mention) = column {
            draft.shown.append(Draft.Shown(output: .column(mention), sentence: 0))
        }
        if draft.shown.isEmpty, let table = valueTable() {
            draft.shown.append(Draft.Shown(output: .entity(table), sentence: 0))
            draft.entity = table
            entity = table
            notes.insert(.softWord)
        }
        guard !draft.shown.isEmpty || (draft.asksForPeriod && !draft.order.isEmpty) else {
            return fail(.nothingShown)
        }
        let isRanked = ranksEachGroup
        if isRanked { draft.sumsUp = false }
        if draft.period != nil || draft.sumsUp || draft.isShare || draft.isMeanOfGroups || draft.comparesTimes { countWhatIsShown() }
        var outputs: [(output: LogicalForm.Output, isDefault: Bool)] = []
        for shown in draft.shown { guard append(shown.output, to: &outputs) else { return nil } }
        guard let table = entity ?? outputs.first.map({ Self.table(of: $0.output) }) ?? orderedTable() else {
            return fail(.noTable)
        }
        var form = LogicalForm(entity: table)
        entity = table
        if draft.entity == nil, named.contains("who"), outputs.count == 1, case .column(let column) = outputs[0].output,
            index[column].profile.kind == .date, !display.columns(of: table).isEmpty
        {
            // "who was hired last": the rows are asked for, not their time.
            outputs = display.columns(of: table).map { (.column($0), true) }
        }
        for output in outputs.flatMap({ spelled($0.output) }) where !form.outputs.contains(output) { form.outputs.append(output) }
        form.isDistinct = draft.isDistinct
        form.limit = draft.limit
        for condition in draft.conditions {
            guard let settled = settle(condition) else { return nil }
            if let total = totalCondition(settled) { form.having.append(total) } else { form.filter.append(settled) }
        }
        for condition in draft.having {
            guard let measure = measure(condition.measure, form) else { return nil }
            form.having.append(LogicalForm.GroupCondition(measure: measure, comparison: condition.comparison, number: condition.number))
        }
        for ordering in draft.order {
            guard let keys = orderings(ordering, form) else { return nil }
            for key in keys where !form.order.contains(key) { form.order.append(key) }
        }
        dropMeasuredColumns(&form)
        guard isRanked ? rank(&form) : group(&form), compareTimes(&form), bucket(&form), relate(&form) else { return nil }
        requireTables(&form)
        countOthers(&form)
        dropReferred(&form)
        dropTwins(&form)
        separateRows(&form)
        if shareValues(&form) { return form }
        requireParts(&form)
        measureOnce(&form)
        combine(&form)
        guard check(form) else { return nil }
        return form
    }

    /// "light roast coffees", "who left in 2025": the one table whose rows have the values or columns that are named.
    private func valueTable() -> Int? {
        var tables: Set<Int> = []
        for condition in draft.conditions {
            switch condition {
            case .value(let values, _, _): tables.formUnion(values.map(\.column.table))
            case .compare(let mention, _, _) where named.contains("who"), .null(let mention, _) where named.contains("who"),
                .days(let mention?, _, _) where named.contains("who"):
                if let best = mention.candidates.max(by: { $0.score < $1.score }) { tables.insert(best.column.table) }
            default: continue
            }
        }
        return tables.count == 1 ? tables.first : nil
    }

    private var groupTable: Int? {
        switch draft.groups.first {
        case .table(let table)?: table
        case .column(let mention)?: mention.candidates.max { $0.score < $1.score }?.column.table
        case nil: nil
        }
    }

    /// "Which month had the most orders?": the table of the number that orders.
    private mutating func orderedTable() -> Int? {
        guard case .measure(let measure)? = draft.order.first?.key else { return nil }
        return self.measure(measure, LogicalForm(entity: 0))?.table
    }

    mutating func fail<T>(_ reason: QuestionLanguage.Text, _ values: String...) -> T? {
        if failure == nil { failure = Sentence(reason, values) }
        return nil
    }

    /// "Which X …? List the name and age.": the second sentence says what to show.
    private mutating func dropReplacedOutputs() {
        guard let last = draft.shown.map(\.sentence).max() else { return }
        let isDetailed = draft.shown.contains { shown in
            guard shown.sentence == last else { return false }
            if case .entity = shown.output { return false }
            return true
        }
        if last > (draft.shown.first?.sentence ?? 0), isDetailed {
            draft.shown.removeAll { shown in
                if case .entity = shown.output { shown.sentence < last } else { false }
            }
        }
    }

    static func table(of output: LogicalForm.Output) -> Int {
        switch output {
        case .column(let column): column.table
        case .bucket(let bucket): bucket.column.table
        case .measure(let measure): measure.table
        case .everything(let table): table
        }
    }

    // MARK: Outputs

    private mutating func append(_ output: Draft.Output, to outputs: inout [(output: LogicalForm.Output, isDefault: Bool)]) -> Bool {
        switch output {
        case .column(let mention):
            guard let columns = columns(for: mention) else { return false }
            if let column = columns.first, namesOwnRow(column, mention) { return false }
            if columns.count == 1, let total = total(of: columns[0]) {
                outputs.append((.measure(total), false))
                return true
            }
            if draft.sumsUp || draft.period != nil || isTotal(mention), columns.count == 1, index[columns[0]].profile.kind == .number,
                !isKey(columns[0]),
                !index[columns[0]].profile.holdsYears
            {
                notes.insert(.sumOfColumn)
                outputs.append((.measure(.aggregate(.sum, columns[0])), false))
                return true
            }
            let named = columns.count == 1 && !mention.saysId ? namesReferred(by: columns[0]) : nil
            outputs += (named ?? columns).map { (.column($0), false) }
        case .aggregate(let aggregate, let mention):
            let numeric = narrowed(mention) {
                index[$0].profile.kind == .number || (index[$0].profile.kind == .date && aggregate != .average && aggregate != .sum)
            }
            guard let column = column(for: numeric) else { return false }
            let profile = index[column].profile
            if profile.kind != .number && (aggregate == .average || aggregate == .sum) {
                failure = Sentence(.notNumbers, index[column].name)
                return false
            }
            outputs.append((.measure(total(of: column, aggregate) ?? .aggregate(aggregate, column)), false))
        case .rows(let table):
            if let column = countColumn(of: table) {
                notes.insert(.sumOfColumn)
                outputs.append((.measure(.aggregate(.sum, column)), false))
            } else {
                outputs.append((.measure(.rows(table)), false))
            }
        case .distinct(let mention):
            guard let column = column(for: mention) else { return false }
            let own = index.tables[column.table]
            outputs.append((.measure(own.primaryKey == [column.column] ? .rows(column.table) : .distinct(column)), false))
        case .times: outputs.append((.measure(.rows(timesTable())), false))
        case .amount(let aggregate):
            guard let column = amountColumn() else { return false }
            outputs.append((.measure(.aggregate(aggregate, column)), false))
        case .entity(let table):
            let columns = display.columns(of: table)
            guard !columns.isEmpty else {
                notes.insert(.displayColumn)
                outputs.append((.everything(table), true))
                return true
            }
            if !Self.namingWords.contains(index[columns[0]].form.words.last?.lemma ?? ""), !index[columns[0]].profile.isUnique {
                notes.insert(.displayColumn)
            }
            outputs += columns.map { (.column($0), true) }
        case .everything(let table):
            guard let table = table ?? entity ?? draft.mentioned.first ?? draft.required.first else {
                failure = Sentence(.noTable)
                return false
            }
            if entity == nil { entity = table }
            outputs.append((.everything(table), false))
        }
        return true
    }

    private static let namingWords: Set<String> = ["name", "title"]

    /// "shipping costs last month": an amount of no one row, within a span of time.
    private func isTotal(_ mention: Draft.Mention) -> Bool {
        guard draft.entity == nil || mention.isCompound, draft.shown.count == 1, draft.limit == nil, draft.order.isEmpty, mention.isPlural else {
            return false
        }
        return draft.conditions.contains { if case .days = $0 { true } else { false } }
    }

    /// A column that holds how many rows of the table there are, in a table that the question speaks of: `number_of_visitors`.
    private func countColumn(of table: Int) -> ColumnID? {
        let words = Set(index.tables[table].form.words.filter { $0.weight >= 0.5 }.map(\.lemma))
        var tables = anchors
        if let entity = draft.entity { tables.insert(entity) }
        for group in draft.groups { if case .table(let table) = group { tables.insert(table) } }
        for condition in draft.conditions {
            if case .value(let values, _, _) = condition, values.count == 1 { tables.insert(values[0].column.table) }
        }
        for other in tables.sorted() where other != table && draft.entity != table {
            for column in index.columns(of: other) where index[column].profile.kind == .number {
                let form = index[column].form.words
                if form.first?.lemma == "number" || form.last?.lemma == "count", Set(form.filter { $0.weight >= 0.9 }.map(\.lemma)) == words {
                    return column
                }
            }
        }
        return nil
    }

    /// The table whose rows are the times that something happened.
    private func timesTable() -> Int {
        for shown in draft.shown { if case .rows(let table) = shown.output { return table } }
        if draft.entity == nil, case .column(let mention)? = draft.shown.first?.output, let best = mention.candidates.max(by: { $0.score < $1.score })
        {
            let tables = [best.column.table] + draft.required + draft.mentioned
            return tables.first { table in tables.allSatisfy { refers(table, to: $0) } } ?? best.column.table
        }
        let others = (draft.required + draft.mentioned).filter { $0 != entity }
        guard let entity else { return others.first ?? 0 }
        let children = index.joins.edges(at: entity).filter { $0.to.table == entity && $0.from.table != entity }.map(\.from.table)
        if let named = others.first(where: { children.contains($0) }) ?? others.first { return named }
        let conditioned = draft.conditions.flatMap { tables(mentionedBy: $0) }.filter { children.contains($0) }
        if let table = conditioned.first { return table }
        return Set(children).count == 1 ? children[0] : entity
    }

    /// Whether each row of one table has one row of the other.
    func refers(_ table: Int, to other: Int) -> Bool {
        guard let path = index.joins.path(from: [table], to: other) else { return false }
        var at = table
        for edge in path {
            guard edge.from.table == at else { return false }
            at = edge.to.table
        }
        return true
    }

    private func tables(mentionedBy condition: Draft.Condition) -> [Int] {
        switch condition {
        case .value(let values, _, _): values.map(\.column.table)
        case .compare(let mention, _, _): mention.candidates.map(\.column.table)
        default: []
        }
    }

    // MARK: Measures and order

    private mutating func measure(_ measure: Draft.Measure, _ form: LogicalForm) -> LogicalForm.Measure? {
        switch measure {
        case .rows(let table): return .rows(table)
        case .times: return .rows(timesTable())
        case .amount(let aggregate): return amountColumn().map { .aggregate(aggregate, $0) }
        case .aggregate(let aggregate, let mention):
            return column(for: narrowed(mention) { index[$0].profile.kind == .number }).map { total(of: $0, aggregate) ?? .aggregate(aggregate, $0) }
        case .distinct(let mention):
            guard let column = column(for: mention) else { return nil }
            return index[column].isPrimaryKey && index.tables[column.table].primaryKey.count == 1 ? .rows(column.table) : .distinct(column)
        }
    }

    private mutating func orderings(_ ordering: Draft.Ordering, _ form: LogicalForm) -> [LogicalForm.Ordering]? {
        switch ordering.key {
        case .column(let mention):
            return columns(for: mention).map {
                $0.map { column in
                    LogicalForm.Ordering(key: total(of: column).map { .measure($0) } ?? .column(column), isDescending: ordering.isDescending)
                }
            }
        case .measure(.rows(let table)) where countColumn(of: table).map { $0.table == form.entity } ?? false:
            return countColumn(of: table).map { [LogicalForm.Ordering(key: .column($0), isDescending: ordering.isDescending)] }
        case .measure(let measure):
            return self.measure(measure, form).map { [LogicalForm.Ordering(key: .measure($0), isDescending: ordering.isDescending)] }
        case .adjective("sold", let table):
            guard let measure = (table ?? entity).flatMap({ soldMeasure(of: $0) }) else { return fail(.noAmount) }
            return [LogicalForm.Ordering(key: .measure(measure), isDescending: ordering.isDescending)]
        case .adjective(let adjective, let table):
            guard let found = column(of: adjective, near: table) else {
                return fail(.noMeaning, adjective)
            }
            notes.insert(.impliedAdjective)
            return [LogicalForm.Ordering(key: .column(found.column), isDescending: ordering.isDescending == found.isUpward)]
        case .display:
            if let measure = form.outputs.compactMap({ if case .measure(let measure) = $0 { measure } else { nil } }).first {
                return [LogicalForm.Ordering(key: .measure(measure), isDescending: ordering.isDescending)]
            }
            let columns = form.outputs.compactMap { output -> ColumnID? in if case .column(let column) = output { column } else { nil } }
            let texts = columns.filter { index[$0].profile.kind == .text }
            let named = texts.first { index[$0].form.words.last?.lemma == "name" } ?? texts.first ?? columns.first
            guard let column = named ?? display.columns(of: form.entity).first else { return fail(.nothingToSort) }
            return [LogicalForm.Ordering(key: .column(column), isDescending: ordering.isDescending)]
        }
    }
}

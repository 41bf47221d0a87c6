/// Resolves the columns of a draft and builds a logical form.
struct DraftResolver {
    let index: SourceIndex
    let display: DisplayColumns
    var draft: Draft
    var notes: Set<Draft.Note>
    /// The table that the question is about.
    var entity: Int?
    /// The match score of the weakest name.
    var weakest = 1.0
    /// Stems of the question's words.
    let named: Set<String>
    /// Tables that are named unambiguously.
    var anchors: Set<Int> = []
    /// The ``anchors`` that only a column's name suggests.
    var guessed: Set<Int> = []
    /// The reason why the draft could not be resolved.
    var failure: Sentence?
    /// Conditions that define the whole of a share.
    var wholes: Set<Condition> = []
    /// Close choices, for alternative readings.
    var choices: [Choice] = []
    /// The choice that this reading takes.
    var taken: Choice?
    let today: CalendarDay
    /// The table that must not have a row, while its conditions are resolved.
    var absentTable: Int?

    /// A column that matches the words nearly as well as the selected one.
    struct Choice: Hashable {
        /// The start of a mention, or the text of a value.
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
        let named = anchors
        defer { guessed = anchors.subtracting(named) }
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

    /// - Returns: nil when the draft could not be resolved; ``failure`` then tells why.
    mutating func resolve() -> LogicalForm? {
        dropReplacedOutputs()
        let isGrowthInPercent = draft.comparesTimes && draft.isShare
        if draft.comparesTimes { draft.isShare = false }
        if draft.shown.isEmpty { showWhatIsMeant() }
        guard !draft.shown.isEmpty || (draft.asksForPeriod && !draft.order.isEmpty) else {
            return fail(.nothingShown)
        }
        let isRanked = ranksEachGroup
        if isRanked { draft.sumsUp = false }
        if draft.period != nil || draft.sumsUp || draft.isShare || draft.isMeanOfGroups || draft.comparesTimes { countWhatIsShown() }
        guard var outputs = shownOutputs() else { return nil }
        guard let table = entity ?? outputs.first.map({ Self.table(of: $0.output) }) ?? orderedTable() else {
            return fail(.noTable)
        }
        var form = LogicalForm(entity: table)
        entity = table
        if draft.entity == nil, named.contains("who"), outputs.count == 1, case .column(let column) = outputs[0].output,
            index[column].profile.kind == .date, !display.columns(of: table).isEmpty
        {
            // "who was hired last": the question asks for the rows, not for their time.
            outputs = display.columns(of: table).map { (.column($0), true) }
        }
        for output in outputs.flatMap({ spelled($0.output) }) where !form.outputs.contains(output) { form.outputs.append(output) }
        form.isDistinct = draft.isDistinct
        form.limit = draft.limit
        form.skipped = draft.skipped
        for (place, condition) in draft.conditions.enumerated() {
            guard let settled = settle(condition) else { return nil }
            // "except capsules and gifts" is two conditions.
            let parts = if case .absent = condition, case .all(let parts) = settled { parts } else { [settled] }
            if place < draft.wholeConditions { wholes.formUnion(parts) }
            for part in parts { if let total = totalCondition(part) { form.having.append(total) } else { form.filter.append(part) } }
        }
        for condition in draft.having {
            guard let settled = settle(condition, form) else { return nil }
            form.having.append(settled)
        }
        for ordering in draft.order {
            guard let keys = orderings(ordering, form) else { return nil }
            for key in keys where !form.order.contains(key) { form.order.append(key) }
        }
        dropMeasuredColumns(&form)
        if !isRanked {
            takeExtremeOfGroups(&form)
            keepAllOfExtreme(&form)
        }
        guard isRanked ? rank(&form) : group(&form), compareTimes(&form), bucket(&form), relate(&form) else { return nil }
        // "By how many percent did revenue grow": only the growth is shown.
        if isGrowthInPercent, form.spans != nil { form.isShare = true }
        orderByMeasures(&form)
        requireTables(&form)
        countOthers(&form)
        dropReferred(&form)
        dropTwins(&form)
        separateRows(&form)
        if shareValues(&form) { return form }
        requireParts(&form)
        measureOnce(&form)
        showNumberOfOneRow(&form)
        combine(&form)
        guard check(form) else { return nil }
        return form
    }

    /// Adds the outputs of a question without a head.
    private mutating func showWhatIsMeant() {
        if draft.isShare, let table = draft.entity ?? draft.mentioned.first ?? groupTable {
            // "share of each carrier": of the rows that have one.
            draft.shown.append(Draft.Shown(output: .rows(table), sentence: 0))
        } else if draft.limit != nil, !draft.groups.isEmpty, let table = valueTable() {
            // "top 2 cafes by revenue in each region": the rows that have the value.
            draft.shown.append(Draft.Shown(output: .entity(table), sentence: 0))
            (draft.entity, entity) = (table, table)
        } else if case .column(let mention)? = draft.groups.first {
            draft.shown.append(Draft.Shown(output: .column(mention), sentence: 0))
        } else if let table = valueTable() {
            draft.shown.append(Draft.Shown(output: .entity(table), sentence: 0))
            draft.entity = table
            entity = table
            notes.insert(.softWord)
        }
    }

    private mutating func shownOutputs() -> [(output: LogicalForm.Output, isDefault: Bool)]? {
        var outputs: [(output: LogicalForm.Output, isDefault: Bool)] = []
        for shown in draft.shown { guard append(shown.output, to: &outputs) else { return nil } }
        guard outputs.contains(where: { !$0.isDefault }) else { return outputs }
        // "the payments with their amounts": if rows have no name, the named columns are enough.
        let named = outputs.filter { output in if case .everything = output.output { !output.isDefault } else { true } }
        if named.count < outputs.count { notes.remove(.displayColumn) }
        return named
    }

    /// "light roast coffees", "who left in 2025": the only table with the named values or columns.
    func valueTable() -> Int? {
        var tables: Set<Int> = []
        for condition in draft.conditions {
            switch condition {
            case .value(let values, _, _): tables.formUnion(values.map(\.column.table))
            case .compare(let mention, _, _) where named.contains("who"), .average(let mention, _, _, _, _) where named.contains("who"),
                .null(let mention, _) where named.contains("who"),
                .days(let mention?, _, _) where named.contains("who"):
                if let best = mention.candidates.max(by: { $0.score < $1.score }) { tables.insert(best.column.table) }
            default: continue
            }
        }
        if named.contains("who"), case .measure? = draft.order.first?.key {
            // "Who closed the most tickets?": a person, not the counted tickets.
            return nil
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

    /// "Which month had the most orders?": the table of the ordering measure.
    private mutating func orderedTable() -> Int? {
        guard case .measure(let measure)? = draft.order.first?.key else { return nil }
        return self.measure(measure, LogicalForm(entity: 0))?.table
    }

    mutating func fail<T>(_ reason: QuestionLanguage.Text, _ values: String...) -> T? {
        if failure == nil { failure = Sentence(reason, values) }
        return nil
    }

    /// "Which X …? List the name and age.": the outputs of the second sentence replace the others.
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
}

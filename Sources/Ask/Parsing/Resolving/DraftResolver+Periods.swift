extension DraftResolver {
    /// "orders per month": counts the rows of a table, because nothing else of it can be aggregated.
    mutating func countWhatIsShown() {
        let isMeasured = draft.shown.contains { shown in
            switch shown.output {
            case .column, .entity, .everything: false
            default: true
            }
        }
        guard !isMeasured else { return }
        for place in draft.shown.indices {
            if case .entity(let table) = draft.shown[place].output { draft.shown[place].output = summed(table) ?? .rows(table) }
            if case .column(let mention) = draft.shown[place].output, draft.period != nil,
                let best = mention.candidates.max(by: { $0.score < $1.score })?.column, index[best].profile.kind == .date
            {
                // "hires per year": counts the rows with the event.
                draft.shown[place].output = .rows(best.table)
            }
        }
    }

    /// "expenses by category", "running total of fines": money is added up where each row has one amount, other rows are counted.
    private mutating func summed(_ table: Int) -> Draft.Output? {
        guard !draft.isShare, !draft.isMeanOfGroups, let column = AmountColumns(index).only(of: table),
            index.tables[table].form.words.contains(where: { AmountColumns.moneyRows.contains($0.lemma) })
        else { return nil }
        notes.insert(.sumOfColumn)
        let link = LinkedItem.ColumnLink(column: column, score: 0.9)
        return .aggregate(.sum, Draft.Mention(candidates: [link], owner: table, near: table, item: LinkedItem(0, 0), isName: false))
    }

    /// "how much does shipping cost on average": shows the column once.
    func dropMeasuredColumns(_ form: inout LogicalForm) {
        let isRepeated = (draft.shown.map(\.sentence).max() ?? 0) > (draft.shown.first?.sentence ?? 0)
        guard draft.groups.isEmpty || isRepeated else { return }
        let measured = form.outputs.compactMap { output -> ColumnID? in if case .measure(.aggregate(_, let column)) = output { column } else { nil } }
        form.outputs.removeAll { if case .column(let column) = $0 { measured.contains(column) } else { false } }
    }

    /// Applies shares, running totals and averages over groups.
    mutating func relate(_ form: inout LogicalForm) -> Bool {
        let isGrouped = !form.groups.isEmpty || form.bucket != nil
        let measures = form.outputs.count { if case .measure = $0 { true } else { false } }
        if draft.isRunning {
            guard form.bucket != nil, form.groups.isEmpty, measures == 1, form.limit == nil, !draft.isShare else {
                return fail(.runningTime) ?? false
            }
            form.isRunning = true
        }
        if draft.isMeanOfGroups {
            guard isGrouped, measures == 1, form.limit == nil, form.having.isEmpty, !draft.isShare, !draft.isRunning, draft.groups.count < 2 else {
                return fail(.averageOfWhat) ?? false
            }
            form.isMeanOfGroups = true
        }
        guard draft.isShare else { return true }
        if measures == 0, isPercentageKept(form) {
            notes.insert(.softWord)
            return true
        }
        guard form.having.isEmpty, measures == 1, form.limit == nil else { return fail(.shareOfWhat) ?? false }
        let undated = form.filter.filter { if case .days = $0 { false } else { true } }
        let later = undated.filter { !wholes.contains($0) }
        let part = later.isEmpty ? undated : later
        if isGrouped, part.isEmpty {
            form.isShare = true
            return true
        }
        // "share of cancelled orders per channel": within each channel.
        guard !part.isEmpty, isGrouped || form.outputs.count == 1 else { return fail(.shareOfWhat) ?? false }
        form.part = part
        form.filter.removeAll { part.contains($0) }
        return true
    }

    /// "percentage of imports": whether each row has a number that can be the percentage.
    private func isPercentageKept(_ form: LogicalForm) -> Bool {
        let numbers = form.outputs.compactMap { output -> ColumnID? in
            if case .column(let column) = output, index[column].profile.kind == .number, !isKey(column) { column } else { nil }
        }
        return !numbers.isEmpty
            && numbers.allSatisfy { column in
                let profile = index[column].profile
                return profile.minimum.map { $0 >= 0 } ?? false && profile.maximum.map { $0 <= 100 } ?? false
            }
    }

    /// Groups rows by the named unit of their time.
    mutating func bucket(_ form: inout LogicalForm) -> Bool {
        guard let unit = draft.period else { return true }
        let measures = form.outputs.compactMap { output -> LogicalForm.Measure? in if case .measure(let measure) = output { measure } else { nil } }
        let orders = form.order.compactMap { ordering -> LogicalForm.Measure? in if case .measure(let measure) = ordering.key { measure } else { nil }
        }
        guard let table = measures.first?.table ?? orders.first?.table else {
            return fail(.sumOfWhat) ?? false
        }
        guard let column = time(of: table) else { return fail(.undatedTable, index.tables[table].name) ?? false }
        let bucket = LogicalForm.Bucket(column: column, unit: unit)
        form.bucket = bucket
        form.outputs.insert(.bucket(bucket), at: 0)
        let plain = form.outputs.compactMap { output -> ColumnID? in if case .column(let column) = output { column } else { nil } }
        for column in plain where !form.groups.contains(column) { form.groups.append(column) }
        if form.order.isEmpty { form.order = [LogicalForm.Ordering(key: .bucket(bucket), isDescending: false)] }
        return true
    }

    /// The time of a row: the only time column of its table that is not bookkeeping, or that of a referenced table.
    /// The only column of years of a table without dates.
    func ownYear(of table: Int) -> ColumnID? {
        guard !index.columns(of: table).contains(where: { index[$0].profile.kind == .date }) else { return nil }
        let years = index.columns(of: table).filter { index[$0].profile.holdsYears && !isKey($0) }
        return years.count == 1 ? years[0] : nil
    }

    mutating func time(of table: Int) -> ColumnID? {
        let referred = index.joins.edges(at: table).filter { $0.from.table == table && $0.to.table != table }.map(\.to.table)
        // Of the referenced tables, the one with the most rows contains events, not things.
        for candidate in [table] + referred.sorted(by: { (index.tables[$1].rows ?? 0, $0) < (index.tables[$0].rows ?? 0, $1) }) {
            if let chosen = chosenTime(of: candidate) { return chosen }
            let dates = index.columns(of: candidate).filter { index[$0].profile.kind == .date && !isOfLife($0) }
            let made = dates.filter { index[$0].form.words.first?.lemma.hasPrefix("creat") ?? false }
            let times = dates.contains { !isBookkeeping($0) } ? dates.filter { !isBookkeeping($0) } : candidate == table ? made : []
            guard let first = times.first else { continue }
            let chosen = times.filter { column in index[column].form.words.contains { named.contains($0.stem) } }
            if times.count > 1, chosen.count != 1 { notes.insert(.ambiguousColumn) }
            return chosen.first ?? first
        }
        return nil
    }

    /// When somebody was born or died: no time of what happened to the row, where the question does not speak of it.
    func isOfLife(_ column: ColumnID) -> Bool {
        let words: Set<String> = ["birth", "birthday", "born", "dob", "death", "died", "deceased"]
        guard index[column].form.words.contains(where: { words.contains($0.lemma) }) else { return false }
        return named.isDisjoint(with: words.map(WordForms.stem))
    }

    /// Whether a time tells when the row was stored, not when its event happened: `created_at`. If the question names it, it is not
    /// bookkeeping.
    func isBookkeeping(_ column: ColumnID) -> Bool {
        guard let first = index[column].form.words.first, !named.contains(first.stem) else { return false }
        return ["creat", "updat", "modif", "delet", "insert"].contains { first.lemma.hasPrefix($0) }
    }

    /// The column that "revenue" means: the amount of the nearest table whose rows each belong to one row of every table that the question
    /// groups or restricts by.
    mutating func amountColumn() -> ColumnID? {
        let amounts = AmountColumns(index)
        var needed = Set(draft.required + [draft.entity].compactMap { $0 })
        for shown in draft.shown where draft.entity == nil {
            if case .column(let mention) = shown.output, let best = mention.candidates.max(by: { $0.score < $1.score }) {
                needed.insert(best.column.table)
            }
        }
        for group in draft.groups {
            switch group {
            case .table(let table): needed.insert(table)
            case .column(let mention): if let best = mention.candidates.max(by: { $0.score < $1.score }) { needed.insert(best.column.table) }
            }
        }
        for condition in draft.conditions {
            if case .value(let values, _, _) = condition, Set(values.map(\.column.table)).count == 1 { needed.insert(values[0].column.table) }
        }
        let suited = index.tables.indices.compactMap { table -> (column: ColumnID, distance: Int)? in
            guard let column = amounts.column(of: table), needed.allSatisfy({ $0 == table || refers(table, to: $0) }) else { return nil }
            return (column, needed.reduce(0) { $0 + (index.joins.distance(table, $1) ?? 0) })
        }
        let nearest = suited.filter { $0.distance == suited.map(\.distance).min() }.map(\.column)
        let dated = nearest.filter { column in index.columns(of: column.table).contains { index[$0].profile.kind == .date && !isBookkeeping($0) } }
        let chosen = dated.isEmpty ? nearest : dated
        guard let first = chosen.first else { return fail(.noAmount) }
        // An order's total is preferred to the amounts of returns.
        let main = chosen.filter { index[$0].form.words.last?.lemma == "total" }
        if chosen.count > 1, main.count != 1 { notes.insert(.ambiguousColumn) }
        notes.insert(.sumOfColumn)
        return main.first ?? first
    }
}

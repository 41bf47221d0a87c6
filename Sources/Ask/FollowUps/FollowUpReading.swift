/// Applies a follow-up to the logical form of the previous question.
struct FollowUpReading {
    let index: SourceIndex
    let today: CalendarDay
    let before: Reading

    /// Why a change cannot be made.
    struct Failure: Error {
        let reason: Sentence

        init(_ text: QuestionLanguage.Text, _ values: String...) { reason = Sentence(text, values) }
    }

    /// The previous reading with the change. It is declined with a reason if the change makes no sense there. Nil if the words form an
    /// independent question.
    func reading(of followUp: FollowUp) -> Reading? {
        guard var form = before.form else { return nil }
        guard followUp.change != .explain else { return before }
        let items = Linker(index: index, tokens: followUp.words, today: today).items()
        let used = items.filter { !$0.isFiller && !Self.joins($0) }
        do {
            switch followUp.change {
            case .group(let adds): guard try group(by: used, adds, followUp.words, &form) else { return nil }
            case .keep: guard try keep(used, followUp.words, &form) else { return nil }
            case .drop: guard try drop(used, &form) else { return nil }
            case .share: try share(&form)
            case .sort: guard try sort(by: used, followUp.words, &form) else { return nil }
            case .first(let count, let isDescending): try first(count, isDescending, &form)
            case .turn(let isDescending): try turn(isDescending, &form)
            case .explain: break
            }
        } catch let failure as Failure {
            return declined(failure.reason)
        } catch {
            return declined(Sentence(.changeNotRead))
        }
        return changed(form)
    }

    private func declined(_ reason: Sentence) -> Reading {
        var reading = Reading(status: .declined)
        reading.why = reason
        return reading
    }

    private func changed(_ form: LogicalForm) -> Reading {
        guard let statement = QueryBuilder.statement(of: form, in: index) else {
            return declined(Sentence(JoinTree.over(form.neededTables, in: index.joins) == nil ? .noJoin : .changeNotRead))
        }
        var reading = before
        reading.form = form
        reading.statement = ColumnTitles(form, in: index, amount: before.amount).titling(statement)
        reading.interpretation = QuestionEngine(index, today: today).interpretation(of: form, in: index)
        return reading
    }

    /// Whether an item only connects others: "Graz and Linz".
    private static func joins(_ item: LinkedItem) -> Bool {
        guard item.values.isEmpty, item.columns.isEmpty, item.tables.isEmpty, item.number == nil, item.date == nil else { return false }
        switch item.cue {
        case .and?, .or?, .comma?, .preposition?, .both?, .either?, .be?: return true
        default: return false
        }
    }

    // MARK: Groups

    private func group(by items: [LinkedItem], _ adds: Bool, _ words: [WordToken], _ form: inout LogicalForm) throws -> Bool {
        if words.count == 1, let unit = TimeUnit(word: words[0].lemma) ?? TimeUnit(word: words[0].lower) {
            try bucket(unit, adds, &form)
            return true
        }
        let columns = items.compactMap { item in grouping(item, form) }
        guard !items.isEmpty, columns.count == items.count else { return false }
        try checkMeasured(form)
        guard form.combined.isEmpty, !form.isMeanOfGroups, form.part.isEmpty, !form.isRunning else {
            throw Failure(.cannotSplit)
        }
        if !adds { clearGroups(&form) }
        for column in columns.flatMap({ $0 }) where !form.groups.contains(column) { form.groups.append(column) }
        let shown = columns.flatMap { $0.count > 1 || !index[$0[0]].isPrimaryKey ? $0.filter { !index[$0].isPrimaryKey } : $0 }
        let position = form.outputs.firstIndex { if case .measure = $0 { true } else { false } } ?? 0
        let added = shown.map { LogicalForm.Output.column($0) }.filter { !form.outputs.contains($0) }
        form.outputs.insert(contentsOf: added, at: position)
        dropStaleOrder(&form)
        return true
    }

    /// The grouping columns: a column that the words name, or the columns that identify the rows of a table.
    private func grouping(_ item: LinkedItem, _ form: LogicalForm) -> [ColumnID]? {
        let table = item.tables.max { $0.score < $1.score }
        let near = form.neededTables + [form.entity]
        func rank(_ link: LinkedItem.ColumnLink) -> (Double, Int) {
            (link.score, -(near.compactMap { index.joins.distance($0, link.column.table) }.min() ?? 9))
        }
        if let table, table.score >= (item.columns.map(\.score).max() ?? 0) - 0.05 {
            let display = DisplayColumns(index).columns(of: table.table)
            let key = index.tables[table.table].primaryKey.map { ColumnID(table.table, $0) }
            return display.isEmpty && key.isEmpty ? nil : key + display.filter { !key.contains($0) }
        }
        return item.columns.filter { $0.score > 0.7 && index[$0.column].expression?.total == nil }.max { rank($0) < rank($1) }.map { [$0.column] }
    }

    private func bucket(_ unit: TimeUnit, _ adds: Bool, _ form: inout LogicalForm) throws {
        try checkMeasured(form)
        let measure = measures(form).first
        guard let column = form.bucket?.column ?? measure.flatMap({ time(of: $0.table, form) }) else {
            throw Failure(.notDated)
        }
        if !adds || form.bucket != nil { clearGroups(&form, keepingColumns: adds) }
        let bucket = LogicalForm.Bucket(column: column, unit: unit)
        form.bucket = bucket
        form.outputs.insert(.bucket(bucket), at: 0)
        form.order = [LogicalForm.Ordering(key: .bucket(bucket), isDescending: false)]
        form.limit = nil
    }

    private func measures(_ form: LogicalForm) -> [LogicalForm.Measure] {
        form.outputs.compactMap { output -> LogicalForm.Measure? in if case .measure(let measure) = output { measure } else { nil } }
    }

    private func checkMeasured(_ form: LogicalForm) throws {
        guard form.outputs.contains(where: { if case .measure = $0 { true } else { false } }) else {
            throw Failure(.listsRows)
        }
    }

    private func clearGroups(_ form: inout LogicalForm, keepingColumns: Bool = false) {
        if !keepingColumns {
            form.groups = []
            form.outputs.removeAll { if case .column = $0 { true } else { false } }
        }
        form.bucket = nil
        form.outputs.removeAll { if case .bucket = $0 { true } else { false } }
        dropStaleOrder(&form)
    }

    /// Removes an order by columns that are no longer displayed, together with its limit.
    private func dropStaleOrder(_ form: inout LogicalForm) {
        let kept = form.order.filter { ordering in
            switch ordering.key {
            case .column(let column): form.outputs.contains(.column(column)) || form.groups.contains(column)
            case .bucket(let bucket): form.bucket == bucket
            case .measure: !form.groups.isEmpty || form.bucket != nil
            }
        }
        if kept.count < form.order.count { form.limit = nil }
        form.order = kept
    }

    // MARK: Rows

    /// The row conditions that the words express, one for each column.
    private func conditions(_ items: [LinkedItem], _ words: [WordToken], _ form: LogicalForm) throws -> [Condition]? {
        var out: [Condition] = []
        var others: [LinkedItem] = []
        for item in items {
            guard let condition = self.condition(item, words, form) else {
                others.append(item)
                continue
            }
            if case .compare(let column, .equal, _) = condition,
                let position = out.firstIndex(where: { $0.columns.allSatisfy { $0 == column } && !$0.columns.isEmpty })
            {
                if case .any(let parts) = out[position] {
                    out[position] = .any(parts + [condition])
                } else {
                    out[position] = .any([out[position], condition])
                }
            } else {
                out.append(condition)
            }
        }
        let columns = out.flatMap(\.columns)
        let tables = columns.map(\.table) + form.neededTables
        // "the online channel", "gold customers": the word tells the column of the value, or its rows.
        let isSaid = others.allSatisfy { item in
            item.columns.contains { $0.score > 0.7 && columns.contains($0.column) }
                || item.tables.contains { $0.score > 0.7 && tables.contains($0.table) }
        }
        return out.isEmpty || !isSaid ? nil : out
    }

    private func condition(_ item: LinkedItem, _ words: [WordToken], _ form: LogicalForm) -> Condition? {
        if let span = item.date { return dateColumn(form).map { .days($0, span) } }
        let near = form.neededTables + [form.entity]
        func isFiltered(_ column: ColumnID) -> Bool { form.filter.contains { $0.columns.contains(column) } }
        func rank(_ link: LinkedItem.ValueLink) -> (Int, Int, Double, Int) {
            let distance = near.compactMap { index.joins.distance($0, link.column.table) }.min() ?? 9
            return (isFiltered(link.column) ? 1 : 0, -distance, link.score, -link.column.column)
        }
        if let value = item.values.filter({ $0.score >= 0.6 }).max(by: { rank($0) < rank($1) }) {
            return .compare(value.column, .equal, .text(value.text))
        }
        if let flag = item.columns.filter({ index[$0.column].profile.kind == .flag && $0.score > 0.8 }).max(by: { $0.score < $1.score }) {
            return .compare(flag.column, .equal, .flag(true))
        }
        guard let number = item.number, number == number.rounded(), (1000...2999).contains(number), item.end - item.start == 1,
            words[item.start].text.count == 4
        else { return nil }
        return dateColumn(form).map { .days($0, DraftResolver.span(.equal, Int(number))) }
    }

    private func dateColumn(_ form: LogicalForm) -> ColumnID? {
        for condition in form.filter { if case .days(let column, _) = condition { return column } }
        if let bucket = form.bucket { return bucket.column }
        return ([form.entity] + measures(form).map(\.table) + form.neededTables).lazy.compactMap { time(of: $0, form) }.first
    }

    private func time(of table: Int, _ form: LogicalForm) -> ColumnID? {
        var draft = Draft()
        draft.entity = form.entity
        var resolver = DraftResolver(index, draft, named: [], today: today)
        return resolver.time(of: table)
    }

    private func keep(_ items: [LinkedItem], _ words: [WordToken], _ form: inout LogicalForm) throws -> Bool {
        guard let wanted = try conditions(items, words, form) else { return false }
        for condition in wanted {
            let columns = Set(condition.columns)
            form.filter.removeAll { Self.isPlain($0) && Set($0.columns) == columns }
            form.filter.append(condition)
        }
        return true
    }

    private func drop(_ items: [LinkedItem], _ form: inout LogicalForm) throws -> Bool {
        guard let unwanted = try conditions(items, [], form) else { return false }
        for condition in unwanted {
            guard !form.filter.contains(condition) else { throw Failure(.nothingLeft) }
            if case .days = condition { throw Failure(.spanStays) }
            guard let negated = DraftResolver.negated(condition) else { return false }
            form.filter.append(negated)
        }
        return true
    }

    /// A condition on the values of rows, which another condition on the same column replaces.
    private static func isPlain(_ condition: Condition) -> Bool {
        switch condition {
        case .compare(_, .equal, _), .days: true
        case .any(let parts): parts.allSatisfy(isPlain)
        default: false
        }
    }

    // MARK: Shape

    private func share(_ form: inout LogicalForm) throws {
        let measures = form.outputs.filter { if case .measure = $0 { true } else { false } }
        guard measures.count == 1, !form.groups.isEmpty || form.bucket != nil, form.having.isEmpty, form.limit == nil, !form.isRunning,
            !form.isMeanOfGroups
        else { throw Failure(.shareOfGroups) }
        switch measures[0] {
        case .measure(.rows), .measure(.aggregate(.sum, _)): break
        default: throw Failure(.shareOfSums)
        }
        form.isShare = true
    }

    private func sort(by items: [LinkedItem], _ words: [WordToken], _ form: inout LogicalForm) throws -> Bool {
        var isDescending: Bool?
        var rest = items
        if let last = words.last?.lower, ["descending", "desc", "ascending", "asc"].contains(last) {
            isDescending = last.hasPrefix("desc")
            rest.removeAll { $0.end == words.count }
        }
        let measure = measures(form).first
        let said = words.filter { !["descending", "desc", "ascending", "asc", "the", "a"].contains($0.lower) }.map(\.lemma)
        let key: LogicalForm.Ordering.Key
        if let measure, said.count == 1, ["value", "amount", "number", "count", "total", "result", "size"].contains(said[0]) {
            key = .measure(measure)
        } else if said == ["name"], let column = shownColumns(form).first(where: { index[$0].profile.kind == .text }) {
            key = .column(column)
        } else if rest.count == 1, let found = sortKey(rest[0], form) {
            key = found
        } else if let bucket = form.bucket, said.count == 1, said[0] == bucket.unit.rawValue || ["date", "time"].contains(said[0]) {
            key = .bucket(bucket)
        } else {
            return false
        }
        if case .measure = key, isDescending == nil { isDescending = true }
        guard form.limit == nil || form.order.first?.key == key else {
            throw Failure(.alreadyFirst)
        }
        form.order = [LogicalForm.Ordering(key: key, isDescending: isDescending ?? false)]
        return true
    }

    private func shownColumns(_ form: LogicalForm) -> [ColumnID] {
        form.outputs.compactMap { output -> ColumnID? in if case .column(let column) = output { column } else { nil } }
    }

    /// A displayed output, or a column of a listed row.
    private func sortKey(_ item: LinkedItem, _ form: LogicalForm) -> LogicalForm.Ordering.Key? {
        let columns = item.columns.sorted { $0.score > $1.score }.filter { $0.score > 0.7 }.map(\.column)
        for output in form.outputs {
            if case .measure(.aggregate(_, let column)) = output, columns.contains(column), case .measure(let measure) = output {
                return .measure(measure)
            }
            if case .measure(.rows(let table)) = output, item.tables.contains(where: { $0.table == table && $0.score > 0.7 }) {
                return .measure(.rows(table))
            }
            if case .column(let column) = output, columns.contains(column) { return .column(column) }
        }
        if let table = item.tables.max(by: { $0.score < $1.score }), let shown = shownColumns(form).first(where: { $0.table == table.table }) {
            return .column(shown)
        }
        guard form.groups.isEmpty, form.bucket == nil, !form.outputs.contains(where: { if case .measure = $0 { true } else { false } }) else {
            return nil
        }
        return columns.first { form.neededTables.contains($0.table) }.map { .column($0) }
    }

    private func first(_ count: Int, _ isDescending: Bool, _ form: inout LogicalForm) throws {
        if form.order.isEmpty || form.bucket != nil {
            let measure = measures(form).first
            guard let measure, !form.groups.isEmpty || form.bucket != nil else {
                throw Failure(.orderByWhat, "\(count)")
            }
            form.order = [LogicalForm.Ordering(key: .measure(measure), isDescending: isDescending)]
        } else if !isDescending {
            form.order[0].isDescending.toggle()
        }
        form.limit = count
    }

    private func turn(_ isDescending: Bool?, _ form: inout LogicalForm) throws {
        guard !form.order.isEmpty else { throw Failure(.noOrder) }
        form.order[0].isDescending = isDescending ?? !form.order[0].isDescending
    }
}

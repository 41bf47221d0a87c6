extension DraftResolver {
    /// "growth", "compared with": shows the measure for two periods, or next to that of the previous period.
    mutating func compareTimes(_ form: inout LogicalForm) -> Bool {
        guard draft.comparesTimes else { return true }
        if form.outputs.count == 1, case .column(let column) = form.outputs[0], index[column].profile.kind == .number, !isKey(column) {
            // "by how much did the invoiced amount grow": the sums of it.
            notes.insert(.sumOfColumn)
            form.outputs = [.measure(.aggregate(.sum, column))]
        }
        let measures = form.outputs.count { if case .measure = $0 { true } else { false } }
        guard measures == 1, form.having.isEmpty, form.limit == nil, form.combined.isEmpty, !draft.isRunning, !draft.isMeanOfGroups else {
            return fail(.numberToCompare) ?? false
        }
        if draft.period != nil {
            form.filter.removeAll { if case .days(_, let span) = $0 { span.label.hasPrefix("previous") } else { false } }
            form.isChange = true
            return true
        }
        let spans = form.filter.compactMap { condition -> (column: ColumnID, span: DateSpan)? in
            if case .days(let column, let span) = condition, span.start != nil, span.end != nil { (column, span) } else { nil }
        }
        guard let first = spans.first, spans.allSatisfy({ $0.column == first.column }), let (earlier, later) = pair(spans.map(\.span)) else {
            return fail(.timesToCompare) ?? false
        }
        form.filter.removeAll { if case .days(first.column, _) = $0 { true } else { false } }
        form.spans = LogicalForm.Spans(column: first.column, later: later, earlier: earlier)
        return true
    }

    /// "By how much did sales grow last year": compares with the period before it, because no other is named.
    private var isOverTimeBefore: Bool { named.contains("did") && named.isDisjoint(with: ["over", "than", "versus"]) }

    private func pair(_ spans: [DateSpan]) -> (earlier: DateSpan, later: DateSpan)? {
        switch spans.count {
        case 2:
            guard let left = spans[0].start, let right = spans[1].start else { return nil }
            if left == right, spans[0].end == spans[1].end { return before(spans[0]).map { ($0, spans[0]) } }
            let (earlier, later) = left < right ? (spans[0], spans[1]) : (spans[1], spans[0])
            guard let end = earlier.end, let start = later.start, end <= start else { return nil }
            return (earlier, later)
        case 1 where draft.comparesWithBefore || isOverTimeBefore: return before(spans[0]).map { ($0, spans[0]) }
        case 1 where spans[0].label == "last year": return soFar(spans[0])
        default: return nil
        }
    }

    /// The preceding period of equal length. For whole months, the same number of months.
    private func before(_ span: DateSpan) -> DateSpan? {
        guard let start = span.start, let end = span.end else { return nil }
        if start.day == 1, end.day == 1 {
            let months = (end.year - start.year) * 12 + end.month - start.month
            return DateSpan(start: start.firstOfMonth(adding: -months), end: start, label: "the time before \(span.label)")
        }
        return DateSpan(start: start.adding(days: start.ordinal - end.ordinal), end: start, label: "the time before \(span.label)")
    }

    /// "growth over last year": this year until today, compared with the same days of last year.
    private func soFar(_ last: DateSpan) -> (earlier: DateSpan, later: DateSpan)? {
        guard let start = last.start, let end = last.end, end <= today else { return nil }
        let same = today.firstOfMonth(adding: -12)
        let tomorrow = today.adding(days: 1)
        let until = tomorrow.day == 1 ? tomorrow.firstOfMonth(adding: -12) : same.adding(days: today.day)
        return (
            DateSpan(start: start, end: until, label: "the same days of last year"), DateSpan(start: end, end: tomorrow, label: "this year so far")
        )
    }

    /// "customers who ordered in 2025 but not in 2026": each period needs a row of its own.
    func separateRows(_ form: inout LogicalForm) {
        let absent = form.filter.flatMap { condition -> [Int] in
            if case .absent(_, let tables, let inner) = condition { tables + inner.flatMap(\.tables) } else { [] }
        }
        let all = form.filter
        var shown = Set(form.groups.map(\.table))
        for output in form.outputs { shown.insert(Self.table(of: output)) }
        shown.formUnion(form.having.map(\.measure.table))
        for (place, condition) in all.enumerated() {
            guard case .days(let column, _) = condition, column.table != form.entity, !shown.contains(column.table) else { continue }
            let isApart = all.indices.contains { $0 != place && Self.exclude(condition, all[$0]) }
            guard absent.contains(column.table) || isApart && draft.isBoth else { continue }
            form.filter[place] = .present(anchor: form.entity, tables: [column.table], [condition])
            form.required.removeAll { $0 == column.table }
        }
    }
}

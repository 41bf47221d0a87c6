/// Everything that a form reads, in queries inside it as well: what a word of the question may have become.
struct FormContents {
    private(set) var tables: Set<Int> = []
    private(set) var columns: Set<ColumnID> = []
    private(set) var numbers: Set<Double> = []
    private(set) var texts: Set<String> = []
    private(set) var spans: [DateSpan] = []
    private(set) var flags = false
    private(set) var aggregates: Set<LogicalForm.Aggregate> = []
    /// Something must not be so.
    private(set) var negates = false
    /// Some rows are compared in size or time.
    private(set) var compares = false

    init(of form: LogicalForm) { add(form) }

    private mutating func add(_ form: LogicalForm) {
        tables.formUnion(form.neededTables)
        tables.insert(form.entity)
        for output in form.outputs {
            switch output {
            case .column(let column): columns.insert(column)
            case .bucket(let bucket): columns.insert(bucket.column)
            case .measure(let measure): add(measure)
            case .everything: break
            }
        }
        columns.formUnion(form.groups + form.limitGroups)
        if let bucket = form.bucket { columns.insert(bucket.column) }
        form.spans.map { add($0) }
        (form.filter + form.part).forEach { add($0) }
        for condition in form.having { add(condition) }
        for ordering in form.order {
            switch ordering.key {
            case .column(let column): columns.insert(column)
            case .bucket(let bucket): columns.insert(bucket.column)
            case .measure(let measure): add(measure)
            }
        }
        if let limit = form.limit { numbers.formUnion([Double(limit), Double(form.skipped + 1)]) }
        for combination in form.combined {
            negates = negates || combination.kind == .except
            add(combination.other)
        }
    }

    private mutating func add(_ measure: LogicalForm.Measure) {
        tables.insert(measure.table)
        switch measure {
        case .rows: break
        case .distinct(let column): columns.insert(column)
        case .aggregate(let aggregate, let column):
            columns.insert(column)
            aggregates.insert(aggregate)
        }
    }

    private mutating func add(_ spans: LogicalForm.Spans) {
        columns.insert(spans.column)
        self.spans += [spans.later, spans.earlier]
    }

    private mutating func add(_ condition: LogicalForm.GroupCondition) {
        add(condition.measure)
        compares = true
        switch condition.right {
        case .number(let number): numbers.insert(number)
        case .timesAverage(let factor):
            numbers.insert(factor)
            aggregates.insert(.average)
        case .earlier(let spans): add(spans)
        }
    }

    private mutating func add(_ constant: Constant) {
        switch constant {
        case .number(let number): numbers.insert(number)
        case .text(let text): texts.insert(text.lowercased())
        case .flag(let flag):
            flags = true
            if !flag { negates = true }
        }
    }

    private mutating func add(_ condition: Condition) {
        columns.formUnion(condition.columns)
        tables.formUnion(condition.tables)
        switch condition {
        case .compare(_, let comparison, let constant):
            if comparison == .notEqual || constant == .number(0) { negates = true }
            if comparison != .equal { compares = true }
            add(constant)
        case .columns: compares = true
        case .aggregate(_, _, let aggregate, let over, let inner):
            aggregates.insert(aggregate)
            columns.insert(over)
            compares = true
            inner.forEach { add($0) }
        case .timesAverage(_, _, let factor):
            aggregates.insert(.average)
            numbers.insert(factor)
            compares = true
        case .match(_, _, let text, let isNegated):
            texts.insert(text.lowercased())
            negates = negates || isNegated
        case .between(_, let low, let high, let isNegated):
            add(low)
            add(high)
            compares = true
            negates = negates || isNegated
        case .days(_, let span):
            spans.append(span)
            // A period alone does not exclude anything; days before or after one do.
            compares = compares || span.start == nil || span.end == nil
        case .null: negates = true
        case .shared: break
        case .any(let parts), .all(let parts): parts.forEach { add($0) }
        case .absent(_, let tables, let inner):
            negates = true
            self.tables.formUnion(tables)
            inner.forEach { add($0) }
        case .present(_, let tables, let inner):
            self.tables.formUnion(tables)
            inner.forEach { add($0) }
        case .counted(_, let table, _, let number, let inner):
            tables.insert(table)
            numbers.insert(number)
            compares = true
            inner.forEach { add($0) }
        }
    }
}

/// Describes a logical form in a language other than English, as a sequence of labelled parts with the names of the schema, and titles the
/// columns of its answer. ``FormWording`` is its English counterpart, whose sentences can be asked again.
struct Interpretation {
    private let index: SourceIndex
    private let language: QuestionLanguage
    /// Whether only one table is involved. Its columns are then named without the table.
    private let isAlone: Bool

    init(_ index: SourceIndex, _ language: QuestionLanguage, isAlone: Bool = false) {
        self.index = index
        self.language = language
        self.isAlone = isAlone
    }

    func text(of form: LogicalForm) -> String {
        let tables = form.neededTables
        let parts = Self(index, language, isAlone: tables.count == 1).parts(of: form, tables)
        return parts.joined(separator: language == .korean ? "; " : "；")
    }

    private func parts(of form: LogicalForm, _ tables: [Int]) -> [String] {
        var out = [shown(form), word(.tables, list(tables.map { index.tables[$0].name }))]
        if !form.filter.isEmpty { out.append(word(.conditions, all(form.filter))) }
        let groups = (form.bucket.map { [text($0)] } ?? []) + form.groups.map(name)
        if !groups.isEmpty { out.append(word(.groups, list(groups))) }
        if !form.having.isEmpty {
            let conditions = form.having.map { "\(text($0.measure)) \(sign($0.comparison)) \(text($0.right))" }
            out.append(word(.groupConditions, conditions.joined(separator: word(.and))))
        }
        if !form.order.isEmpty { out.append(word(.order, list(form.order.map { word($0.isDescending ? .descending : .ascending, text($0.key)) }))) }
        if form.limit != nil, form.skipped > 0 { out.append(word(.after, "\(form.skipped)")) }
        if let limit = form.limit {
            out.append(form.limitGroups.isEmpty ? word(.first, "\(limit)") : word(.firstOfEach, "\(limit)", list(form.limitGroups.map(name))))
        }
        for part in form.combined { out.append(word(part.kind == .intersect ? .also : .butNot, text(of: part.other))) }
        return out
    }

    private func text(_ right: LogicalForm.GroupNumber) -> String {
        switch right {
        case .number(let number): QueryBuilder.digits(number)
        case .timesAverage(let factor): "\(QueryBuilder.digits(factor)) × \(language(.averageOfGroups))"
        case .earlier(let spans): word(.spans, "", spans.later.label, spans.earlier.label)
        }
    }

    private func shown(_ form: LogicalForm) -> String {
        var out = list(form.outputs.map(text))
        if form.isDistinct { out = word(.once, out) }
        if form.isShare { out = word(.share, out) }
        if !form.part.isEmpty { out = word(.shareOf, out, all(form.part)) }
        if form.isRunning { out = word(.running, out) }
        if form.isMeanOfGroups { out = word(.meanOfGroups, out) }
        if form.isChange, let bucket = form.bucket { out = word(.change, out, language.name(of: bucket.unit)) }
        if let spans = form.spans { out = word(.spans, out, spans.later.label, spans.earlier.label) }
        return out
    }

    // MARK: Titles of columns

    /// A description of each column of the answer. Nil if the name is enough.
    /// - Parameter word: the question's own word for a measure; nil if it has none.
    func labels(of form: LogicalForm, word: (LogicalForm.Measure) -> String? = { _ in nil }) -> [String?] {
        let measures = form.outputs.compactMap { output -> LogicalForm.Measure? in if case .measure(let measure) = output { measure } else { nil } }
        func label(_ measure: LogicalForm.Measure) -> String {
            word(measure).map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? self.label(of: measure)
        }
        // Only the average is shown, not the groups.
        if form.isMeanOfGroups { return measures.map { language(.average, inside(label($0))) } }
        return form.outputs.flatMap { output -> [String?] in
            guard case .measure(let measure) = output else { return [nil] }
            if form.isShare || !form.part.isEmpty {
                let share = language(.percent, word(measure) ?? part(of: measure))
                return form.spans == nil ? [share] : [language(.growth)]
            }
            if let spans = form.spans {
                return [
                    language(.within, label(measure), spans.later.label), language(.within, label(measure), spans.earlier.label), language(.growth),
                ]
            }
            return [form.isRunning ? language(.running, inside(label(measure))) : label(measure)] + (form.isChange ? [language(.growth)] : [])
        }
    }

    /// What a percentage is of.
    private func part(of measure: LogicalForm.Measure) -> String {
        switch measure {
        case .rows(let table): Self.spaced(index.tables[table].name)
        case .aggregate, .distinct: inside(label(of: measure))
        }
    }

    /// A label within another one.
    private func inside(_ label: String) -> String { language == .english ? label.prefix(1).lowercased() + label.dropFirst() : label }

    private func label(of measure: LogicalForm.Measure) -> String {
        switch measure {
        case .aggregate(_, let column) where index[column].expression != nil: index[column].name
        case .distinct(let column) where index[column].expression != nil: index[column].name
        case .rows(let table): language(.count, Self.spaced(index.tables[table].name))
        case .distinct(let column): language(.different, Self.spaced(index[column].name))
        case .aggregate(let aggregate, let column): language(Self.text(of: aggregate), Self.spaced(index[column].name))
        }
    }

    private static func spaced(_ name: String) -> String { name.replacing("_", with: " ") }

    private static func text(of aggregate: LogicalForm.Aggregate) -> QuestionLanguage.Text {
        switch aggregate {
        case .average: .average
        case .sum: .sum
        case .minimum: .lowest
        case .maximum: .highest
        }
    }

    // MARK: Values

    private func name(_ column: ColumnID) -> String { isAlone ? index[column].name : "\(index.tables[column.table].name).\(index[column].name)" }

    private func text(_ measure: LogicalForm.Measure) -> String {
        switch measure {
        case .aggregate(let aggregate, let column) where index[column].expression == nil: language(Self.text(of: aggregate), name(column))
        case .distinct(let column) where index[column].expression == nil: language(.different, name(column))
        case .rows, .aggregate, .distinct: label(of: measure)
        }
    }

    private func text(_ bucket: LogicalForm.Bucket) -> String { word(.bucket, name(bucket.column), language.name(of: bucket.unit)) }

    private func text(_ output: LogicalForm.Output) -> String {
        switch output {
        case .column(let column): name(column)
        case .bucket(let bucket): text(bucket)
        case .measure(let measure): text(measure)
        case .everything(let table): word(.everything, index.tables[table].name)
        }
    }

    private func text(_ key: LogicalForm.Ordering.Key) -> String {
        switch key {
        case .column(let column): name(column)
        case .bucket(let bucket): text(bucket)
        case .measure(let measure): text(measure)
        }
    }

    private func sign(_ comparison: Comparison) -> String {
        switch comparison {
        case .equal: "="
        case .notEqual: "≠"
        case .less: "<"
        case .lessOrEqual: "≤"
        case .greater: ">"
        case .greaterOrEqual: "≥"
        }
    }

    // MARK: Conditions

    private func all(_ conditions: [Condition]) -> String { conditions.map(part).joined(separator: word(.and)) }

    /// A condition that is combined with others.
    private func part(_ condition: Condition) -> String {
        if case .any = condition { "(\(text(condition)))" } else { text(condition) }
    }

    private func text(_ condition: Condition) -> String {
        switch condition {
        case .compare(let column, let comparison, let constant): "\(name(column)) \(sign(comparison)) \(constant.text)"
        case .columns(let left, let comparison, let right): "\(name(left)) \(sign(comparison)) \(name(right))"
        case .aggregate(let column, let comparison, let aggregate, let over, let conditions):
            "\(name(column)) \(sign(comparison)) \(text(LogicalForm.Measure.aggregate(aggregate, over)))" + inside(conditions)
        case .timesAverage(let column, let comparison, let factor):
            "\(name(column)) \(sign(comparison)) \(QueryBuilder.digits(factor)) × \(language(.average, name(column)))"
        case .match(let column, let match, let text, let isNegated):
            not(word(match == .starts ? .starts : match == .ends ? .ends : .contains, name(column), text), isNegated)
        case .between(let column, let low, let high, let isNegated): not("\(low.text) ≤ \(name(column)) ≤ \(high.text)", isNegated)
        case .days(let column, let span): "\(name(column)) = \(span.label)"
        case .null(let column, let isNegated): not(word(.missing, name(column)), isNegated)
        case .shared(let column): "= \(name(column))"
        case .any(let parts): parts.map(text).joined(separator: word(.or))
        case .all(let parts): all(parts)
        case .present(_, let tables, let conditions): word(.with, others(tables, conditions)) + inside(conditions)
        case .absent(_, let tables, let conditions): word(.without, others(tables, conditions)) + inside(conditions)
        case .counted(_, let table, let comparison, let number, let conditions):
            "\(language(.count, index.tables[table].name)) \(sign(comparison)) \(QueryBuilder.digits(number))" + inside(conditions)
        }
    }

    private func not(_ text: String, _ isNegated: Bool) -> String { isNegated ? word(.not, text) : text }

    private func inside(_ conditions: [Condition]) -> String { conditions.isEmpty ? "" : " (\(all(conditions)))" }

    private func others(_ tables: [Int], _ conditions: [Condition]) -> String {
        let named = tables.isEmpty ? conditions.flatMap(\.tables) : tables
        return list(named.reduce(into: [String]()) { if !$0.contains(index.tables[$1].name) { $0.append(index.tables[$1].name) } })
    }

    // MARK: Words

    private func list(_ parts: [String]) -> String { parts.joined(separator: language == .korean ? ", " : "、") }

    private func word(_ word: Word, _ values: String...) -> String {
        let (simplified, traditional, korean) = Self.row(word)
        let form = language == .korean ? korean : language == .traditionalChinese ? traditional : simplified
        return QuestionLanguage.filled(form, values)
    }
}

extension Interpretation {
    enum Word: CaseIterable {
        case tables, conditions, groups, groupConditions, order, ascending, descending, after, first, firstOfEach, also, butNot
        case once, share, shareOf, running, meanOfGroups, change, spans, bucket, everything
        case and, or, not, starts, ends, contains, missing, with, without
    }

    // A table: a text for each language.
    // swift-format-ignore
    static func row(_ word: Word) -> (String, String, String) {
        switch word {
        case .tables: ("数据表：%1", "資料表：%1", "테이블: %1")
        case .conditions: ("条件：%1", "條件：%1", "조건: %1")
        case .groups: ("分组：%1", "分組：%1", "그룹: %1")
        case .groupConditions: ("分组条件：%1", "分組條件：%1", "그룹 조건: %1")
        case .order: ("排序：%1", "排序：%1", "정렬: %1")
        case .ascending: ("%1 升序", "%1 遞增", "%1 오름차순")
        case .descending: ("%1 降序", "%1 遞減", "%1 내림차순")
        case .after: ("跳过 %1 行", "跳過 %1 列", "앞의 %1개 행 제외")
        case .first: ("前 %1 行", "前 %1 列", "처음 %1개 행")
        case .firstOfEach: ("每个 %2 的前 %1 行", "每個 %2 的前 %1 列", "%2마다 처음 %1개 행")
        case .also: ("并且也符合（%1）", "並且也符合（%1）", "다음에도 해당: (%1)")
        case .butNot: ("但排除（%1）", "但排除（%1）", "다음은 제외: (%1)")
        case .once: ("不重复的 %1", "不重複的 %1", "중복 없는 %1")
        case .share: ("%1（占比 %）", "%1（占比 %）", "%1(비율 %)")
        case .shareOf: ("%1（满足 %2 的占比 %）", "%1（滿足 %2 的占比 %）", "%1(%2인 비율 %)")
        case .running: ("%1（累计）", "%1（累計）", "%1(누적)")
        case .meanOfGroups: ("%1（各组的平均）", "%1（各組的平均）", "%1(그룹 평균)")
        case .change: ("%1，以及比上一%2增长的百分比", "%1，以及比上一%2成長的百分比", "%1, 이전 %2 대비 증가율(%)")
        case .spans: ("%1：%2 与 %3 及增长的百分比", "%1：%2 與 %3 及成長的百分比", "%1: %2, %3 및 증가율(%)")
        case .bucket: ("%1（按%2）", "%1（按%2）", "%1(%2별)")
        case .everything: ("%1 的所有列", "%1 的所有欄", "%1의 모든 열")
        case .and: (" 且 ", " 且 ", " 그리고 ")
        case .or: (" 或 ", " 或 ", " 또는 ")
        case .not: ("非（%1）", "非（%1）", "(%1) 아님")
        case .starts: ("%1 以 '%2' 开头", "%1 以 '%2' 開頭", "%1이(가) '%2'(으)로 시작")
        case .ends: ("%1 以 '%2' 结尾", "%1 以 '%2' 結尾", "%1이(가) '%2'(으)로 끝남")
        case .contains: ("%1 包含 '%2'", "%1 包含 '%2'", "%1에 '%2' 포함")
        case .missing: ("%1 为空", "%1 為空", "%1 없음")
        case .with: ("有 %1", "有 %1", "%1 있음")
        case .without: ("没有 %1", "沒有 %1", "%1 없음")
        }
    }
}

/// The title and subtitle of a chart.
struct ChartTitle {
    let data: ChartData
    let plan: ChartPlan
    private let phrases: ChartPhrases
    private let numbers: NumberFormat

    init(data: ChartData, plan: ChartPlan) {
        self.data = data
        self.plan = plan
        phrases = ChartPhrases(language: data.language)
        numbers = NumberFormat(language: data.language)
    }

    var title: String { finding ?? description }

    var subtitle: String? {
        var parts = finding == nil ? [] : [description]
        let total = data.totalRows
        let shown = min(plan.shown ?? data.rows.count, data.rows.count)
        if shown < total { parts.append(phrases.firstRows(numbers.text(Int64(shown)), numbers.text(Int64(total)))) }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// The description of the chart: "Revenue by month and region".
    private var description: String {
        func label(_ column: Int) -> String { data.columns[column].label }
        let measures = phrases.list(plan.measures.map(label))
        switch plan.kind {
        case .table: return data.rows.isEmpty ? phrases.noRows : phrases.result
        case .kpi:
            let name = plan.x.map { data.name(0, $0) }
            let label = plan.compares ? label(plan.measures[0]) : measures
            return name.map { "\($0): \(label)" } ?? label
        case .scatter: return phrases.against(measures, plan.x.map(inSentence) ?? "")
        default: return phrases.by(measures, [plan.x, plan.series].compactMap { $0 }.map(inSentence))
        }
    }

    /// The finding in the rows, if one sentence can express it.
    private var finding: String? {
        guard plan.measures.count == 1, plan.series == nil, let x = plan.x, data.rows.count > 1 else { return nil }
        switch plan.kind {
        case .column where data.profiles[x].isTime, .line, .area: return data.profiles[x].isTime ? trend(x) : highest(x)
        case .column, .bar: return highest(x)
        case .pie, .donut: return largestShare(x)
        case .table, .kpi, .scatter, .heatMap: return nil
        }
    }

    /// The change from the first to the last point in time, if the first value is positive.
    private func trend(_ x: Int) -> String? {
        let measure = plan.measures[0]
        let points = data.rows.indices.compactMap { row -> (row: Int, seconds: Double, value: Double)? in
            guard let point = data.point(row, x), let value = data.number(row, measure) else { return nil }
            return (row, point.seconds, value)
        }
        guard let first = points.min(by: { $0.seconds < $1.seconds }), let last = points.max(by: { $0.seconds < $1.seconds }) else { return nil }
        guard first.row != last.row, first.value > 0, last.value >= 0 else { return nil }
        let change = (last.value - first.value) / first.value
        guard change < 100 else { return nil }
        return phrases.trend(data.columns[measure].label, change, data.name(first.row, x), data.name(last.row, x))
    }

    /// The one largest value; nil when two rows share it.
    private func largest(_ measure: Int) -> (row: Int, value: Double)? {
        var best: (row: Int, value: Double)?
        var isShared = false
        for row in data.rows.indices {
            guard let value = data.number(row, measure) else { continue }
            if let known = best, value <= known.value {
                if value == known.value { isShared = true }
            } else {
                (best, isShared) = ((row, value), false)
            }
        }
        return isShared ? nil : best
    }

    private func highest(_ x: Int) -> String? {
        guard let best = largest(plan.measures[0]) else { return nil }
        let profile = data.profiles[plan.measures[0]]
        let isCount = profile.isIntegral && profile.isAdditive && data.columns[plan.measures[0]].label.hasSuffix("s")
        if isCount { return phrases.most(subject(best.row, x), inSentence(plan.measures[0]), data.text(best.row, plan.measures[0])) }
        return phrases.highest(subject(best.row, x), inSentence(plan.measures[0]), data.text(best.row, plan.measures[0]))
    }

    private func largestShare(_ x: Int) -> String? {
        let measure = plan.measures[0]
        // A percentage is a share already.
        guard data.columns[measure].name != "percent" else { return highest(x) }
        let sum = data.rows.indices.reduce(0) { $0 + (data.number($1, measure) ?? 0) }
        guard let best = largest(measure), sum > 0 else { return nil }
        return phrases.largestShare(subject(best.row, x), inSentence(measure), numbers.percent(best.value / sum))
    }

    /// A name, or a number with its column's name: "Hour 4".
    private func subject(_ row: Int, _ column: Int) -> String {
        let name = data.name(row, column)
        let isNumber = data.profiles[column].role == .category && data.rows[row][column].number != nil
        return isNumber ? "\(data.columns[column].label) \(name)" : name
    }

    /// The label within a sentence: "Total revenue" becomes "total revenue"; "GMV" stays.
    private func inSentence(_ column: Int) -> String {
        let label = data.columns[column].label
        let second = label.dropFirst().first
        guard second?.isUppercase != true else { return label }
        return label.prefix(1).lowercased() + label.dropFirst()
    }
}

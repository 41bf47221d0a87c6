/// Chooses a chart from the shape of a result. docs/charts.md describes the rules in this order.
struct ChartChooser {
    let data: ChartData
    let request: ChartRequest

    var measures: [Int] { indices { $0.role == .measure } }
    var times: [Int] { indices { $0.isTime } }
    var categories: [Int] { usefulCategories }

    private let usefulCategories: [Int]

    init(data: ChartData, request: ChartRequest) {
        self.data = data
        self.request = request
        usefulCategories = Self.usefulCategories(data)
    }

    private func indices(_ condition: (ColumnProfile) -> Bool) -> [Int] { data.profiles.indices.filter { condition(data.profiles[$0]) } }

    /// The category columns without uninformative ones: a column with one value, and codes beside unique names.
    private static func usefulCategories(_ data: ChartData) -> [Int] {
        var found = data.profiles.indices.filter { data.profiles[$0].role == .category }
        if data.rows.count > 1 {
            let varied = found.filter { data.profiles[$0].distinctCount > 1 }
            let others = data.profiles.contains { $0.isTime }
            if !varied.isEmpty || others { found = varied }
        }
        let names = found.filter { !data.profiles[$0].words.isIdentifier && data.profiles[$0].isUnique }
        return names.isEmpty ? found : found.filter { !data.profiles[$0].words.isIdentifier }
    }

    func plan() -> ChartPlan {
        let plan = planByShape()
        guard let kind = request.kind, kind != plan.kind else { return plan }
        return self.plan(as: kind, instead: plan) ?? plan
    }

    var table: ChartPlan { ChartPlan(kind: .table, measures: Array(data.columns.indices)) }

    private func planByShape() -> ChartPlan {
        if data.rows.isEmpty || measures.isEmpty || measures.count > 6 { return table }
        if data.rows.count == 1 { return planForOneRow() ?? table }
        let plan =
            switch (times.count, categories.count, measures.count) {
            case (0, 0, 2): data.rows.count >= 3 ? scatter() : nil
            case (1, 0, _): planForTimes(times[0])
            case (1, 1, 1): planForTimes(times[0], series: categories[0])
            case (0, 1, 2) where data.rows.count >= 3 && wantsScatter: scatter()
            case (0, 1, _): planForCategories(categories[0])
            case (0, 2, 1): planForTwoCategories(categories[0], categories[1])
            default: nil as ChartPlan?
            }
        return plan ?? table
    }

    /// Rule 3: up to four numbers are shown alone; two are compared when one is of the previous period.
    private func planForOneRow() -> ChartPlan? {
        guard measures.count <= 4, categories.count + times.count <= 1 else { return nil }
        var plan = ChartPlan(kind: .kpi, x: categories.first ?? times.first, measures: measures)
        if measures.count == 2, let previous = measures.first(where: { data.profiles[$0].words.isPrevious }) {
            plan.measures = measures.filter { $0 != previous } + [previous]
            plan.compares = plan.measures.count == 2
        }
        return plan
    }

    /// Whether to use points: for two measures that cannot share an axis. Two periods of one measure are compared as columns.
    private var wantsScatter: Bool { request.wantsRelation || (request.wantsContrast && !areComparable(measures)) }

    func scatter() -> ChartPlan { ChartPlan(kind: .scatter, x: measures[0], measures: [measures[1]]) }

    /// True when the measures can share one axis: rates are not mixed with amounts, and no maximum is 20 times another's.
    func areComparable(_ measures: [Int]) -> Bool {
        let profiles = measures.map { data.profiles[$0] }
        guard Set(profiles.map(\.words.isRate)).count == 1 else { return false }
        let sizes = profiles.compactMap(\.range).map { max($0.lowerBound.magnitude, $0.upperBound.magnitude) }.filter { $0 > 0 }
        guard let least = sizes.min(), let most = sizes.max() else { return true }
        return most / 20 <= least
    }
}

extension ChartChooser {
    /// Most series whose colors can be distinguished.
    static let maxSeries = 8
    /// Most small charts in one picture.
    static let maxPanels = 12
    /// Most rows and columns of a heat map.
    static let maxHeatMap = 40

    /// Rules 4 and 5: values over time.
    func planForTimes(_ time: Int) -> ChartPlan? {
        guard data.profiles[time].isUnique else { return nil }
        if measures.count > 1, !areComparable(measures) || measures.count > 4 {
            return ChartPlan(kind: .line, arrangement: .smallMultiples, x: time, measures: measures)
        }
        let isShort = data.rows.count <= 3
        if measures.count > 1 {
            return ChartPlan(kind: isShort ? .column : .line, arrangement: isShort ? .grouped : .single, x: time, measures: measures)
        }
        let profile = data.profiles[measures[0]]
        let kind: ChartKind = isShort ? .column : profile.words.isCumulative && !profile.isNegative ? .area : .line
        return ChartPlan(kind: kind, x: time, measures: measures)
    }

    /// Rule 6: one measure over time, a series for each category.
    func planForTimes(_ time: Int, series: Int) -> ChartPlan? {
        guard data.isUnique([time, series]) else { return nil }
        let (points, count) = (data.profiles[time].distinctCount, data.profiles[series].distinctCount)
        var plan = ChartPlan(kind: .line, x: time, measures: measures, series: series)
        if points == 1 {
            plan = ChartPlan(kind: .column, x: series, measures: measures)
        } else if count <= Self.maxSeries {
            let profile = data.profiles[measures[0]]
            let canStack = profile.isAdditive && !profile.isNegative
            if request.wantsShare, canStack {
                plan.kind = points <= 24 ? .column : .area
                plan.arrangement = .stacked
            } else if points <= 3 {
                plan.kind = .column
                plan.arrangement = .grouped
            }
        } else if count <= Self.maxPanels {
            plan.arrangement = .smallMultiples
        } else if count <= Self.maxHeatMap, points <= Self.maxHeatMap {
            plan.kind = .heatMap
        } else {
            return nil
        }
        return plan
    }
}

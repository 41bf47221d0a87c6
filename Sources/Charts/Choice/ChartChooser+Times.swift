extension ChartChooser {
    /// Series that one chart's colours can distinguish.
    static let maxSeries = 8
    /// Small charts that fit into one picture.
    static let maxPanels = 12
    /// Rows and columns of a heat map.
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

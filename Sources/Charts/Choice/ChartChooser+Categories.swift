extension ChartChooser {
    /// Most columns with readable names.
    private static let maxColumns = 12
    /// Most bars in one picture.
    private static let maxBars = 30
    /// Most series in one group.
    private static let maxGroup = 6
    /// Categories with longer names become bars instead of columns. Unit: characters.
    private static let maxColumnName = 14

    /// Rules 7 and 8: one or more measures for each category.
    func planForCategories(_ category: Int) -> ChartPlan? {
        let profile = data.profiles[category]
        guard profile.isUnique else { return nil }
        let count = data.rows.count
        let fitsColumns = count <= Self.maxColumns && (profile.longestText <= Self.maxColumnName || count <= 3)
        var plan = ChartPlan(kind: fitsColumns || profile.words.isCalendarPart ? .column : .bar, x: category, measures: measures)
        if measures.count == 1 {
            if request.wantsShare, count <= 6, isWhole(measures[0]) {
                plan.kind = .donut
            } else if count > Self.maxBars, plan.kind == .bar {
                guard isSorted(measures[0]) else { return nil }
                plan.shown = Self.maxBars
            }
            return plan
        }
        guard count <= Self.maxBars else { return nil }
        plan.arrangement = areComparable(measures) && measures.count <= 4 ? .grouped : .smallMultiples
        if plan.arrangement == .grouped, count * measures.count > 24 { plan.arrangement = .smallMultiples }
        return plan
    }

    /// Rule 9: one measure for each pair of two categories; the one with fewer values is the series.
    func planForTwoCategories(_ first: Int, _ second: Int) -> ChartPlan? {
        guard data.isUnique([first, second]) else { return nil }
        let (x, series) = order(first, second)
        let (count, seriesCount) = (data.profiles[x].distinctCount, data.profiles[series].distinctCount)
        let profile = data.profiles[measures[0]]
        let canStack = profile.isAdditive && !profile.isNegative
        var plan = ChartPlan(kind: .column, arrangement: .grouped, x: x, measures: measures, series: series)
        let fitsColumns = count <= Self.maxColumns && data.profiles[x].longestText <= Self.maxColumnName
        if !fitsColumns { plan.kind = .bar }
        let isCrowded = seriesCount <= Self.maxGroup && count * seriesCount > 24
        if seriesCount <= Self.maxSeries, count <= Self.maxBars, canStack, request.wantsShare || isCrowded {
            plan.arrangement = .stacked
        } else if seriesCount > Self.maxGroup || count * seriesCount > 36 {
            guard count <= Self.maxHeatMap, seriesCount <= Self.maxHeatMap else { return nil }
            plan = ChartPlan(kind: .heatMap, x: x, measures: measures, series: series)
        }
        return plan
    }

    /// A part of the calendar is on the axis; otherwise the column with more values is.
    private func order(_ first: Int, _ second: Int) -> (x: Int, series: Int) {
        let parts = [first, second].filter { data.profiles[$0].words.isCalendarPart }
        if parts.count == 1 { return parts[0] == first ? (first, second) : (second, first) }
        return data.profiles[second].distinctCount > data.profiles[first].distinctCount ? (second, first) : (first, second)
    }

    /// True when the values are parts of a whole: none is negative or missing, their sum is positive, and sums of them make sense.
    func isWhole(_ measure: Int) -> Bool {
        let profile = data.profiles[measure]
        guard !profile.isNegative, !profile.words.isAverage, !profile.hasNull, let range = profile.range else { return false }
        return range.upperBound > 0
    }

    private func isSorted(_ measure: Int) -> Bool {
        let values = data.rows.indices.compactMap { data.number($0, measure) }
        let pairs = zip(values, values.dropFirst())
        return pairs.allSatisfy { $0 >= $1 } || pairs.allSatisfy { $0 <= $1 }
    }
}

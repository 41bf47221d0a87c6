/// Which columns of a result are drawn, and how.
struct ChartPlan: Hashable, Sendable {
    /// How several series share one chart.
    enum Arrangement: Hashable, Sendable {
        case single, grouped, stacked
        /// One small chart for each series or measure.
        case smallMultiples
    }

    var kind: ChartKind
    var arrangement = Arrangement.single
    /// The column of the dimension: categories or times; of a scatter plot a measure.
    var x: Int?
    /// The columns that are drawn as lengths; of a table all columns.
    var measures: [Int]
    /// The column whose values are the series; of a heat map the rows.
    var series: Int?
    /// A KPI's second measure is the value to compare with.
    var compares = false
    /// Categories that are drawn; the others are mentioned in the subtitle.
    var shown: Int?
    /// The columns between whose values the last measure of a line chart lies.
    var band: Band?

    struct Band: Hashable, Sendable {
        var lower: Int
        var upper: Int
    }
}

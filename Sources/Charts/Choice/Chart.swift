/// A result and how to draw it.
package struct Chart: Sendable {
    let data: ChartData
    let plan: ChartPlan
    /// The title, which states a finding if the rows have one: "Beans has the highest revenue: 4,200".
    package let title: String
    /// A description of the content when the title is a finding, and the number of omitted rows.
    package let subtitle: String?

    /// Chooses the chart of a result.
    /// - Parameters:
    ///   - question: the person's question, whose words may name a kind of chart or ask for shares.
    ///   - kind: the kind that the caller requests; it takes precedence over the question's words, if the result has suitable columns.
    package static func choose(
        columns: [ChartColumn], rows: [[ChartCell]], question: String = "", language: ChartLanguage, kind: ChartKind? = nil
    ) -> Chart {
        let data = ChartData(columns: columns, rows: rows, language: language)
        var request = ChartRequest(question: question)
        request.kind = kind ?? request.kind
        let plan = ChartChooser(data: data, request: request).plan()
        return Chart(data: data, plan: plan)
    }

    init(data: ChartData, plan: ChartPlan) {
        let text = ChartTitle(data: data, plan: plan)
        self.init(data: data, plan: plan, title: text.title, subtitle: text.subtitle)
    }

    init(data: ChartData, plan: ChartPlan, title: String, subtitle: String?) {
        self.data = data
        self.plan = plan
        self.title = title
        self.subtitle = subtitle
    }

    package var kind: ChartKind { plan.kind }
    package var language: ChartLanguage { data.language }
}

/// The kind of a chart.
package enum ChartKind: String, CaseIterable, Sendable {
    case table, kpi, column, bar, line, area, pie, donut, scatter
    case heatMap = "heat_map"
}

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
    /// The column of the dimension: categories or times; a measure in a scatter plot.
    var x: Int?
    /// The columns that are drawn as lengths; in a table all columns.
    var measures: [Int]
    /// The column whose values are the series; in a heat map its rows.
    var series: Int?
    /// Whether a KPI's second measure is the value to compare with.
    var compares = false
    /// Number of drawn categories; the subtitle mentions the others.
    var shown: Int?
    /// The columns with the lower and upper ends of a band around the last measure of a line chart.
    var band: Band?

    struct Band: Hashable, Sendable {
        var lower: Int
        var upper: Int
    }
}

/// Up to four numbers in large type; one of them with its change from the previous period.
struct KPIPlot {
    let chart: Chart

    func draw(in frame: SceneRectangle, _ builder: inout SceneBuilder) {
        let (data, plan) = (chart.data, chart.plan)
        let cards = plan.compares ? Array(plan.measures.prefix(1)) : plan.measures
        let width = frame.width / Double(max(cards.count, 1))
        for (index, measure) in cards.enumerated() {
            let x = frame.x + width * Double(index)
            if index > 0 { builder.rule(x1: x - 12, y1: frame.y + 4, x2: x - 12, y2: frame.y + 76, stroke: builder.theme.grid) }
            let label = TextMeasure.fit(data.columns[measure].label, width: width - 24, size: 14)
            builder.text(label, x: x, y: frame.y + 14, size: 14)
            let value = data.number(0, measure)
            var text = data.text(0, measure)
            if TextMeasure.width(text, size: 40, isBold: true) > width - 24, let value { text = ValueFormat(data, measure).short(value) }
            text = TextMeasure.fit(text, width: width - 24, size: 40, isBold: true)
            builder.text(text, x: x, y: frame.y + 62, size: 40, isBold: true, color: builder.theme.text)
        }
        if plan.compares { comparison(plan.measures, frame, &builder) }
    }

    /// A larger change is not shown, because the previous value was close to zero.
    private static let maxChange = 100.0

    /// The change of the first measure as a share of the second.
    private var change: Double? {
        let measures = chart.plan.measures
        guard let now = chart.data.number(0, measures[0]), let before = chart.data.number(0, measures[1]), before != 0 else { return nil }
        let change = (now - before) / before.magnitude
        return change.magnitude <= Self.maxChange ? change : nil
    }

    private func comparison(_ measures: [Int], _ frame: SceneRectangle, _ builder: inout SceneBuilder) {
        let data = chart.data
        var x = frame.x
        if let change {
            let sign = change > 0 ? "▲ " : change < 0 ? "▼ " : ""
            let text = sign + NumberFormat(language: data.language).percent(change.magnitude)
            builder.text(text, x: x, y: frame.y + 94, size: 15, isBold: true, color: change < 0 ? builder.theme.negative : builder.theme.color(0))
            x += TextMeasure.width(text, size: 15, isBold: true) + 12
        }
        let text = ChartPhrases(language: data.language).comparedWith(data.columns[measures[1]].label, data.text(0, measures[1]))
        builder.text(TextMeasure.fit(text, width: frame.right - x, size: 14), x: x, y: frame.y + 94, size: 14)
    }
}

/// A pie or donut chart with a list of its parts.
struct SlicePlot {
    let chart: Chart

    private struct Slice {
        let name: String
        let value: Double
    }

    func draw(in frame: SceneRectangle, _ builder: inout SceneBuilder) {
        guard let x = chart.plan.x, let measure = chart.plan.measures.first else { return }
        let slices = chart.data.rows.indices.map { Slice(name: chart.data.name($0, x), value: max(0, chart.data.number($0, measure) ?? 0)) }
        let sum = slices.reduce(0) { $0 + $1.value }
        guard sum > 0 else { return }
        let radius = min(frame.height / 2 - 6, frame.width * 0.24)
        let center = ScenePoint(x: frame.x + radius + 20, y: frame.y + frame.height / 2)
        let format = ValueFormat(chart.data, measure)
        var angle = 0.0
        for (index, slice) in slices.enumerated() {
            let end = angle + slice.value / sum * 2 * Double.pi
            let label = "\(slice.name): \(format.text(slice.value)) (\(format.numbers.percent(slice.value / sum)))"
            builder.shapes.append(
                .sector(
                    center, inner: chart.kind == .donut ? radius * 0.62 : 0, outer: radius, start: angle, end: end, fill: builder.theme.color(index),
                    label: label))
            angle = end
        }
        if chart.kind == .donut {
            let total = TextMeasure.fit(format.short(sum), width: radius * 1.1, size: 24, isBold: true)
            builder.text(total, x: center.x, y: center.y + 4, size: 24, isBold: true, color: builder.theme.text, anchor: .middle)
            let name = TextMeasure.fit(chart.data.columns[measure].label, width: radius * 1.1, size: 12)
            builder.text(name, x: center.x, y: center.y + 23, anchor: .middle)
        }
        list(slices, sum, format, x: center.x + radius + 44, frame, &builder)
    }

    private func list(_ slices: [Slice], _ sum: Double, _ format: ValueFormat, x: Double, _ frame: SceneRectangle, _ builder: inout SceneBuilder) {
        let step = min(28, frame.height / Double(slices.count))
        let top = frame.y + (frame.height - step * Double(slices.count)) / 2
        let percents = frame.right - 4
        let values = percents - 64
        let widest = slices.map { TextMeasure.width(format.text($0.value), size: 13) }.max() ?? 0
        let labels = TextMeasure.fit(slices.map(\.name), width: max(30, values - widest - x - 32), size: 13)
        for (index, slice) in slices.enumerated() {
            let y = top + step * (Double(index) + 0.5)
            builder.rectangle(SceneRectangle(x: x, y: y - 6, width: 12, height: 12), radius: 2, fill: builder.theme.color(index))
            builder.text(labels[index], x: x + 20, y: y + 5, size: 13, color: builder.theme.text)
            builder.text(format.text(slice.value), x: values, y: y + 5, size: 13, anchor: .end)
            builder.text(
                format.numbers.percent(slice.value / sum), x: percents, y: y + 5, size: 13, isBold: true, color: builder.theme.text, anchor: .end)
        }
    }
}

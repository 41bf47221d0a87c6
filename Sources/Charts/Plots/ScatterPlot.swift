/// Points with two measures as coordinates.
struct ScatterPlot {
    let chart: Chart

    /// Most drawn points; with more rows, only every second, third … is drawn.
    private static let maxPoints = 3_000

    static func step(_ chart: Chart) -> Int { (chart.data.rows.count + maxPoints - 1) / maxPoints }

    func draw(in frame: SceneRectangle, _ builder: inout SceneBuilder) {
        guard let first = chart.plan.x, let second = chart.plan.measures.first else { return }
        let data = chart.data
        let (xFormat, yFormat) = (ValueFormat(data, first), ValueFormat(data, second))
        let xScale = NumberScale(data.profiles[first].range, includesZero: false, isIntegral: xFormat.isIntegral, count: 7)
        let yScale = NumberScale(data.profiles[second].range, includesZero: false, isIntegral: yFormat.isIntegral, count: 5)
        let labels = yFormat.ticks(yScale)
        let plot = frame.inset(left: (labels.map { TextMeasure.width($0, size: 12) }.max() ?? 0) + 10, top: 28, right: 20, bottom: 42)
        func x(_ value: Double) -> Double { plot.x + plot.width * xScale.share(value) }
        func y(_ value: Double) -> Double { plot.bottom - plot.height * yScale.share(value) }
        builder.text(TextMeasure.fit(data.columns[second].label, width: frame.width, size: 12), x: frame.x, y: frame.y + 11)
        for (tick, label) in zip(yScale.ticks, labels) {
            builder.rule(x1: plot.x, y1: y(tick), x2: plot.right, y2: y(tick), stroke: builder.theme.grid)
            builder.text(label, x: plot.x - 8, y: y(tick) + 4, anchor: .end)
        }
        for (tick, label) in zip(xScale.ticks, xFormat.ticks(xScale)) {
            builder.rule(x1: x(tick), y1: plot.y, x2: x(tick), y2: plot.bottom, stroke: builder.theme.grid)
            builder.text(label, x: x(tick), y: plot.bottom + 17, anchor: .middle)
        }
        let title = TextMeasure.fit(data.columns[first].label, width: plot.width, size: 12)
        builder.text(title, x: plot.x + plot.width / 2, y: plot.bottom + 36, anchor: .middle)
        let step = Self.step(chart)
        for row in stride(from: 0, to: data.rows.count, by: max(step, 1)) {
            guard let across = data.number(row, first), let up = data.number(row, second) else { continue }
            let hint = data.rows.count <= 500 ? "\(xFormat.text(across)), \(yFormat.text(up))" : nil
            let radius = data.rows.count > 500 ? 2.5 : 4
            builder.circle(ScenePoint(x: x(across), y: y(up)), radius: radius, fill: builder.theme.color(0), opacity: 0.6, label: hint)
        }
    }
}

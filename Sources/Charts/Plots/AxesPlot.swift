/// Columns, bars, lines or areas between two axes.
struct AxesPlot {
    let chart: Chart
    let table: SeriesTable
    /// A panel among small multiples: fewer ticks, and no labels beside shapes.
    var isSmall = false
    /// The range that panels share; nil for that of the values.
    var range: ClosedRange<Double>?
    /// The axis names its measure.
    var isTitled = true

    var isStacked: Bool { chart.plan.arrangement == .stacked }
    var measure: Int { table.series.first?.measure ?? 0 }
    var format: ValueFormat { ValueFormat(chart.data, measure) }

    func draw(in frame: SceneRectangle, _ builder: inout SceneBuilder) {
        if chart.kind == .bar { drawBars(in: frame, &builder) } else { drawUpright(in: frame, &builder) }
    }

    func scale(count: Int) -> NumberScale {
        NumberScale(
            range ?? table.range(isStacked: isStacked), includesZero: chart.kind != .line,
            isIntegral: format.isIntegral, count: isSmall ? 3 : count)
    }

    private func drawUpright(in frame: SceneRectangle, _ builder: inout SceneBuilder) {
        let scale = scale(count: 5)
        let labels = format.ticks(scale)
        let isLine = chart.kind != .column
        let names = EndLabels(plot: self)
        let left = (labels.map { TextMeasure.width($0, size: 12) }.max() ?? 0) + 10
        let title = axisTitle
        let plot = frame.inset(left: left, top: title == nil ? 10 : 28, right: isLine ? names.width : 4, bottom: bottomHeight)
        if let title { builder.text(TextMeasure.fit(title, width: frame.width, size: 12), x: frame.x, y: frame.y + 11, size: 12) }
        func y(_ value: Double) -> Double { plot.bottom - plot.height * scale.share(value) }
        for (tick, label) in zip(scale.ticks, labels) {
            builder.rule(x1: plot.x, y1: y(tick), x2: plot.right, y2: y(tick), stroke: builder.theme.grid)
            builder.text(label, x: plot.x - 8, y: y(tick) + 4, anchor: .end)
        }
        let isContinuous = isLine && table.seconds != nil
        if isContinuous { timeLabels(plot, &builder) } else { bandLabels(plot, &builder) }
        switch chart.kind {
        case .column: drawColumns(in: plot, scale, &builder)
        default: drawLines(in: plot, scale, &builder)
        }
        builder.rule(x1: plot.x, y1: y(scale.base), x2: plot.right, y2: y(scale.base), stroke: builder.theme.axis)
        if isLine { names.draw(in: plot, scale, &builder) }
    }

    private var axisTitle: String? {
        guard isTitled, !isSmall, chart.plan.measures.count == 1 else { return nil }
        return chart.data.columns[measure].label
    }

    /// Where a position stands along the horizontal axis.
    func x(_ position: Int, _ plot: SceneRectangle) -> Double {
        guard chart.kind != .column, let seconds = table.seconds, let first = seconds.first, let last = seconds.last, last > first else {
            return bands(plot).center(position)
        }
        return plot.x + plot.width * (seconds[position] - first) / (last - first)
    }

    func bands(_ plot: SceneRectangle) -> BandScale { BandScale(start: plot.x, length: plot.width, count: table.names.count) }
}

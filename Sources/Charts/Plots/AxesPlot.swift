/// Columns, bars, lines or areas between two axes.
struct AxesPlot {
    let chart: Chart
    let table: SeriesTable
    /// Whether it is a panel of small multiples: fewer ticks, and no labels beside shapes.
    var isSmall = false
    /// The common range of panels; nil for that of the values.
    var range: ClosedRange<Double>?
    /// Whether the axis shows the name of its measure.
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

    /// The horizontal coordinate of a position.
    func x(_ position: Int, _ plot: SceneRectangle) -> Double {
        guard chart.kind != .column, let seconds = table.seconds, let first = seconds.first, let last = seconds.last, last > first else {
            return bands(plot).center(position)
        }
        return plot.x + plot.width * (seconds[position] - first) / (last - first)
    }

    func bands(_ plot: SceneRectangle) -> BandScale { BandScale(start: plot.x, length: plot.width, count: table.names.count) }
}

extension AxesPlot {
    /// Draws bars beside their names. With a single series each bar has its value beside it, and there is no axis of numbers.
    func drawBars(in frame: SceneRectangle, _ builder: inout SceneBuilder) {
        let isLabelled = table.series.count == 1 && !isSmall
        let scale = scale(count: 5)
        let names = min(frame.width * 0.36, (table.names.map { TextMeasure.width($0, size: 12) }.max() ?? 0) + 2)
        let values = table.series.flatMap { $0.values.compactMap { $0 } }
        let widest = isLabelled ? (values.map { TextMeasure.width(valueLabels($0), size: 12) }.max() ?? 0) + 10 : 0
        let isNegative = scale.domain.lowerBound < 0
        let plot = frame.inset(left: names + 10 + (isNegative ? widest : 0), right: isLabelled ? widest : 16, bottom: isLabelled ? 4 : 24)
        if !isLabelled { valueAxis(plot, scale, &builder) }
        let bands = BandScale(start: plot.y, length: plot.height, count: table.names.count)
        let labels = TextMeasure.fit(table.names, width: names, size: 12)
        for position in table.names.indices {
            builder.text(labels[position], x: frame.x + names, y: bands.center(position) + 4, color: builder.theme.text, anchor: .end)
            drawBars(of: position, plot, bands, scale, isLabelled: isLabelled, &builder)
        }
        let base = plot.x + plot.width * scale.share(scale.base)
        builder.rule(x1: base, y1: plot.y, x2: base, y2: plot.bottom, stroke: builder.theme.axis)
    }

    private func drawBars(
        of position: Int, _ plot: SceneRectangle, _ bands: BandScale, _ scale: NumberScale, isLabelled: Bool, _ builder: inout SceneBuilder
    ) {
        func x(_ value: Double) -> Double { plot.x + plot.width * scale.share(value) }
        var base = scale.base
        for (index, series) in table.series.enumerated() {
            guard let value = series.values[position] else { continue }
            let slot = slot(index, bands)
            let end = isStacked ? base + value : value
            let (from, to) = (x(base), x(end))
            let bar = SceneRectangle(x: min(from, to), y: bands.center(position) + slot.offset, width: abs(to - from), height: slot.width)
            builder.rectangle(bar, radius: isStacked ? 0 : 2, fill: builder.theme.color(index), label: hint(series, position, value))
            if isStacked { base = end }
            if isLabelled {
                let isLeft = value < 0
                builder.text(
                    valueLabels(value), x: isLeft ? to - 6 : to + 6, y: bands.center(position) + 4, color: builder.theme.text,
                    anchor: isLeft ? .end : .start)
            }
        }
    }

    private func valueAxis(_ plot: SceneRectangle, _ scale: NumberScale, _ builder: inout SceneBuilder) {
        for (tick, label) in zip(scale.ticks, format.ticks(scale)) {
            let x = plot.x + plot.width * scale.share(tick)
            builder.rule(x1: x, y1: plot.y, x2: x, y2: plot.bottom, stroke: builder.theme.grid)
            builder.text(label, x: x, y: plot.bottom + 17, anchor: .middle)
        }
    }
}

extension AxesPlot {
    func drawColumns(in plot: SceneRectangle, _ scale: NumberScale, _ builder: inout SceneBuilder) {
        let bands = bands(plot)
        let isLabelled = !isSmall && table.series.count == 1 && table.names.count <= 12
        let text = valueLabels
        func y(_ value: Double) -> Double { plot.bottom - plot.height * scale.share(value) }
        for position in table.names.indices {
            var base = scale.base
            for (index, series) in table.series.enumerated() {
                guard let value = series.values[position] else { continue }
                let slot = slot(index, bands)
                let top = isStacked ? base + value : value
                let (from, to) = (y(base), y(top))
                let frame = SceneRectangle(x: bands.center(position) + slot.offset, y: min(from, to), width: slot.width, height: abs(to - from))
                builder.rectangle(frame, radius: isStacked ? 0 : 2, fill: builder.theme.color(index), label: hint(series, position, value))
                if isStacked { base = top }
                if isLabelled {
                    let label = TextMeasure.fit(text(value), width: bands.step, size: 12)
                    builder.text(label, x: frame.x + frame.width / 2, y: value < 0 ? to + 15 : to - 6, color: builder.theme.text, anchor: .middle)
                }
            }
        }
    }

    /// The start of a series' shape relative to the centre of its band, and its width.
    func slot(_ index: Int, _ bands: BandScale) -> (offset: Double, width: Double) {
        guard !isStacked, table.series.count > 1 else { return (-bands.bandwidth / 2, bands.bandwidth) }
        let all = min(bands.step * 0.8, 40 * Double(table.series.count))
        let each = all / Double(table.series.count)
        return (-all / 2 + each * Double(index), max(1, each - min(2, each / 4)))
    }
}

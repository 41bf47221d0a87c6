extension AxesPlot {
    /// Bars beside their names. With one series each bar has its value beside it, and there is no axis of numbers.
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
        for position in table.names.indices {
            let name = TextMeasure.fit(table.names[position], width: names, size: 12)
            builder.text(name, x: frame.x + names, y: bands.center(position) + 4, color: builder.theme.text, anchor: .end)
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

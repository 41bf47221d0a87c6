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

    /// Where the shape of a series begins within its band, from the band's centre, and how thick it is.
    func slot(_ index: Int, _ bands: BandScale) -> (offset: Double, width: Double) {
        guard !isStacked, table.series.count > 1 else { return (-bands.bandwidth / 2, bands.bandwidth) }
        let all = min(bands.step * 0.8, 40 * Double(table.series.count))
        let each = all / Double(table.series.count)
        return (-all / 2 + each * Double(index), max(1, each - min(2, each / 4)))
    }
}

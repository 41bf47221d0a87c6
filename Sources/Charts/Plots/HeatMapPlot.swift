/// A grid of two dimensions, in which a cell's color shows its value.
struct HeatMapPlot {
    let chart: Chart

    func draw(in frame: SceneRectangle, _ builder: inout SceneBuilder) {
        let table = SeriesTable(chart: chart)
        guard let measure = chart.plan.measures.first, let range = table.range(isStacked: false), !table.names.isEmpty else { return }
        let format = ValueFormat(chart.data, measure)
        let names = min(frame.width * 0.25, (table.series.map { TextMeasure.width($0.name, size: 12) }.max() ?? 0) + 2)
        let plot = frame.inset(left: names + 8, top: 26, bottom: 38)
        key(range, format, frame, &builder)
        let columns = BandScale(start: plot.x, length: plot.width, count: table.names.count)
        let rows = BandScale(start: plot.y, length: plot.height, count: table.series.count)
        let text = format.labels(upTo: max(range.lowerBound.magnitude, range.upperBound.magnitude))
        let widest = table.series.flatMap { $0.values.compactMap { $0.map { TextMeasure.width(text($0), size: 11) } } }.max() ?? 0
        let isLabelled = widest + 6 <= columns.step && rows.step >= 16
        let labels = TextMeasure.fit(table.series.map(\.name), width: names, size: 12)
        for (row, series) in table.series.enumerated() {
            if rows.step >= 11 || row % 2 == 0 {
                builder.text(labels[row], x: frame.x + names, y: rows.center(row) + 4, color: builder.theme.text, anchor: .end)
            }
            for (position, value) in series.values.enumerated() {
                guard let value else { continue }
                let color = color(value, range, builder.theme)
                let cell = SceneRectangle(
                    x: plot.x + columns.step * Double(position) + 1, y: plot.y + rows.step * Double(row) + 1, width: max(1, columns.step - 2),
                    height: max(1, rows.step - 2))
                builder.rectangle(cell, radius: 2, fill: color, label: "\(table.names[position]), \(series.name): \(format.text(value))")
                if isLabelled {
                    // One of these two has a contrast of at least 4.5 on every color (WCAG 2.2, 1.4.3).
                    let ink = color.luminance > 0.179 ? Color(0) : Color(0xFFFFFF)
                    builder.text(text(value), x: columns.center(position), y: rows.center(row) + 4, size: 11, color: ink, anchor: .middle)
                }
            }
        }
        AxesPlot(chart: chart, table: table).bandLabels(plot, &builder)
    }

    /// Draws the color key from the smallest to the largest value, at the top right.
    private func key(_ range: ClosedRange<Double>, _ format: ValueFormat, _ frame: SceneRectangle, _ builder: inout SceneBuilder) {
        let (low, high) = (format.short(range.lowerBound), format.short(range.upperBound))
        let end = frame.right - TextMeasure.width(high, size: 12) - 8
        builder.text(high, x: frame.right, y: frame.y + 12, anchor: .end)
        for index in 0..<12 {
            let value = range.lowerBound + (range.upperBound - range.lowerBound) * Double(index) / 11
            let swatch = SceneRectangle(x: end - 144 + Double(index) * 12, y: frame.y + 2, width: 12.5, height: 12)
            builder.rectangle(swatch, fill: color(value, range, builder.theme))
        }
        builder.text(low, x: end - 152, y: frame.y + 12, anchor: .end)
    }

    /// A color from pale to strong by the share of the largest value; values below zero have their own color.
    private func color(_ value: Double, _ range: ClosedRange<Double>, _ theme: ChartTheme) -> Color {
        guard range.lowerBound < 0 else {
            let span = range.upperBound - range.lowerBound
            return theme.heat.low.mixed(with: theme.heat.high, span > 0 ? (value - range.lowerBound) / span : 1)
        }
        let size = max(range.lowerBound.magnitude, range.upperBound.magnitude)
        return theme.heat.low.mixed(with: value < 0 ? theme.negative : theme.heat.high, value.magnitude / size)
    }
}

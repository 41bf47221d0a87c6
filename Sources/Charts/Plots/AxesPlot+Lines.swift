extension AxesPlot {
    /// Most points of a series that are drawn with a circle.
    private static let maxCircles = 40

    func drawLines(in plot: SceneRectangle, _ scale: NumberScale, _ builder: inout SceneBuilder) {
        func y(_ value: Double) -> Double { plot.bottom - plot.height * scale.share(value) }
        if chart.kind == .area, isStacked { return drawStackedAreas(in: plot, y, &builder) }
        drawBand(in: plot, y, &builder)
        for (index, series) in table.series.enumerated() {
            let color = builder.theme.color(index)
            for run in runs(series) {
                let points = LineThinning.thinned(run.map { ScenePoint(x: x($0.position, plot), y: y($0.value)) })
                if chart.kind == .area, let first = points.first, let last = points.last {
                    let base = [ScenePoint(x: last.x, y: y(scale.base)), ScenePoint(x: first.x, y: y(scale.base))]
                    builder.shapes.append(.polygon(points + base, fill: color, opacity: 0.22))
                }
                if points.count > 1 { builder.line(points, stroke: color, width: isSmall ? 1.75 : 2.25) }
                if table.names.count <= Self.maxCircles && !isSmall || points.count == 1 {
                    for (position, value) in run {
                        let center = ScenePoint(x: x(position, plot), y: y(value))
                        builder.circle(center, radius: table.names.count > 24 ? 2.25 : 3, fill: color, label: hint(series, position, value))
                    }
                }
            }
        }
    }

    /// The band of the last series, drawn below the lines.
    private func drawBand(in plot: SceneRectangle, _ y: (Double) -> Double, _ builder: inout SceneBuilder) {
        guard let band = table.band else { return }
        let known = band.enumerated().compactMap { position, ends in ends.map { (position: position, ends: $0) } }
        guard known.count > 1 else { return }
        let upper = known.map { ScenePoint(x: x($0.position, plot), y: y($0.ends.upper)) }
        let lower = known.map { ScenePoint(x: x($0.position, plot), y: y($0.ends.lower)) }
        builder.shapes.append(.polygon(upper + lower.reversed(), fill: builder.theme.color(table.series.count - 1), opacity: 0.18))
    }

    /// The parts of a series between missing values.
    private func runs(_ series: SeriesTable.Series) -> [[(position: Int, value: Double)]] {
        var runs: [[(position: Int, value: Double)]] = [[]]
        for (position, value) in series.values.enumerated() {
            if let value { runs[runs.count - 1].append((position, value)) } else if runs.last?.isEmpty == false { runs.append([]) }
        }
        return runs.filter { !$0.isEmpty }
    }

    /// Draws stacked areas; a missing value counts as zero.
    private func drawStackedAreas(in plot: SceneRectangle, _ y: (Double) -> Double, _ builder: inout SceneBuilder) {
        var bases = [Double](repeating: 0, count: table.names.count)
        for (index, series) in table.series.enumerated() {
            let tops = zip(bases, series.values).map { $0 + ($1 ?? 0) }
            let upper = tops.enumerated().map { ScenePoint(x: x($0.offset, plot), y: y($0.element)) }
            let lower = bases.enumerated().map { ScenePoint(x: x($0.offset, plot), y: y($0.element)) }
            builder.shapes.append(.polygon(upper + lower.reversed(), fill: builder.theme.color(index), opacity: 0.9))
            bases = tops
        }
    }
}

/// Drops points of a line that would not change the picture.
enum LineThinning {
    /// Keeps the first, lowest, highest and last point in each column of pixels, in order.
    static func thinned(_ points: [ScenePoint]) -> [ScenePoint] {
        guard points.count > 500 else { return points }
        var kept: [ScenePoint] = []
        var start = 0
        while start < points.count {
            var end = start
            while end < points.count, points[end].x.rounded() == points[start].x.rounded() { end += 1 }
            let column = start..<end
            let low = column.min { points[$0].y < points[$1].y } ?? start
            let high = column.max { points[$0].y < points[$1].y } ?? start
            kept += Set([start, low, high, end - 1]).sorted().map { points[$0] }
            start = end
        }
        return kept
    }
}

/// The names of lines at their right ends, moved apart if they would overlap.
struct EndLabels {
    let plot: AxesPlot
    private static let height = 15.0
    private static let maxWidth = 130.0

    private var isShown: Bool { !plot.isSmall && plot.table.series.count > 1 && !plot.isStacked }

    /// The space for the names to the right of the plot.
    var width: Double {
        guard isShown else { return 12 }
        return min(Self.maxWidth, plot.table.series.map { TextMeasure.width($0.name, size: 12) }.max() ?? 0) + 26
    }

    func draw(in frame: SceneRectangle, _ scale: NumberScale, _ builder: inout SceneBuilder) {
        guard isShown else { return }
        var labels = plot.table.series.enumerated().compactMap { index, series -> (index: Int, y: Double)? in
            series.values.last { $0 != nil }.flatMap { $0 }.map { (index, frame.bottom - frame.height * scale.share($0)) }
        }
        labels.sort { $0.y < $1.y }
        for position in labels.indices.dropFirst() { labels[position].y = max(labels[position].y, labels[position - 1].y + Self.height) }
        var limit = frame.bottom
        for position in labels.indices.reversed() {
            labels[position].y = min(labels[position].y, limit)
            limit = labels[position].y - Self.height
        }
        for label in labels {
            builder.circle(ScenePoint(x: frame.right + 14, y: label.y), radius: 4, fill: builder.theme.color(label.index))
            let name = TextMeasure.fit(plot.table.series[label.index].name, width: Self.maxWidth, size: 12)
            builder.text(name, x: frame.right + 23, y: label.y + 4, color: builder.theme.text)
        }
    }
}

/// The names of lines at their right ends, moved apart where they would touch.
struct EndLabels {
    let plot: AxesPlot
    private static let height = 15.0
    private static let maxWidth = 130.0

    private var isShown: Bool { !plot.isSmall && plot.table.series.count > 1 && !plot.isStacked }

    /// The space that they take to the right of the plot.
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

/// One small chart for each series, with a common axis, or for each measure, with its own axis.
struct SmallMultiplesPlot {
    let chart: Chart
    let table: SeriesTable

    /// Space below a panel. It is larger than that between a panel and its name, so that the name is not read as part of the panel above.
    /// Unit: points.
    private static let belowPanel = 16.0

    static func columns(_ panels: Int) -> Int { panels <= 3 ? max(panels, 1) : panels == 4 ? 2 : panels <= 6 ? 3 : 4 }
    static func rows(_ panels: Int) -> Int { (panels + columns(panels) - 1) / columns(panels) }

    func draw(in frame: SceneRectangle, _ builder: inout SceneBuilder) {
        let count = table.series.count
        let columns = Self.columns(count)
        let width = (frame.width - Double(columns - 1) * 20) / Double(columns)
        let height = frame.height / Double(max(Self.rows(count), 1))
        for (index, series) in table.series.enumerated() {
            let cell = SceneRectangle(
                x: frame.x + Double(index % columns) * (width + 20), y: frame.y + Double(index / columns) * height, width: width, height: height)
            let name = TextMeasure.fit(series.name, width: width, size: 12, isBold: true)
            builder.text(name, x: cell.x, y: cell.y + 12, isBold: true, color: builder.theme.text)
            var panel = table
            panel.series = [series]
            let range = chart.plan.series == nil ? nil : table.range(isStacked: false)
            AxesPlot(chart: chart, table: panel, isSmall: true, range: range).draw(in: cell.inset(top: 18, bottom: Self.belowPanel), &builder)
        }
    }
}

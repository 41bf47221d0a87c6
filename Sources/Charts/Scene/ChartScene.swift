extension Chart {
    /// The chart as positioned shapes.
    /// - Parameter size: when nil, a width of 760 points and the height that the chart needs.
    package func scene(size: ChartSize? = nil, theme: ChartTheme = .light) -> Scene {
        ChartScene(chart: self, size: size ?? naturalSize, theme: theme).scene
    }

    private var naturalSize: ChartSize {
        let rows = min(plan.shown ?? data.rows.count, data.rows.count)
        switch kind {
        case .table: return ChartSize(width: 760, height: 110 + 26 * Double(min(rows, VegaLite.tableRows) + 1))
        case .kpi:
            return ChartSize(width: max(420, 250 * Double(plan.measures.count)), height: (plan.compares ? 170 : 140) + (plan.x == nil ? 0 : 35))
        case .bar where plan.arrangement != .smallMultiples:
            let names = plan.x.map { plan.series == nil ? rows : data.names($0).count } ?? rows
            let bars = plan.arrangement == .grouped ? names * (plan.series.map { data.names($0).count } ?? plan.measures.count) : names
            return ChartSize(width: 760, height: max(260, 130 + (plan.arrangement == .grouped ? 18 : 26) * Double(bars)))
        case .heatMap: return ChartSize(width: 760, height: max(300, 150 + 28 * Double(plan.series.map { data.names($0).count } ?? 1)))
        default:
            guard plan.arrangement == .smallMultiples else { return ChartSize(width: 760, height: 430) }
            let panels = plan.series.map { data.names($0).count } ?? plan.measures.count
            let each = kind == .bar ? max(170, 60 + 22 * Double(rows)) : 170
            return ChartSize(width: 760, height: 110 + (each + 12) * Double(SmallMultiplesPlot.rows(panels)))
        }
    }
}

/// Lays a chart out: title, subtitle and legend at the top, the plot below.
struct ChartScene {
    static let padding = 24.0

    let chart: Chart
    let size: ChartSize
    let theme: ChartTheme

    var scene: Scene {
        var builder = SceneBuilder(theme: theme)
        let top = header(&builder)
        let frame = SceneRectangle(
            x: Self.padding, y: top, width: size.width - 2 * Self.padding, height: max(40, size.height - top - Self.padding * 0.75))
        draw(in: frame, &builder)
        return Scene(
            width: size.width, height: size.height, background: theme.background, title: chart.title, alternative: chart.alternative,
            shapes: builder.shapes)
    }

    /// - Returns: the vertical position of the plot.
    private func header(_ builder: inout SceneBuilder) -> Double {
        let width = size.width - 2 * Self.padding
        var y = Self.padding
        if chart.kind != .kpi || chart.plan.x != nil {
            let title = chart.kind == .kpi ? chart.plan.x.map { chart.data.name(0, $0) } ?? "" : chart.title
            for line in TextMeasure.wrap(title, width: width, size: 17, lines: 2, isBold: true) {
                y += 17
                builder.text(line, x: Self.padding, y: y, size: 17, isBold: true, color: theme.text)
                y += 5
            }
        }
        if let note {
            y += 14
            builder.text(TextMeasure.fit(note, width: width, size: 13), x: Self.padding, y: y, size: 13)
            y += 4
        }
        let names = legendNames
        if !names.isEmpty { y = Legend(names: names, width: width).draw(x: Self.padding, y: y + 8, &builder) }
        return y + 12
    }

    /// The subtitle, with the number of omitted rows.
    private var note: String? {
        guard chart.kind != .kpi else { return nil }
        let phrases = ChartPhrases(language: chart.language)
        var parts = chart.subtitle.map { [$0] } ?? []
        if chart.kind == .table { parts += TablePlot(chart: chart).omissions(height: size.height) }
        let step = ScatterPlot.step(chart)
        if chart.kind == .scatter, step > 1 { parts.append(phrases.oneInEvery(step)) }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// Names of series that are distinguished by color. Lines have their names at their ends instead.
    private var legendNames: [String] {
        let plan = chart.plan
        guard plan.arrangement == .grouped || plan.arrangement == .stacked else { return [] }
        return plan.series.map { chart.data.names($0) } ?? plan.measures.map { chart.data.columns[$0].label }
    }

    private func draw(in frame: SceneRectangle, _ builder: inout SceneBuilder) {
        guard !chart.data.rows.isEmpty else { return TablePlot(chart: chart).draw(in: frame, &builder) }
        switch chart.kind {
        case .table: TablePlot(chart: chart).draw(in: frame, &builder)
        case .kpi: KPIPlot(chart: chart).draw(in: frame, &builder)
        case .pie, .donut: SlicePlot(chart: chart).draw(in: frame, &builder)
        case .scatter: ScatterPlot(chart: chart).draw(in: frame, &builder)
        case .heatMap: HeatMapPlot(chart: chart).draw(in: frame, &builder)
        case .column, .bar, .line, .area:
            let table = SeriesTable(chart: chart)
            if chart.plan.arrangement == .smallMultiples {
                SmallMultiplesPlot(chart: chart, table: table).draw(in: frame, &builder)
            } else {
                AxesPlot(chart: chart, table: table).draw(in: frame, &builder)
            }
        }
    }
}

extension Chart {
    private static let maxAlternativeRows = 100
    private static let maxAlternativeColumns = 20

    /// The rows as text, for readers who do not see the picture.
    package var alternative: SceneTable {
        let columns = data.columns.indices.prefix(Self.maxAlternativeColumns)
        let rows = data.rows.indices.prefix(Self.maxAlternativeRows).map { row in columns.map { data.text(row, $0) } }
        return SceneTable(header: columns.map { data.columns[$0].label }, rows: rows, omittedRows: data.totalRows - rows.count)
    }
}

/// The size of a picture. Unit: points.
package struct ChartSize: Hashable, Sendable {
    package let width: Double
    package let height: Double

    /// Both are limited to 320...2,000 and 160...2,000.
    package init(width: Double, height: Double) {
        self.width = width.isFinite ? min(max(width, 320), 2_000).rounded() : 760
        self.height = height.isFinite ? min(max(height, 160), 2_000).rounded() : 430
    }
}

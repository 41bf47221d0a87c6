/// The kind of a chart.
package enum ChartKind: String, CaseIterable, Sendable {
    case table, kpi, column, bar, line, area, pie, donut, scatter
    case heatMap = "heat_map"
}

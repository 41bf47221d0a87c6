/// What a chart looks like.
package enum ChartKind: String, CaseIterable, Sendable {
    case table, kpi, column, bar, line, area, pie, donut, scatter
    case heatMap = "heat_map"
}

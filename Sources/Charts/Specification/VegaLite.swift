package import JSON

extension Chart {
    /// The chart as a specification of Vega-Lite 6, with its rows inside; docs/charts.md describes the subset in use.
    package var vegaLite: JSONValue { VegaLite(chart: self).specification }
}

/// Writes the Vega-Lite specification of a chart.
struct VegaLite {
    static let schema = "https://vega.github.io/schema/vega-lite/v6.json"

    let chart: Chart
    /// Unique names of the columns in the specification's rows, without characters that Vega reads as part of a path.
    let fields: [String]
    let phrases: ChartPhrases

    var plan: ChartPlan { chart.plan }
    var data: ChartData { chart.data }

    init(chart: Chart) {
        self.chart = chart
        // A fold or a table shows these names to people.
        let isShown = chart.kind == .table || chart.plan.measures.count > 1
        fields = Self.fields(chart.data.columns.map { isShown ? $0.label : $0.name })
        phrases = ChartPhrases(language: chart.language)
    }

    private static func fields(_ names: [String]) -> [String] {
        var used: Set<String> = []
        return names.enumerated().map { index, name in
            var name = String(PlainText.clean(name, limit: 100).map { ".[]\\'\"".contains($0) ? "_" : $0 })
            if name.isEmpty || name.hasPrefix("__") || used.contains(name) { name = "column\(index + 1)" }
            while !used.insert(name).inserted { name += "_" }
            return name
        }
    }

    var specification: JSONValue {
        var object: JSONObject = ["$schema": .string(Self.schema), "title": title, "data": ["values": .array(values)]]
        for (key, value) in view { object[key] = value }
        return .object(object)
    }

    /// A title without backslashes: Vega puts titles into expressions, in quotes and unescaped, and a backslash would end the quotes early.
    static func safe(_ text: String) -> JSONValue { .string(String(text.map { $0 == "\\" ? "/" : $0 })) }

    private var title: JSONValue {
        var title: JSONObject = ["text": Self.safe(chart.title), "anchor": "start"]
        if let subtitle = chart.subtitle { title["subtitle"] = Self.safe(subtitle) }
        return .object(title)
    }

    private var values: [JSONValue] {
        if chart.kind == .table { return tableValues }
        let columns = [plan.x, plan.series, plan.band?.lower, plan.band?.upper].compactMap { $0 } + plan.measures
        return data.rows.indices.prefix(plan.shown ?? data.rows.count).map { row in
            var object = JSONObject()
            for column in columns { object[fields[column]] = value(row, column) }
            return .object(object)
        }
    }

    /// A cell: times as local ISO text, numbers unchanged, names in the language of the chart.
    private func value(_ row: Int, _ column: Int) -> JSONValue {
        switch data.profiles[column].role {
        case .measure: data.number(row, column).flatMap(JSONNumber.init).map(JSONValue.number) ?? .null
        case .time where column != plan.series: data.point(row, column).map { .string($0.isoText) } ?? .null
        case .time, .category: .string(data.name(row, column))
        }
    }

    private var view: JSONObject {
        switch chart.kind {
        case .table: tableView
        case .kpi: kpiView
        case .pie, .donut: sliceView
        case .scatter: scatterView
        case .heatMap: heatMapView
        case .column, .bar, .line, .area: plan.band.map { banded(axesView, $0) } ?? axesView
        }
    }
}

/// Vega-Lite has no table: each cell is a row of the data and a text mark on a grid.
extension VegaLite {
    static let tableRows = 20
    static let tableColumns = 8

    var tableValues: [JSONValue] {
        data.rows.indices.prefix(Self.tableRows).flatMap { row in
            data.columns.indices.prefix(Self.tableColumns).map { column in
                ["row": .number(JSONNumber(Int64(row + 1))), "column": .string(fields[column]), "cell": .string(data.text(row, column))]
            }
        }
    }

    var tableView: JSONObject {
        [
            "width": ["step": 150], "view": Self.frameless, "mark": ["type": "text"],
            "encoding": [
                "x": [
                    "field": "column", "type": "nominal", "sort": .null, "title": .null, "axis": Self.heading,
                ],
                "y": ["field": "row", "type": "ordinal", "axis": .null],
                "text": ["field": "cell", "type": "nominal"],
            ],
        ]
    }
}

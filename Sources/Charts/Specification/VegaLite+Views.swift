import JSON

extension VegaLite {
    /// Columns, bars, lines and areas: one series or several, in one view or as small multiples.
    var axesView: JSONObject {
        let isFolded = plan.measures.count > 1
        let isBand = chart.kind == .column || chart.kind == .bar
        var y = isFolded ? folded : plan.measures.first.map { quantity($0) } ?? [:]
        y["stack"] = plan.arrangement == .stacked ? "zero" : .null
        var encoding = JSONObject()
        var x = plan.x.map { dimension($0, isBand: isBand) } ?? [:]
        if chart.kind == .column, x["type"] == "nominal" { x["axis"] = ["labelAngle": 0] }
        encoding["x"] = .object(chart.kind == .bar ? y : x)
        encoding["y"] = .object(chart.kind == .bar ? x : y)
        let isFaceted = plan.arrangement == .smallMultiples
        var view: JSONObject = ["width": isFaceted ? 200 : 640, "mark": mark]
        if chart.kind != .bar { view["height"] = isFaceted ? 120 : 320 }
        if isFolded { view["transform"] = fold }
        if let series = seriesField {
            let title = plan.series.map { label($0) } ?? .null
            if isFaceted {
                encoding["facet"] = ["field": .string(series), "type": "nominal", "title": title, "columns": 3, "sort": seriesNames]
                if isFolded { view["resolve"] = ["scale": [chart.kind == .bar ? "x" : "y": "independent"]] }
            } else {
                encoding["color"] = .object(color(series, title: title))
                if plan.arrangement == .grouped { encoding[chart.kind == .bar ? "yOffset" : "xOffset"] = ["field": .string(series), "sort": .null] }
            }
        }
        view["encoding"] = .object(encoding)
        return view
    }

    /// The view with lines in front of a band.
    func banded(_ lines: JSONObject, _ band: ChartPlan.Band) -> JSONObject {
        var lines = lines
        let (width, height) = (lines["width"] ?? 640, lines["height"] ?? 320)
        lines["width"] = nil
        lines["height"] = nil
        let encoding: JSONObject = [
            "x": lines["encoding"]?["x"] ?? .null, "y": .object(quantity(band.lower)), "y2": ["field": .string(fields[band.upper])],
        ]
        let area: JSONObject = ["mark": ["type": "area", "opacity": 0.18], "encoding": .object(encoding)]
        return ["width": width, "height": height, "layer": [.object(area), .object(lines)]]
    }

    private var seriesField: String? { plan.series.map { fields[$0] } ?? (plan.measures.count > 1 ? Self.foldedName : nil) }

    /// The order of small multiples, which would otherwise be alphabetical.
    private var seriesNames: JSONValue {
        .array((plan.series.map { data.names($0) } ?? plan.measures.map { fields[$0] }).map(JSONValue.string))
    }

    private var folded: JSONObject { ["field": .string(Self.foldedValue), "type": "quantitative", "title": .string(phrases.value)] }

    private var mark: JSONValue {
        switch chart.kind {
        case .line: ["type": "line", "point": .bool(data.rows.count <= 60), "tooltip": true]
        case .area: ["type": "area", "opacity": 0.85, "tooltip": true]
        default: ["type": "bar", "tooltip": true]
        }
    }

    var sliceView: JSONObject {
        guard let x = plan.x, let measure = plan.measures.first else { return [:] }
        var mark: JSONObject = ["type": "arc", "tooltip": true]
        if chart.kind == .donut { mark["innerRadius"] = 60 }
        let slices = color(fields[x], title: label(x))
        return ["mark": .object(mark), "encoding": ["theta": .object(quantity(measure, stack: true)), "color": .object(slices)]]
    }

    var scatterView: JSONObject {
        guard let x = plan.x, let measure = plan.measures.first else { return [:] }
        let encoding: JSONObject = ["x": .object(withoutZeroBaseline(quantity(x))), "y": .object(withoutZeroBaseline(quantity(measure)))]
        return ["width": 640, "height": 320, "mark": ["type": "point", "filled": true, "tooltip": true], "encoding": .object(encoding)]
    }

    private func withoutZeroBaseline(_ channel: JSONObject) -> JSONObject {
        var channel = channel
        channel["scale"] = ["zero": false]
        return channel
    }

    var heatMapView: JSONObject {
        guard let x = plan.x, let series = plan.series, let measure = plan.measures.first else { return [:] }
        var color = quantity(measure)
        color["scale"] = ["scheme": "blues"]
        return [
            "width": 640, "mark": ["type": "rect", "tooltip": true],
            "encoding": ["x": .object(dimension(x, isBand: true)), "y": .object(nominal(series)), "color": .object(color)],
        ]
    }

    /// Column names above the cells of a table.
    static let heading: JSONValue = ["orient": "top", "labelAngle": 0, "domain": false, "ticks": false]
    /// No frame around the view.
    static let frameless: JSONValue = ["stroke": .null]

    /// Shows each number as text, side by side.
    var kpiView: JSONObject {
        let names: JSONValue = [
            "field": .string(Self.foldedName), "type": "nominal", "title": .null, "sort": .null, "axis": Self.heading,
        ]
        let numbers: JSONValue = ["field": .string(Self.foldedValue), "type": "quantitative", "format": ",.12~g"]
        return [
            "width": ["step": 220], "height": 80, "view": Self.frameless, "transform": fold,
            "mark": ["type": "text", "fontSize": 36, "fontWeight": "bold"], "encoding": ["x": names, "text": numbers],
        ]
    }
}

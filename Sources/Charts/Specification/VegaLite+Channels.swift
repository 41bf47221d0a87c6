import JSON

extension VegaLite {
    /// Names of the fields into which several measures are folded.
    static let foldedName = "measure_name"
    static let foldedValue = "measure_value"

    func label(_ column: Int) -> JSONValue { Self.safe(data.columns[column].label) }

    func quantity(_ column: Int, stack: JSONValue? = nil) -> JSONObject {
        var channel: JSONObject = ["field": .string(fields[column]), "type": "quantitative", "title": label(column)]
        if let stack { channel["stack"] = stack }
        return channel
    }

    func nominal(_ column: Int) -> JSONObject {
        ["field": .string(fields[column]), "type": "nominal", "title": label(column), "sort": .null]
    }

    /// The channel of a dimension: times are a continuous axis; in columns and heat maps each point is its own band.
    func dimension(_ column: Int, isBand: Bool) -> JSONObject {
        guard case .time(let unit) = data.profiles[column].role, column != plan.series else { return nominal(column) }
        var channel: JSONObject = ["field": .string(fields[column]), "type": "temporal", "title": label(column)]
        channel["axis"] = ["format": .string(Self.pattern(unit))]
        if isBand { channel["timeUnit"] = .string(Self.timeUnit(unit)) }
        return channel
    }

    private static func pattern(_ unit: CalendarUnit) -> String {
        switch unit {
        case .second: "%H:%M:%S"
        case .minute, .hour: "%Y-%m-%d %H:%M"
        case .day: "%Y-%m-%d"
        case .week: "%G-W%V"
        case .month: "%Y-%m"
        case .quarter: "%Y Q%q"
        case .year: "%Y"
        }
    }

    private static func timeUnit(_ unit: CalendarUnit) -> String {
        switch unit {
        case .second: "yearmonthdatehoursminutesseconds"
        case .minute: "yearmonthdatehoursminutes"
        case .hour: "yearmonthdatehours"
        case .day, .week: "yearmonthdate"
        case .month: "yearmonth"
        case .quarter: "yearquarter"
        case .year: "year"
        }
    }

    func color(_ field: String, title: JSONValue) -> JSONObject {
        let palette = ChartTheme.light.series.map { JSONValue.string($0.hex) }
        return ["field": .string(field), "type": "nominal", "title": title, "sort": .null, "scale": ["range": .array(palette)]]
    }

    /// Turns several measures into rows of a name and a value.
    var fold: JSONValue {
        [["fold": .array(plan.measures.map { .string(fields[$0]) }), "as": [.string(Self.foldedName), .string(Self.foldedValue)]]]
    }
}

package import JSON

extension Chart {
    /// The chart in the form of SQLBot's clients: `table`, `column`, `bar`, `line` or `pie`, with column names in lower case. Other kinds
    /// become the nearest one: an area a line, a donut a pie, and a KPI, a scatter plot or a heat map a table.
    package var sqlbot: JSONValue {
        switch kind {
        case .table, .kpi, .scatter, .heatMap:
            ["type": "table", "title": .string(title), "columns": .array(data.columns.indices.map(sqlbotColumn))]
        case .pie, .donut: pie
        case .column, .bar: axes(kind.rawValue)
        case .line, .area: axes("line")
        }
    }

    private func sqlbotColumn(_ column: Int) -> JSONValue {
        ["name": .string(data.columns[column].label), "value": .string(data.columns[column].name.lowercased())]
    }

    private var pie: JSONValue {
        var axis = JSONObject()
        if let measure = plan.measures.first { axis["y"] = sqlbotColumn(measure) }
        if let x = plan.x { axis["series"] = sqlbotColumn(x) }
        return ["type": "pie", "title": .string(title), "axis": .object(axis)]
    }

    /// The axes; `series` and `multi-quota` exclude each other.
    private func axes(_ type: String) -> JSONValue {
        var axis = JSONObject()
        if let x = plan.x { axis["x"] = sqlbotColumn(x) }
        axis["y"] = .array(plan.measures.map(sqlbotColumn))
        if let series = plan.series {
            axis["series"] = sqlbotColumn(series)
        } else if plan.measures.count > 1 {
            let names = plan.measures.map { JSONValue.string(data.columns[$0].name.lowercased()) }
            axis["multi-quota"] = ["name": .string(ChartPhrases(language: language).measure), "value": .array(names)]
        }
        return ["type": .string(type), "title": .string(title), "axis": .object(axis)]
    }
}

import JSON

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

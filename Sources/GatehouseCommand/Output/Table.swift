import JSON

/// Values as columns of text.
struct Table {
    let text: String

    init(_ members: [String], _ values: [JSONValue]) {
        let rows = values.map { value in members.map { Self.cell(value[$0]) } }
        let widths = members.indices.map { column in ([members] + rows).map { $0[column].count }.max() ?? 0 }
        text = ([members] + rows).map { row in
            var line = ""
            for (cell, width) in zip(row, widths) { line += cell + String(repeating: " ", count: width - cell.count + 2) }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    private static func cell(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null?: "-"
        case .string(let text)?: text
        case .array(let items)?: items.map { $0.string ?? "\($0)" }.joined(separator: ",")
        case let value?: "\(value)"
        }
    }
}

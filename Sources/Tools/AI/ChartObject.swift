import JSON
import SQL

/// How rows are best drawn, as clients of the question server read it: `{type, title, axis | columns}`.
struct ChartObject: Sendable {
    private enum Kind: String { case table, column, bar, line, pie }

    private let kind: Kind
    private let title: String
    private let names: [String]

    /// A name and a number are a column chart, many of them bars, shares a pie; a number over time is a line; all else is a table.
    init(_ rows: QuestionRows, title: String) {
        self.title = title
        names = rows.names
        let isPair = rows.names.count == 2 && rows.rows.count > 1 && !rows.isNumeric(0) && rows.isNumeric(1)
        kind =
            !isPair
            ? .table : rows.isTime(0) ? .line : rows.names[1] == "percent" && rows.rows.count <= 8 ? .pie : rows.rows.count <= 12 ? .column : .bar
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", kind.rawValue)
            writer.member("title", title)
            guard kind != .table else { return writer.member("columns", names) { Self.axis($1, to: &$0) } }
            writer.key("axis")
            writer.object { writer in
                if kind == .pie {
                    writer.key("y")
                    writer.object { Self.axis(names[1], to: &$0) }
                    writer.key("series")
                    writer.object { Self.axis(names[0], to: &$0) }
                } else {
                    writer.key("x")
                    writer.object { Self.axis(names[0], to: &$0) }
                    writer.member("y", [names[1]]) { Self.axis($1, to: &$0) }
                }
            }
        }
    }

    private static func axis(_ name: String, to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("value", name)
    }
}

extension QuestionRows {
    /// Whether a column holds times, or spans of the calendar.
    func isTime(_ place: Int) -> Bool {
        [.date, .timestamp].contains(columns[place].type) || ["day", "week", "month", "quarter", "year"].contains(names[place])
    }
}

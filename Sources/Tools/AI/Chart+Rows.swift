import Ask
import Charts
import JSON
import SQL

extension Chart {
    /// The chart of an answer.
    /// - Parameter labels: of its columns, for readers.
    static func of(_ rows: QuestionRows, labels: [String?], question: String, language: ChartLanguage) -> Chart {
        let columns = rows.labeled(labels)
        let numbers = columns.map { $0.kind == .number }
        let cells = rows.rows.map { row in zip(row, numbers).map { ChartCell($0, isNumber: $1) } }
        return choose(columns: columns, rows: cells, question: question, language: language)
    }
}

extension QuestionRows {
    /// The columns with their names for readers.
    /// - Parameter labels: nil for a column whose name says enough.
    func labeled(_ labels: [String?]) -> [ChartColumn] {
        names.indices.map { place in
            ChartColumn(names[place], ChartColumn.Kind(columns[place].type), label: labels.count == names.count ? labels[place] : nil)
        }
    }
}

extension ChartColumn.Kind {
    fileprivate init(_ type: ColumnType) {
        switch type {
        case .integer, .decimal, .double: self = .number
        case .boolean: self = .boolean
        case .date, .timestamp: self = .date
        case .time: self = .time
        case .text, .uuid, .json, .blob, .other: self = .text
        }
    }
}

extension ChartCell {
    /// - Parameter isNumber: whether exact numbers that travel as text are meant.
    fileprivate init(_ value: JSONValue, isNumber: Bool) {
        if value.isNull {
            self = .null
        } else if let flag = value.bool {
            self = .boolean(flag)
        } else if let text = value.string {
            self = isNumber ? Double(text).map { .number($0) } ?? .text(text) : .text(text)
        } else if let whole = value.int {
            self = .integer(whole)
        } else if let number = Double(value.description) {
            self = .number(number)
        } else {
            self = .text(value.description)
        }
    }
}

extension QuestionLanguage {
    var ofCharts: ChartLanguage { ChartLanguage(tag: rawValue) }
}

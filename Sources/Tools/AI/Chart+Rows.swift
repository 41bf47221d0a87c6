import Ask
import Charts
import JSON
import SQL

extension Chart {
    /// The chart of an answer.
    /// - Parameter labels: display names of its columns.
    static func of(_ rows: QuestionRows, labels: [String?], question: String, language: ChartLanguage) -> Chart {
        let columns = rows.labeled(labels)
        let numbers = columns.map { $0.kind == .number }
        let cells = rows.rows.map { row in zip(row, numbers).map { ChartCell($0, isNumber: $1) } }
        return choose(columns: columns, rows: cells, question: question, language: language)
    }
}

extension QuestionRows {
    /// The columns with their display names.
    /// - Parameter labels: nil for a column whose own name is sufficient.
    func labeled(_ labels: [String?]) -> [ChartColumn] {
        names.indices.map { index in
            ChartColumn(names[index], ChartColumn.Kind(columns[index].type), label: labels.count == names.count ? labels[index] : nil)
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
    /// - Parameter isNumber: whether text is an exact number.
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

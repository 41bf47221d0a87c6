import Charts
import Testing

/// A sample result of a question, with its chart.
struct ChartSample: Sendable, CustomTestStringConvertible {
    let name: String
    let columns: [ChartColumn]
    let rows: [[ChartCell]]
    var question = ""
    var language = ChartLanguage.english

    var chart: Chart { Chart.choose(columns: columns, rows: rows, question: question, language: language) }
    var testDescription: String { name }

    static let all: [ChartSample] = overTime + byCategory + byTwoDimensions + others

    /// `2026-01`, and on.
    static func month(_ index: Int) -> ChartCell {
        let number = index % 12 + 1
        return .text("\(2025 + index / 12)-\(number < 10 ? "0" : "")\(number)")
    }

    /// Numbers that go up and down, the same each time.
    static func wave(_ index: Int, _ base: Double, _ size: Double) -> ChartCell {
        .number(base + size * Double((index * 37 + index * index * 11) % 23) / 23 + Double(index) * size / 20)
    }
}

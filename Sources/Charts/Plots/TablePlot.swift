/// The rows as a table.
struct TablePlot {
    let chart: Chart

    private static let maxColumns = 8
    private static let rowHeight = 26.0
    /// The height of the title and the margins.
    private static let around = 110.0

    private var columns: Range<Int> { 0..<min(Self.maxColumns, chart.data.columns.count) }

    private func rowCount(height: Double) -> Int { min(chart.data.rows.count, max(1, Int((height - Self.around) / Self.rowHeight) - 1)) }

    /// Sentences about rows and columns that do not fit into a picture of that height.
    func omissions(height: Double) -> [String] {
        let phrases = ChartPhrases(language: chart.language)
        let numbers = NumberFormat(language: chart.language)
        var parts: [String] = []
        let shown = rowCount(height: height)
        // The subtitle mentions rows that were not read.
        if shown < chart.data.rows.count, chart.subtitle == nil {
            parts.append(phrases.firstRows(numbers.text(Int64(shown)), numbers.text(Int64(chart.data.totalRows))))
        }
        let hidden = chart.data.columns.count - columns.count
        if hidden > 0 { parts.append(phrases.moreColumns(hidden)) }
        return parts
    }

    func draw(in frame: SceneRectangle, _ builder: inout SceneBuilder) {
        let data = chart.data
        guard !columns.isEmpty else { return }
        let rows = min(data.rows.count, max(0, Int(frame.height / Self.rowHeight) - 1))
        let widths = widths(rows, frame.width)
        var x = frame.x
        for column in columns {
            let isNumber = data.profiles[column].role == .measure
            let anchor: SceneText.Anchor = isNumber ? .end : .start
            let position = isNumber ? x + widths[column] - 14 : x
            let header = TextMeasure.fit(data.columns[column].label, width: widths[column] - 14, size: 12, isBold: true)
            builder.text(header, x: position, y: frame.y + 17, isBold: true, color: builder.theme.text, anchor: anchor)
            for row in 0..<rows {
                let text = TextMeasure.fit(data.text(row, column), width: widths[column] - 14, size: 12)
                let color = data.rows[row][column] == .null ? builder.theme.quietText : builder.theme.text
                builder.text(text, x: position, y: frame.y + Self.rowHeight * Double(row + 1) + 17, color: color, anchor: anchor)
            }
            x += widths[column]
        }
        for row in 0...rows {
            let y = frame.y + Self.rowHeight * Double(row + 1)
            builder.rule(x1: frame.x, y1: y, x2: frame.right, y2: y, stroke: row == 0 ? builder.theme.axis : builder.theme.grid)
        }
    }

    /// Column widths that fit the texts, up to 280 points, then scaled to the picture.
    private func widths(_ rows: Int, _ width: Double) -> [Double] {
        let needed = columns.map { column in
            let header = TextMeasure.width(chart.data.columns[column].label, size: 12, isBold: true)
            let widest = (0..<rows).reduce(header) { max($0, TextMeasure.width(chart.data.text($1, column), size: 12)) }
            return min(280, widest + 22)
        }
        let sum = needed.reduce(0, +)
        return needed.map { $0 * width / max(sum, 1) }
    }
}

import Notation

/// The columns and rows of a result, limited in number, with the role of each column.
struct ChartData: Sendable {
    /// Rows and columns beyond these are ignored.
    static let maxRows = 10_000
    static let maxColumns = 64
    /// Longest text of a cell; the rest is cut. Unit: Unicode scalars.
    static let maxText = 500

    let columns: [ChartColumn]
    /// Each row has as many cells as there are columns.
    let rows: [[ChartCell]]
    /// Number of rows that the caller gave.
    let totalRows: Int
    let profiles: [ColumnProfile]
    let language: ChartLanguage

    init(columns: [ChartColumn], rows: [[ChartCell]], language: ChartLanguage) {
        let columns = Array(columns.prefix(Self.maxColumns))
        let kept = rows.prefix(Self.maxRows).map { Self.fitted($0, columns.count) }
        self.columns = columns
        self.rows = kept
        self.language = language
        totalRows = rows.count
        profiles = columns.indices.map { column in ColumnProfile(columns[column], kept.map { $0[column] }) }
    }

    private static func fitted(_ row: [ChartCell], _ count: Int) -> [ChartCell] {
        let cells = row.prefix(count).map { cell -> ChartCell in
            guard case .text(let text) = cell else { return cell }
            return .text(PlainText.clean(text, limit: maxText))
        }
        return cells + Array(repeating: .null, count: count - cells.count)
    }

    func number(_ row: Int, _ column: Int) -> Double? { rows[row][column].number }

    /// The point in time of a cell in a column of times.
    func point(_ row: Int, _ column: Int) -> CalendarPoint? { CalendarPoint(cell: rows[row][column]) }

    /// The cell as the name of a category.
    func name(_ row: Int, _ column: Int) -> String { text(row, column) }

    /// The cell as text in the language of the chart.
    func text(_ row: Int, _ column: Int) -> String {
        let cell = rows[row][column]
        if case .time(let unit) = profiles[column].role, let point = point(row, column) {
            return DateFormat(language: language).text(point, unit: unit)
        }
        switch cell {
        case .null: return ChartPhrases(language: language).none
        case .text(let text): return text.isEmpty ? ChartPhrases(language: language).none : text
        case .boolean(let value): return ChartPhrases(language: language).boolean(value)
        case .integer(let value):
            // Codes and years are not grouped into thousands.
            guard profiles[column].role == .measure else { return String(value) }
            return profiles[column].isIntegral ? NumberFormat(language: language).text(value) : ValueFormat(self, column).text(Double(value))
        case .number(let value): return ValueFormat(self, column).text(value)
        }
    }

    /// Distinct names in a column, in the order of their first rows.
    func names(_ column: Int) -> [String] {
        var seen: Set<String> = []
        return rows.indices.map { name($0, column) }.filter { seen.insert($0).inserted }
    }

    /// True when no two rows have the same values in these columns.
    func isUnique(_ chosen: [Int]) -> Bool { Set(rows.map { row in chosen.map { row[$0] } }).count == rows.count }
}

extension CalendarPoint {
    init?(cell: ChartCell) {
        switch cell {
        case .text(let text): self.init(text)
        case .integer(let year):
            guard let year = Int(exactly: year), let day = CivilDate(year, 1, 1) else { return nil }
            self.init(.year, day)
        case .number(let value):
            guard let year = Int64(exactly: value) else { return nil }
            self.init(cell: .integer(year))
        case .null, .boolean: return nil
        }
    }
}

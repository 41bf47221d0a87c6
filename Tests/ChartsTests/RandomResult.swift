import Charts
import Notation
import SeededRandom

/// A result that no database would give: names, kinds and cells that do not fit each other.
struct RandomResult {
    let columns: [ChartColumn]
    let rows: [[ChartCell]]
    let question: String
    let kind: ChartKind?
    let language: ChartLanguage
    let size: ChartSize?

    private static let names = [
        "month", "year", "id", "customer_id", "total", "avg_price", "rate", "名称", "hour", "weekday", "previous_total", "cumulative", "a.b", "",
        "x\\\"y",
    ]
    private static let numbers: [Double] = [
        0, 1, -1, 0.5, 1e-5, 1e9, 1e15, 1e18, 1e300, -1e300, 1e-300, .nan, .infinity, 12_345.678, 1e15 + 0.125, 2_026, 99.995, -0.0,
        .leastNonzeroMagnitude,
    ]
    private static let texts = [
        "a", "", "Ü", "2026-01", "2026-01-01", "2026-01-02 10:00", "2026-Q1", "9999-12-31 23:59:59", "0001-01-01", "2025", "<b>", "中文", "\u{0}",
        "e\u{301}",
        String(repeating: "W", count: 300), "👩‍👩‍👧",
    ]

    init(_ random: inout SeededGenerator) {
        let count = random.pick([0, 1, 1, 2, 3, 5, 12, 13, 31, 45, 100, 200])
        var columns: [ChartColumn] = []
        var cells: [[ChartCell]] = []
        for _ in 0..<random.below(6) {
            columns.append(ChartColumn(random.pick(Self.names), random.pick([.number, .number, .text, .text, .date, .time, .boolean])))
            let (way, pool) = (random.below(6), random.below(40) + 1)
            cells.append((0..<count).map { Self.cell(way, pool, $0, &random) })
        }
        self.columns = columns
        rows = (0..<count).map { row in cells.map { $0[row] } }
        question = random.pick(["", "share of the total", "a vs b", "correlation", "as a pie chart", "热力图"])
        kind = random.chance(percent: 50) ? nil : random.pick(ChartKind.allCases)
        language = random.pick(ChartLanguage.allCases)
        size = random.pick([nil, nil, ChartSize(width: 320, height: 160), ChartSize(width: 2_000, height: 300)])
    }

    private static func cell(_ way: Int, _ pool: Int, _ row: Int, _ random: inout SeededGenerator) -> ChartCell {
        switch way {
        case 0: .number(random.pick(numbers))
        case 1: .text(random.pick(texts))
        case 2: ChartSample.month(row)
        case 3: .text("name \(row % pool)")
        case 4: .integer(Int64(random.below(1_000)) - 5)
        default: random.pick([.null, .boolean(true), .integer(.max), .integer(.min), .number(3.25), .text("z")])
        }
    }

    var chart: Chart { Chart.choose(columns: columns, rows: rows, question: question, language: language, kind: kind) }
}

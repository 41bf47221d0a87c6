import Charts
import Foundation

/// Measures the time from rows to SVG and to PNG (1,520 × 860 pixels) for three charts. The first picture of the process, which reads the
/// list of fonts, is reported separately. The specifications are written to the folder for other renderers.
enum ChartBenchmark {
    /// Values without a visible pattern.
    private static func number(_ index: Int, _ base: Double) -> ChartCell { .number(base + Double((index * 37) % 23) * base / 40) }

    private static func month(_ index: Int) -> ChartCell { .text("\(2024 + index / 12)-\(index % 12 < 9 ? "0" : "")\(index % 12 + 1)") }

    private static let charts: [(name: String, make: @Sendable () -> Chart)] = [
        ("columns", { grouped() }), ("lines", { lines() }), ("donut", { donut() }),
    ]

    private static func grouped() -> Chart {
        let columns = [ChartColumn("region", .text), ChartColumn("sales_2025", .number), ChartColumn("sales_2026", .number)]
        let rows = (0..<8).map { [ChartCell.text("Region \($0 + 1)"), number($0, 40_000), number($0 + 5, 45_000)] }
        return Chart.choose(columns: columns, rows: rows, language: .english)
    }

    private static func lines() -> Chart {
        let columns = [ChartColumn("month", .text), ChartColumn("channel", .text), ChartColumn("revenue", .number)]
        let rows = (0..<30).flatMap { month in (0..<3).map { [Self.month(month), .text("Channel \($0)"), number(month + $0 * 7, 9_000)] } }
        return Chart.choose(columns: columns, rows: rows, language: .english)
    }

    private static func donut() -> Chart {
        let rows = (0..<5).map { [ChartCell.text("Payment \($0)"), number($0, 900)] }
        return Chart.choose(columns: [ChartColumn("payment", .text), ChartColumn("orders", .number)], rows: rows, language: .english, kind: .donut)
    }

    static func run(folder: String, count: Int) throws {
        let start = ContinuousClock.now
        _ = try PNG.paint(grouped().scene())
        let first = milliseconds(since: start)
        var parts = ["\"first_ms\":\(first)"]
        for (name, make) in charts {
            try Data("\(make().vegaLite)".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).vl.json"))
            let bytes = try PNG.paint(make().scene()).count
            let svgTimes = times(count) { _ = SVG.write(make().scene()) }
            let pngTimes = try times(count) { _ = try PNG.paint(make().scene()) }
            parts.append("\"\(name)\":{\"svg\":\(figures(svgTimes)),\"png\":\(figures(pngTimes)),\"png_bytes\":\(bytes)}")
        }
        print("{\(parts.joined(separator: ","))}")
    }

    /// The times of `count` runs, ascending. Unit: milliseconds.
    private static func times(_ count: Int, _ work: () throws -> Void) rethrows -> [Double] {
        try (0..<max(count, 1)).map { _ in
            let start = ContinuousClock.now
            try work()
            return milliseconds(since: start)
        }.sorted()
    }

    private static func figures(_ times: [Double]) -> String { "{\"p50_ms\":\(times[times.count / 2]),\"p99_ms\":\(times[times.count * 99 / 100])}" }

    private static func milliseconds(since start: ContinuousClock.Instant) -> Double {
        (ContinuousClock.now - start) / .milliseconds(1)
    }
}

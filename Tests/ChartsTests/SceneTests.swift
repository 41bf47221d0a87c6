import Foundation
import Testing

@testable import Charts

@Suite("Scenes of charts")
struct SceneTests {
    /// The picture as text that a person can compare.
    @Test("Each sample's SVG equals its committed snapshot", arguments: ChartSample.all)
    func svg(sample: ChartSample) throws {
        try ChartSnapshot.compare(SVG.write(sample.chart.scene()), "\(sample.name).svg")
    }

    @Test("The dark SVG equals its committed snapshot", arguments: ChartSample.all.filter { ["line_series", "heat_map"].contains($0.name) })
    func darkSVG(sample: ChartSample) throws {
        try ChartSnapshot.compare(SVG.write(sample.chart.scene(theme: .dark)), "\(sample.name).dark.svg")
    }

    @Test("Numbers in a heat map are readable on every colour", arguments: [ChartTheme.light, .dark])
    func numbersOnColors(theme: ChartTheme) throws {
        let scene = try #require(ChartSample.all.first { $0.name == "heat_map" }).chart.scene(theme: theme)
        var under: Color?
        for shape in scene.shapes {
            if case .rectangle(_, _, let fill, _) = shape { under = fill }
            guard case .text(let text) = shape, text.size == 11, let cell = under, Double(text.string) != nil, text.anchor == .middle else {
                continue
            }
            let (light, dark) = (max(cell.luminance, text.color.luminance), min(cell.luminance, text.color.luminance))
            #expect((light + 0.05) / (dark + 0.05) >= 4.5, "\(text.string)")
        }
    }

    @Test("Names of small multiples are nearer to their own panel than to the one above")
    func panels() throws {
        let scene = try #require(ChartSample.all.first { $0.name == "series_apart" }).chart.scene()
        let texts = scene.shapes.compactMap { if case .text(let text) = $0 { text } else { nil } }
        let name = try #require(texts.first { $0.string == "Roast No. 5" })
        let above = texts.filter { $0.position.y < name.position.y && $0.position.x < name.position.x + 80 }.map(\.position.y).max() ?? 0
        let below = texts.filter { $0.position.y > name.position.y && $0.position.x < name.position.x + 80 }.map(\.position.y).min() ?? 0
        #expect(name.position.y - above > (below - name.position.y) * 1.3)
    }

    @Test("Long names with the same beginning keep the ends that tell them apart", arguments: [ChartKind.bar, .donut])
    func longNames(kind: ChartKind) {
        let names = (0..<6).map { "Branch of the very long and winding name, of which it has several, number \($0)" } + ["Short"]
        let rows = names.prefix(kind == .donut ? 6 : 7).enumerated().map { [ChartCell.text($1), .integer(Int64($0) + 1)] }
        let chart = Chart.choose(
            columns: [ChartColumn("branch", .text), ChartColumn("profit", .number)], rows: rows, language: .english, kind: kind)
        let texts = chart.scene().shapes.compactMap { if case .text(let text) = $0 { text.string } else { nil } }
        let shown = texts.filter { $0.hasPrefix("Branch of") && $0.contains("…") }
        #expect(chart.kind == kind && shown.count == 6 && Set(shown).count == 6, "\(texts)")
        #expect(shown.allSatisfy { $0.contains(", number ") || $0.last?.isNumber == true }, "\(shown)")
    }

    @Test("Every shape is within the picture, also of small and large ones", arguments: ChartSample.all)
    func bounds(sample: ChartSample) {
        for (width, height) in [(1.0, 1.0), (320, 160), (760, 430), (2_000, 2_000), (.infinity, .nan), (1e9, 1e9)] {
            let scene = sample.chart.scene(size: ChartSize(width: width, height: height))
            #expect((320...2_000).contains(scene.width) && (160...2_000).contains(scene.height))
            #expect(!scene.shapes.isEmpty)
            for point in scene.shapes.flatMap(\.extremes) {
                #expect(point.x >= -1 && point.x <= scene.width + 1, "\(sample.name) \(width): \(point)")
                #expect(point.y.isFinite)
            }
        }
        let natural = sample.chart.scene()
        for point in natural.shapes.flatMap(\.extremes) { #expect(point.y >= -1 && point.y <= natural.height + 1, "\(sample.name): \(point)") }
    }

    @Test("The SVG contains the rows as text, and the number of omitted ones")
    func alternative() throws {
        let table = try #require(ChartSample.all.first { $0.name == "column" }).chart.scene().alternative
        #expect(table.header == ["Category", "Revenue"])
        #expect(table.rows.first == ["Espresso", "184,320.5"])
        let many = Chart.choose(columns: [ChartColumn("n", .number)], rows: (0..<500).map { [.integer($0)] }, language: .english).scene()
        #expect(many.alternative.rows.count == 100 && many.alternative.omittedRows == 400)
    }

    @Test("D10 A million rows, numbers without end and days without a calendar are drawn within bounds")
    func hostileNumbers() throws {
        let numbers: [Double] = [.nan, .infinity, -.infinity, 1e308, -1e308, 1e300, -1e300, .leastNonzeroMagnitude, 0, -0.0, 9.007e15, .ulpOfOne]
        let days = ["0000-00-00", "9999-12-31", "0001-01-01", "2026-02-30", "-2026-01-01", "99999-01-01", "2026-12-31T23:59:60Z"]
        let columns = [ChartColumn("day", .date), ChartColumn("place", .text), ChartColumn("amount", .number), ChartColumn("other", .number)]
        let rows: [[ChartCell]] = (0..<1_000).map { index in
            [
                .text(days[index % days.count]), .text("p\(index % 9)"), .number(numbers[index % numbers.count]),
                .number(numbers[index / 12 % numbers.count]),
            ]
        }
        for kind in ChartKind.allCases {
            for count in [1, 2, 3, 12, 80] {
                for chosen in [[0, 2], [1, 2], [2, 3], [0, 1, 2], [1, 2, 3], [2], [0, 2, 3]] {
                    let part = rows.prefix(count).map { row in chosen.map { row[$0] } }
                    let chart = Chart.choose(columns: chosen.map { columns[$0] }, rows: part, language: .english, kind: kind)
                    let scene = chart.scene()
                    for point in scene.shapes.flatMap(\.extremes) {
                        #expect(point.x.isFinite && point.y.isFinite, "\(chart.kind) \(chosen)")
                        #expect(
                            point.x >= -1 && point.x <= scene.width + 1 && point.y >= -1 && point.y <= scene.height + 1,
                            "\(chart.kind) \(chosen) \(point)")
                    }
                    #expect(!SVG.write(scene).contains("nan") && !"\(chart.vegaLite)".contains("inf"), "\(chart.vegaLite)")
                }
            }
        }
        let million = Chart.choose(
            columns: [ChartColumn("x", .number), ChartColumn("y", .number)], rows: (0..<1_000_000).map { [.integer($0), .integer($0 % 977)] },
            language: .english)
        #expect(million.scene().shapes.count < 4_000)
    }
}

extension SceneShape {
    /// Corner points of the shape. For text only its position, because its width is an estimate.
    var extremes: [ScenePoint] {
        switch self {
        case .rectangle(let frame, _, _, _):
            [ScenePoint(x: frame.x, y: frame.y), ScenePoint(x: frame.x + frame.width, y: frame.y + frame.height)]
        case .line(let points, _, _), .polygon(let points, _, _): points
        case .circle(let center, let radius, _, _, _):
            [ScenePoint(x: center.x - radius, y: center.y - radius), ScenePoint(x: center.x + radius, y: center.y + radius)]
        case .sector(let center, _, let outer, _, _, _, _):
            [ScenePoint(x: center.x - outer, y: center.y - outer), ScenePoint(x: center.x + outer, y: center.y + outer)]
        case .text(let text): [text.position]
        }
    }
}

import Foundation
import JSON
import SeededRandom
import Testing

@testable import Charts

@Suite("Charts of random results")
struct ChartPropertyTests {
    @Test("D10 Any result has a chart whose shapes are within the picture and whose texts are numbers and names", arguments: 0..<8)
    func random(sequence: Int) throws {
        var random = SeededGenerator(sequence: 7_000 + sequence)
        let turns = ProcessInfo.processInfo.environment["GATEHOUSE_FUZZ"].flatMap { Int($0) } ?? 1
        for turn in 0..<60 * turns {
            let result = RandomResult(&random)
            let chart = result.chart
            let scene = chart.scene(size: result.size)
            for shape in scene.shapes {
                for point in shape.extremes {
                    try #require(point.x >= -1 && point.x <= scene.width + 1 && point.y.isFinite, "\(chart.kind) \(result)")
                    // A picture that is too small for the chart may lose its lower part.
                    if result.size == nil { try #require(point.y >= -1 && point.y <= scene.height + 1, "\(chart.kind) \(result)") }
                }
                if case .text(let text) = shape {
                    try #require(!text.string.contains("nan") && !text.string.contains("inf"), "\(text.string) \(result)")
                }
            }
            #expect(SVG.write(scene).hasSuffix("</svg>\n"))
            #expect(throws: Never.self) { try JSONValue(parsing: chart.vegaLite.serialized) }
            if turn % 25 == 0 { #expect(try PNG.paint(scene, scale: 1).count > 100) }
        }
    }
}

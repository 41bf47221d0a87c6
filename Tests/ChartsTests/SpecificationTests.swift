import Charts
import Foundation
import JSON
import Testing

@Suite("Specifications of charts")
struct SpecificationTests {
    @Test("SQLBot's clients get one of its five types, with names in lower case")
    func sqlbot() throws {
        for sample in ChartSample.all {
            let type = try #require(sample.chart.sqlbot["type"]?.string)
            #expect(["table", "column", "bar", "line", "pie"].contains(type), "\(sample.name)")
        }
        let chart = Chart.choose(
            columns: [ChartColumn("Region", .text), ChartColumn("Sales_A", .number), ChartColumn("Sales_B", .number)],
            rows: [[.text("N"), .integer(1), .integer(2)], [.text("S"), .integer(3), .integer(4)]], language: .english)
        #expect(chart.sqlbot["axis"]?["x"] == ["name": "Region", "value": "region"])
        #expect(chart.sqlbot["axis"]?["y"] == [["name": "Sales A", "value": "sales_a"], ["name": "Sales B", "value": "sales_b"]])
        #expect(chart.sqlbot["axis"]?["multi-quota"] == ["name": "Measure", "value": ["sales_a", "sales_b"]])
        let pie = try #require(ChartSample.all.first { $0.name == "pie_traditional" }).chart.sqlbot
        #expect(pie["axis"]?["y"]?.object != nil && pie["axis"]?["series"]?["value"] == "payment")
        let series = try #require(ChartSample.all.first { $0.name == "grouped" }).chart.sqlbot
        #expect(series["axis"]?["series"]?["value"] == "segment" && series["axis"]?["multi-quota"] == nil)
    }

    /// Tests/Clients validates the committed files against the published schema.
    @Test("Each Vega-Lite specification equals its committed snapshot", arguments: ChartSample.all)
    func vegaLite(sample: ChartSample) throws {
        try ChartSnapshot.compare("\(sample.chart.vegaLite)\n", "\(sample.name).vl.json")
    }

    @Test("No field is named twice or by a path, and no value is infinite")
    func fields() throws {
        let columns = [ChartColumn("a.b", .text), ChartColumn("a_b", .number), ChartColumn("", .number), ChartColumn("__proto__", .number)]
        let chart = Chart.choose(
            columns: columns, rows: (0..<3).map { [.text("n\($0)"), .number(Double($0)), .number(.infinity), .integer($0)] }, language: .english)
        let values = try #require(chart.vegaLite["data"]?["values"]?.array)
        #expect(values[1].object?.keys == ["A_b", "A b", "column3", "Proto"], "several measures have the names that people read")
        #expect(values[1]["column3"]?.isNull == true)
        let one = Chart.choose(
            columns: [columns[0], ChartColumn("a_b", .number)], rows: [[.text("x"), .integer(1)], [.text("y"), .integer(2)]], language: .english)
        #expect(one.vegaLite["data"]?["values"]?[0]?.object?.keys == ["a_b", "column2"])
        let proto = Chart.choose(
            columns: [ChartColumn("__proto__", .text), ChartColumn("n", .number)], rows: [[.text("x"), .integer(1)], [.text("y"), .integer(2)]],
            language: .english)
        #expect(proto.vegaLite["data"]?["values"]?[0]?.object?.keys == ["column1", "n"])
    }
}

/// Compares text with a committed file. With `GATEHOUSE_RECORD=1` the file is rewritten, to be reviewed and committed.
enum ChartSnapshot {
    static func compare(_ text: String, _ name: String) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Snapshots").appending(path: name)
        if ProcessInfo.processInfo.environment["GATEHOUSE_RECORD"] == "1" { try Data(text.utf8).write(to: file) }
        let kept = try String(contentsOf: file, encoding: .utf8)
        #expect(kept == text, "\(name) differs from its snapshot; look at it, then run with GATEHOUSE_RECORD=1")
    }
}

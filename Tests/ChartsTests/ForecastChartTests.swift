import Charts
import JSON
import Testing

@Suite("Charts of forecasts")
struct ForecastChartTests {
    static let chart: Chart = {
        let known = (0..<24).map { step -> (time: String, value: Double) in
            let month = step % 12 + 1
            return ("\(2024 + step / 12)-\(month < 10 ? "0" : "")\(month)", Double(400 + 12 * step + 60 * (step % 3)))
        }
        let expected = (0..<6).map { step -> ForecastSeries.Point in
            let value = 690 + 12 * Double(step)
            return ForecastSeries.Point(
                time: "2026-0\(step + 1)", value: value, lower: value - 40 - 15 * Double(step), upper: value + 40 + 15 * Double(step))
        }
        let labels = ForecastSeries.Labels(time: "Month", known: "Known", expected: "Forecast", interval: "95 % interval")
        return Chart.forecast(ForecastSeries(known: known, expected: expected), labels, title: "Forecast: Revenue", language: .english)
    }()

    @Test("The specification has the interval as a band behind the lines, and equals its committed snapshot")
    func specification() throws {
        #expect(Self.chart.vegaLite["layer"]?[0]?["mark"]?["type"] == "area" && Self.chart.vegaLite["layer"]?[1]?["mark"]?["type"] == "line")
        try ChartSnapshot.compare("\(Self.chart.vegaLite)\n", "forecast.vl.json")
    }

    @Test("The drawing equals its committed snapshot, and contains the whole interval")
    func drawing() throws {
        try ChartSnapshot.compare(SVG.write(Self.chart.scene()), "forecast.svg")
        #expect(Self.chart.alternative.header == ["Month", "Known", "Forecast", "95 % interval ↓", "95 % interval ↑"])
        #expect(try !PNG.paint(Self.chart.scene()).isEmpty)
    }
}

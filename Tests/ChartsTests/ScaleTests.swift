import Notation
import Testing

@testable import Charts

@Suite("Axes of charts")
struct ScaleTests {
    @Test("Ticks are round numbers around the values")
    func ticks() {
        #expect(NumberScale(0...97, includesZero: true, isIntegral: true, count: 5).ticks == [0, 20, 40, 60, 80, 100])
        #expect(NumberScale(-12...7, includesZero: true, isIntegral: false, count: 5).ticks == [-15, -10, -5, 0, 5, 10])
        #expect(NumberScale(980...1_010, includesZero: false, isIntegral: false, count: 3).ticks == [980, 990, 1_000, 1_010])
        #expect(NumberScale(0...2, includesZero: true, isIntegral: true, count: 5).ticks == [0, 1, 2], "nobody has half an order")
        #expect(NumberScale(nil, includesZero: true, isIntegral: false, count: 2).ticks == [0, 0.5, 1])
        let near = NumberScale(1e15...1e15 + 0.125, includesZero: false, isIntegral: false, count: 5)
        #expect(near.ticks.count == Set(near.ticks).count && near.share(1e15) > 0 && near.share(1e15) < 1)
        #expect(NumberScale(0...0, includesZero: true, isIntegral: true, count: 5).ticks == [0, 1])
    }

    @Test("Ticks of one axis have one unit and as many digits as their step")
    func tickLabels() {
        func labels(_ range: ClosedRange<Double>, _ language: ChartLanguage) -> [String] {
            let rows = [range.lowerBound, range.upperBound].map { [ChartCell.number($0 + 0.5)] }
            let format = ValueFormat(ChartData(columns: [ChartColumn("amount", .number)], rows: rows, language: language), 0)
            return format.ticks(NumberScale(range, includesZero: true, isIntegral: false, count: 4))
        }
        #expect(labels(0...8_000, .english) == ["0", "2,000", "4,000", "6,000", "8,000"])
        #expect(labels(0...20_000, .english) == ["0", "5K", "10K", "15K", "20K"])
        #expect(labels(0...20_000, .simplifiedChinese) == ["0", "0.5万", "1.0万", "1.5万", "2.0万"])
        #expect(labels(0...0.4, .english) == ["0", "0.1", "0.2", "0.3", "0.4"])
    }

    @Test("Ticks of times are at the starts of calendar units, and name the year once")
    func timeTicks() throws {
        let from = try #require(CalendarPoint("2025-11-03")), to = try #require(CalendarPoint("2026-04-20"))
        let ticks = TimeTicks.ticks(from.seconds...to.seconds, unit: .day, count: 8, language: .english)
        #expect(ticks.map(\.label) == ["Dec", "Jan", "Feb", "Mar", "Apr"])
        #expect(ticks.map(\.context) == ["2025", "2026", nil, nil, nil])
        let far = try #require(CalendarPoint("0001-01-01")), end = try #require(CalendarPoint("9999-12-31"))
        #expect((1...8).contains(TimeTicks.ticks(far.seconds...end.seconds, unit: .second, count: 8, language: .korean).count))
    }

    @Test("Text is cut and wrapped to a width")
    func text() {
        let fitted = TextMeasure.fit("Brennhaus Kaffeespezialitäten", width: 80, size: 12)
        #expect(fitted.hasSuffix("…") && TextMeasure.width(fitted, size: 12) <= 80)
        #expect(TextMeasure.fit("Bo", width: 80, size: 12) == "Bo")
        #expect(TextMeasure.wrap("United Kingdom of Great Britain", width: 90, size: 12, lines: 2) == ["United", "Kingdom of Gr…"])
        #expect(TextMeasure.wrap("北京咖啡贸易有限公司", width: 72, size: 12, lines: 2) == ["北京咖啡贸易", "有限公司"])
        #expect(TextMeasure.width("中", size: 12) == 12 && TextMeasure.width("e\u{301}", size: 10) == TextMeasure.width("e", size: 10))
    }

    @Test("The colours of series differ for readers with each kind of colour vision, and stand out from the background", arguments: [true, false])
    func colors(isDark: Bool) {
        let theme = isDark ? ChartTheme.dark : .light
        for vision in ColorVision.all {
            let seen = theme.series.map(vision.lab)
            for (index, color) in seen.enumerated() {
                for other in seen[..<index] { #expect(ColorVision.difference(color, other) > 18, "\(vision.name) \(index)") }
            }
        }
        for color in theme.series {
            let (light, dark) = (max(color.luminance, theme.background.luminance), min(color.luminance, theme.background.luminance))
            #expect((light + 0.05) / (dark + 0.05) > 2.5)
        }
    }
}

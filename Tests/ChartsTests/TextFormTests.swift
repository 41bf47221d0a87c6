import Notation
import Testing

@testable import Charts

@Suite("Numbers and dates of charts")
struct TextFormTests {
    @Test("Numbers are written as readers of each language do")
    func numbers() {
        func short(_ value: Double, _ language: ChartLanguage) -> String { NumberFormat(language: language).short(value) }
        #expect(short(1_250, .english) == "1,250")
        #expect(short(12_500, .english) == "12.5K")
        #expect(short(-2_000_000, .english) == "−2M")
        #expect(short(12_500, .simplifiedChinese) == "1.25万")
        #expect(short(300_000_000, .traditionalChinese) == "3億")
        #expect(short(50_000, .korean) == "5만")
        #expect(short(999_999, .english) == "1M")
        let english = NumberFormat(language: .english)
        #expect(english.text(0.012345) == "0.0123")
        #expect(english.text(-0.001, fractionDigits: 2) == "0.00")
        #expect(english.text(1e18) == "1×10¹⁸")
        #expect(english.text(Double.leastNonzeroMagnitude) == "4.94×10⁻³²⁴")
        #expect(english.text(Double.nan) == "–")
        #expect(english.text(Int64.min) == "−9,223,372,036,854,775,808")
        #expect(english.percent(0.0345) == "3.5%")
    }

    @Test("The values of a measure have equally many digits after the point")
    func digits() {
        func texts(_ values: [Double]) -> [String] {
            Chart.choose(columns: [ChartColumn("amount", .number)], rows: values.map { [.number($0)] }, language: .english).alternative.rows.map {
                $0[0]
            }
        }
        #expect(texts([1_200, 7.5, 3.25]) == ["1,200.00", "7.50", "3.25"])
        #expect(texts([1_200, 7.5]) == ["1,200.0", "7.5"])
        #expect(texts([2.0 / 3, 5]) == ["0.67", "5.00"])
        #expect(texts([0.0123, 5]) == ["0.0123", "5"], "two digits would hide what the small one is")
        #expect(texts([3, 4]) == ["3", "4"])
    }

    @Test("Dates are written as readers of each language do")
    func dates() throws {
        func text(_ written: String, _ language: ChartLanguage) throws -> String {
            let point = try #require(CalendarPoint(written))
            return DateFormat(language: language).text(point, unit: point.unit)
        }
        #expect(try text("2026-01", .english) == "Jan 2026")
        #expect(try text("2026-01", .simplifiedChinese) == "2026年1月")
        #expect(try text("2026-01-05", .korean) == "2026년 1월 5일")
        #expect(try text("2026-Q3", .traditionalChinese) == "2026年第3季")
        #expect(try text("2026-W01", .english) == "W1 2026")
        #expect(try text("2026-01-05T09:07:00+02:00", .english) == "5 Jan 2026 09:07")
    }

    @Test(
        "What is no date is none",
        arguments: ["", "2026-13", "2026-02-30", "0000-01-01", "2026-Q5", "2026-W54", "2026-1-1", "2026-01-01 24:00", "2026-01-01x", "99999", "２０２６"])
    func noDates(text: String) {
        #expect(CalendarPoint(text) == nil)
    }

    @Test("Days and their numbers are one another's inverse over ten thousand years")
    func days() throws {
        let first = try #require(CivilDate(1, 1, 1)), last = try #require(CivilDate(9_999, 12, 31))
        var expected = first.number
        for number in stride(from: first.number, through: last.number, by: 97) {
            #expect(CivilDate(number: number).number == number)
            expected = number
        }
        #expect(expected <= last.number)
        // 1970-01-01 was a Thursday; ISO 8601 gives 2021-01-03 to week 53 of 2020.
        #expect(CivilDate(number: 0).weekday == 3)
        let sunday = try #require(CivilDate(2021, 1, 3))
        #expect(sunday.week.year == 2020 && sunday.week.number == 53)
    }
}

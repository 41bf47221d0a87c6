import Access
import Ask
import Charts
import JSON
import SQL
import Store
import Testing

@testable import Tools

@Suite("Languages of the question server")
struct QuestionLanguageTests {
    @Test("Every text is there in every language, with the same places to fill", arguments: QuestionLanguage.Text.allCases)
    func complete(text: QuestionLanguage.Text) {
        let forms = QuestionLanguage.allCases.map { $0(text) }
        #expect(forms.allSatisfy { !$0.isEmpty })
        let places = forms.map { form in (1...9).filter { form.contains("%\($0)") } }
        #expect(Set(places).count == 1, "\(forms)")
        if text != .error {
            #expect(
                forms[0].unicodeScalars.contains { (0x3400...0x9FFF).contains($0.value) }
                    && forms[1].unicodeScalars.contains { (0x3400...0x9FFF).contains($0.value) })
            #expect(forms[2].unicodeScalars.allSatisfy { $0.value < 0x2100 })
            #expect(text == .forecastPoint || forms[3].unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
        }
    }

    @Test("Every refusal is there in every language, with the same places to fill", arguments: QuestionLanguage.RefusalText.allCases)
    func refusals(text: QuestionLanguage.RefusalText) {
        let forms = QuestionLanguage.allCases.map { $0(text) }
        #expect(Set(forms.map { $0.contains("%1") }).count == 1, "\(forms)")
        for chinese in forms[...1] { #expect(chinese.unicodeScalars.contains { (0x3400...0x9FFF).contains($0.value) }) }
        #expect(forms[2].unicodeScalars.allSatisfy { $0.value < 0x80 })
        #expect(forms[3].unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
    }

    @Test("A refusal keeps its code and details in every language; English stays as it is")
    func refusal() {
        let refusal = Refusal(.limited, "at most 3", retryAfter: 7)
        #expect(QuestionLanguage.english.refusal(refusal) == refusal)
        #expect(QuestionLanguage.korean.refusal(refusal) == Refusal(.limited, "한도를 넘었습니다: at most 3", retryAfter: 7))
        let own = SpokenRefusal(.notFound, .unknownChat, "5")
        #expect(QuestionLanguage.simplifiedChinese.refusal(own) == Refusal(.notFound, "未找到 ID 为 5 的对话"))
        #expect(Refusal(own) == Refusal(.notFound, "Chat with id 5 not found"))
        #expect(QuestionLanguage.korean.refusal(CancellationError()) == nil)
    }

    @Test("A value that looks like a place is filled in as it is")
    func filling() {
        #expect(QuestionLanguage.english(.forecastPoint, "%2", "%1", "5 %", "d") == "%2: %1 (5 % to d)")
        #expect(QuestionLanguage.korean(.rising, "3", "월") == "월마다 3씩 증가합니다.")
    }

    @Test("Without a name it is Chinese, and an unknown name is none")
    func names() {
        #expect(QuestionLanguage(named: nil) == .simplifiedChinese && QuestionLanguage(named: "") == .simplifiedChinese)
        #expect(QuestionLanguage(named: "EN") == .english && QuestionLanguage(named: "fr") == nil)
    }

    static func monthly(_ count: Int, _ value: (Int) -> JSONValue) -> QuestionRows {
        let rows = (0..<count).map { number -> [JSONValue] in
            let (year, month) = (2022 + number / 12, number % 12 + 1)
            return [.string("\(year)-\(month < 10 ? "0" : "")\(month)"), value(number)]
        }
        return QuestionRows(
            names: ["month", "revenue"], columns: [Column(name: "month", type: .text), Column(name: "revenue", type: .integer)], rows: rows,
            isTruncated: false)
    }

    @Test("/analysis and /predict speak the caller's language", arguments: QuestionLanguage.allCases)
    func studies(language: QuestionLanguage) throws {
        let rows = Self.monthly(36) { .number(JSONNumber(Int64(100 + 10 * $0))) }
        let analysis = AnswerAnalysis(AnswerStudy(rows, language)).content
        #expect(analysis.contains(language(.rising, "10", language.name(of: .month))) && analysis.contains("275"), "\(analysis)")
        let prediction = try AnswerPrediction(AnswerStudy(rows, language))
        #expect(
            prediction.content.contains("2025-01")
                && prediction.content.hasPrefix(language(.forecast, "revenue", language.name(of: .holtWinters(season: 12)))))
        let none = #expect(throws: SeriesProblem.self) { try AnswerPrediction(AnswerStudy(Self.monthly(4) { _ in 1 }, language)) }
        #expect(none == .tooFew(needed: 6, found: 4))
        #expect(language.reason(try #require(none)) == language(.tooFew, "6", "4"))
    }

    @Test("A straight line is continued as a line with an interval of zero width, in the chart too")
    func forecast() throws {
        let rows = Self.monthly(36) { .number(JSONNumber(Int64(100 + 10 * $0))) }
        let prediction = try AnswerPrediction(AnswerStudy(rows, .english))
        var writer = JSONWriter()
        writer.object {
            prediction.write(
                to: &$0, QuestionHead(chat: ChatID(1), record: ChatRecordID(2), title: nil, source: nil, warnings: []),
                QuestionPicture(chart: nil, picture: nil, url: nil))
        }
        let value = try JSONValue(parsing: writer.bytes)
        let first = try #require(value["predict_data"]?[0])
        #expect(first["month"] == "2025-01" && abs((first["revenue"]?.double ?? 0) - 460) < 0.01)
        #expect((first["upper"]?.double ?? 9) - (first["lower"]?.double ?? 0) < 0.01 && value["predict_data"]?.array?.count == 9)
        let chart = prediction.chart([nil, "Revenue"])
        #expect(chart.kind == .line && chart.title == "Forecast: Revenue" && chart.subtitle == "95 % interval")
        #expect(chart.sqlbot["type"] == "line" && chart.sqlbot["axis"]?["multi-quota"]?["value"] == ["known", "forecast"])
    }
}

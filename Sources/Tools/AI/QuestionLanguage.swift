import Charts

/// A language that answers of the question server speak in. Its page says `zh-CN` where none is named.
enum QuestionLanguage: String, CaseIterable, Sendable {
    case simplifiedChinese = "zh-CN"
    case traditionalChinese = "zh-TW"
    case english = "en"
    case korean = "ko-KR"

    /// - Returns: nil for a language that is not spoken here.
    init?(named name: String?) {
        guard let name, !name.isEmpty else {
            self = .simplifiedChinese
            return
        }
        let wanted = name.lowercased()
        guard let known = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else { return nil }
        self = known
    }

    var ofCharts: ChartLanguage { ChartLanguage(tag: rawValue) }

    enum Text: CaseIterable { case answerID, noRows, error }

    func callAsFunction(_ text: Text) -> String {
        switch (self, text) {
        case (.simplifiedChinese, .answerID): "响应ID: "
        case (.traditionalChinese, .answerID): "響應ID: "
        case (.english, .answerID): "Answer ID: "
        case (.korean, .answerID): "응답 ID: "
        case (.simplifiedChinese, .noRows): "SQL 执行结果为空。"
        case (.traditionalChinese, .noRows): "SQL 執行結果為空。"
        case (.english, .noRows): "The SQL execution result is empty."
        case (.korean, .noRows): "SQL 실행 결과가 비어 있습니다."
        case (_, .error): "**ERROR:**"
        }
    }
}

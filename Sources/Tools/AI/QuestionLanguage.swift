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
}

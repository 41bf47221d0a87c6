/// The language of answers. The page of the question server uses `zh-CN` by default.
package enum QuestionLanguage: String, CaseIterable, Sendable {
    case simplifiedChinese = "zh-CN"
    case traditionalChinese = "zh-TW"
    case english = "en"
    case korean = "ko-KR"

    /// - Returns: nil for an unsupported language.
    package init?(named name: String?) {
        guard let name, !name.isEmpty else {
            self = .simplifiedChinese
            return
        }
        let wanted = name.lowercased()
        guard let known = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else { return nil }
        self = known
    }

    package func name(of unit: TimeUnit) -> String {
        switch unit {
        case .day: self(.day)
        case .week: self(.week)
        case .month: self(.month)
        case .quarter: self(.quarter)
        case .year: self(.year)
        case .weekday: self(.weekday)
        case .hour: self(.hour)
        }
    }
}

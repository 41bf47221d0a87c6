/// The languages of titles, numbers and dates.
package enum ChartLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case simplifiedChinese = "zh-CN"
    case traditionalChinese = "zh-TW"
    case korean = "ko-KR"

    /// The language that a tag (BCP 47) asks for; English when there is no other.
    package init(tag: String) {
        let tag = tag.lowercased()
        if tag.hasPrefix("zh") {
            let isTraditional = ["hant", "tw", "hk", "mo"].contains { tag.contains($0) }
            self = isTraditional ? .traditionalChinese : .simplifiedChinese
        } else {
            self = tag.hasPrefix("ko") ? .korean : .english
        }
    }
}

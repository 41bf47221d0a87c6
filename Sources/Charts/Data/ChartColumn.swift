/// One column of a result.
package struct ChartColumn: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case number, text, date, time, boolean
    }

    /// The name in the result.
    package let name: String
    /// The displayed name.
    package let label: String
    package let kind: Kind

    /// Longest label; the rest is cut. Unit: Unicode scalars.
    private static let maxLabel = 100

    /// Without a label, the name with underscores replaced by spaces: `total_revenue` becomes "Total revenue".
    package init(_ name: String, _ kind: Kind, label: String? = nil) {
        self.name = name
        self.kind = kind
        self.label = PlainText.clean(label ?? Self.readable(name), limit: Self.maxLabel)
    }

    private static func readable(_ name: String) -> String {
        let spaced = name.split(separator: "_").joined(separator: " ")
        return spaced.prefix(1).uppercased() + spaced.dropFirst()
    }
}

/// One value of a result. Dates and times are text in ISO 8601 form, and are drawn as written, whatever their offset.
package enum ChartCell: Hashable, Sendable {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)
    case boolean(Bool)

    /// The number to draw; nil for NaN, infinity, magnitudes over 10^300 and values that are not numbers.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value.isFinite && value.magnitude <= 1e300 ? (value.magnitude < 1e-300 ? 0 : value) : nil
        default: nil
        }
    }
}

/// The languages of titles, numbers and dates.
package enum ChartLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case simplifiedChinese = "zh-CN"
    case traditionalChinese = "zh-TW"
    case korean = "ko-KR"

    /// The language for a tag (BCP 47); English if it is not supported.
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

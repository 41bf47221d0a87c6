import Foundation

/// Formats numbers for readers of a language: thousands are grouped, large ones on axes are shortened (12K, 1.2万, 1.2만).
struct NumberFormat: Sendable {
    let language: ChartLanguage

    func text(_ value: Int64) -> String { (value < 0 ? "−" : "") + Self.grouped(String(value.magnitude)) }

    /// At most two digits after the point, or three significant digits below 1; from 10^15 on with an exponent.
    func text(_ value: Double, fractionDigits: Int? = nil) -> String {
        guard value.isFinite else { return "–" }
        let size = value.magnitude
        if size >= 1e15 || (size > 0 && size < 1e-4 && fractionDigits == nil) { return Self.exponential(value) }
        let places = fractionDigits ?? (size >= 1 || size == 0 ? 2 : min(6, 2 - Int(log10(size).rounded(.down))))
        return Self.decimal(value, places, trims: fractionDigits == nil)
    }

    /// Shortened from 10,000 on.
    func short(_ value: Double) -> String {
        let size = value.magnitude
        guard value.isFinite, size >= 10_000, size < 1e15 else { return text(value) }
        let unit = unit(size * 1.0005)
        return Self.decimal(value / unit.size, size / unit.size < 100 ? 2 : 1, trims: true) + unit.name
    }

    /// The unit for values up to `largest`; below 10,000 there is none.
    func unit(_ largest: Double) -> (size: Double, name: String) {
        largest < 10_000 ? (1, "") : units.last { largest >= $0.size } ?? (1, "")
    }

    /// Formats a share from 0 to 1.
    func percent(_ share: Double) -> String {
        guard share.isFinite else { return "–" }
        return Self.decimal(share * 100, share.magnitude < 0.1 ? 1 : 0, trims: true) + "%"
    }

    private var units: [(size: Double, name: String)] {
        switch language {
        case .english: [(1e3, "K"), (1e6, "M"), (1e9, "B"), (1e12, "T")]
        case .simplifiedChinese: [(1e4, "万"), (1e8, "亿"), (1e12, "万亿")]
        case .traditionalChinese: [(1e4, "萬"), (1e8, "億"), (1e12, "兆")]
        case .korean: [(1e4, "만"), (1e8, "억"), (1e12, "조")]
        }
    }

    private static func decimal(_ value: Double, _ places: Int, trims: Bool) -> String {
        let written = String(format: "%.\(places)f", value.magnitude)
        let parts = written.split(separator: ".", maxSplits: 1)
        var fraction = parts.count > 1 ? String(parts[1]) : ""
        if trims { while fraction.hasSuffix("0") { fraction.removeLast() } }
        let digits = grouped(String(parts[0])) + (fraction.isEmpty ? "" : "." + fraction)
        let isZero = !digits.contains { ("1"..."9").contains($0) }
        return (value < 0 && !isZero ? "−" : "") + digits
    }

    private static func exponential(_ value: Double) -> String {
        let exponent = Int(log10(value.magnitude).rounded(.down))
        // In two steps, because the power of the smallest doubles would be zero.
        let half = exponent / 2
        let digits = decimal(value / pow(10, Double(half)) / pow(10, Double(exponent - half)), 2, trims: true)
        return digits + "×10" + String(exponent).map { superscripts[$0] ?? "" }.joined()
    }

    private static let superscripts: [Character: String] = [
        "-": "⁻", "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹",
    ]

    private static func grouped(_ digits: String) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }
}

import Foundation

/// Formats the values of one measure.
struct ValueFormat: Sendable {
    let numbers: NumberFormat
    /// Whether values are shares of 1, shown as percentages.
    let isPercent: Bool
    let isIntegral: Bool
    /// The same for every value of the measure, so that they can be compared; nil if each value has its own.
    let fractionDigits: Int?

    init(_ data: ChartData, _ measure: Int) {
        let profile = data.profiles[measure]
        numbers = NumberFormat(language: data.language)
        isPercent = profile.isPercent
        isIntegral = profile.isIntegral
        fractionDigits = profile.fractionDigits
    }

    /// The whole value, for tables and sentences.
    @Sendable func text(_ value: Double) -> String { isPercent ? numbers.percent(value) : numbers.text(value, fractionDigits: fractionDigits) }

    /// For a single label.
    func short(_ value: Double) -> String { isPercent ? numbers.percent(value) : numbers.short(value) }

    /// For labels beside each other: all have the unit of the largest value, and as many digits as show three for it. Values below that
    /// unit have their own, because 0.03M says less than 28K.
    func labels(upTo largest: Double) -> @Sendable (Double) -> String {
        let unit = numbers.unit(largest.magnitude)
        guard !isPercent, unit.size > 1, largest.magnitude < 1e15 else { return text }
        let size = largest.magnitude / unit.size
        let places = size < 10 ? 2 : size < 100 ? 1 : 0
        return { value in
            value.magnitude < unit.size ? numbers.short(value) : numbers.text(value / unit.size, fractionDigits: places) + unit.name
        }
    }

    /// For the ticks of one axis: all have the same unit and as many digits as their step.
    func ticks(_ scale: NumberScale) -> [String] {
        let factor = isPercent ? 100.0 : 1
        let largest = max(scale.domain.lowerBound.magnitude, scale.domain.upperBound.magnitude) * factor
        guard largest < 1e15, scale.step * factor > 1e-6 else { return scale.ticks.map { numbers.text($0) } }
        let unit = isPercent ? (size: 1, name: "%") : numbers.unit(largest)
        let step = scale.step * factor / unit.size
        let places = (0...6).first { abs((step * pow(10, Double($0))).rounded() - step * pow(10, Double($0))) < 1e-6 } ?? 6
        return scale.ticks.map { tick in
            let value = tick * factor / unit.size
            let isZero = value.magnitude < step / 2
            return isZero ? (isPercent ? "0%" : "0") : numbers.text(value, fractionDigits: places) + unit.name
        }
    }
}

/// Sanitizes external text for a picture: limited length, one line, without control characters, noncharacters and marks that change the
/// text direction.
enum PlainText {
    /// - Parameter limit: longest result. Unit: Unicode scalars.
    static func clean(_ text: String, limit: Int) -> String {
        // UTF-8 has no more scalars than bytes.
        guard text.utf8.count > limit || text.unicodeScalars.contains(where: { !isPlain($0) }) else { return text }
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if kept.count >= limit { break }
            if isPlain(scalar) { kept.append(scalar) } else if isSpace(scalar) { kept.append(" ") }
        }
        return String(kept)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: true
        case 0...0x9F: false
        case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0xFEFF: false
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { [0x09, 0x0A, 0x0D, 0x2028, 0x2029].contains(scalar.value) }
}

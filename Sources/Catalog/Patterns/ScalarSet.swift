/// The characters that match at one position of a pattern.
struct ScalarSet: Hashable, Sendable {
    enum Category: Hashable, Sendable {
        case digit, word, space, letter, upper, lower, number

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .digit: ("0"..."9").contains(scalar)
            case .word: ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "_"
            case .space: scalar.properties.isWhitespace
            case .letter: scalar.properties.isAlphabetic
            case .upper: scalar.properties.isUppercase
            case .lower: scalar.properties.isLowercase
            case .number: scalar.properties.numericType != nil
            }
        }

        /// The property in `\p{…}`.
        init?(property name: String) {
            switch name {
            case "L", "Letter", "Alphabetic": self = .letter
            case "Lu", "Uppercase_Letter", "Uppercase": self = .upper
            case "Ll", "Lowercase_Letter", "Lowercase": self = .lower
            case "N", "Nd", "Number": self = .number
            default: return nil
            }
        }
    }

    enum Part: Hashable, Sendable {
        case range(ClosedRange<Unicode.Scalar>)
        case category(Category, isNegated: Bool)

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .range(let range): range.contains(scalar)
            case .category(let category, let isNegated): category.contains(scalar) != isNegated
            }
        }
    }

    var parts: [Part]
    var isNegated = false

    /// Everything except line ends.
    static let any = ScalarSet(
        parts: (["\n", "\r", "\u{2028}", "\u{2029}"] as [Unicode.Scalar]).map { Part.range($0...$0) }, isNegated: true)

    func contains(_ scalar: Unicode.Scalar, ignoringCase: Bool) -> Bool {
        let isThere =
            parts.contains { $0.contains(scalar) }
            || ignoringCase && Self.otherCases(of: scalar).contains { other in parts.contains { $0.contains(other) } }
        return isThere != isNegated
    }

    private static func otherCases(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping].compactMap { text in
            text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
        }
    }
}
